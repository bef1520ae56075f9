"""Playing at the table: the cursor takes units up, shows what they can do and do to whom, and does it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ...core.errors import BadNotation
from ...core.protocol.choices import form_schema as form_of
from ...core.protocol.choices import name_of
from ...core.protocol.scene import Spot
from ...match.record import Seat
from ..console import printable
from ..line.plans import read_plan, set_plan
from . import details
from .board_widget import BoardWidget
from .builder import Builder
from .decision import MAX_NUMBERED, DecisionScreen
from .dialogs import Page, Prompt, styled_text
from .key_help import MAP_PROMPT, MEANINGS, SQUARE_PROMPT
from .match import NOTICE_TIME
from .selection import Act, Selection
from .verb_traits import is_vector_choice

DEBOUNCE = 0.1  # seconds that the cursor stays somewhere before the way there is looked for


class PlayScreen(DecisionScreen):
    """A match, and what the person whose turn it is has in hand."""

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game that can be given up has a key for that, and only one that knows of threats one for these."""
        if action in ("threats", "role"):
            return getattr(self.game, action) is not None
        return action != "resign" or any(name_of(verb) == action for verb in self.game.verbs)

    # What a person does

    @on(BoardWidget.PlaceChosen)
    def do_default_act(self) -> None:
        """Enter, or a click on the cursor: the obvious, or why there is none."""
        if self.seat is None or self.selection is None:
            return
        hand, obvious = self.selection, self.selection.default_act()
        if obvious:
            self.do_act(obvious)
        elif not hand.unit and hand.units:
            self.reply([["Nothing is in hand: Tab takes up a piece, or Enter on it."]])
        elif hand.cursor != hand.places.get(hand.active_unit):
            found = [self.local_match.match.refusal_of(self.seat.name, line, self.slot) for line in hand.tries_of()]
            self.reply(list(details.refusal_lines(self.game.id, [one for one in found if one is not None])))

    @on(OptionList.OptionSelected, "#acts")
    def do_selected_act(self, event: OptionList.OptionSelected) -> None:
        """A line of the list, by click or Enter."""
        self.board.focus()
        self.action_do(event.option_index + 1)

    def action_do(self, number: int) -> None:
        """Do what stands beside the board under this number."""
        if self.seat and number <= len(self.acts):
            self.do_act(self.acts[number - 1])

    def do_act(self, act: Act) -> None:
        """Do something that can be done."""
        who = self.selection.actor if self.selection else None
        if who and self.selection and (act.option or act.walk):
            self.aims[who.unit] = self.selection.cursor
            self.last_step.pop(who.unit, None)
        if act.option:
            self.last_unit = act.option.unit
            if who and is_vector_choice(act.option, self.game.verbs):
                self.last_step[who.unit] = act.option.notation
            self.choose(act.option.notation)
        elif act.walk:
            self.walk()
        elif act.stay and self.selection:
            self.stay_put(self.selection.stay_choices)
        elif act.at:
            self.board.point_at(act.at)
        elif act.unit:
            self.select_unit(act.unit)
        else:
            self.build(act.verb)

    @work
    async def walk(self) -> None:
        """Walk to where the cursor is."""
        if self.seat and (hand := self.selection):
            if hand.cursor not in hand.paths:
                await self._find_path(hand, hand.cursor)
            if hand is self.selection and (path := hand.paths[hand.cursor]):
                await self.begin_walk(path)
            else:
                self.show_selection()

    @work(exclusive=True, group="paths")
    async def search_path(self, selection: Selection) -> None:
        """Find the way to where the cursor is, once it stays there."""
        at = selection.cursor
        await asyncio.sleep(DEBOUNCE)
        await self._find_path(selection, at)
        if selection is self.selection and selection.cursor == at:
            self.show_selection()

    async def _find_path(self, selection: Selection, at: Spot) -> None:
        """Find the way to a place, while the table stays alive."""
        if self.seat:
            found = await self.run_with_notice(self.local_match.walks.path, self.seat, self.slot, at)
            selection.paths[at] = found

    @work
    async def build(self, name: str) -> None:
        """Put a choice together."""
        if self.seat is None or self.selection is None:
            return
        seat, slot, match = self.seat.name, self.slot, self.local_match.match
        verb = next(verb for verb in self.game.verbs if name_of(verb) == name)
        begun = {
            field: word for field, kind, _ in form_of(verb) if (word := self.selection.field_values(verb).get(kind))
        }
        builder = Builder(
            self.game.id, verb, self.selection.menu, lambda line: match.refusal_of(seat, line, slot), begun
        )
        if line := await self.app.push_screen_wait(builder):
            self.choose(line)

    def action_next(self, step: int) -> None:
        """Take up the next unit that can act; from another pane, go back to the board."""
        if not self.board.has_focus:
            self.board.focus()
        elif self.selection and self.selection.actor and len(self.selection.units) <= 1:
            self.action_target(step)
        elif self.selection:
            self.select_unit(self.selection.next_unit(step))

    def action_put_down(self) -> None:
        """Put down what is in hand; from another pane, go back to the board. What was noted goes, too."""
        self.app.clear_notifications()
        if self.board.has_focus and self.selection:
            self.select_unit(self.selection.initial_unit() if self.selection.ground else "", move=False)
        self.board.focus()

    def action_target(self, step: int = 1) -> None:
        """Point at the next of the targets; on a free table without any, at the next that is there."""
        if self.seat and self.selection and (target := self.selection.next_sight(step)):
            self.board.point_at(target)

    def on_key(self, event: events.Key) -> None:
        """A capital letter takes up a unit."""
        letter = event.character or ""
        if self.selection and letter.isupper() and (unit := self.selection.unit_by_letter(letter)):
            self.select_unit(unit)
            event.stop()

    @work
    async def action_type(self) -> None:
        """Type what is meant: a square to go to, a unit to take up, a choice, or a plan."""
        if self.seat is None or self.selection is None:
            return
        hand = self.selection
        line = await self.app.push_screen_wait(Prompt(MAP_PROMPT if hand.ground else SQUARE_PROMPT))
        self.board.focus()  # Enter is for the place that was typed, whatever had the keys before
        if line.split()[:1] == ["plan"]:
            self.plan(line.split()[1:])
        elif spot := hand.menu.places.parse(line):
            self.board.point_at(spot)
        elif line:
            try:
                self._do_line(hand, line)
            except BadNotation as error:
                self.reply([[(printable(str(error)), f"bold {details.WARN}")]])

    def _do_line(self, selection: Selection, line: str) -> None:
        """Do what a line means: a unit is taken up, a place pointed at, a choice made."""
        unit = selection.menu.resolve_name(line, selection.units)
        if unit in selection.units:
            self.select_unit(unit)
        elif selection.ground and (spot := selection.menu.places.find(line)):
            self.board.point_at(spot)
        else:
            self.choose(selection.menu.to_notation(line))

    @work
    async def plan(self, words: list[str]) -> None:
        """Choose ahead, or cut a plan short; of another's plan nothing stays on the screen."""
        if (hand := self.selection) is None:
            return

        async def ahead(seat: Seat) -> bool:
            said = set_plan(self.local_match, read_plan(self.local_match, words, hand.menu))
            self.notify(said, markup=False, timeout=NOTICE_TIME)
            return True

        await self._run_act(ahead)

    def action_role(self) -> None:
        """Read again who one is, and what one is after."""
        if self.seat and (role := self.local_match.role(self.seat.name)):
            self.app.push_screen(Page(role.title, styled_text([[role.goal], *([line] for line in role.lines)])))

    def action_threats(self) -> None:
        """Show what enemies could hit next turn, or hide it."""
        if self.game.threats is None:
            self.notify(f"{self.game.title} cannot say what the enemy could do next turn.", markup=False)
            return
        self.shows_threats = not self.shows_threats
        self.show_selection()
