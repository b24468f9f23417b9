"""What stops a channel for good. Imports nothing, so that whoever only reports it spares the channel's libraries."""


class ChannelError(Exception):
    """A channel can't be opened as it is set up; the message is one line that names the variable."""
