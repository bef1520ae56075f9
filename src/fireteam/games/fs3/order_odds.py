"""Exact odds of an order before it is given: as things stand, if nobody else does anything first (FS3-22.31).

The order is carried out on a copy as far as no dice are rolled: the weapon is drawn, the stance taken, the path gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from ...core.chance.answers import odds_line
from ...core.chance.distribution import run_with_marks
from ...core.decision import Moment
from ...core.engine.record import Array, copy_of, from_bytes
from ...core.engine.rows import erase
from ...core.protocol.events import BECAUSE, ModifierRow, new_log
from ...core.protocol.scene import Odds
from . import choices as verbs
from .odds.blasts import Blast, attack_rolls
from .odds.exchange import Exchange, knockout_chance
from .refusals import FIZZLES
from .rules.actions import action_fault
from .rules.attack import begin_escape, bullets_of, rounds_needed, rounds_of, suppression_of
from .rules.blast import begin_explosion
from .rules.care import begin_treatment, treat_fault
from .rules.gear import rounds_in_hand, weapon_in_hand
from .rules.knockout import is_out
from .rules.movement import move
from .rules.orders import put_order, reveal
from .rules.suppression import MOST_POINTS
from .rules.targets import settle_order
from .state import ACTIONS, SERIOUS
from .tables import COMBATANTS

MOST_VICTIMS = 4  # of an explosion that are told one by one


class Prospect:
    """A match as it stands when an order's action comes, with who acts."""

    def __init__(self, moment: Moment, choice: Array) -> None:
        self.moment, self.who = moment, moment.slot
        self.tables, self.table = moment.setting.tables, moment.tables
        self.states = copy_of(moment.states)
        self.state: Any = self.states[0]
        log = new_log()[0]
        for one in self.state.combatants:
            erase(one.order)
        put_order(self.state, self.table, self.who, choice[0])
        self.order = self.state.combatants[self.who].order
        reveal(self.state, self.table, log)
        if not self.order.act_first:
            move(self.state, self.table, log, self.who)
        self.state.phase, self.state.n, self.state.next, self.state.step = ACTIONS, 1, 0, 1
        self.state.sequence[0] = self.who + 1

    def name(self, who: int) -> str:
        """What people call a combatant."""
        return str(self.moment.names.unit_title(self.moment.names.unit(who)))

    def exchange(self, target: int) -> Exchange:
        """The attack on a target, with what is in hand now."""
        weapon = int(weapon_in_hand(self.state, self.table, self.who))
        return Exchange(self.tables, self.states, self.who, target, weapon, int(self.order.called))

    def targets(self) -> list[int]:
        """The targets that the action has now: those legal by then, in the order given; none: it comes to nothing."""
        if settle_order(self.state, self.table, self.who):
            return []
        return [int(each) - 1 for each in self.order.targets[: self.order.n_targets]]

    def rows(self, exchange: Exchange, fired: int = 0, kind: int = verbs.ATTACK) -> tuple[ModifierRow, ...]:
        """The modifiers of the attack roll after so many bullets, each with its reason."""
        log = new_log()
        exchange.attack_modifier(log[0], fired, kind)
        reasons = self.moment.setting.game.reasons
        found = [(reasons[row[1]], row[2]) for row in log[0].rows[: log[0].count].tolist() if row[0] == BECAUSE]
        return tuple(ModifierRow(reason.label, reason.clause, amount, reason.is_private) for reason, amount in found)


def attack_odds(at: Prospect) -> Iterator[Odds]:
    """An attack or a burst: any wound, a grave one, a knockout at the end of the turn (FS3-8.3, FS3-13.1)."""
    for target in at.targets():
        exchange, name = at.exchange(target), at.name(target)
        loaded = int(rounds_in_hand(at.state, at.table, at.who))
        rounds = int(rounds_of(verbs.ATTACK, int(at.order.burst), 1, loaded))
        if rounds < 1:
            return
        harm = exchange.bullets(rounds)
        yield odds_line(f"wounds {name}", harm.chance(lambda each: each.wounds), at.rows(exchange))
        if rounds == 1:
            grave = exchange.bullet().chance(lambda blow: blow.severity >= SERIOUS)
            yield odds_line("a Serious wound or worse", grave)
            yield odds_line("hits", exchange.hit_chance())
        yield odds_line(f"knocks {name} out by the end of the turn", harm.mean(exchange.knockout))


def full_auto_odds(at: Prospect) -> Iterator[Odds]:
    """Full automatic fire, target by target (FS3-14.5)."""
    targets, fired = at.targets(), 0
    loaded = int(rounds_in_hand(at.state, at.table, at.who))
    rounds = int(rounds_of(verbs.FULL_AUTO, 0, max(len(targets), 1), loaded))
    if not targets or rounds < rounds_needed(verbs.FULL_AUTO, len(targets)):
        return
    for k, target in enumerate(targets):
        exchange, bullets = at.exchange(target), int(bullets_of(rounds, len(targets), k))
        harm = exchange.bullets(bullets, fired, verbs.FULL_AUTO)
        rows = at.rows(exchange, fired, verbs.FULL_AUTO)
        yield odds_line(f"wounds {at.name(target)}", harm.chance(lambda each: each.wounds), rows)
        yield odds_line(f"knocks {at.name(target)} out by the end of the turn", harm.mean(exchange.knockout))
        fired += bullets


def suppressed(at: Prospect, exchange: Exchange, before: int, rolls: tuple[int, int]) -> int:
    """The Suppression Points after an attack of these Roll Results."""
    return min(before + int(suppression_of(at.table, exchange.weapon, *rolls)), MOST_POINTS)


def suppress_odds(at: Prospect) -> Iterator[Odds]:
    """Suppress: as many points as a target can have, and at least two (FS3-7.15, FS3-16.4)."""
    for target in at.targets():
        exchange, before = at.exchange(target), int(at.state.combatants[target].suppression)
        points = exchange.results(0, 0, verbs.SUPPRESS).by(partial(suppressed, at, exchange, before))
        name, more = at.name(target), points.chance(lambda n, before=before: n >= before + 2)  # type: ignore[misc]
        yield odds_line(f"2 Suppression Points or more on {name}", more, at.rows(exchange))
        yield odds_line(f"all {MOST_POINTS} on {name}", points.chance(lambda n: n >= MOST_POINTS))


def subdue_odds(at: Prospect) -> Iterator[Odds]:
    """Subdue (FS3-7.23); who holds the captive already needs no roll."""
    for target in at.targets():
        if at.state.combatants[at.who].captive != target + 1:
            exchange = at.exchange(target)
            chance = exchange.hit_chance(0, 0, verbs.SUBDUE)
            yield odds_line(f"holds {at.name(target)}", chance, at.rows(exchange))


def escape_odds(at: Prospect) -> Iterator[Odds]:
    """Escape from who holds one (FS3-7.31, FS3-7.32)."""
    subduer = int(at.state.combatants[at.who].subduer) - 1
    if subduer >= 0:
        at.state.attack.weapon = weapon_in_hand(at.state, at.table, at.who)
        begin_escape(at.state, at.table, at.who)
        weapon = int(at.state.attack.weapon)
        exchange = Exchange(at.tables, at.states, at.who, subduer, weapon)
        yield odds_line("gets free", exchange.hit_chance(0, 0, verbs.ESCAPE), at.rows(exchange))


def explosion_odds(at: Prospect) -> Iterator[Odds]:
    """An explosion: whom it reaches, and who is knocked out by the end of the turn (section 15)."""
    if settle_order(at.state, at.table, at.who) or rounds_in_hand(at.state, at.table, at.who) < 1:
        return
    begin_explosion(at.state, at.table, new_log()[0], at.who)
    attack = at.state.attack
    for k in range(min(int(attack.n), MOST_VICTIMS)):
        victim, start = int(attack.targets[k]) - 1, int(attack.bullets[k])
        found = Blast(at.tables, at.states, at.who, victim, int(attack.weapon), int(attack.x), int(attack.y))
        zones = attack_rolls(found).then(lambda result, found=found, start=start: found.zones(start, result))  # type: ignore[misc]
        yield odds_line(f"knocks {at.name(victim)} out by the end of the turn", zones.mean(found.knockout))


def rally_odds(at: Prospect) -> Iterator[Odds]:
    """Rally: the Knockout Roll that it gives (FS3-7.38)."""
    target = int(at.order.targets[0]) - 1
    out = knockout_chance(at.tables, at.states, target + 1, 0)
    yield odds_line(f"brings {at.name(target)} back", 1 - out)


def treat_odds(at: Prospect) -> Iterator[Odds]:
    """Treat: the wound counts half, and a knocked-out patient may come back (FS3-7.41, FS3-7.42)."""
    target = int(at.order.targets[0]) - 1
    if treat_fault(at.state, at.table, at.who, target, at.order.wound):
        return
    begin_treatment(at.state, at.table, at.who, target)
    wound = int(at.state.attack.called) - 1
    victim = int(at.state.wounds[wound].victim)
    was_out = bool(is_out(at.state, victim))
    before = int(at.state.wounds[wound].has_healed), int(at.state.wounds[wound].points)
    ends = run_with_marks(
        at.states, at.tables, None, lambda mark, then, after: mark, lambda state: state.attack.kind == 0
    )

    def share(holds: Callable[[Any], Any]) -> Fraction:
        return ends.chance(lambda end: holds(from_bytes(end[1], at.states)[0]))

    yield odds_line(
        "the wound counts half",
        share(lambda state: (int(state.wounds[wound].has_healed), int(state.wounds[wound].points)) != before),
    )
    if was_out:
        yield odds_line(f"brings {at.name(target)} back", share(lambda state: not is_out(state, victim)))


def no_dice(at: Prospect) -> Iterator[Odds]:
    """What is done without a roll, if it can be done."""
    return iter(())


KINDS: Mapping[int, Callable[[Prospect], Iterator[Odds]]] = {
    verbs.ATTACK: attack_odds,
    verbs.FULL_AUTO: full_auto_odds,
    verbs.SUPPRESS: suppress_odds,
    verbs.SUBDUE: subdue_odds,
    verbs.ESCAPE: escape_odds,
    verbs.EXPLODE: explosion_odds,
    verbs.EXPLODE_AT: explosion_odds,
    verbs.EXPLODE_AMONG: explosion_odds,
    verbs.RALLY: rally_odds,
    verbs.TREAT: treat_odds,
    verbs.AIM: no_dice,
    verbs.RELOAD: no_dice,
}


def odds(moment: Moment, choice: Array) -> tuple[Odds, ...]:
    """The odds of an order, by the State that its player may see, or why it comes to nothing (FS3-6.25)."""
    kind = KINDS.get(int(choice[0].verb))
    if kind is None or moment.slot >= COMBATANTS:
        return ()
    at = Prospect(moment, choice)
    fault = int(action_fault(at.state, at.table, at.who))
    return (odds_line(f"takes effect ({FIZZLES[fault][1]})", Fraction(0)),) if fault else tuple(kind(at))
