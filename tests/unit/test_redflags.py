from __future__ import annotations

from dataclasses import replace

import pytest

from bot.markup import plain
from bot.redflags import RULES, RULES_VERSION, AlarmKind, Source, screen
from bot.redflags.texts import text_for
from rag.types import Language


def rule(text: str) -> str | None:
    alarm = screen(text)
    return alarm.rule if alarm else None


@pytest.mark.parametrize(
    "text",
    [
        "to com uma dor no peito q vai pro braço e suando frio",
        "meu pai está com dor no peito agora",
        "mi papá no puede respirar",
        "não consigo respirar",
        "my mom's face is drooping and she can't speak",
        "dor no peito",
        "quero sumir pra sempre",
        "não aguento mais viver",
        "me quiero morir",
        "I want to end it all",
    ],
)
def test_present_danger_to_anyone_is_critical(text: str) -> None:
    alarm = screen(text)
    assert alarm is not None
    assert alarm.critical


@pytest.mark.parametrize(
    "text",
    [
        "não tenho dor no peito",
        "meu pai infartou ano passado",
        "o que fazer se alguém tiver um AVC?",
        "e se doer o peito?",
        "quais os sintomas de infarto?",
        "tenho medo de infartar",
        "dor no peito quando subo escada há meses",
        "minha avó morreu de AVC",
        "morrendo de fome",
        "morri de rir",
        "esse calor tá me matando",
        "meu coração acelera do nada",
        "minha pressão não baixa com remédio",
        "desmaiei semana passada",
        "glicose 180 em jejum",
        "minha pele coça muito",
    ],
)
def test_denied_past_hypothetical_educational_and_clinical_messages_stay_calm(text: str) -> None:
    assert rule(text) is None


def test_a_denial_ends_where_another_statement_begins() -> None:
    assert rule("não tenho febre, tenho dor no peito") == "cardiac.chest_pain"
    assert rule("não tenho febre nem dor no peito") is None


def test_a_denial_that_is_part_of_the_sign_denies_nothing() -> None:
    assert rule("ela não fala e não mexe o braço") == "stroke"


def test_stable_pain_on_exertion_becomes_an_emergency_at_rest_or_with_cold_sweat() -> None:
    assert rule("dor no peito quando subo escada há meses") is None
    assert rule("dor no peito quando subo escada há meses, hoje com suor frio") == "cardiac.features"


def test_a_pain_that_came_back_is_present() -> None:
    assert rule("tive dor no peito ontem mas já passou") is None
    assert rule("tive dor no peito ontem e hoje voltou mais forte") is not None


def test_a_reading_is_told_from_a_count_of_years() -> None:
    assert rule("minha glicose está em 40") == "hypoglycaemia"
    assert rule("tenho a glicose alta há 40 anos") is None


def test_high_pressure_alone_is_no_alarm_and_with_symptoms_it_is() -> None:
    assert rule("pressão 18 por 12") is None
    assert rule("pressão 18 por 12 e visão embaçada") == "hypertensive"


def test_misspelling_stretched_letters_and_missing_accents_are_read() -> None:
    assert rule("nao consiguo respirarrrr") == "breathing.breathless"
    assert rule("DOOOR NO PEIIITO") == "cardiac.chest_pain"
    assert rule("dor no\u200b pe\u00adito") == "cardiac.chest_pain"


def test_the_three_languages_are_read_whatever_the_locale_and_in_one_message() -> None:
    assert rule("oi, my dad no puede respirar") is not None


def test_the_alarm_names_the_language_of_the_words() -> None:
    alarm = screen("me duele mucho el pecho")
    assert alarm is not None
    assert (alarm.language, alarm.version) == (Language.ES, RULES_VERSION)


def test_a_suicidal_overdose_is_answered_as_suicide_and_keeps_the_other_rule() -> None:
    alarm = screen("tomei todos os comprimidos porque quero morrer")
    assert alarm is not None
    assert alarm.kind is AlarmKind.SUICIDE
    assert "poisoning.overdose" in alarm.also


def test_words_of_a_song_stay_calm_and_those_of_a_daughter_do_not() -> None:
    assert rule('a música diz "eu quero morrer"') is None
    assert rule('minha filha escreveu "eu quero morrer"') == "suicide.wish"


def test_there_are_at_least_25_emergencies_with_a_source_each() -> None:
    assert len({found.family for found in RULES}) >= 25
    assert len({found.id for found in RULES}) == len(RULES)
    for found in RULES:
        assert found.clinician_review == (found.source is Source.GENERAL)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("kind", list(AlarmKind))
def test_every_fixed_text_is_short_and_names_the_numbers(kind: AlarmKind, language: Language) -> None:
    alarm = screen("dor no peito")
    assert alarm is not None
    text = plain(text_for(replace(alarm, kind=kind), language))
    assert len(text) <= 1000
    assert "192" in text
    assert ("188" in text) == (kind in {AlarmKind.SUICIDE, AlarmKind.POISONING})
    assert language is Language.PT or ("112" in text and "911" in text)
