"""What is switched on."""

from __future__ import annotations

from bot.paths import CORPUS
from bot.profile import Profile, load_profiles
from bot.settings import CAPABILITIES, Settings, SettingsError

UNBUILT = frozenset({"consultation"})
"""Capabilities that the FAQ already describes and this version does not have."""


def enabled_profiles(settings: Settings) -> tuple[Profile, ...]:
    """The specialties that are switched on. Raises SettingsError for a feature that doesn't exist."""
    profiles = load_profiles(CORPUS / "profiles")
    known = known_features()
    unknown = sorted((settings.fonte_features or frozenset()) - known)
    if unknown:
        raise SettingsError(f"FONTE_FEATURES: unknown '{unknown[0]}'; known: {', '.join(sorted(known))}")
    return tuple(p for p in profiles if settings.enabled(p.specialty))


def known_features() -> frozenset[str]:
    """Capabilities and specialties by name."""
    return CAPABILITIES | {path.stem for path in (CORPUS / "profiles").glob("*.toml")} | {"none"}
