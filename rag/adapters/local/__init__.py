"""What needs no network."""
