"""The conversation: channels, commands, agents, and how they are put together."""
