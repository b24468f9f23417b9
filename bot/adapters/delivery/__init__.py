"""Delivery's ports on PostgreSQL."""
