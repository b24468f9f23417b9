"""How well Fonte does on the golden sets, and how fast: what `make eval` and `make bench` run. Not part of the bot."""
