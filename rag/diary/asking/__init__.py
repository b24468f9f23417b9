"""Answers from the rows, by code or by a model whose every sentence is checked."""
