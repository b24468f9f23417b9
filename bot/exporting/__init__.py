"""What is held of a person: told in counts, and given to them as files."""
