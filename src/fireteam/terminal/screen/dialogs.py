"""Windows over the table: something to read, to answer, to type, and the screen between two players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from ...core.errors import DieNeeded, FireteamError
from ..console import Line, printable
from ..input.words import small_number, use_letters
from ..rulebook import clause_text, find_clause, search_clauses

MAX_FOUND = 60
MAX_BUTTONS = 20


def styled_text(lines: Sequence[Line], letters: Mapping[str, str] | None = None) -> Text:
    """Lines of pieces as Textual draws them, units by their letters; nothing in them is markup."""
    whole = Text()
    for k, line in enumerate(lines):
        whole.append("\n" * bool(k))
        for piece in line:
            words, style = (piece, "") if isinstance(piece, str) else piece
            whole.append(printable(use_letters(words, letters or {})), style)
    return whole


class Page(ModalScreen[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss_page", "Close"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, body: Text | Table) -> None:
        super().__init__()
        self.heading, self.body = title, body

    def compose(self) -> ComposeResult:
        """A title, the text, and how to close."""
        with Vertical(classes="window wide"):
            yield Static(styled_text([(self.heading,)]), classes="title")
            with VerticalScroll():
                yield Static(self.body, id="read")
            yield Button("Close (Enter)", compact=True)

    @on(Button.Pressed)
    def action_dismiss_page(self) -> None:
        """Close it."""
        self.dismiss()

    def action_scroll(self, rows: int) -> None:
        """Read on."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


class Confirmation(ModalScreen[bool]):
    """A question to be answered with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question and two answers."""
        with Vertical(classes="window"):
            yield Static(styled_text([(self.question,)]), classes="said")
            with Horizontal(classes="buttons"):
                yield Button("Yes (y)", id="yes", compact=True)
                yield Button("No (n)", id="no", compact=True)

    @on(Button.Pressed)
    def press_button(self, event: Button.Pressed) -> None:
        """An answer by mouse."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """An answer by key."""
        self.dismiss(yes)


class HandOver(ModalScreen[None]):
    """Between two players: nothing of the table is seen until the next one is ready."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "ready", "I am ready")]

    def __init__(self, next_name: str, previous_name: str) -> None:
        super().__init__()
        self.next_name, self.previous_name = next_name, previous_name

    def compose(self) -> ComposeResult:
        """Whose turn it is, and that the other looks away."""
        with Vertical(classes="window"):
            yield Static(
                styled_text([(f"{self.next_name}, it is your turn.",), (f"{self.previous_name} looks away.",)]),
                classes="said",
            )
            with Horizontal(classes="buttons"):
                yield Button(f"{self.next_name} is ready (Enter)", compact=True)

    @on(Button.Pressed)
    def action_ready(self) -> None:
        """Show the table."""
        self.dismiss()


class DiePrompt(ModalScreen[int]):
    """A die that somebody has thrown: which face it shows. 0 if the choice shall not be made after all."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "face(0)", "Not after all")]

    def __init__(self, die: DieNeeded) -> None:
        super().__init__()
        self.die = die

    def compose(self) -> ComposeResult:
        """What the die is for, a button for each face, and a line to type it."""
        sides = self.die.sides
        with Vertical(classes="window"):
            yield Static(
                styled_text([(f"Throw a d{sides} for {self.die.purpose}. What does it show?",)]), classes="said"
            )
            with Horizontal(classes="buttons"):
                for face in range(1, sides + 1 if sides <= MAX_BUTTONS else 1):
                    yield Button(str(face), id=f"face{face}", compact=True)
            yield Input(placeholder=f"1 to {sides}, then Enter; Esc: not after all", restrict=r"[0-9]{0,9}")

    def on_mount(self) -> None:
        """Ready to type."""
        self.query_one(Input).focus()

    @on(Button.Pressed)
    def press_button(self, event: Button.Pressed) -> None:
        """A face by mouse."""
        self.action_face(int(str(event.button.id).removeprefix("face")))

    @on(Input.Submitted)
    def enter_face(self, event: Input.Submitted) -> None:
        """A face by keys."""
        face = small_number(event.value.strip())
        if 1 <= face <= self.die.sides:
            self.action_face(face)
        else:
            event.input.value = ""
            self.notify(f"the face it shows, please: 1 to {self.die.sides}", severity="warning", markup=False)

    def action_face(self, face: int) -> None:
        """This one."""
        self.dismiss(face)


class Prompt(ModalScreen[str]):
    """A line to type."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Never mind")]

    def __init__(self, help: Sequence[str], initial_text: str = "") -> None:
        super().__init__()
        self.help, self.initial_text = help, initial_text

    def compose(self) -> ComposeResult:
        """A line, and what may stand on it."""
        with Vertical(classes="window low"):
            yield Static(styled_text([(line,) for line in self.help]), classes="said")
            yield Input(value=self.initial_text, select_on_focus=False)

    def on_mount(self) -> None:
        """Ready to type."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def enter_line(self, event: Input.Submitted) -> None:
        """The line."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Nothing after all."""
        self.dismiss("")


class ListPrompt(ModalScreen[int]):
    """Lines to choose one of: its number. -1 for who leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Never mind")]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.heading, self.lines = title, lines

    def compose(self) -> ComposeResult:
        """A title and the lines."""
        with Vertical(classes="window wide"):
            yield Static(styled_text([(self.heading,)]), classes="title")
            yield OptionList(*(Option(styled_text([(line,)])) for line in self.lines))
            yield Button("Never mind (Esc)", compact=True)

    def on_mount(self) -> None:
        """Ready to choose."""
        found = self.query_one(OptionList)
        found.highlighted = 0
        found.focus()

    @on(OptionList.OptionSelected)
    def select_line(self, event: OptionList.OptionSelected) -> None:
        """This one."""
        event.stop()
        self.dismiss(event.option_index)

    @on(Button.Pressed)
    def action_leave(self) -> None:
        """Nothing after all."""
        self.dismiss(-1)


class RulebookPage(ModalScreen[None]):
    """The rulebook: clauses by id or by the words they hold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close"),
        Binding("down", "list", "To the list", show=False),
        Binding("slash", "seek", "Look for words", show=False),
    ]

    def __init__(self, game: str, ids: Sequence[str] = (), words: str = "") -> None:
        super().__init__()
        self.game, self.ids, self.words = game, ids, words

    def compose(self) -> ComposeResult:
        """A line to look for words, and the clauses found."""
        with Vertical(classes="window wide"):
            hint = "a clause, or words to look for: 8.1, line of sight …"
            yield Input(self.words, placeholder=hint, id="seek")
            yield OptionList(id="found")
            yield Button("Close (Esc)", compact=True)

    def on_mount(self) -> None:
        """The clauses asked for, or all."""
        found = self.query_one("#found", OptionList)
        for id in self.ids:
            found.add_option(self._clause_option(id))
        if self.ids:
            found.focus()
        else:
            self._search(self.words)
            self.query_one("#seek").focus()

    def _clause_option(self, id: str) -> Option:
        try:
            return Option(Text(printable_lines(clause_text(find_clause(self.game, id))) + "\n"))
        except FireteamError as error:
            return Option(Text(printable(str(error))))

    @on(Input.Changed)
    def search_input(self, event: Input.Changed) -> None:
        """Look while it is typed."""
        if event.value.strip() or not self.ids:
            self._search(event.value.strip())

    def _search(self, words: str) -> None:
        found = self.query_one("#found", OptionList)
        found.clear_options()
        try:
            hits = [find_clause(self.game, words)]
        except FireteamError:
            hits = search_clauses(self.game, words.split())
        for one in hits[:MAX_FOUND]:
            found.add_option(Option(Text(printable_lines(clause_text(one)) + "\n")))
        if len(hits) > MAX_FOUND or not hits:
            more = f"and {len(hits) - MAX_FOUND} more: type more words" if hits else "no clause says that"
            found.add_option(Option(Text(more), disabled=True))

    @on(Input.Submitted)
    def action_list(self) -> None:
        """From the line to the clauses."""
        self.query_one("#found").focus()

    def action_seek(self) -> None:
        """To the line."""
        self.query_one("#seek").focus()

    @on(Button.Pressed)
    def action_close(self) -> None:
        """Close it."""
        self.dismiss()


class TooSmall(ModalScreen[None]):
    """What stands on a terminal that has no room for the table."""

    def __init__(self, min_size: tuple[int, int]) -> None:
        super().__init__()
        self.min_size = min_size

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(id="small")

    def on_mount(self) -> None:
        """Say it."""
        self._show_size(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Say it anew."""
        self._show_size(event.size.width, event.size.height)

    def _show_size(self, width: int, height: int) -> None:
        least = f"{self.min_size[0]} by {self.min_size[1]}"
        self.query_one("#small", Static).update(
            f"This terminal is {width} columns by {height} rows; please enlarge it to {least} or more: "
            "the table is kept. (Ctrl-C leaves; with --plain it plays in lines, at any size.)"
        )


def printable_lines(words: str) -> str:
    """The same text, line by line without control characters."""
    return "\n".join(printable(line) for line in words.split("\n"))
