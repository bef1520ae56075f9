"""Why a choice is unlawful: the codes of TPS-28.1 and their sentences, in the rulebook's order."""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.protocol.choices import Refusal

REFUSALS = (
    Refusal("ok", "TPS-28.1", "lawful"),
    Refusal("E_PHASE", "TPS-5.2", "{action} is not for this moment: {when}"),
    Refusal("E_NOT_YOURS", "TPS-1.7", "{unit} is another player's unit"),
    Refusal("E_ELIMINATED", "TPS-13.12", "{unit} is eliminated{until}"),
    Refusal("E_DUP", "TPS-11.3", "the targets are called: that choice is binding"),
    Refusal("E_VALUE", "TPS-28.1", "not a choice: {reason}"),
    Refusal("E_NO_ITEM", "TPS-8.14", "{unit} carries no {item}"),
    Refusal("E_NO_ITEM", "TPS-7.6", "there is no {item} in the catalogue"),
    Refusal("E_SIDE", "TPS-10.10", "{item} is not for {side}"),
    Refusal("E_CASH", "TPS-7.6", "{item} costs {a}, and {unit} has {b}"),
    Refusal("E_STOCK", "TPS-1.16", "no {item} is left: at most {a} are on the table at a time"),
    Refusal("E_SLOT", "TPS-10.7", "no slot is free for {item}: drop what is in it first"),
    Refusal("E_NO_SCOPE", "TPS-8.10", "{item} has no scope"),
    Refusal("E_ACTION", "TPS-8.11", "{wish} does not go with {hindrance}"),
    Refusal("E_NOT_EMPTY", "TPS-8.11", "{item} is loaded"),
    Refusal("E_NOT_IN_SITE", "TPS-8.12", "{unit} is in no bomb site"),
    Refusal("E_NO_BOMB", "TPS-8.13", "no bomb is armed"),
    Refusal("E_NOT_AT_BOMB", "TPS-8.13", "{unit} is not in contact with the bomb"),
    Refusal("E_NO_COUNT", "TPS-9.12", "{unit} cannot act on count {a}: {why}"),
    Refusal("E_STEP", "TPS-9.14", "a step is at most 1 MU long, and this one has {length}"),
    Refusal("E_NOT_ACTIVE", "TPS-10.4", "{item} is not what {unit} has in hand"),
    Refusal("E_NOT_CONTACT", "TPS-10.12", "{item} is not in contact with {unit}"),
    Refusal("E_HOSTAGE", "TPS-19.27", "{item} follows {leader}"),
    Refusal("E_TARGET", "TPS-11.6", "{target} is no living enemy"),
    Refusal("E_NO_SIGHT", "TPS-11.6", "{unit} does not see {target}"),
    Refusal("E_SMOKE", "TPS-11.6", "smoke is between {unit} and {target}"),
    Refusal("E_REACH", "TPS-11.11", "{target} is out of reach of the knife"),
    Refusal("E_OUT_OF_AMMO", "TPS-8.14", "{item} is out of ammo: call reload"),
    Refusal("E_SPLIT", "TPS-15.4", "the dice do not add up: {item} has {pool}, each part at least one die"),
    Refusal("E_THROW", "TPS-19.2", "{fault}"),
    Refusal("E_NOT_ADMIN", "TPS-24.3", "only the Admin may do that"),
    Refusal("E_WARN_FIRST", "TPS-24.3", "{unit}'s player has not been warned"),
    Refusal("E_BALANCE", "TPS-21.13", "the sides would be {a} against {b}"),
)
(
    OK,
    WRONG_PHASE,
    NOT_YOURS,
    ELIMINATED,
    DUP,
    VALUE,
    NO_ITEM,
    UNKNOWN_ITEM,
    WRONG_SIDE,
    NO_CASH,
    NO_STOCK,
    NO_SLOT,
    NO_SCOPE,
    NO_WAY_TO_ACT,
    NOT_EMPTY,
    NOT_IN_SITE,
    NO_BOMB,
    NOT_AT_BOMB,
    NO_COUNT,
    TOO_LONG,
    NOT_ACTIVE,
    NOT_IN_CONTACT,
    LED_BY_OTHER,
    NO_TARGET,
    NO_SIGHT,
    IN_SMOKE,
    OUT_OF_REACH,
    OUT_OF_AMMO,
    BAD_SPLIT,
    BAD_THROW,
    NOT_ADMIN,
    WARN_FIRST,
    NO_BALANCE,
) = range(len(REFUSALS))

# numbers that go with NO_WAY_TO_ACT (which rule of the call), NO_COUNT (why) and BAD_THROW
RELOAD_UNDER, PLANT_WITHOUT_BOMB, DEFUSE_UNDER, ATTACK_RELOADING = range(4)
BY_FOOTPRINTS, BY_HALVING, NOT_ENTITLED = range(3)
NO_GRENADE, BAD_DICE, NO_DIRECTION = range(3)

LAWFUL = (0, 0, 0, 0)


@compiled
def refuse(code: int, a: int = 0, b: int = 0, c: int = 0) -> tuple[int, int, int, int]:
    """A refusal with the numbers for its sentence."""
    return (code, a, b, c)
