"""Finding, and saying only what was found. Knows nothing of chats."""
