"""Why a choice is unlawful: the codes of TPS-28.1 and their sentences, in the rulebook's order."""

from __future__ import annotations

from ...core.protocol.field_kinds import Number, Thing, Unit, Word
from ...core.protocol.refusals import RefusalList
from .events.field_kinds import STEP_LENGTH
from .tables import SIDES

WEAPON = Word("", "primary weapon", "sidearm", "knife")

REFUSALS = RefusalList(
    "TPS-28.1",
    item=Thing("gear"),
    over=Thing("gear", nothing="nothing"),
    side=Word(*SIDES),
    length=STEP_LENGTH,
    **dict.fromkeys(("target", "hostage", "leader", "unit"), Unit()),
    **dict.fromkeys(("price", "cash", "most", "count", "t", "ct"), Number()),
)
WRONG_PHASE = REFUSALS.declare("E_PHASE", "TPS-5.2", "{action} is not for this moment: {when}")
NOT_YOURS = REFUSALS.declare("E_NOT_YOURS", "TPS-1.7", "{slot} is another player's unit")
ELIMINATED = REFUSALS.declare(
    "E_ELIMINATED", "TPS-13.12", "{slot} is eliminated, and waits for the next round: plan now what it will buy"
)
OUT_OF_MATCH = REFUSALS.declare("E_ELIMINATED", "TPS-13.12", "{slot} is eliminated, and out of the match")
DUP = REFUSALS.declare("E_DUP", "TPS-11.3", "the targets are called: that choice is binding")
VALUE = REFUSALS.declare("E_VALUE", "TPS-28.1", "not a choice: {reason}")
NO_ITEM = REFUSALS.declare("E_NO_ITEM", "TPS-8.14", "{slot} carries no {item}")
NO_WEAPON = REFUSALS.declare("E_NO_ITEM", "TPS-8.14", "{slot} carries no {item}", item=WEAPON)
UNKNOWN_ITEM = REFUSALS.declare("E_NO_ITEM", "TPS-7.6", "there is no {unknown} in the catalogue")
WRONG_SIDE = REFUSALS.declare("E_SIDE", "TPS-10.10", "{item} is not for {side}")
NO_DEFUSER = REFUSALS.declare("E_SIDE", "TPS-10.10", "defusing is not for {side}")
NO_LEADER = REFUSALS.declare("E_SIDE", "TPS-10.10", "leading hostages is not for {side}")
NO_CASH = REFUSALS.declare("E_CASH", "TPS-7.6", "{item} costs {price}, and {slot} has {cash}")
NO_STOCK = REFUSALS.declare("E_STOCK", "TPS-1.16", "no {item} is left: at most {most} are on the table at a time")
NO_SLOT = REFUSALS.declare("E_SLOT", "TPS-10.7", "no slot is free for {item}: drop what is in it first")
NO_SCOPE = REFUSALS.declare("E_NO_SCOPE", "TPS-8.10", "{item} has no scope")
RELOAD_UNDER = REFUSALS.declare("E_ACTION", "TPS-8.11", "reload does not go with {over} over the weapon")
PLANT_WITHOUT_BOMB = REFUSALS.declare(
    "E_ACTION", "TPS-8.11", "plant does not go with {over} over the weapon: the bomb must lie there"
)
DEFUSE_UNDER = REFUSALS.declare(
    "E_ACTION", "TPS-8.11", "defuse does not go with {over} over the weapon: only the kit may lie there"
)
ATTACK_RELOADING = REFUSALS.declare("E_ACTION", "TPS-8.11", "an attack or a throw does not go with reloading")
NOT_EMPTY = REFUSALS.declare("E_NOT_EMPTY", "TPS-8.11", "{item} is loaded", item=WEAPON)
NOT_IN_SITE = REFUSALS.declare("E_NOT_IN_SITE", "TPS-8.12", "{slot} is in no bomb site")
NO_BOMB = REFUSALS.declare("E_NO_BOMB", "TPS-8.13", "no bomb is armed")
NOT_AT_BOMB = REFUSALS.declare("E_NOT_AT_BOMB", "TPS-8.13", "{slot} is not in contact with the bomb")
BY_FOOTPRINTS = REFUSALS.declare(
    "E_NO_COUNT",
    "TPS-9.12",
    "{slot} cannot act on count {count}: the footprints of what it has in hand cost the first counts",
)
BY_HALVING = REFUSALS.declare(
    "E_NO_COUNT",
    "TPS-9.12",
    "{slot} cannot act on count {count}: crouching, or with a scope in use, it acts on even counts only",
)
NOT_ENTITLED = REFUSALS.declare(
    "E_NO_COUNT",
    "TPS-9.12",
    "{slot} cannot act on count {count}: bonus counts are for who moved on every count with the knife in hand",
)
TOO_LONG = REFUSALS.declare("E_STEP", "TPS-9.14", "a step is at most 1 MU long, and this one has {length}")
NOT_ACTIVE = REFUSALS.declare("E_NOT_ACTIVE", "TPS-10.4", "{item} is not what {slot} has in hand")
NOT_IN_CONTACT = REFUSALS.declare("E_NOT_CONTACT", "TPS-10.12", "{item} is not in contact with {slot}")
HOSTAGE_APART = REFUSALS.declare("E_NOT_CONTACT", "TPS-10.12", "{hostage} is not in contact with {slot}")
LED_BY_OTHER = REFUSALS.declare("E_HOSTAGE", "TPS-19.27", "{hostage} follows {leader}")
NO_TARGET = REFUSALS.declare("E_TARGET", "TPS-11.6", "{target} is no living enemy")
NO_SIGHT = REFUSALS.declare("E_NO_SIGHT", "TPS-11.6", "{slot} does not see {target}")
IN_SMOKE = REFUSALS.declare("E_SMOKE", "TPS-11.6", "smoke is between {slot} and {target}")
OUT_OF_REACH = REFUSALS.declare("E_REACH", "TPS-11.11", "{target} is out of reach of the knife")
OUT_OF_AMMO = REFUSALS.declare("E_OUT_OF_AMMO", "TPS-8.14", "{item} is out of ammo: call reload")
BAD_SPLIT = REFUSALS.declare(
    "E_SPLIT", "TPS-15.4", "the dice do not add up: {item} has {pool}, each part at least one die"
)
NO_GRENADE = REFUSALS.declare("E_THROW", "TPS-19.2", "no grenade lies over the weapon to be thrown")
BAD_DICE = REFUSALS.declare("E_THROW", "TPS-19.2", "a throw has 1, 2 or 3 dice")
NO_DIRECTION = REFUSALS.declare(
    "E_THROW", "TPS-19.2", "a throw needs a direction: aim at another point than where the unit stands"
)
NOT_ADMIN = REFUSALS.declare("E_NOT_ADMIN", "TPS-24.3", "only the Admin may do that")
WARN_FIRST = REFUSALS.declare("E_WARN_FIRST", "TPS-24.3", "{unit}'s player has not been warned")
NO_BALANCE = REFUSALS.declare("E_BALANCE", "TPS-21.13", "the sides would be {t} against {ct}")
