"""What a message tells of eating: items, amounts, times."""
