from __future__ import annotations

import pytest

from bot.consent import accepts


@pytest.mark.parametrize(
    "text",
    """sim|Sim, aceito|sim!|pode|pode sim|claro que sim|tá bom|com certeza|eu aceito os termos|ok|blz|s|👍|👍🏽|sí|si
    |acepto|de acuerdo|está bien|claro, acepto|dale|yes|I accept|sure, go ahead
    |yes please|I agree to the terms""".split("|"),
)
def test_a_typed_yes_is_a_yes(text: str) -> None:
    assert accepts(text.strip())


@pytest.mark.parametrize(
    "text",
    """não|não aceito|no|no acepto|I don't accept|sim, mas estou com dor|pode me ajudar?|ok e agora?|obrigado|que||  |oi
    |si me duele el pecho|yes my leg hurts|aceito ser operado|👎|tomo remédio|yes and no""".split("|"),
)
def test_anything_else_is_none(text: str) -> None:
    assert not accepts(text.strip())
