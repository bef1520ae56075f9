"""A fight comes home (FS3-21.6): once, as a change of what the campaign has become meanwhile."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, field

from ....content.entry import Entry, Text
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change, Command
from ....core.time_limit import check_time
from ..content import Content
from ..entries import Count, Damage
from ..rules.care import settle_points
from ..state import CRITICAL_WOUND, SEVERITIES, WOUNDS
from .calendar import boundaries, pass_time
from .given import Given, check_text
from .healing import News, Ward, change_of, find_bearer, heal_all, is_secret, to_heal, with_bearer, wound_text
from .state import (
    Campaign,
    Craft,
    FightRecord,
    LongText,
    Person,
    Second,
    WoundRecord,
    changed,
    is_open,
)

MOST_NAMED = 100  # people, or vehicles, of one fight
By: TypeAlias = Annotated[int, Meta(ge=-9999, le=9999)]
"""By how much something is more than before; less than 0: it is fewer."""


class WoundChange(Entry, frozen=True, kw_only=True):
    """What a fight made of a wound that was brought along: tenths of Healing Points that it got, and what else is new.

    Fewer than 0 tenths: it got worse. What is None or empty stays as it is.
    """

    number: Annotated[int, Meta(ge=1)]
    tenths: By = 0
    treated: bool | None = None
    has_healed: bool = False
    damage: Damage | None = None
    location: str = ""


class Ammunition(Entry, frozen=True, kw_only=True):
    """By how many rounds and spare clips a weapon of somebody's has more, or fewer, after a fight."""

    rounds: By = 0
    clips: By = 0


class Aftermath(Entry, frozen=True, kw_only=True):
    """What a fight changed of somebody, or of a vehicle.

    Wounds that it brought and that are otherwise now, those it got, the numbers of those that are gone, luck, and
    ammunition by weapon.
    """

    changed: Annotated[tuple[WoundChange, ...], Meta(max_length=WOUNDS)] = ()
    new: Annotated[tuple[WoundRecord, ...], Meta(max_length=WOUNDS)] = ()
    gone: Annotated[tuple[Count, ...], Meta(max_length=WOUNDS)] = ()
    luck: By = 0
    ammunition: Annotated[dict[str, Ammunition], Meta(max_length=MOST_NAMED)] = field(default_factory=dict)


Party: TypeAlias = Annotated[dict[str, Aftermath], Meta(max_length=MOST_NAMED)]
"""What a fight changed, by the ids of those who were in it."""


class RecordFight(Command, frozen=True):
    """A fight is over: wounds, luck, ammunition and damage of vehicles go to the campaign; knockouts end (FS3-21.6).

    Of a mock fight only the luck that it cost (FS3-6.11, FS3-6.11a). `match` finds its replay, `dice` is the commitment
    of its dice, `fights` how many fights the campaign had recorded when it began.
    """

    has_form = False

    scenario: Text
    start: Second
    seconds: Second
    people: Party = field(default_factory=dict)
    vehicles: Party = field(default_factory=dict)
    outcome: LongText = ""
    mock: bool = False
    match: Annotated[str, Meta(max_length=400)] = ""
    dice: Annotated[str, Meta(max_length=400)] = ""
    fights: Count | None = None


def record_fight(campaign: Campaign, command: RecordFight, given: Given) -> Change:
    """The end of a fight goes to the campaign, once, and its clock to the campaign's (FS3-21.6, FS3-1.10)."""
    record = record_of_fight(campaign, command)
    need_unrecorded(campaign, record)
    if not command.mock:
        need_free(campaign, record, command.fights)
    news, ward = list[News](), Ward(given.seed, given.content)
    for id, found in (*command.people.items(), *command.vehicles.items()):
        bearer = find_bearer(campaign, id)
        if (id in command.vehicles) != isinstance(bearer, Craft):
            raise IllegalChoice("E-TARGET", "FS3-21.6", f"{bearer.name} stands among the wrong ones")
        now = after_fight(bearer, Aftermath(luck=found.luck) if command.mock else found, given.content)
        campaign = with_bearer(campaign, now)
        news.append(news_of_harm(bearer, found, given.content))
        if not command.mock:
            campaign = catch_up(campaign, now, len(found.new), command.start, ward)
    campaign = changed(campaign, fights=(*campaign.fights, record))
    if command.mock:
        return change_of(campaign, news)
    campaign, passed = pass_time(campaign, record.until, ward)
    return change_of(campaign, (News(f"{command.scenario}: {command.outcome}", False), *news, *passed))


def record_of_fight(campaign: Campaign, command: RecordFight) -> FightRecord:
    """A fight as the chronicle has it.

    Raises:
        IllegalChoice: it begins in a time to come, or holds what cannot be shown.
    """
    if not 0 <= command.start <= campaign.clock or command.seconds < 0:
        reason = f"the fight begins at second {command.start} and takes {command.seconds}"
        raise IllegalChoice("E-STATE", "FS3-1.9", f"{reason}; the calendar is at {campaign.clock}")
    return FightRecord(
        number=len(campaign.fights) + 1,
        scenario=check_text(command.scenario),
        match=check_text(command.match),
        dice=check_text(command.dice),
        at=command.start,
        until=command.start if command.mock else command.start + command.seconds,
        people=tuple(command.people),
        vehicles=tuple(command.vehicles),
        outcome=check_text(command.outcome),
        mock=command.mock,
    )


def need_unrecorded(campaign: Campaign, record: FightRecord) -> None:
    """Refuse a fight that the campaign has: one of the same dice, begun at the same time by the same (FS3-21.6)."""
    for each in campaign.fights:
        if record.dice and each.key == record.key:
            reason = f"this fight is recorded already: it is fight {each.number} of the chronicle"
            raise IllegalChoice("E-STATE", "FS3-21.6", f"{reason}; undo that entry first")


def need_free(campaign: Campaign, record: FightRecord, fights: int | None) -> None:
    """Refuse a fight of somebody, or of a vehicle, that was in another one at that time, or went into this one before
    the other was recorded (FS3-6.2)."""
    for each in campaign.fights:
        is_at_once = each.at < record.until and record.at < each.until
        if each.mock or not (is_at_once or (fights is not None and each.number > fights)):
            continue
        both = [id for id in (*record.people, *record.vehicles) if id in (*each.people, *each.vehicles)]
        if both:
            who = find_bearer(campaign, both[0]).name
            reason = f"{who} was in fight {each.number} ({each.scenario}) at that time, and is in one fight at a time"
            raise IllegalChoice("E-IN-COMBAT", "FS3-6.2", reason)


def catch_up(campaign: Campaign, bearer: Person | Craft, count: int, start: int, ward: Ward) -> Campaign:
    """A campaign in which the last wounds of somebody, or of a vehicle, have had the days that passed before they came
    home, by rolls of their own, with care and hospital as they are now (FS3-21.6a)."""
    numbers = {wound.number for wound in bearer.wounds[len(bearer.wounds) - count :]}
    if not numbers or (isinstance(bearer, Person) and bearer.death):
        return campaign
    for boundary in boundaries(start, campaign.clock):
        check_time()
        due = [each for each in bearer.wounds if each.number in numbers and is_open(each) and each.at <= boundary]
        bearer = heal_all(campaign, bearer, due, ward) if due else bearer
        campaign = with_bearer(campaign, bearer)
    return campaign


def after_fight(bearer: Person | Craft, found: Aftermath, content: Content) -> Any:
    """Somebody or a vehicle as it is now, changed by what a fight made of it (FS3-21.6a).

    Raises:
        IllegalChoice: with ammunition that cannot be.
    """
    next_number = 1 + max((each.number for each in bearer.wounds), default=0)
    changes, is_vehicle = {each.number: each for each in found.changed}, isinstance(bearer, Craft)
    rest = [each for each in bearer.wounds if each.number not in found.gone]
    old = [merged(each, changes[each.number], is_vehicle) if each.number in changes else each for each in rest]
    new = [changed(each, number=next_number + n) for n, each in enumerate(found.new)]
    bearer = changed(bearer, wounds=(*old, *new))
    if isinstance(bearer, Craft):
        return bearer
    luck = min(max((bearer.luck or 0) + found.luck, 0), 9999) if found.luck else bearer.luck
    return with_ammunition(changed(bearer, luck=luck), found, content)


def with_ammunition(person: Person, found: Aftermath, content: Content) -> Person:
    """Somebody with the rounds and clips that a fight left of those it has now (FS3-21.6a).

    Raises:
        IllegalChoice: a weapon that there is not, or a change that no weapon can have.
    """
    rounds, clips = dict(person.rounds), dict(person.spare_clips)
    carried = person.weapons if person.weapons is not None else (content.combat["default_weapon"],)
    for id, by in found.ammunition.items():
        if id not in content.weapons:
            raise IllegalChoice("E-CFG-REF", "FS3-21.6", f"{person.name}: there is no weapon {id!r}")
        most = content.weapons[id].ammunition or 0
        if abs(by.rounds) > most:
            reason = f"{person.name}: {by.rounds:+d} rounds of {id}, which holds {most}"
            raise IllegalChoice("E-CFG-RANGE", "FS3-21.6", reason)
        if id not in carried:
            continue
        if by.rounds:
            rounds[id] = min(max(rounds.get(id, most) + by.rounds, 0), most)
            if rounds[id] == most:
                del rounds[id]
        if by.clips and id in clips:
            clips[id] = min(max(clips[id] + by.clips, 0), 9999)
    return changed(person, rounds=rounds, spare_clips=clips)  # type: ignore[no-any-return]


def merged(before: WoundRecord, by: WoundChange, is_vehicle: bool) -> WoundRecord:
    """A wound as it is now, with what a fight made of it: one that has healed meanwhile stays so unless the fight made
    it worse (FS3-21.6a)."""
    damage = by.damage or before.damage
    is_fifth = is_vehicle or damage == "stun"
    most = to_heal(CRITICAL_WOUND, 0, is_fifth)
    left = min(max(to_heal(SEVERITIES.index(before.severity), before.tenths, is_fifth) - by.tenths, 0), most)
    severity, tenths = settle_points(CRITICAL_WOUND, most - left, int(is_fifth))
    initial = max(before.initial, SEVERITIES[int(severity)], key=SEVERITIES.index)
    return changed(  # type: ignore[no-any-return]
        before,
        location=by.location or before.location,
        damage=damage,
        initial=initial,
        severity=SEVERITIES[int(severity)],
        tenths=int(tenths),
        treated=before.treated if by.treated is None else by.treated,
        has_healed=before.has_healed or by.has_healed,
    )


def news_of_harm(bearer: Person | Craft, found: Aftermath, content: Content) -> News:
    """What somebody brings home."""
    news = [wound_text(each, content) for each in found.new]
    news += [f"luck {found.luck:+d}"] if found.luck else []
    return News(f"{bearer.name}: {', '.join(news) or 'unhurt'}", is_secret(bearer))


HANDLERS = {RecordFight: record_fight}
