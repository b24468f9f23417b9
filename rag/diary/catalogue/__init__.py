"""The catalogue: written by hand, composed from tables, loaded and embedded."""
