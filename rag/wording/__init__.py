"""Phrases written for readers and matched against messages: what rules know of how people write. Pure, linear time."""

from rag.wording.lexicon import Lexicon, load_lexicon
from rag.wording.tokens import ASK, MARKS, fold, tokens

__all__ = ["ASK", "MARKS", "Lexicon", "fold", "load_lexicon", "tokens"]
