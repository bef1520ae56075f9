"""Experience: awards with their cap, packages, raises with their cooldown, refunds (section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change
from ..check.people import MOST
from ..combatant_sheet import high_ratings
from ..content import Content
from .commands import AwardPackage, AwardXp, GrantRaise, RaiseSkill, RefundRaise, RefuseRaise
from .given import Given, need_pc, need_text, pcs_named
from .state import DAY, Campaign, Person, Wish, XpEntry, changed, find_person, moment, with_person

MOST_AWARD = 999


class Award(NamedTuple):
    """Experience that somebody gets: for when, why, and whether above the cap too (FS3-5.10)."""

    xp: int
    at: int
    reason: str
    override: bool = False


def award(person: Person, given: Award, content: Content) -> tuple[Person, str]:
    """A person with an award, cut at the cap, and the sentence that tells it (FS3-5.1, FS3-5.9)."""
    room = given.xp if given.override else max(content.xp.xp_cap - person.xp, 0)
    taken = min(given.xp, room)
    lost = given.xp - taken
    entry = XpEntry(at=given.at, kind="award", xp=taken, lost=lost, reason=given.reason, override=given.override)
    person = changed(person, xp=person.xp + taken, xp_log=(*person.xp_log, entry))
    cut = f", {lost} lost above the cap of {content.xp.xp_cap}" if lost else ""
    above = ", without the cap" if given.override else ""
    return person, f"{person.name} gets {taken} XP and has {person.xp}{cut}{above}: {given.reason}"


def award_week(campaign: Campaign, at: int, content: Content) -> tuple[Campaign, list[str]]:
    """The experience of a week for every PC in play, at the second of its boundary (FS3-5.1, FS3-5.2)."""
    sentences = []
    for person in pcs_named(campaign, ()):
        person, sentence = award(person, Award(content.xp.xp_per_week, at, "a week has passed"), content)
        campaign = with_person(campaign, person)
        sentences.append(sentence)
    return campaign, sentences


def earned(person: Person) -> int:
    """All the experience that a person ever got, packages by their worth (FS3-5.5)."""
    return sum(entry.xp + entry.worth for entry in person.xp_log if entry.kind in ("award", "package"))


def award_xp(campaign: Campaign, command: AwardXp, given: Given) -> Change:
    """Experience for one or many, also for a day that has passed (FS3-5.5, FS3-5.9, FS3-5.10)."""
    reason = need_text(command.reason, "an award of XP needs a reason")
    if not 1 <= command.xp <= MOST_AWARD:
        sentence = f"an award of {command.xp} XP; 1 to {MOST_AWARD} can be awarded"
        raise IllegalChoice("E-XP-FUNDS", "FS3-5.5", sentence)
    wanted, sentences = Award(command.xp, moment(campaign, command.day), reason, command.override), []
    for person in pcs_named(campaign, command.people):
        person, sentence = award(person, wanted, given.content)
        campaign = with_person(campaign, person)
        sentences.append(sentence)
    return Change(campaign, tuple(sentences))


def cost_between(content: Content, rating: int, target: int) -> int:
    """What it costs to raise a skill from one rating to another, level by level (FS3-5.6)."""
    return sum(content.xp.cost[rating:target])


def field_of(person: Person, skill: str, content: Content) -> str:
    """The part of the sheet in which a skill stands.

    Raises:
        IllegalChoice: it is an attribute or a quirk, which experience never raises (FS3-5.7).
    """
    if skill in content.abilities.attributes or skill in person.quirks:
        what = "an attribute" if skill in content.abilities.attributes else "a quirk"
        raise IllegalChoice(
            "E-XP-ATTR", "FS3-5.7", f"{person.name} cannot raise {skill}, {what}; skills are raised with XP"
        )
    if skill in content.abilities.action:
        return "ratings"
    return "languages" if skill in content.abilities.languages else "background"


def rating_of(person: Person, skill: str, content: Content) -> int:
    """A person's rating in a skill; one that is not listed is 0 (FS3-1.7)."""
    return int(getattr(person, field_of(person, skill, content)).get(skill, 0))


def with_rating(person: Person, skill: str, rating: int, content: Content) -> Person:
    """A person with another rating in a skill; at 0 it stands on the sheet no more."""
    field = field_of(person, skill, content)
    ratings = {**getattr(person, field), skill: rating}
    return changed(person, **{field: {name: each for name, each in ratings.items() if each}})  # type: ignore[no-any-return]


def award_package(campaign: Campaign, command: AwardPackage, given: Given) -> Change:
    """Training raises skills to their targets at once; its value is logged, no attribute changes (FS3-5.3, FS3-5.4)."""
    reason = need_text(command.reason, "a package needs a reason")
    if not command.skills:
        raise IllegalChoice("E-STATE", "FS3-5.4", "a package needs a skill")
    at, sentences = moment(campaign, command.day), []
    for person in pcs_named(campaign, command.people):
        before = person
        for skill, target in command.skills.items():
            person = train(person, XpEntry(at=at, kind="package", skill=skill, to=target, reason=reason), given.content)
        need_few_high(before, person, given.content)
        campaign = with_person(campaign, person)
        risen = ", ".join(f"{entry.skill} {entry.to}" for entry in person.xp_log[len(before.xp_log) :])
        worth = earned(person) - earned(before)
        sentences.append(f"{person.name} is trained: {risen or 'nothing new'}, worth {worth} XP: {reason}")
    return Change(campaign, tuple(sentences))


def train(person: Person, entry: XpEntry, content: Content) -> Person:
    """A person with a skill of a package; who has the target already learns nothing."""
    if not 1 <= entry.to <= MOST:
        sentence = f"a package cannot train {person.name} in {entry.skill} to {entry.to}; 1 to {MOST} are allowed"
        raise IllegalChoice("E-XP-MAX", "FS3-5.4", sentence)
    rating = rating_of(person, entry.skill, content)
    if rating == 0:
        need_name(person, entry.skill, content)
    if rating >= entry.to:
        return person
    entry = changed(entry, worth=cost_between(content, rating, entry.to))
    return changed(with_rating(person, entry.skill, entry.to, content), xp_log=(*person.xp_log, entry))  # type: ignore[no-any-return]


def need_name(person: Person, skill: str, content: Content) -> None:
    """Refuse a background skill of a name that a sheet cannot have."""
    plain = skill.strip() == skill and skill.isprintable() and 0 < len(skill) <= 40
    if not plain:
        raise IllegalChoice(
            "E-CG-UNKNOWN", "FS3-4.13", f"{person.name} cannot learn {skill[:40]!r}: no name of a skill"
        )


def raises(person: Person) -> Iterator[XpEntry]:
    """The raises of a person that were not refunded."""
    return (entry for entry in person.xp_log if entry.kind == "raise" and not entry.refunded)


def need_pause(person: Person, at: int, content: Content) -> None:
    """Refuse a raise too near to another, before or after it; exactly the cooldown is far enough (FS3-5.8)."""
    pause = content.xp.raise_cooldown_s
    for entry in raises(person):
        if abs(at - entry.at) < pause:
            left = pause - abs(at - entry.at)
            sentence = f"{person.name} raised {entry.skill} on day {entry.at // DAY}: {time_text(left)} must still pass"
            allowed = f"{sentence}; {time_text(pause)} must lie between two raises"
            raise IllegalChoice("E-XP-COOLDOWN", "FS3-5.8", allowed)


def time_text(seconds: int) -> str:
    """A time in days, hours, minutes and seconds: `2 d 3 h`."""
    parts = ((seconds // DAY, "d"), (seconds // 3600 % 24, "h"), (seconds // 60 % 60, "min"), (seconds % 60, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def need_few_high(before: Person, after: Person, content: Content) -> None:
    """Refuse one high rating too many, where the limit holds for raises as well (FS3-5.11)."""
    high, limits = high_ratings(after, content.chargen), content.chargen
    if content.xp.high_limit_on_raise and high > limits.max_high and high > high_ratings(before, limits):
        sentence = (
            f"{after.name} would have {high} ratings of {limits.high_rating} or more; {limits.max_high} are the most"
        )
        raise IllegalChoice("E-XP-HIGH", "FS3-5.11", sentence)


def with_raise(person: Person, entry: XpEntry, is_new: bool, content: Content) -> Person:
    """A person with a skill one level higher, paid for (FS3-5.6 to FS3-5.12).

    Raises:
        IllegalChoice: an attribute, at the maximum, too little experience, too early, or one high rating too many.
    """
    field, rating = field_of(person, entry.skill, content), rating_of(person, entry.skill, content)
    need_name(person, entry.skill, content)
    if field == "background" and not rating and not is_new:
        reason = (
            f"{person.name} has no skill {entry.skill!r}, and the game lists none; a new background skill is said so"
        )
        raise IllegalChoice("E-CG-UNKNOWN", "FS3-4.13", reason)
    if rating >= MOST:
        raise IllegalChoice("E-XP-MAX", "FS3-5.6", f"{person.name} has {entry.skill} at {rating}; {MOST} is the most")
    if not entry.override:
        need_pause(person, entry.at, content)
    cost = cost_between(content, rating, rating + 1)
    if person.xp < cost:
        sentence = f"{person.name} has {person.xp} XP; {entry.skill} from {rating} to {rating + 1} costs {cost}"
        raise IllegalChoice("E-XP-FUNDS", "FS3-5.12", sentence)
    after = with_rating(person, entry.skill, rating + 1, content)
    need_few_high(person, after, content)
    entry = changed(entry, xp=-cost, to=rating + 1)
    return changed(after, xp=person.xp - cost, xp_log=(*person.xp_log, entry), wish=None)  # type: ignore[no-any-return]


def raise_skill(campaign: Campaign, command: RaiseSkill, given: Given) -> Change:
    """A skill rises, or a player asks that it may (FS3-5.6 to FS3-5.12)."""
    person, at = need_pc(find_person(campaign, command.person)), moment(campaign, command.day)
    if not given.actor.is_storyteller and (command.override or command.day is not None):
        reason = f"{given.actor.name} cannot set limits or the calendar aside; the Storyteller can"
        raise IllegalChoice("E-PERM", "FS3-5.10", reason)
    entry = XpEntry(at=at, kind="raise", skill=command.skill, override=command.override)
    after = with_raise(person, entry, command.is_new, given.content)
    if given.actor.is_storyteller or not campaign.options.approve_raises:
        return tell_raise(campaign, after)
    asking = changed(person, wish=Wish(skill=command.skill, at=at))
    return Change(with_person(campaign, asking), (f"{person.name} asks to raise {command.skill}",))


def tell_raise(campaign: Campaign, person: Person) -> Change:
    """A campaign with a person whose last line of experience is a raise."""
    entry = person.xp_log[-1]
    without = ", without the limits" if entry.override else ""
    sentence = f"{person.name} raises {entry.skill} to {entry.to} for {-entry.xp} XP and has {person.xp}{without}"
    return Change(with_person(campaign, person), (sentence,))


def grant_raise(campaign: Campaign, command: GrantRaise, given: Given) -> Change:
    """The raise that a player asked for, as of then (FS3-5.6)."""
    person = need_pc(find_person(campaign, command.person))
    wish = need_wish(person)
    entry = XpEntry(at=wish.at, kind="raise", skill=wish.skill, override=command.override)
    return tell_raise(campaign, with_raise(person, entry, True, given.content))


def refuse_raise(campaign: Campaign, command: RefuseRaise, given: Given) -> Change:
    """A raise that is not granted, with reasons (FS3-5.6)."""
    person = find_person(campaign, command.person)
    wish = need_wish(person)
    reasons = need_text(command.reasons, f"{given.actor.name} refuses {person.name} a raise without reasons")
    sentence = f"{person.name} does not raise {wish.skill}: {reasons}"
    return Change(with_person(campaign, changed(person, wish=None)), (sentence,))


def need_wish(person: Person) -> Wish:
    """The raise that a person asks for.

    Raises:
        IllegalChoice: none.
    """
    if person.wish is None:
        raise IllegalChoice("E-STATE", "FS3-5.6", f"{person.name} asks for no raise")
    return person.wish


def refund_raise(campaign: Campaign, command: RefundRaise, given: Given) -> Change:
    """The last raise of a skill is taken back; what it cost is returned up to the cap, the rest is lost (FS3-5.9)."""
    person = need_pc(find_person(campaign, command.person))
    number = max((n for n, each in enumerate(person.xp_log) if is_refundable(each, command.skill)), default=-1)
    rating = rating_of(person, command.skill, given.content)
    if number < 0 or person.xp_log[number].to != rating:
        sentence = f"{person.name} has {command.skill} at {rating} by no raise that could be refunded"
        raise IllegalChoice("E-STATE", "FS3-5.6", sentence)
    entry = person.xp_log[number]
    back = min(-entry.xp, max(given.content.xp.xp_cap - person.xp, 0))
    lost = -entry.xp - back
    refund = XpEntry(at=campaign.clock, kind="refund", xp=back, lost=lost, skill=entry.skill, to=rating - 1)
    log = (*person.xp_log[:number], changed(entry, refunded=True), *person.xp_log[number + 1 :], refund)
    person = changed(with_rating(person, entry.skill, rating - 1, given.content), xp=person.xp + back, xp_log=log)
    cut = f", {lost} lost above the cap of {given.content.xp.xp_cap}" if lost else ""
    sentence = f"{person.name} has {entry.skill} at {rating - 1} again, {back} XP back{cut}"
    return Change(with_person(campaign, person), (sentence,))


def is_refundable(entry: XpEntry, skill: str) -> bool:
    """Whether a line of experience is a raise of a skill that was not refunded."""
    return entry.kind == "raise" and entry.skill == skill and not entry.refunded


HANDLERS = {
    AwardXp: award_xp,
    AwardPackage: award_package,
    RaiseSkill: raise_skill,
    GrantRaise: grant_raise,
    RefuseRaise: refuse_raise,
    RefundRaise: refund_raise,
}
