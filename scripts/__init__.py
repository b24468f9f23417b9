"""Programs run on deploy and by hand."""
