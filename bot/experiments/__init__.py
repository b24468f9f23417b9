"""Experiments: what an evaluation of the golden sets gave, item by item, and how two of them differ."""
