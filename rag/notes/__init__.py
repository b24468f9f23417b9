"""Clinical notes: reading, publishing and finding them."""
