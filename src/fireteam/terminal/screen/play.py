"""Playing at the table: the cursor takes units up, shows what they can do and do to whom, and does it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ...core.errors import BadNotation, Forbidden
from ...core.protocol.choices import form_schema as form_of
from ...core.protocol.choices import name_of, unnamed_fields
from ...match.record import Seat
from ..console import Line, printable
from ..input.choice_reader import to_notation
from ..input.menu import Menu
from ..local_match import LocalMatch
from . import details
from .board_widget import BoardWidget
from .builder import Builder
from .decision_view import MAX_NUMBERED, DecisionView
from .dialogs import Confirmation, Page, Prompt, styled_text
from .key_help import MAP_PROMPT, MEANINGS, SQUARE_PROMPT
from .match_loop import MatchLoop
from .news import News
from .person_acts import PersonActs
from .questions import Questions
from .selection import Selection
from .selection_acts import Act, SelectionActs
from .table import TableScreen
from .turn import Turn
from .wait_notice import WaitNotice
from .walk_view import WalkView

EXIT_OK = 0
RELOAD_INTERVAL = 1.0  # seconds between looks at the packs


class PlayScreen(TableScreen):
    """A match in play: the keys of a person, and the parts that do what they say.

    `pause` are the seconds for which each doing of a bot is shown.
    """

    MEANINGS = MEANINGS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next(1)", "Next", priority=True, key_display="⇥"),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("x", "target", "Target"),
        Binding("escape", "put_down", show=False),
        *(Binding(str(k), f"do({k})", show=False) for k in range(1, MAX_NUMBERED + 1)),
        Binding("a", "pane('acts')", show=False),
        Binding("t", "threats", "Threats"),
        Binding("u", "undo", "Undo"),
        Binding("l", "pane('log')", "Log"),
        Binding("p", "pieces", "Pieces"),
        Binding("i", "role", show=False),
        Binding("b", "book", "Rules"),
        Binding("c", "clause", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("o", "redo", "Redo"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("g", "resign", "Give up"),
    ]

    def __init__(self, local_match: LocalMatch, pause: float = 0.5) -> None:
        super().__init__(local_match.game, local_match.scene(local_match.default_viewer))
        self.preface = [line] if (line := local_match.announcement()) else []
        self.local_match, self.turn, self.notice = local_match, Turn(), WaitNotice(self, local_match.rules)
        self.walks = WalkView(self, local_match, self.turn)
        self.news = News(self, local_match, self.walks)
        self.decision = DecisionView(self, local_match, self.turn, self.notice, self.walks, self.news)
        questions = Questions(self, local_match, self.turn)
        self.person = PersonActs(self, local_match, self.turn, questions, self.decision.reply)
        self.match_loop = MatchLoop(
            self,
            local_match,
            self.turn,
            self.notice,
            self.walks,
            self.news,
            questions,
            self.show_decision,
            self.decision.reply,
            pause,
        )

    @property
    def selection(self) -> Selection | None:
        """What the person whose turn it is has in hand."""
        return self.decision.selection

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.start_work(self.match_loop.run)
        if self.local_match.hot_reload:
            self.set_interval(RELOAD_INTERVAL, self.match_loop.reload_packs)

    def show_decision(self, menu: Menu) -> None:
        """Lay a decision before a person; a choice that is all there is to put together is begun at once."""
        self.decision.show_decision(menu)
        if verb := self.decision.only_built_verb:
            self.build(verb)

    @on(BoardWidget.CursorMoved)
    def show_cursor(self) -> None:
        """The cursor has moved: show what is there."""
        self.decision.show_selection()

    def action_pieces(self) -> None:
        """Everybody, and the odds of the sealed choices that whoever decides may read, worked out beside the screen."""
        if self.turn.seat and self.board.scene.roster and self.local_match.sealed_choices(self.turn.seat):
            self.start_work(self._weigh_sealed, self.turn.seat, group="odds")
        else:
            super().action_pieces()

    async def _weigh_sealed(self, seat: Seat) -> None:
        """Show the pieces once the odds of what is sealed are known."""
        self.show_pieces(await self.notice.run(self.local_match.sealed_odds, seat))

    def standing_choices(self) -> tuple[Collection[int], Mapping[int, str]]:
        """The slots that have not chosen, and the sealed choices that whoever decides may read."""
        match = self.local_match.match
        return match.slots_to_act(), self.local_match.sealed_lines(self.turn.seat) if self.turn.seat else {}

    def catalogue_lines(self) -> list[Line]:
        """What choices name that is on no board."""
        return self.decision.catalogue_lines()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game that can be given up has a key for that, and only one that knows of threats one for these."""
        if action in ("threats", "role"):
            return getattr(self.game, action) is not None
        return action != "resign" or bool(self.game.giving_up)

    # What a person does

    @on(BoardWidget.PlaceChosen)
    def do_default_act(self) -> None:
        """Enter, or a click on the cursor: the obvious, or why there is none."""
        if self.turn.seat is None or self.selection is None:
            return
        hand, obvious = self.selection, SelectionActs(self.selection).default_act()
        if obvious:
            self.do_act(obvious)
        elif not hand.unit and hand.units:
            self.decision.reply([["Nothing is in hand: Tab takes up a piece, or Enter on it."]])
        elif hand.cursor != hand.places.get(hand.active_unit):
            found = [
                self.local_match.match.refusal_of(self.turn.seat.name, line, self.turn.slot)
                for line in SelectionActs(hand).tries_of()
            ]
            self.decision.reply(list(details.refusal_lines(self.game.id, [one for one in found if one is not None])))

    @on(OptionList.OptionSelected, "#acts")
    def do_selected_act(self, event: OptionList.OptionSelected) -> None:
        """A line of the list, by click or Enter."""
        self.board.focus()
        self.action_do(event.option_index + 1)

    def action_do(self, number: int) -> None:
        """Do what stands beside the board under this number."""
        if self.turn.seat and number <= len(self.decision.acts):
            self.do_act(self.decision.acts[number - 1])

    def do_act(self, act: Act) -> None:
        """Do something that can be done."""
        self.decision.note_choice(act)
        if act.option:
            self.person.choose(act.option.notation)
        elif act.walk:
            self.walk()
        elif act.stay and self.selection:
            self.person.stay(self.selection.stay_choices)
        elif act.at:
            self.board.point_at(act.at)
        elif act.unit:
            self.decision.select_unit(act.unit)
        else:
            self.build(act.verb)

    @work
    async def walk(self) -> None:
        """Walk to where the cursor is."""
        if self.turn.seat and (hand := self.selection):
            path = await self.decision.path_to_cursor(hand)
            if hand is self.selection and path:
                await self.person.walk(path)
            else:
                self.decision.show_selection()

    @work
    async def build(self, name: str) -> None:
        """Put a choice together."""
        if self.turn.seat is None or self.selection is None:
            return
        seat, slot, match = self.turn.seat.name, self.turn.slot, self.local_match.match
        verb = next(verb for verb in self.game.verbs if name_of(verb) == name)
        begun = {
            field: word
            for field, kind, _ in form_of(verb)
            if field in unnamed_fields(verb) and (word := SelectionActs(self.selection).field_values(verb).get(kind))
        }
        builder = Builder(
            self.game.id, verb, self.selection.menu, lambda line: match.refusal_of(seat, line, slot), begun
        )
        if line := await self.app.push_screen_wait(builder):
            self.person.choose(line)

    def action_next(self, step: int) -> None:
        """Take up the next unit that can act; from another pane, go back to the board."""
        if not self.board.has_focus:
            self.board.focus()
        elif self.selection and self.selection.actor and len(self.selection.units) <= 1:
            self.action_target(step)
        elif self.selection:
            self.decision.select_unit(self.selection.next_unit(step))

    def action_put_down(self) -> None:
        """Put down what is in hand; from another pane, go back to the board. What was noted goes, too."""
        self.app.clear_notifications()
        if self.board.has_focus and self.selection:
            self.decision.select_unit(self.selection.initial_unit() if self.selection.ground else "", move=False)
        self.board.focus()

    def action_target(self, step: int = 1) -> None:
        """Point at the next of the targets; on a free table without any, at the next that is there."""
        if self.turn.seat and self.selection and (target := self.selection.next_sight(step)):
            self.board.point_at(target)

    def on_key(self, event: events.Key) -> None:
        """A capital letter takes up a unit."""
        letter = event.character or ""
        if self.selection and letter.isupper() and (unit := self.selection.unit_by_letter(letter)):
            self.decision.select_unit(unit)
            event.stop()

    @work
    async def action_type(self) -> None:
        """Type what is meant: a square to go to, a unit to take up, a choice, or a plan."""
        if self.turn.seat is None or self.selection is None:
            return
        hand = self.selection
        line = await self.app.push_screen_wait(Prompt(MAP_PROMPT if hand.ground else SQUARE_PROMPT))
        self.board.focus()  # Enter is for the place that was typed, whatever had the keys before
        if line.split()[:1] == ["plan"]:
            self.person.plan(line.split()[1:], hand.menu)
        elif spot := hand.menu.places.parse(line):
            self.board.point_at(spot)
        elif line:
            try:
                self._do_line(hand, line)
            except (BadNotation, Forbidden) as error:
                self.decision.reply([[(printable(str(error)), f"bold {details.WARN}")]])

    def _do_line(self, selection: Selection, line: str) -> None:
        """Do what a line means: a unit is taken up, a place pointed at, or a choice made, perhaps for another slot."""
        seat = self.turn.seat
        if seat and (choices := self.local_match.addressed(seat, line)):
            self.person.choose_each(choices)
            return
        unit = selection.menu.resolve_name(line, selection.units)
        if unit in selection.units:
            self.decision.select_unit(unit)
        elif selection.ground and (spot := selection.menu.places.find(line)):
            self.board.point_at(spot)
        else:
            self.person.choose(to_notation(selection.menu, line))

    def action_undo(self) -> None:
        """Take the last choice back."""
        self.person.undo()

    def action_redo(self) -> None:
        """Let it stand again."""
        self.person.redo()

    def action_resign(self) -> None:
        """Give up, once it is sure."""
        self.person.resign()

    @work
    async def action_leave(self) -> None:
        """Leave the table, once it is sure."""
        sure = "Leave the table? How to go on from here is told."
        if self.local_match.match.is_over or await self.app.push_screen_wait(Confirmation(sure)):
            self.app.exit(EXIT_OK)

    def action_role(self) -> None:
        """Read again who one is, and what one is after."""
        if self.turn.seat and (role := self.local_match.role(self.turn.seat.name)):
            self.app.push_screen(Page(role.title, styled_text([[role.goal], *([line] for line in role.lines)])))

    def action_threats(self) -> None:
        """Show what enemies could hit next turn, or hide it."""
        if self.game.threats is None:
            self.notify(f"{self.game.title} cannot say what the enemy could do next turn.", markup=False)
            return
        self.decision.shows_threats = not self.decision.shows_threats
        self.decision.show_selection()
