"""The parts of a choice that is put together: names taken so many times, one of a few words, shares over targets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..input.words import small_number


class Part(OptionList):
    """A list of names that a field is filled from."""

    class Changed(Message):
        """The field has another value."""

    def __init__(self, field: str, rows: Mapping[str, str]) -> None:
        super().__init__(id=f"field-{field}")
        self.rows = dict(rows)

    def fill(self) -> None:
        """Show every row, and let the first be highlighted."""
        self.add_options([Option(self.row(name), id=f"n{k}") for k, name in enumerate(self.rows)])
        self.highlighted = 0 if self.rows else None

    def row(self, name: str) -> Text:
        """How a name is shown."""
        return Text(self.rows[name])

    @property
    def highlighted_name(self) -> str:
        """The name that is highlighted."""
        return "" if self.highlighted is None else list(self.rows)[self.highlighted]

    def refresh_rows(self, names: Iterable[str]) -> None:
        """Show these anew, and say so."""
        places = {name: k for k, name in enumerate(self.rows)}
        for name in names:
            self.replace_option_prompt(f"n{places[name]}", self.row(name))
        self.post_message(self.Changed())

    @property
    @abstractmethod
    def value(self) -> Any:
        """What the field is filled with."""

    @abstractmethod
    def set_value(self, value: Any) -> None:
        """Fill it with this."""

    @abstractmethod
    def action_take(self, count: int) -> None:
        """One more, or one less, of what is highlighted."""


class Counter(Part):
    """A list of names, each taken so many times."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,right,plus", "take(1)", "Add"),
        Binding("left,minus,backspace", "take(-1)", "Take out"),
        Binding("enter", "screen.done", "Done"),
    ]

    def __init__(self, field: str, rows: Mapping[str, str]) -> None:
        super().__init__(field, rows)
        self.counts = dict.fromkeys(rows, 0)
        self.fill()

    def row(self, name: str) -> Text:
        """A name, and how often it is taken."""
        count = self.counts[name]
        return Text(f"{f'×{count}' if count else '':<3}{self.rows[name]}", style="bold" if count else "")

    def action_take(self, count: int) -> None:
        """One more, or one less, of what is highlighted."""
        if name := self.highlighted_name:
            self.counts[name] = max(0, self.counts[name] + count)
            self.refresh_rows([name])

    def set_value(self, value: list[str]) -> None:
        """These, and no others."""
        self.counts = {name: value.count(name) for name in self.rows}
        self.refresh_rows(self.rows)

    @property
    def value(self) -> list[str]:
        """The names, each as often as it was taken."""
        return [name for name, count in self.counts.items() for _ in range(count)]


class Sharer(Part):
    """Targets, each taken or not, with two shares."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "aim", "At it or not"),
        Binding("right,plus", "take(1)", "First share"),
        Binding("left,minus", "take(-1)", show=False),
        Binding("shift+right", "second(1)", "Second share"),
        Binding("shift+left", "second(-1)", show=False),
        Binding("enter", "screen.done", "Done"),
    ]

    def __init__(self, field: str, rows: Mapping[str, str]) -> None:
        super().__init__(field, rows)
        self.shares: dict[str, list[int]] = {}
        self.fill()

    def row(self, name: str) -> Text:
        """A target with its shares."""
        shares = self.shares.get(name)
        share_text = "" if shares is None else f"×{shares[0] or ''}{f'+{shares[1]}' if shares[1] else ''}"
        return Text(f"{share_text:<6}{self.rows[name]}", style="" if shares is None else "bold")

    def _add(self, place: int, count: int) -> None:
        if name := self.highlighted_name:
            shares = self.shares.setdefault(name, [0, 0])
            shares[place] = max(0, shares[place] + count)
            self.refresh_rows([name])

    def action_take(self, count: int) -> None:
        """More or less of the first share."""
        self._add(0, count)

    def action_second(self, count: int) -> None:
        """More or less of the second share."""
        self._add(1, count)

    def action_aim(self) -> None:
        """Take the target, or leave it out."""
        if name := self.highlighted_name:
            if self.shares.pop(name, None) is None:
                self.shares[name] = [0, 0]
            self.refresh_rows([name])

    def set_value(self, value: list[str]) -> None:
        """These shares, and no others."""
        self.shares = {}
        for one in value:
            name, *numbers = one.split(":")
            if name in self.rows:
                self.shares[name] = [small_number(number) for number in [*numbers, "0", "0"][:2]]
        self.refresh_rows(self.rows)

    @property
    def value(self) -> list[str]:
        """The shares, each as an entry of the field."""
        return [f"{name}:{first}:{second}" for name, (first, second) in self.shares.items()]


class Chooser(Part):
    """One of a few words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "screen.done", "Done"),
        Binding("right", "app.focus_next", show=False),
        Binding("left", "app.focus_previous", show=False),
    ]

    def __init__(self, field: str, rows: Mapping[str, str]) -> None:
        super().__init__(field, rows)
        self.border_title = field.replace("_", " ")
        self.fill()

    @property
    def value(self) -> str:
        """The word that is highlighted."""
        return self.highlighted_name

    def set_value(self, value: str) -> None:
        """This word."""
        if str(value) in self.rows:
            self.highlighted = list(self.rows).index(str(value))

    def action_take(self, count: int) -> None:
        """The next word, or the one before."""
        self.highlighted = ((self.highlighted or 0) + count) % max(1, len(self.rows))

    @on(OptionList.OptionHighlighted)
    def post_change(self) -> None:
        """Another word."""
        self.post_message(self.Changed())
