"""Message → specialty: rules, then the nearest lay phrase, then the model; and why."""

from bot.routing.router import Reason, Router, Routing

__all__ = ["Reason", "Router", "Routing"]
