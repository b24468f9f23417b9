"""Pages, a file each: what is read, what is shown, which role it takes."""
