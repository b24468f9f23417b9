"""Reading patients' words as typed facts, by grammar alone, in Portuguese, Spanish and English. Pure: no I/O, no clock.

`read_answer` reads the answer to a field's question, `read_yes_no` the answer to a plain yes/no question,
`read_volunteered` what a message tells unasked. In doubt nothing is read: a misread value could close a case wrongly.
What such an answer leans to (`lean`) is only ever put to the patient.
"""

from rag.protocols.reading.answering import read_answer, read_yes_no
from rag.protocols.reading.answers import Answer, Doubt, Heard, Problem, Told, Unknown
from rag.protocols.reading.leaning import lean, lean_yes_no
from rag.protocols.reading.volunteered import read_volunteered

__all__ = [
    "Answer",
    "Doubt",
    "Heard",
    "Problem",
    "Told",
    "Unknown",
    "lean",
    "lean_yes_no",
    "read_answer",
    "read_volunteered",
    "read_yes_no",
]
