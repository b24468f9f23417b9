"""A person's own foods and recipes, read from chat."""
