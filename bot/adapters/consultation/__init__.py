"""Consultations on PostgreSQL."""
