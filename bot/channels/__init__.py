"""Where people write: the console and Telegram."""
