"""The operators' console on PostgreSQL, under row-level security."""
