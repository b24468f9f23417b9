"""What a question to the diary asks for: days, nutrients, aspect."""
