"""A choice put together piece by piece, by its verb's form: a force picked from types, shares, names, numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from ...core.choices import Verb, kinds, name_of
from ...core.errors import BadNotation, Refused
from ...core.fields import Kind
from ...core.lists import Several
from ..menu import Menu
from ..paper import printable
from ..signs import shown
from .about import GOOD, QUIET, WARN
from .windows import Book

COUNTED = ("things", "units")
STRIDE = 7  # from one choice that is filled in to the next: neighbours on a menu are much alike


class Counter(OptionList):
    """A list of names, each taken so many times."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,right,plus", "take(1)", "Add"),
        Binding("left,minus,backspace", "take(-1)", "Take out"),
        Binding("enter", "screen.done", "Done"),
    ]

    def __init__(self, field: str, rows: dict[str, str]) -> None:
        super().__init__(id=f"field-{field}")
        self.rows = rows
        self.taken = dict.fromkeys(rows, 0)
        self.add_options([Option(self._row(name), id=f"n{k}") for k, name in enumerate(rows)])

    def _row(self, name: str) -> Text:
        count = self.taken[name]
        return Text(f"{f'×{count}' if count else '':<3}{self.rows[name]}", style="bold" if count else "")

    def action_take(self, count: int) -> None:
        """One more, or one less, of what is highlighted."""
        if self.highlighted is None:
            return
        name = list(self.rows)[self.highlighted]
        self.taken[name] = max(0, self.taken[name] + count)
        self.replace_option_prompt(f"n{self.highlighted}", self._row(name))
        assert isinstance(self.screen, Builder)
        self.screen.judge()

    def take_all(self, names: list[str]) -> None:
        """These, and no others."""
        for k, name in enumerate(self.rows):
            self.taken[name] = names.count(name)
            self.replace_option_prompt(f"n{k}", self._row(name))

    @property
    def value(self) -> list[str]:
        """The names, each as often as it was taken."""
        return [name for name, count in self.taken.items() for _ in range(count)]


class Builder(ModalScreen[str]):
    """One choice of a verb; `why_not` judges its notation while it grows. Nothing if it is not made after all."""

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
        why_not: Callable[[str], Refused | None],
        begun: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.game, self.verb, self.menu, self.why_not, self.begun = game, verb, menu, why_not, begun or {}
        self.filled = 0

    def compose(self) -> ComposeResult:
        """A field each, the verdict, and what to press."""
        with Vertical(classes="window wide"):
            yield Static(Text(printable(self.menu.decision.prompt)), classes="title")
            for field, kind in kinds(self.verb).items():
                yield self._input(field, kind)
            yield Static(id="more")
            yield Static(id="chosen")
            yield Static(id="verdict")
            with Horizontal(classes="buttons"):
                yield Button("Add →", id="add", compact=True)
                yield Button("Take out ←", id="out", compact=True)
                typed = any(kind.form not in COUNTED for kind in kinds(self.verb).values())
                yield Button(f"Fill in {'F2' if typed else 'f'}", id="fill", compact=True)
                yield Button("Rules b", id="book", compact=True)
                yield Button("Done ⏎", id="done", compact=True)
                yield Button("Not now", id="leave", compact=True)

    def _input(self, field: str, kind: Kind) -> Counter | Input:
        if kind.form in COUNTED:
            return Counter(field, self._names(field, kind))
        known = list(self.menu.offered(self.verb).get(field, ()))
        example = f", such as {known[0]}" if known else ""
        value = self.begun.get(field, "") if self.menu.scene.ground else ""
        return Input(value, placeholder=f"{field} ({kind.form}){example}", id=f"field-{field}")

    def _names(self, field: str, kind: Kind) -> dict[str, str]:
        """Names that a list may hold, each with what is to be known of it."""
        offered, things = self.menu.offered(self.verb).get(field, {}), self.menu.decision.things
        if kind.form == "things" and {thing.name for thing in things} >= set(offered):
            return {
                thing.name: printable(f"{thing.letters:<3}{thing.title:<15}{', '.join(thing.notes)}")
                for thing in things
            }
        rows = {}
        for name in offered:
            token = self.menu.known.get(name)
            rows[name] = printable(f"{shown(token)} {token.title}  {'; '.join(token.notes)}" if token else name)
        return rows

    def on_mount(self) -> None:
        """Ready to choose."""
        for counter in self.query(Counter):
            counter.highlighted = 0
        next(iter(self.query("Counter, Input"))).focus()
        self.judge()

    @property
    def line(self) -> str:
        """The choice as it stands, as notation."""
        words = [name_of(self.verb)]
        for field, kind in kinds(self.verb).items():
            part = self.query_one(f"#field-{field}")
            if isinstance(part, Counter):
                words.append(kind.text(part.value))
            elif isinstance(part, Input):
                given = part.value.split()
                words.append((kind.separator if isinstance(kind, Several) else "_").join(given) or "-")
        return " ".join(words)

    def judge(self) -> Refused | None:
        """Say whether the choice would be lawful."""
        try:
            line = self.menu.understand(self.line)
            refused = self.why_not(line)
            said = f"Not yet: {refused}" if refused else "Lawful. Enter does it."
        except BadNotation as error:
            line, said = self.line, f"Not yet: {error}"
            refused = Refused("", "", str(error))
        names = {thing.name: thing.title for thing in self.menu.decision.things}
        count = sum(len(counter.value) for counter in self.query(Counter))
        chosen = ", ".join(names.get(name, name) for counter in self.query(Counter) for name in counter.value)
        self.query_one("#chosen", Static).update(Text(printable(f"{count}: {chosen}" if count else line), style=QUIET))
        self.query_one("#verdict", Static).update(Text(printable(said), style=WARN if refused else GOOD))
        return refused

    @on(Input.Changed)
    def changed(self) -> None:
        """Judge while it is typed."""
        self.judge()

    @on(OptionList.OptionSelected)
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A click on a name takes one of it."""
        assert isinstance(event.option_list, Counter)
        event.option_list.action_take(1)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """The same by mouse."""
        counter = next(iter(self.query(Counter)), None)
        if event.button.id in ("add", "out") and counter:
            counter.action_take(1 if event.button.id == "add" else -1)
        elif event.button.id in ("fill", "book", "done", "leave"):
            getattr(self, f"action_{event.button.id}")()

    def action_fill(self) -> None:
        """Fill in a choice from the menu, another each time."""
        values = self.menu.values(self.verb)
        value = values[self.filled * STRIDE % len(values)]
        self.filled += 1
        for field, kind in kinds(self.verb).items():
            part = self.query_one(f"#field-{field}")
            if isinstance(part, Counter):
                part.take_all(getattr(value, field))
            elif isinstance(part, Input):
                part.value = kind.text(getattr(value, field))
        self.judge()

    def action_clear(self) -> None:
        """Begin anew."""
        for counter in self.query(Counter):
            counter.take_all([])
        self.judge()

    @on(OptionList.OptionHighlighted)
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say more of what is highlighted."""
        assert isinstance(event.option_list, Counter)
        name = list(event.option_list.rows)[event.option_index]
        about = next((thing.about for thing in self.menu.decision.things if thing.name == name), ())
        self.query_one("#more", Static).update(Text(printable("; ".join(about)), style=QUIET))

    def action_book(self) -> None:
        """The rulebook."""
        self.app.push_screen(Book(self.game))

    @on(Input.Submitted)
    def action_done(self) -> None:
        """Make the choice, if it is lawful."""
        if self.judge() is None:
            self.dismiss(self.menu.understand(self.line))

    def action_leave(self) -> None:
        """Not now."""
        self.dismiss("")
