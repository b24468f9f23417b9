from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.sentences import sentence_spans, split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Uma frase. Outra frase.", ("Uma frase.", "Outra frase.")),
        ("O que é? É isto! Fim… Certo.", ("O que é?", "É isto!", "Fim…", "Certo.")),
        ("Doenças (p. ex. Pênfigo) graves. Sim.", ("Doenças (p. ex. Pênfigo) graves.", "Sim.")),
        ("Usa remédio, p. ex. Losartana. Sim.", ("Usa remédio, p. ex. Losartana.", "Sim.")),
        ("Nota n.º 4 de 2018. Nova.", ("Nota n.º 4 de 2018.", "Nova.")),
        ("O Dr. Silva viu. A Dra. Lima também.", ("O Dr. Silva viu.", "A Dra. Lima também.")),
        ("Mede 3.5 cm e 1.234,5 mg. Cresce.", ("Mede 3.5 cm e 1.234,5 mg.", "Cresce.")),
        ("Ligue SAMU 192. Procure ajuda.", ("Ligue SAMU 192.", "Procure ajuda.")),
        ("Say yes or no. If yes, why?", ("Say yes or no.", "If yes, why?")),
        ("See p. 12 or fig. 3. Done.", ("See p. 12 or fig. 3.", "Done.")),
        ("Falta vitamina D. Procure o posto.", ("Falta vitamina D.", "Procure o posto.")),
        ("Exame (com data. Se houver.) Fim.", ("Exame (com data. Se houver.) Fim.",)),
        ("Exame [a. Tipo. B] e mais. Fim.", ("Exame [a. Tipo. B] e mais.", "Fim.")),
        ("Aberto (sem fim. Outra.", ("Aberto (sem fim.", "Outra.")),
        ("¿Qué es? ¿Duele?", ("¿Qué es?", "¿Duele?")),
        ('Disse "dói." Depois saiu.', ('Disse "dói."', "Depois saiu.")),
        ("linha um\nlinha dois", ("linha um", "linha dois")),
        ("E. coli e S. aureus crescem.", ("E. coli e S. aureus crescem.",)),
        ("  \n ", ()),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: tuple[str, ...]) -> None:
    assert split_sentences(text) == expected


@given(st.text(st.sampled_from("aA1 .!?()[]\n\"'º;"), max_size=60))
def test_spans_join_to_the_text_and_none_is_empty(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(spans) == text
    assert all(spans)
