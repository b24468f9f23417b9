"""The conversation's ports on PostgreSQL."""
