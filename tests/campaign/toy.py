"""A game of campaigns with next to no rules: heroes earn gold and spend what they have, and time passes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fireteam.campaign import campaign
from fireteam.content.problems import BadContent, Problems
from fireteam.content.read import Document
from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.campaign import PLAYER, Actor, CampaignRules, Change, Command, Plot, Section


class Hero(msgspec.Struct, frozen=True):
    gold: int = 0
    owner: str = ""
    notes: str = ""
    secret: str = ""


class Toy(msgspec.Struct, frozen=True):
    name: str
    packs: tuple[str, ...] = ()
    day: int = 0
    heroes: dict[str, Hero] = msgspec.field(default_factory=dict)


class Join(Command, frozen=True):
    """A new hero (T-1.1)."""

    hero: str
    owner_name: str = ""


class Earn(Command, frozen=True):
    """A hero gets gold (T-1.2)."""

    hero: str
    gold: int


class Spend(Command, frozen=True):
    """A hero pays what is there (T-1.3)."""

    by, owner = PLAYER, "hero"

    hero: str
    gold: int


class Gamble(Command, frozen=True):
    """A hero gets as much gold as a die shows (T-1.4)."""

    hero: str


class Whisper(Command, frozen=True):
    """A note for the Storyteller (T-1.5)."""

    private = True

    hero: str
    secret: str


class Note(Command, frozen=True):
    """A note for everybody (T-1.6)."""

    hero: str
    notes: str


class Wait(Command, frozen=True):
    """Days pass (T-1.7)."""

    days: int = 1


def refuse(clause: str, sentence: str) -> IllegalChoice:
    return IllegalChoice("E-TOY", clause, sentence)


def apply(state: Toy, command: Any, actor: Actor, seed: int) -> Change:
    if isinstance(command, Wait):
        return Change(replace(state, day=state.day + command.days), (f"{command.days} days pass",))
    if isinstance(command, Join):
        if command.hero in state.heroes:
            raise refuse("T-1.1", f"{command.hero} is there already")
        heroes = {**state.heroes, command.hero: Hero(owner=command.owner_name)}
        return Change(replace(state, heroes=heroes), (f"{command.hero} joins",))
    if command.hero not in state.heroes:
        raise refuse("T-1.1", f"there is no {command.hero}")
    hero = state.heroes[command.hero]
    if not actor.is_storyteller and (command.by != PLAYER or hero.owner != actor.name):
        raise refuse("T-1.0", f"{actor.name} may not")
    told, private, hero = outcome_of(hero, command, seed)
    return Change(replace(state, heroes={**state.heroes, command.hero: hero}), told, private)


def outcome_of(hero: Hero, command: Any, seed: int) -> tuple[tuple[str, ...], tuple[str, ...], Hero]:
    """What a command about a hero says, in private, and makes of the hero."""
    match command:
        case Earn(name, gold):
            return (f"{name} earns {gold}",), (), replace(hero, gold=hero.gold + gold)
        case Spend(name, gold):
            if gold > hero.gold:
                raise refuse("T-1.3", f"{name} has {hero.gold} gold, not {gold}")
            return (f"{name} spends {gold}",), (), replace(hero, gold=hero.gold - gold)
        case Gamble(name):
            face = random.Random(seed).randint(1, 6)
            return (f"{name} wins {face}",), (), replace(hero, gold=hero.gold + face)
        case Whisper(name, secret):
            return (), (f"{name}: {secret}",), replace(hero, secret=secret)
        case _:
            return (), (), replace(hero, notes=command.notes)


def redact(state: Toy, name: str) -> Toy:
    return replace(state, heroes={id: replace(hero, secret="") for id, hero in state.heroes.items()})


def files(state: Toy) -> Mapping[str, Any]:
    main = {"name": state.name, "packs": state.packs, "day": state.day}
    return {"campaign.yaml": main, **{f"heroes/{id}.yaml": hero for id, hero in state.heroes.items()}}


def read(documents: Mapping[str, Document]) -> Toy:
    problems = Problems()
    heroes = {}
    for path, document in documents.items():
        if path == "campaign.yaml":
            continue
        heroes[path.removeprefix("heroes/").removesuffix(".yaml")] = document.value
        if "gold" in document.root and not isinstance(document.value["gold"], int):
            problems.add("E_TOY", document.root["gold"].place, "gold must be a number")
    if problems.count_errors():
        raise BadContent(problems)
    return msgspec.convert({**documents["campaign.yaml"].value, "heroes": heroes}, Toy)


def report(state: Toy) -> tuple[Section, ...]:
    rows = tuple((id, str(hero.gold)) for id, hero in state.heroes.items())
    return (Section("Gold", f"Day {state.day}", ("hero", "gold"), rows, (Plot("gold", ((0, 1), (2, 5))),), "T-1.2"),)


def sheet(state: Toy, id: str) -> tuple[Section, ...]:
    if id not in state.heroes:
        raise refuse("T-1.1", f"there is no {id}")
    return (Section(id, f"{state.heroes[id].gold} gold"),)


def begin(name: str, packs: Sequence[str]) -> Toy:
    return Toy(name, tuple(packs))


no_fight: Callable[..., Any] = lambda *_: ()  # noqa: E731

TOY = CampaignRules(
    state=Toy,
    commands=(Join, Earn, Spend, Gamble, Whisper, Note, Wait),
    begin=begin,
    apply=apply,
    redact=redact,
    files=files,
    read=read,
    report=report,
    sheet=sheet,
    day=lambda state: state.day,
    fight=no_fight,
    room=lambda state, scenario: 0,
    after=no_fight,
    advance=Wait,
)


def change_rules(monkeypatch: pytest.MonkeyPatch, amount: int, version: int = 1) -> None:
    """From now on earning brings so much, whatever a command says."""

    def apply_anew(state: Toy, command: Any, actor: Actor, seed: int) -> Change:
        return apply(state, Earn(command.hero, amount) if isinstance(command, Earn) else command, actor, seed)

    game = campaign.find_game("toy")
    game = game._replace(campaign=TOY._replace(apply=apply_anew), rules_version=version)
    monkeypatch.setattr(campaign, "find_game", lambda id: game)
