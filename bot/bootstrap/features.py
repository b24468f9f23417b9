"""What is switched on."""

from __future__ import annotations

from pathlib import Path

from bot.paths import CORPUS
from bot.profile import Profile, load_profiles
from bot.settings import CAPABILITIES, Settings, SettingsError


def enabled_profiles(settings: Settings) -> tuple[Profile, ...]:
    """The specialties that are switched on. Raises SettingsError for a feature that doesn't exist."""
    profiles = {profile.specialty: profile for folder in _folders(settings) for profile in load_profiles(folder)}
    known = known_features(settings)
    unknown = sorted((settings.fonte_features or frozenset()) - known)
    if unknown:
        raise SettingsError(f"FONTE_FEATURES: unknown '{unknown[0]}'; known: {', '.join(sorted(known))}")
    return tuple(profile for name, profile in profiles.items() if settings.enabled(name))


def known_features(settings: Settings) -> frozenset[str]:
    """Capabilities and specialties by name."""
    specialties = {path.stem for folder in _folders(settings) for path in folder.glob("*.toml")}
    return CAPABILITIES | specialties | {"none"}


def _folders(settings: Settings) -> tuple[Path, ...]:
    """Where profiles stand; one of the service's own replaces the bundled one of its specialty."""
    corpora = (CORPUS, settings.fonte_corpus) if settings.fonte_corpus else (CORPUS,)
    return tuple(corpus / "profiles" for corpus in corpora)
