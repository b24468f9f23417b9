"""The corpus on PostgreSQL."""
