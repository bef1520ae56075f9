"""Checks of the catalogue: what each class of things needs, and what the catalogue as a whole must hold (TPS-26)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....content.index import ContentIndex
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Fault
from ....core.space.terrain_build import exact_steps
from ..content import Content
from ..entries import Gear, dice_of
from ..tables import GEAR, MAX_DICE, SIDES

FIREARMS = ("pistol", "smg", "shotgun", "rifle", "lmg")


def gear_faults(gear: Gear) -> Iterator[Fault]:
    """Everything about a thing whose fields are sound one by one that does not go together."""
    for field, pool in (("to_hit", gear.to_hit), ("damage", gear.damage)):
        if sum(dice_of(pool)) > MAX_DICE:
            yield Fault((field,), f"{field} {pool} is {sum(dice_of(pool))} dice; {MAX_DICE} are allowed (TPS-23.5)")
    if gear.to_hit and dice_of(gear.to_hit)[0] == 0:
        yield Fault(
            ("to_hit",), f"to_hit {gear.to_hit} has no wild die (TPS-4.15)", "write 1W, or 1W and normal dice: 1W+2D"
        )
    if gear.kind in FIREARMS:
        yield from dice_faults(gear)
    if gear.sniper and not gear.scope:
        yield Fault(("sniper",), "sniper needs a scope (TPS-17.2)", "add scope: true")
    if gear.free and gear.side not in (gear.free, "any"):
        yield Fault(("free",), f"is free for {gear.free}, but for side {gear.side}", f"write side: {gear.free}")
    if gear.kind == "grenade" and (gear.effect == "frag") != (gear.split is not None):
        frag = gear.effect == "frag"
        yield Fault(("effect" if frag else "split",), f"{gear.effect} {'needs' if frag else 'has no'} split dice")
    if gear.kind in ("kit", "bomb") and gear.side != (side := "CT" if gear.kind == "kit" else "T"):
        yield Fault(("side",), f"a {gear.kind} is for {side} (TPS-10.10)", f"write side: {side}")
    if gear.kind == "knife" and exact_steps(gear.reach) is None:
        yield Fault(("reach",), "reach must have at most 6 decimals (TPS-3.26)")


def dice_faults(gear: Gear) -> Iterator[Fault]:
    """A firearm has a pool to hit and one of damage, or dice to split, which do not go with automatic fire."""
    pools = [field for field, pool in (("to_hit", gear.to_hit), ("damage", gear.damage)) if pool]
    if gear.split is None and len(pools) < 2:
        missing = " and ".join(field for field in ("to_hit", "damage") if field not in pools)
        yield Fault(("id",), f"a {gear.kind} needs {missing}", "or dice to split: 7")
    if gear.split is not None and pools:
        yield Fault((pools[0],), f"has both split and {' and '.join(pools)}", "keep one of them")
    if gear.split is not None and gear.auto:
        yield Fault(("auto",), "dice to split cannot be shared among targets too (TPS-16.1)", "leave auto out")


def check_catalogue(nodes: Mapping[str, Node], content: Content, shelf: ContentIndex, problems: Problems) -> None:
    """One knife, one bomb, at most one free pistol a side, and no more things than there is room for."""
    for id in list(nodes)[GEAR:]:
        problems.add("E_CONTENT", nodes[id].place, f"{id}: is thing number {len(nodes)}; {GEAR} are allowed (TPS-23.5)")
    for kind in ("knife", "bomb"):
        check_single(
            kind, "class", [id for id, gear in content.catalogue.items() if gear.kind == kind], nodes, problems
        )
        if not any(kind_of(node) == kind for node in nodes.values()):
            place = next(
                (each[-1].place for each in shelf.nodes.values() if any(kind_of(n) == kind for n in each)), None
            )
            message = f"no {kind} is left in the catalogue"
            problems.add("E_CONTENT", place or shelf.packs[0].place, message, f"give one thing class: {kind}")
    for side in SIDES:
        free = [id for id, gear in content.catalogue.items() if gear.free == side]
        check_single(f"free pistol of {side}", "free", free, nodes, problems)


def kind_of(node: Node) -> object:
    """The class that an entry says, sound or not."""
    return node.value.get("class")


def check_single(what: str, field: str, ids: list[str], nodes: Mapping[str, Node], problems: Problems) -> None:
    """All but the first of several things of which there may be one."""
    for id in ids[1:]:
        hint = f"replace {ids[0]}, or make it something else"
        problems.add("E_CONTENT", nodes[id][field].place, f"{id}: is a second {what}; {ids[0]} is one already", hint)
