"""A choice put together piece by piece, by its verb's form: a force picked from types, shares, names, numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import msgspec
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static

from ...core.errors import BadNotation, IllegalChoice
from ...core.protocol.choices import Verb, defaults, kinds, name_of, unnamed_fields
from ...core.protocol.field_kinds import Kind, Word
from ...core.protocol.list_kinds import ListKind
from ..console import printable
from ..draw.glyphs import token_letters
from ..input.choice_reader import to_notation
from ..input.menu import Menu
from .builder_parts import Chooser, Counter, Part, Sharer
from .details import GOOD, QUIET, WARN, odds_lines
from .dialogs import RulebookPage, styled_text

COUNTED_FORMS, CHOICE_FORMS = ("things", "units"), ("word", "thing")
PART_HELP: Mapping[type[Part | Input], str] = {
    Counter: "→ takes one more, ← one less.",
    Sharer: "Space takes a target or leaves it out; → ← and Shift → ← alter its shares.",
    Chooser: "↑ ↓ choose, → ← go to the next list.",
    Input: "Tab goes to the next field.",
}
DEBOUNCE = 0.1  # seconds that a choice stays as it is before it is looked up
STRIDE = 7  # from one choice that is filled in to the next: neighbours on a menu are much alike


class Builder(ModalScreen[str]):
    """One choice of a verb; `refusal_of` judges its notation while it grows. Nothing if it is not made after all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Not now"),
        Binding("f2,f", "fill", "Fill in something lawful"),
        Binding("c", "clear", "Clear"),
        Binding("b", "book", "Look it up"),
    ]

    def __init__(
        self,
        game: str,
        verb: type[Verb],
        menu: Menu,
        refusal_of: Callable[[str], IllegalChoice | None],
        initial_values: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.game, self.verb, self.menu, self.refusal_of, self.initial_values = (
            game,
            verb,
            menu,
            refusal_of,
            initial_values or {},
        )
        self.fill_count = 0

    def compose(self) -> ComposeResult:
        """A field each, the verdict, and what to press."""
        fields = {field: self._input(field, kind) for field, kind in kinds(self.verb).items()}
        lists = any(isinstance(part, (Counter, Sharer)) for part in fields.values())
        with Vertical(classes="window wide" if lists else "window wide low"):
            yield Static(Text(printable(self.menu.decision.prompt)), classes="title")
            if words := [part for part in fields.values() if isinstance(part, Chooser)]:
                yield Horizontal(*words, classes="words")
            yield from (part for part in fields.values() if not isinstance(part, Chooser))
            yield Static(id="more")
            yield Static(id="chosen")
            yield Static(id="odds")
            yield Static(id="verdict")
            yield Static(Text(" ".join(dict.fromkeys(PART_HELP[type(part)] for part in fields.values())), style=QUIET))
            with Horizontal(classes="buttons"):
                if lists:
                    yield Button("Add →", id="add", compact=True)
                    yield Button("Take out ←", id="out", compact=True)
                typed = any(kind.form not in COUNTED_FORMS for kind in kinds(self.verb).values())
                yield Button(f"Fill in {'F2' if typed else 'f'}", id="fill", compact=True)
                yield Button("Rules b", id="book", compact=True)
                yield Button("Done ⏎", id="done", compact=True)
                yield Button("Not now", id="leave", compact=True)

    def _input(self, field: str, kind: Kind) -> Part | Input:
        known = list(self.menu.field_values(self.verb).get(field, ()))
        if field not in unnamed_fields(self.verb) and isinstance(kind, Word):
            chooser = Chooser(field, {word: printable(word.replace("_", " ")) for word in kind.words})
            chooser.set_value(dict(zip(kinds(self.verb), defaults(self.verb), strict=True))[field])
            return chooser
        if kind.form in COUNTED_FORMS:
            return Counter(field, self._names(field, kind))
        if kind.form in CHOICE_FORMS and known and self.menu.is_complete:
            titles = {thing.name: thing.title for thing in self.menu.decision.things}
            return Chooser(field, {name: printable(titles.get(name, name.replace("_", " "))) for name in known})
        if kind.form == "split" and known:
            return Sharer(field, self._targets(known))
        example = f", such as {known[0]}" if known else ""
        value = self.initial_values.get(field, "") if self.menu.scene.ground else ""
        if (
            kind.form == "number"
            and known
            and dict(zip(kinds(self.verb), defaults(self.verb), strict=True))[field] is msgspec.NODEFAULT
        ):
            value = value or known[0]
        part = Input(value, placeholder=f"{field} ({kind.form}){example}", id=f"field-{field}")
        part.border_title = field.replace("_", " ")
        return part

    def _targets(self, known: Sequence[str]) -> dict[str, str]:
        """Targets that may have a share, each with the odds of one that has all."""
        mine = (option for option in self.menu.decision.options if option.verb == name_of(self.verb))
        chances = {option.target: option.odds for option in mine if option.target}
        rows = {}
        for name in dict.fromkeys(entry.partition(":")[0] for entry in known):
            token = self.menu.tokens.get(name)
            odds = "; ".join(map(str, chances.get(name, ())))
            rows[name] = printable(f"{token_letters(token)} {token.title}  {odds}" if token else f"{name}  {odds}")
        return rows

    def _names(self, field: str, kind: Kind) -> dict[str, str]:
        """Names that a list may hold, each with what is to be known of it."""
        offered, things = self.menu.field_values(self.verb).get(field, {}), self.menu.decision.things
        rows = {}
        if kind.form == "things":
            for thing in things:
                notes = [note for note in thing.notes if note != thing.title]
                rows[thing.name] = printable(f"{thing.letters:<3}{thing.title:<15}{', '.join(notes)}")
        if field not in unnamed_fields(self.verb) and kind.form == "units":
            offered = {**offered, **dict.fromkeys(self.menu.tokens)}
        for name in (name for name in offered if name not in rows):
            token = self.menu.tokens.get(name)
            rows[name] = printable(f"{token_letters(token)} {token.title}  {'; '.join(token.notes)}" if token else name)
        return rows

    def on_mount(self) -> None:
        """Ready to choose."""
        next(iter(self.query("Counter, Sharer, Chooser, Input"))).focus()
        self.show_verdict()

    @property
    def line(self) -> str:
        """The choice as it stands, as notation."""
        words = [name_of(self.verb)]
        for (field, kind), default in zip(kinds(self.verb).items(), defaults(self.verb), strict=True):
            part = self.query_one(f"#field-{field}")
            if isinstance(part, Part):
                word = kind.text(part.value)
            elif isinstance(part, Input):
                given = part.value.split()
                word = (kind.separator if isinstance(kind, ListKind) else "_").join(given)
            usual = "-" if default is msgspec.NODEFAULT else kind.text(default)
            if field in unnamed_fields(self.verb):
                words.append(word or usual)
            elif word not in ("", usual):
                words.append(f"{field}={word}")
        return " ".join(words)

    def show_verdict(self) -> IllegalChoice | None:
        """Say whether the choice would be lawful."""
        try:
            line = to_notation(self.menu, self.line)
            refused = self.refusal_of(line)
            verdict = f"Not yet: {refused}" if refused else "Lawful. Enter does it."
        except BadNotation as error:
            line, verdict = self.line, f"Not yet: {error}"
            refused = IllegalChoice("", "", str(error))
        names = {thing.name: thing.title for thing in self.menu.decision.things}
        count = sum(len(counter.value) for counter in self.query(Counter))
        chosen = ", ".join(names.get(name, name) for counter in self.query(Counter) for name in counter.value)
        self.query_one("#chosen", Static).update(Text(printable(f"{count}: {chosen}" if count else line), style=QUIET))
        self.query_one("#odds", Static).update("")
        self.show_odds("" if refused else line)
        self.query_one("#verdict", Static).update(Text(printable(verdict), style=WARN if refused else GOOD))
        return refused

    @work(exclusive=True, group="odds")
    async def show_odds(self, line: str) -> None:
        """Say of a lawful choice what it is and its odds, once it stays as it is: they may take their time."""
        await asyncio.sleep(DEBOUNCE)
        option = await asyncio.to_thread(self.menu.describe, line) if line else None
        if option is None or not self.query("#chosen, #odds"):  # it may be closed by now
            return
        if option.label != line.replace("_", " "):
            self.query_one("#chosen", Static).update(Text(printable(option.title), style="bold"))
        self.query_one("#odds", Static).update(styled_text(list(odds_lines(option))))

    @on(Input.Changed)
    @on(Part.Changed)
    def rejudge(self) -> None:
        """Judge while it is typed."""
        self.show_verdict()

    @on(OptionList.OptionSelected)
    def take_clicked(self, event: OptionList.OptionSelected) -> None:
        """A click on a name takes one of it."""
        if isinstance(event.option_list, Counter):
            event.option_list.action_take(1)
        elif isinstance(event.option_list, Sharer):
            event.option_list.action_aim()

    @on(Button.Pressed)
    def press_button(self, event: Button.Pressed) -> None:
        """The same by mouse."""
        part = next(iter(self.query("Counter, Sharer, Chooser")), None)
        if event.button.id in ("add", "out") and isinstance(part, Part):
            part.action_take(1 if event.button.id == "add" else -1)
        elif event.button.id in ("fill", "book", "done", "leave"):
            getattr(self, f"action_{event.button.id}")()

    def action_fill(self) -> None:
        """Fill in a choice from the menu, another each time."""
        values = self.menu.values(self.verb)
        value = values[self.fill_count * STRIDE % len(values)]
        self.fill_count += 1
        for field, kind in kinds(self.verb).items():
            part = self.query_one(f"#field-{field}")
            if isinstance(part, Part):
                part.set_value(getattr(value, field))
            elif isinstance(part, Input):
                part.value = kind.text(getattr(value, field))
        self.show_verdict()

    def action_clear(self) -> None:
        """Begin anew."""
        for part in self.query("Counter, Sharer"):
            assert isinstance(part, Part)
            part.set_value([])
        self.show_verdict()

    @on(OptionList.OptionHighlighted)
    def show_details(self, event: OptionList.OptionHighlighted) -> None:
        """Say more of what is highlighted."""
        assert isinstance(event.option_list, Part)
        name = event.option_list.highlighted_name
        about = next((thing.about for thing in self.menu.decision.things if thing.name == name), ())
        self.query_one("#more", Static).update(Text(printable("; ".join(about)), style=QUIET))

    def action_book(self) -> None:
        """The rulebook."""
        self.app.push_screen(RulebookPage(self.game))

    @on(Input.Submitted)
    def action_done(self) -> None:
        """Make the choice, if it is lawful."""
        if self.show_verdict() is None:
            self.dismiss(to_notation(self.menu, self.line))

    def action_leave(self) -> None:
        """Not now."""
        self.dismiss("")
