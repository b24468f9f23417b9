"""Message → specialty: rules, then the nearest lay phrase, then the model; and why."""

from bot.routing.router import Router
from bot.routing.routing import ModelCall, Reason, Routing

__all__ = ["ModelCall", "Reason", "Router", "Routing"]
