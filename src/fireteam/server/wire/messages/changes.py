"""What a socket is told once, and after that at each change. Words are said once; then numbers stand for them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....core.protocol.scene import Interaction, Preset, Thing

PROTOCOL = 11
"""The version of what sockets say. A client that speaks another is refused."""


class EventForm(Struct, frozen=True):
    """A kind of event: its sentence with fields in braces, its clause, and the name and kind of each field.

    A part of the sentence in brackets is said only where none of its fields is empty or `-`.
    """

    story: str
    clause: str
    fields: tuple[tuple[str, str], ...]
    closing: bool = False
    heading: bool = False


class Dictionary(Struct, frozen=True):
    """What the numbers of a table's changes stand for, as its game declares it.

    `events`, `purposes` (of dice) and `reasons` (of modifiers, each with its clause) are numbered from 0 in their
    order, and so are `kinds` of items and slots. `clauses` has the clause of every verb.
    """

    events: tuple[EventForm, ...]
    purposes: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    clauses: dict[str, str]


class Board(Struct, frozen=True):
    """Where the part of every Scene of a table lies that does not change: a Scene without units.

    What is at this address is always the same: `hash` is the SHA-256 of it in hexadecimal digits.
    """

    address: str
    hash: str


class Terms(Struct, frozen=True):
    """What a socket's later frames are read by. `words` have numbers from 0 on, `public` from -1 down, in order.

    `made` is when the table was made, and `time` the server's time now, in milliseconds since 1970.
    """

    protocol: int
    board: Board
    dictionary: Dictionary
    made: int
    time: int
    words: tuple[Any, ...] = ()
    public: tuple[Any, ...] = ()


class Menu(Struct, frozen=True):
    """A DecisionMessage without its options: the frames tell them in groups of those that are written alike.

    `count` is left out where it is that of all options, `verbs` where it is all verbs of the options in the order in
    which they come. `clauses` has those that are not as in the Dictionary.
    """

    prompt: str = ""
    count: int | None = None
    verbs: tuple[str, ...] | None = None
    things: tuple[Thing, ...] = ()
    clauses: dict[str, str] = {}
    presets: tuple[Preset, ...] = ()
    legend: tuple[str, ...] = ()
    interaction: Interaction = Interaction()


class Change(Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="change"):
    """One frame for each change of a table: new items, what is different in the reader's view, and whose act it was.

    `docs/protocol.md` has the form of `items` and `view`. `words` get the next numbers of those that everybody knows,
    -1 being the first. `key` is that of the reader's own act, which is done and committed by this change. `time` is
    the server's, in milliseconds after the table was made; earlier items come without.
    """

    items: tuple[Any, ...] = ()
    view: dict[str, Any] | None = None
    words: tuple[Any, ...] = ()
    key: str = ""
    time: int | None = None


class Lexicon(Struct, frozen=True):
    """What the numbers of quick choices stand for, with the names of a match as they are.

    `texts` are lists of texts by number, that of -1 first, which also stands for every number after the last, and for
    as many numbers on end as stand in place of a text. A form says what a number or two are, by the number of a list of
    texts or one below 0: `docs/protocol.md` has those. `events` has the forms of each kind of event's fields, `verbs`
    how each verb is told, both by number; null for what no quick choice tells. Of all rows the first `rows` are units',
    whose names are the list of texts `units`, and the next `lines` are those of the standing; `notes` is what is said
    of a place, by name. On a free table `steps` are one unit of length.
    """

    rows: int
    lines: int
    units: int
    texts: tuple[tuple[str | int, ...], ...]
    events: tuple[tuple[int, ...] | None, ...]
    verbs: tuple[VerbNumbers | None, ...]
    notes: dict[str, str]
    steps: int = 1


class FieldNumbers(Struct, frozen=True, array_like=True):
    """How a field of a verb is told: its form, and the word that is left out at the end of a notation.

    With `between`, which parts the entries, it is a list of such.
    """

    form: int
    usual: str | None = None
    between: str = ""


class VerbNumbers(Struct, frozen=True, array_like=True):
    """How a verb is told in numbers: its word, its fields, its label, and the forms of what that says besides.

    In the label `{w1}` is the first word of the notation after the verb, `{f1}` the first fact, `{point}` the option's
    place and `{note}` what is said of that; in brackets stands what is said only where these are there. Without a label
    a choice is called as it is written.
    """

    verb: str
    fields: tuple[FieldNumbers, ...]
    label: str = ""
    facts: tuple[int, ...] = ()


class QuickChoice(Struct, frozen=True, omit_defaults=True, tag_field="frame", tag="choice"):
    """A choice that took effect at once, in numbers: the frame of most choices in games that are drawn by rows.

    `docs/protocol.md` has the form of `menu` and `said`. `own` are rows that not everybody sees so. `key` is that of
    the reader's own act, which is done and committed by this choice.
    """

    choice: ChoiceNumbers
    menu: tuple[tuple[int | tuple[int, ...], ...], ...] = ()
    lexicon: Lexicon | None = None
    own: tuple[tuple[int, ...], ...] = ()
    said: tuple[Any, ...] = ()
    panels: tuple[Any, ...] = ()
    key: str = ""


class ChoiceNumbers(Struct, frozen=True, array_like=True):
    """What everybody is told of a quick choice.

    It is the next item of the stream `table`, and event number `event` of the match, made by slot `slot` so many
    milliseconds after the table (`since`); slot `owing` has to decide now, or nobody (-1), as the match is over. `undo`
    is 1 where the reader may take its last choice back, 2 where others have to agree, else 0. `docs/protocol.md` has
    the form of `log` and `rows`.
    """

    event: int
    since: int
    slot: int
    owing: int
    undo: int
    log: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
