"""Consultations: a complaint opens a case, which ends in a decision that code takes from the patient's own facts."""
