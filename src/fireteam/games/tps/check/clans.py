"""Checks of clans: their abilities, which must leave dice to roll, and the things that only they may buy (TPS-23.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....content.field_checks import build_entry
from ....content.index import ContentIndex, entries_by_id
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Checker, Fault, report_faults
from ..content import Content, ability_sum
from ..entries import CATALOGUE, Clan, Gear, dice_of
from ..tables import MAX_DICE


def clan_gear(
    clans: Mapping[str, Node], gear: Mapping[str, Node], shelf: ContentIndex, problems: Problems
) -> dict[str, Node]:
    """The things that clans bring along, by id; none has the id of another."""
    extra: dict[str, Node] = {}
    for clan in clans.values():
        if "catalogue" not in clan or not isinstance(clan["catalogue"].value, list):
            continue
        for id, node in entries_by_id(clan["catalogue"], CATALOGUE.singular, CATALOGUE.id_code, problems).items():
            if id in gear or id in extra:
                problems.add("E_CONTENT", node["id"].place, f"{id}: there is a thing of this id already")
            else:
                extra[id] = node
                shelf.add(CATALOGUE.singular, id, node, problems)
    return extra


def check_clan(node: Node, extra: Mapping[str, Node], content: Content, checker: Checker) -> Clan | None:
    """A clan: known abilities, and numbers that a unit can have. Its things are checked with the catalogue."""
    problems = checker.problems
    before = problems.count_errors()
    if "catalogue" in node and not isinstance(node["catalogue"].value, list):
        problems.add("E_CONTENT", node["catalogue"].place, "catalogue must be a list of things")
    checker.check(node, Clan, skip=["catalogue"])
    if problems.count_errors() > before:
        return None
    clan = build_entry({**node.value, "catalogue": things_of(node, extra, content)}, Clan, node, problems)
    report_faults(node, clan_faults(clan, content) if clan else (), problems)
    return clan if problems.count_errors() == before else None


def things_of(node: Node, extra: Mapping[str, Node], content: Content) -> list[Any]:
    """The sound things that a clan brings along."""
    mine = [each.value for each in node["catalogue"]] if "catalogue" in node else []
    return [
        thing.value for id, thing in extra.items() if id in content.catalogue and any(thing.value is v for v in mine)
    ]


def clan_faults(clan: Clan, content: Content) -> Iterator[Fault]:
    """Sums of abilities that leave a unit without health, or a pool without dice or with too many (TPS-23.2)."""
    health = content.constants["health"] + ability_sum(clan, content.abilities, "health")
    if not 1 <= health <= MAX_DICE:
        yield ability_fault(clan, f"its units would have {health} health dice; 1 to {MAX_DICE} are allowed (TPS-23.5)")
    for id, gear in content.catalogue.items():
        for what, pool in pools_of(gear):
            dice = pool + ability_sum(clan, content.abilities, what, gear.kind)
            if pool and not 1 <= dice <= MAX_DICE:
                reason = f"{id} would have {dice} dice of {what}; 1 to {MAX_DICE} are allowed (TPS-23.5)"
                yield ability_fault(clan, reason)


def ability_fault(clan: Clan, reason: str) -> Fault:
    """What the abilities of a clan lead to."""
    return Fault(("abilities",), f"{clan.id}: {reason}", code="E_CONTENT")


def pools_of(gear: Gear) -> Iterator[tuple[str, int]]:
    """The dice of a thing's pools; of dice to split, the most that can go into either."""
    for what, pool in (("to_hit", gear.to_hit), ("damage", gear.damage)):
        yield what, gear.split - 1 if gear.split else sum(dice_of(pool))
