"""The Telegram channel: receiver, parsing, rendering, sender. The only place that imports `telegram`."""
