"""The questions of `fireteam ask gunplay`: what the rules say of lines, cover, ways, points and choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args

import msgspec

from ....core.engine.dispatch import to_act
from ....core.engine.record import blank
from ....core.errors import BadNotation, BadQuestion
from ....core.game import Game
from ....core.protocol.questions import (
    DecimalPart,
    FlagPart,
    ListPart,
    NamePart,
    PartKind,
    WordPart,
    question,
    verdict_answer,
)
from ....core.slot_choices import read_choice, refusal_of
from ..bands import band_faults
from ..content import load
from ..entries import POSTURES, Band, Member, Scenario
from ..map_build import build_terrain, map_faults
from ..names import inches_text, read_place
from ..routes import NO_WAY, cheapest_path
from ..rules.room import distance, is_legal_stop
from ..rules.sight import has_cover, sight
from ..tables import CARRIED, Trait
from ..terrain import Bystanders, Path, Terrain

OPEN_GROUND = "crossroads"
"""The scenario whose size a table has that is made of pieces alone."""
STEP = 0.5  # inches between the points of a way that must be clear (GUN-13.17)
FIELD = '[["low",[10,4,10.5,8]]]'
POSITION = (
    '"main_street config=full phase=8 turn=1 active=1 actions=2 characters.0.status=2 characters.0.x=500 '
    "characters.0.y=1000 characters.0.wielded=1 characters.0.loaded.0=1 characters.12.status=2 "
    'characters.12.x=2300 characters.12.y=1000"'
)


class PlacePart(PartKind):
    """A place in inches, such as `12.5,21`."""

    def parse(self, value: Any, name: str) -> tuple[int, int]:
        """Its hundredths (GUN-4.2)."""
        try:
            return read_place(str(value))
        except BadNotation as error:
            raise BadQuestion(f"{name}: {error}") from None


class PiecesPart(PartKind):
    """Pieces of terrain as the rulebook lists them: `[["tall",[4,13,10,18]]]` (GUN-4.8)."""

    def parse(self, value: Any, name: str) -> dict[str, tuple[Any, ...]]:
        """The shapes by their type, as a scenario has them."""
        try:
            given = msgspec.json.decode(value) if isinstance(value, str) else value
            pieces = msgspec.convert(given, list[tuple[str, Any]])
            found: dict[str, tuple[Any, ...]] = {}
            for kind, shape in pieces:
                corners = shape["poly"] if isinstance(shape, Mapping) else shape
                made = tuple(tuple(part) if isinstance(part, list) else part for part in corners)
                NamePart("", "terrain type", lambda: load().terrain).parse(kind, name)
                found[kind] = (*found.get(kind, ()), made)
        except (msgspec.MsgspecError, KeyError, TypeError):
            message = f'{name} is a list of a type with a rectangle or a polygon, such as [["tall",[4,13,10,18]]]'
            raise BadQuestion(message) from None
        return found


def known(kind: str) -> Callable[[], Mapping[str, Any]]:
    """Everything of a kind of content, by id."""
    return lambda: getattr(load(), kind)


Place = Annotated[tuple[int, int], PlacePart("a place in inches such as 12.5,21")]
Posture = Annotated[str, WordPart("the posture there", *POSTURES)]
Pieces = Annotated[dict[str, Any] | None, PiecesPart('pieces in place of its own, such as [["tall",[4,13,10,18]]]')]
ScenarioPart = Annotated[Scenario | None, NamePart("a scenario, whose map it is", "scenario", known("scenarios"))]
BandPart = Annotated[Band | None, NamePart("a band", "band", known("bands"))]


def map_of(scenario: Scenario | None, pieces: Mapping[str, Any] | None) -> Terrain:
    """The map of a scenario, or one of pieces alone.

    Raises:
        BadQuestion: pieces overlap, leave the table or are degenerate.
    """
    layout = scenario or load().scenario(OPEN_GROUND)
    if pieces is not None or scenario is None:
        layout = msgspec.structs.replace(layout, terrain=dict(pieces or {}))
    for fault in map_faults(layout):
        raise BadQuestion(f"{fault.code}: {fault.reason}")
    return build_terrain(layout, load().terrain, STEP)


@question("whether one character sees another", example=f"terrain={FIELD!r} from=9.4,6 to=20,6 from_posture=hiding")
def los(
    game: Game,
    from_: Place,
    to: Place,
    scenario: ScenarioPart = None,
    terrain: Pieces = None,
    from_posture: Posture = POSTURES[0],
    to_posture: Posture = POSTURES[0],
) -> dict[str, Any]:
    """Line of sight between two places: how many of the three rays are not blocked (GUN-4.14)."""
    ends = *from_, POSTURES.index(from_posture), *to, POSTURES.index(to_posture)
    clear = int(sight(map_of(scenario, terrain), *ends)[0])
    away = inches_text(round(100 * float(distance(*from_, *to))))
    return {"los": clear > 0, "rays": clear, "distance": float(away)}


@question("whether a target is in cover", example=f"terrain={FIELD!r} from=2,6 to=11.2,6")
def cover(
    game: Game,
    from_: Place,
    to: Place,
    scenario: ScenarioPart = None,
    terrain: Pieces = None,
    from_posture: Posture = POSTURES[0],
    to_posture: Posture = POSTURES[0],
) -> dict[str, Any]:
    """Whether who stands at `to` is in cover from who shoots from `from`: two of three rays obstructed (GUN-4.23)."""
    field, ends = map_of(scenario, terrain), (*from_, POSTURES.index(from_posture), *to, POSTURES.index(to_posture))
    return {"cover": bool(has_cover(field, *ends)), "obstructed": int(sight(field, *ends)[1])}


@question("the cheapest way to a place", example="scenario=main_street from=2,9 to=11,9 speed=4", name="path")
def path_to(
    game: Game,
    from_: Place,
    to: Place,
    scenario: ScenarioPart = None,
    terrain: Pieces = None,
    speed: Annotated[Any, DecimalPart("inches that an action allows", 0, 99)] = 3,
    prone: Annotated[bool, FlagPart("true: it walks out of prone")] = False,
    scout: Annotated[bool, FlagPart("true: difficult ground costs a scout no extra")] = False,
) -> dict[str, Any]:
    """What it costs to walk to a place with nobody in the way, and the waypoints; `walk` or `run` if one is enough."""
    field, way, nobody = map_of(scenario, terrain), blank(Path), blank(Bystanders)[0]
    way[0].xs[0], way[0].ys[0] = from_
    budget = float(field.width + field.height)
    cost = float(cheapest_path(field, nobody, *from_, *to, budget, prone, scout, way[0]))
    if cost == NO_WAY:
        return {"cost": None, "waypoints": [], "stop": False, "within": "nothing"}
    path: Path = way[0]
    points = [f"{inches_text(int(path.xs[k]))},{inches_text(int(path.ys[k]))}" for k in range(1, int(path.n) + 1)]
    within = "walk" if cost <= float(speed) + 1e-6 else "run" if cost <= 2 * float(speed) + 1e-6 else "more"
    return {
        "cost": round(cost, 4),
        "waypoints": points,
        "stop": bool(is_legal_stop(field, nobody, *to)),
        "within": within,
    }


@question("what a character or a band costs", example="traits=Marksman,Sniper weapons=rifle_medium", name="points")
def points_of(
    game: Game,
    band: BandPart = None,
    traits: Annotated[list[str], ListPart("traits", WordPart("a trait", *get_args(Trait)))] = [],  # noqa: B006
    weapons: Annotated[list[Any], ListPart("firearms", NamePart("", "weapon", known("weapons")))] = [],  # noqa: B006
    melee: Annotated[Any, NamePart("a melee weapon; unarmed if left out", "melee weapon", known("melees"))] = None,
) -> dict[str, Any]:
    """What a band of the content costs, each of its characters too; or one character (GUN-24.1 to GUN-24.5)."""
    content = load()
    if band is not None:
        if traits or weapons or melee:
            raise BadQuestion("give a band, or what a character has")
        return {
            "points": content.band_points(band),
            "characters": {member.id: content.member_points(member) for member in band.characters},
        }
    if len(weapons) > CARRIED:
        raise BadQuestion(f"a character has at most {CARRIED} firearms (GUN-3.5)")
    ids, arm = tuple(weapon.id for weapon in weapons), melee.id if melee else "unarmed"
    member = Member(id="A1", name="it", traits=tuple(traits), weapons=ids, melee=arm)  # type: ignore[arg-type]
    for fault in band_faults(Band(id="asked", name="-", characters=(member,)), content.points):
        raise BadQuestion(f"{fault.code}: {fault.reason}")
    return {"points": content.member_points(member)}


@question("whether a choice is lawful", example=f'position={POSITION} choice="shoot A1 B1"')
def legal(
    game: Game,
    position: Annotated[str, PartKind("a line of position notation")],
    choice: Annotated[str, PartKind("a choice in notation, such as move A1 4,10")],
) -> dict[str, Any]:
    """Whether the player who is to choose may choose this in a position, and if not why."""
    setting, states = game.read_position(position, ())
    owing = int(to_act(states[0]))
    if not owing:
        raise BadQuestion("nobody is to choose in that position")
    return verdict_answer(refusal_of(setting, states, owing.bit_length() - 1, read_choice(setting, choice)))
