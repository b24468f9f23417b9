"""What the tests of our client of the Bot API share."""

from __future__ import annotations

from bot.channels.telegram.transport import Timeouts

USER = 7_001


QUICK = Timeouts(connect=2, read=0.3, write=2, pool=0.2)


TEXT = {"text": "<b>oi</b>", "parse_mode": "HTML"}
