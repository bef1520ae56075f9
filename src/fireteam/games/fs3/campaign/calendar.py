"""The calendar of a campaign: it goes forward by hours and days, with the ticks of days and weeks (FS3-21.8)."""

from __future__ import annotations

from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change, Command
from .experience import award_week, time_text
from .given import Given
from .healing import News, Ward, change_of, tick
from .state import DAY, LAST_SECOND, WEEK, Campaign, changed

HOUR = 3600
MOST_DAYS = 3660


class AdvanceCalendar(Command, frozen=True):
    """Time passes: wounds heal day by day, and each week gives experience (FS3-21.8)."""

    days: int = 0
    hours: int = 0


def advance_calendar(campaign: Campaign, command: AdvanceCalendar, given: Given) -> Change:
    """Time passes, never backwards (FS3-21.8, FS3-1.9)."""
    seconds = command.days * DAY + command.hours * HOUR
    if command.days < 0 or command.hours < 0 or not 0 < seconds <= MOST_DAYS * DAY:
        reason = f"the calendar cannot go on by {command.days} days and {command.hours} hours; it goes forward only"
        raise IllegalChoice("E-STATE", "FS3-1.9", f"{reason}, by 1 hour to {MOST_DAYS} days in one step")
    after, news = pass_time(campaign, campaign.clock + seconds, Ward(given.seed, given.content))
    head = f"{time_text(seconds)} pass: it is day {after.clock // DAY}, {after.clock % DAY // HOUR} h"
    return change_of(after, (News(head, False), *news))


def boundaries(since: int, until: int) -> range:
    """The seconds at which a day begins, after one second and up to another (FS3-18.14).

    Raises:
        IllegalChoice: they are more than can pass in one step, or the calendar does not go so far.
    """
    if until > LAST_SECOND or until - since > MOST_DAYS * DAY:
        reason = (
            f"from second {since} to {until}: at most {MOST_DAYS} days pass in one step, up to second {LAST_SECOND}"
        )
        raise IllegalChoice("E-STATE", "FS3-1.9", reason)
    return range((since // DAY + 1) * DAY, until + 1, DAY)


def pass_time(campaign: Campaign, until: int, ward: Ward) -> tuple[Campaign, list[News]]:
    """A campaign at a later second, with what happened to whom: at each day's boundary healing, and then, where a week
    begins, experience (FS3-21.8, FS3-18.14, FS3-5.2). An earlier second changes nothing."""
    all_news = list[News]()
    for boundary in boundaries(campaign.clock, until):
        campaign, news = tick(changed(campaign, clock=boundary), ward)
        if boundary % WEEK == 0:
            campaign, awards = award_week(campaign, boundary, ward.content)
            news += [News(each, False) for each in awards]
        all_news += [News(f"day {boundary // DAY}: {each.sentence}", each.is_private) for each in news]
    return changed(campaign, clock=max(campaign.clock, until)), all_news


HANDLERS = {AdvanceCalendar: advance_calendar}
