"""The food diary: what was eaten, read strictly; foods, found by words and by meaning; and what the rows say of it."""
