"""`TableRegistry`: all tables by id; opens them on demand and evicts idle ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from ...core.engine import swap
from ...core.engine.record import Array
from ...core.errors import FireteamError, HeldElsewhere, PutAway, StoreUnavailable, UnknownName
from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...match.file.format import dice_of
from ...registry import find_game
from ..background import Background, begin, begin_alone, sign_of_life
from ..env import Env
from ..errors import ApiError, forbidden, no_table, void_link
from ..metrics import Metrics
from ..shield import shield
from ..store.rows import HOST, LobbyTable
from ..store.store import Store
from ..validation import clean_text, hash_token, new_id
from ..wire.messages import OPEN, Ask, AskReply, Join, NewTable, SeatToken, TableCard, TableTokens
from ..workers.bots import BotPool, match_spec
from ..workers.compilation import Compilation
from ..workers.forecasts import ForecastPool
from ..workers.main import MatchSpec
from ..workers.odds import OddsPool, OddsRequest
from .acts import take_seat
from .change import RecentTime
from .creation import PackFolders, create_table, open_table, setup_and_seats, shown_options
from .forecasts import ForecastRequest, Forecasts
from .idempotency import Creation, issue_tokens, without_key
from .lessons import Lessons, LessonSession
from .questions import answer, answer_from
from .seats import Caller, seat_from_row
from .session import Session
from .table import SETUP, Table, TableRecord
from .tasks import TableTasks
from .turn import Inbox

Outcome = TypeVar("Outcome")

THREADS = 32
IDLE = 300.0  # seconds after which a table that nobody looks at is put away
CLOSING = "this server is closing; come again in a moment"
CUT_OFF = "this server has lost its database, and asks for it again and again; try again in a moment"
LOG = logging.getLogger(__name__)


def require_no_members(setting: Setting) -> None:
    """Refuse a match with characters of a campaign: what they may be is judged there, and there its matches begin.

    Raises:
        ApiError: somebody in it comes from one.
    """
    campaign = setting.game.campaign
    if campaign is not None and (members := campaign.members(setting)):
        who = ", ".join(members.values())
        raise ApiError("E_CAMPAIGN", f"{who} comes from a campaign: begin the match from there, or leave out `leave`.")


def goes_on_by_itself(there: LobbyTable) -> bool:
    """Whether a table goes on without anybody who comes to it: it has bots alone, or a clock, also the game's."""
    return there.has_time or all(seat_from_row(row).is_bot or row.referee for row in there.seats if row.slots)


async def each_of(doings: Iterable[Awaitable[object]]) -> None:
    """Do one after another, also after one that fails; tables that another process has are nobody's fault here.

    Raises:
        FireteamError: what the first raised that failed.
    """
    failed: list[FireteamError] = []
    for doing in doings:
        try:
            await doing
        except HeldElsewhere:
            pass
        except FireteamError as error:
            failed.append(error)
        sign_of_life()
    if failed:
        raise failed[0]


class TableRegistry:
    """All tables, and what they share: the store, bots, odds, lessons, metrics, and threads for the rules."""

    def __init__(self, store: Store, env: Env, packs: PackFolders, bots: BotPool, compilation: Compilation) -> None:
        self.store, self.env, self.packs, self.bots, self.compilation = store, env, packs, bots, compilation
        self.odds = OddsPool(compilation)
        self.forecasts = Forecasts(ForecastPool(compilation), self.run)
        self.open: dict[str, Session] = {}
        self._opening: dict[str, asyncio.Task[Session]] = {}
        self._playing: dict[str, TableTasks] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "rules")
        self.lessons, self.metrics, self._inbox = Lessons(env), Metrics(), Inbox()
        self._recent: IdentityCache[RecentTime] = IdentityCache()  # by game and scenario
        self.background = Background(env)
        self.closing = False
        self._is_closed = False
        self._has_resumed = False  # whether tables that go on by themselves have been opened after the start,
        self._has_stood_down = False  # and whether those of this process have to be opened again

    async def run(self, function: Callable[..., Outcome], *arguments: Any) -> Outcome:
        """Run a function on a thread: whatever runs rules or reads the store.

        Raises:
            StoreUnavailable: the server has closed.
        """
        if self._is_closed:
            raise StoreUnavailable(CLOSING)

        def call() -> Outcome:
            with swap.in_use():
                return function(*arguments)

        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    # Opening

    async def session(self, id: str) -> Session:
        """Return the session of a table, which is opened if it is not open.

        Raises:
            ApiError: there is no such table.
            FireteamError: it cannot be opened, or this server may not answer for tables now.
        """
        self.require_standing()
        if id in self.open:
            self.open[id].used = self.env.clock()  # whoever asks for it now may still come to it
            return self.open[id]
        if id not in self._opening:
            self._opening[id] = task = begin(self._open_session(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await shield(self._opening[id])

    async def _open_session(self, id: str) -> Session:
        if (leaving := self._leaving.get(id)) is not None:
            await asyncio.wait([leaving])  # there is one session of a table at a time
        there = await self.run(self.store.lobby_table, id)  # unknown addresses cost no rules
        if there is None:
            raise no_table(id)
        await self.compilation.ensure_ready(SETUP.decode(there.row.setup).asked.game)
        if self.closing:
            raise StoreUnavailable(CLOSING)
        table = await self.run(self._load, id)
        if self.closing:
            self.store.release(id)
            raise StoreUnavailable(CLOSING)
        return self.add(table)

    def _load(self, id: str) -> Table:
        return open_table(id, self.store, self.env, self.packs)

    def add(self, table: Table) -> Session:
        """Make a table available that this process has: start its session, its bots and its clock."""
        assert table.id not in self.open and table.id not in self._leaving, "there is one session of a table at a time"
        asked = table.record.setup.asked
        what = match_spec(table.match, self.packs.paths(asked.packs), table.record.setup.begins)
        weigh = partial(self._weigh, table.id, what)
        recent = self._recent.get((table.setting.game,), table.record.setup.scenario, RecentTime)
        session = Session(
            table,
            self.run,
            lambda: self._load(table.id),
            self.metrics,
            weigh,
            self._inbox,
            recent,
            self.require_standing,
            self._lose,
        )
        self.open[table.id] = session
        self._playing[table.id] = TableTasks(session, self.bots, what, self.background)
        return session

    def begin(self, table: Table) -> None:
        """Make a table available that was just created.

        Where processes share the database, the one that is asked for it first opens it (`Store.write_new`).
        """
        if not self.store.is_shared and not self.closing:
            self.add(table)

    def _lose(self, session: Session) -> None:
        """Put away the session of a table that another process has taken, if it is open."""
        if self.open.get(session.table.id) is session:
            self._put_away(session, PutAway())

    def _put_away(self, session: Session, reason: FireteamError) -> asyncio.Task[None]:
        """Put an open session away: it does nothing more for anybody. Only after that the table may be opened again."""
        id = session.table.id
        del self.open[id]
        session.put_away(reason)
        self._leaving[id] = leaving = begin_alone(self._leave(session, self._playing.pop(id)))
        leaving.add_done_callback(lambda _: self._leaving.pop(id, None))
        return leaving

    async def _leave(self, session: Session, playing: TableTasks) -> None:
        """End what goes on for a session that was put away."""
        await playing.close()
        await session.wait_until_idle()
        await self.forecasts.forget(session.table.id)

    async def _weigh(self, table: str, what: MatchSpec, request: OddsRequest | ForecastRequest, view: Array) -> Any:
        """Return what worker processes find for a request at a table.

        Raises:
            FireteamError: it cannot be found.
        """
        if isinstance(request, ForecastRequest):
            reply = await self.forecasts.answer(table, what, request, view)
            if table not in self.open:  # it was put away meanwhile
                await self.forecasts.forget(table)
            return reply
        return await self.odds.answer(what, request, view)

    async def ask_in_lesson(self, course: LessonSession, ask: Ask) -> AskReply:
        """Return the answer to a learner's question; odds are computed in worker processes, as for tables.

        Raises:
            FireteamError: it cannot be answered.
        """
        question = await self.run(course.question, "", ask)
        found = await self.run(answer, question, ask)
        if isinstance(found, AskReply):
            return found
        assert isinstance(found, OddsRequest), "a lesson has no forecasts"
        return answer_from(question, found, await self.odds.answer(course.spec, found, question.view))

    async def evict_idle(self, idle: float = IDLE) -> None:
        """Evict the tables that nobody has used for `idle` seconds.

        Tables with subscribers stay, and those where a change is under way, a bot has to choose or time runs.
        """
        now = self.env.clock()
        for id, session in list(self.open.items()):
            is_unused = session.is_idle and now - session.used >= idle and not self._playing[id].is_needed
            if is_unused and self.open.get(id) is session:
                leaving = self._put_away(session, PutAway())
                self.store.release(id)  # before anybody can open it again
                await asyncio.wait([leaving])

    async def resume(self) -> None:
        """Open the tables of this process that go on by themselves, after a start and after it has stood down.

        Raises:
            StoreUnavailable: the database does not answer now for one of them, the first; all others are open.
        """
        self.require_standing()
        has_stood_down, self._has_stood_down = self._has_stood_down, False  # it may stand down again meanwhile
        try:
            if not self._has_resumed:
                await self.resume_all()
            elif has_stood_down:
                await self._resume_each(await self.run(self.store.held))
        except BaseException:
            self._has_stood_down |= has_stood_down
            raise

    async def resume_all(self) -> None:
        """Open, after a start, the tables that go on by themselves: those with a clock or with bots alone.

        Raises:
            StoreUnavailable: as in `resume`.
        """
        await self._resume_each(await self.run(self.store.unfinished_tables))
        self._has_resumed = True

    async def _resume_each(self, tables: Iterable[str]) -> None:
        """Open those of some tables that go on by themselves."""
        await each_of(map(self._resume, tables))

    async def resume_orphans(self) -> None:
        """Open those whose process has gone, where several share a database, and give up all others of it.

        A new table is left for a moment to the process that is asked for it.

        Raises:
            StoreUnavailable: as in `resume`.
        """
        await each_of(self._resume(id, owner) for id, owner in await self.run(self.store.orphans))

    async def _resume(self, id: str, owner: str = "") -> None:
        """Open a table if it goes on by itself; else give it up where `owner` has gone, who had it.

        If something is wrong with it, who comes to it is told.

        Raises:
            StoreUnavailable: the database does not answer now.
        """
        self.require_standing()
        there = await self.run(self.store.lobby_table, id)
        if there is None or not goes_on_by_itself(there):
            if there is not None and owner:
                self.store.release(id, owner)
            return
        try:
            await self.session(id)
        except StoreUnavailable:
            raise
        except FireteamError as error:
            LOG.warning("table %s does not go on: %s", id, error)
        except Exception:  # of this table alone: all others go on
            LOG.exception("table %s does not go on", id)

    async def leave_lost(self) -> None:
        """Put away the tables that others have taken while this process was thought dead, for those who only look on.

        Raises:
            StoreUnavailable: the database does not answer now.
        """
        if self.store.is_shared:
            there = dict(self.open)
            held = await self.run(self.store.held)
            for id, session in there.items():
                if id not in held:
                    self._lose(session)

    async def tell_uncertain(self) -> None:
        """Tell those at tables of which it is uncertain what the store has what was kept after all.

        Raises:
            FireteamError: a table cannot be opened again now, the first of those; all others have been told.
        """
        await each_of(session.catch_up_in_turn() for session in list(self.open.values()))

    # Standing down

    def require_standing(self) -> None:
        """Require that this process may answer for tables: the database has heard of it lately.

        Raises:
            StoreUnavailable: other servers may have taken its tables by now.
        """
        if self.store.is_cut_off:
            raise StoreUnavailable(CUT_OFF)

    async def end_stuck_writer(self) -> None:
        """End a process that writes to the store, if it is stuck."""
        self.store.end_stuck_writer()

    async def stand_down(self) -> None:
        """Put all tables away while this process may not answer for them; they are opened again when it may."""
        if self.store.is_cut_off:
            if self.open:
                LOG.warning("the database has not heard of this server for too long: %d tables wait", len(self.open))
            self._has_stood_down = True
            for session in list(self.open.values()):
                self._put_away(session, StoreUnavailable(CUT_OFF))

    def faults(self) -> list[str]:
        """Return why this server is not ready, a sentence for each reason."""
        cut_off = [CUT_OFF] if self.store.is_cut_off else []
        return [*cut_off, *self.store.faults(), *self.background.faults(), *self.bots.background.faults()]

    async def close(self) -> None:
        """Stop the tasks of all tables, finish changes under way, and end worker processes and threads."""
        self.closing = True
        await self.compilation.close()  # nobody waits for it any more
        await asyncio.gather(*self._opening.values(), return_exceptions=True)
        for id, session in list(self.open.items()):
            if self.open.get(id) is session:
                await self._playing[id].close()
                if self.open.get(id) is session:
                    self._put_away(session, StoreUnavailable(CLOSING))
        await asyncio.gather(*self._leaving.values(), return_exceptions=True)
        await self.background.close_all()
        await self.bots.close()
        await self.odds.close()
        await self.forecasts.close()
        self._is_closed = True
        self._threads.shutdown(wait=True)

    # Coming to a table

    async def identify(self, id: str, token: str) -> Caller:
        """Return the caller who has a token; without a token, a spectator.

        Raises:
            ApiError: this is no token of the table.
        """
        if not token:
            return Caller()
        holder = await self.run(self.store.whose, hash_token(token))
        if holder is None or holder.table != id:
            raise void_link()
        return Caller(host=True) if holder.seat == HOST else Caller(holder.seat)

    async def make(self, new: NewTable, making: Creation | None = None) -> TableTokens:
        """Create a table. `making` has the idempotency key, if there is one.

        Raises:
            FireteamError: such a table cannot be made.
        """
        new = msgspec.structs.replace(new, title=clean_text(new.title, "The title") if new.title.strip() else "")
        await self.compilation.ensure_ready(new.game)
        made, table = await self.run(self._create, new, making or without_key(self.env))
        self.begin(table)
        return made

    def _create(self, new: NewTable, making: Creation) -> tuple[TableTokens, Table]:
        setup, found, seat_states = setup_and_seats(new, self.packs)
        require_no_members(found.setting)
        id = new_id(self.env)
        made = issue_tokens(id, seat_states, making)
        record = TableRecord(id, self.env.clock(), setup, "", new.listed)
        return made, create_table(
            record, found, seat_states, hash_token(made.host), self.store, self.env, making.rows(made)
        )

    async def join(self, id: str, join: Join, who: Caller, making: Creation | None = None) -> SeatToken:
        """Take an open seat, whose old token is void from then on; or, as its holder, change the person's name.

        Raises:
            ApiError: no such seat, it is not open, or somebody is connected with its token.
            StoreUnavailable: the database stores nothing now.
        """
        session = await self.session(id)
        making = making or without_key(self.env)
        joined = making.seat_answer(id, join.seat, anew=who.seat != join.seat)

        def sit(table: Table) -> None:
            seat_state = table.seat_states.get(join.seat)
            if seat_state is None:
                raise ApiError("E_SEATS", f"No seat {join.seat!r}; there is {', '.join(table.seat_states)}.")
            if seat_state.by != OPEN and who.seat != seat_state.name:
                raise forbidden(f"{seat_state.name} is taken.")
            if who.seat != seat_state.name and session.is_present(seat_state.name):
                raise forbidden(f"Somebody has come to {seat_state.name} by its link and sits down there now.")
            take_seat(table, seat_state, join.person, hash_token(joined.token), who.seat)
            table.unit.rows += making.rows(joined)

        await session.change(sit)
        return joined

    # The lobby

    async def lobby(self) -> tuple[TableCard, ...]:
        """Return the tables that are listed and not over, newest first, 200 at most."""
        rows = await self.run(self.store.lobby_tables)
        return tuple(self._card(row) for row in rows)

    def _card(self, listed: LobbyTable) -> TableCard:
        row, setup = listed.row, SETUP.decode(listed.row.setup)
        open_now = self.open.get(row.table)
        by_name = {seat.name: seat_from_row(seat) for seat in listed.seats}
        cards = open_now.cards() if open_now else tuple(by_name[name].card(False) for name in setup.seats)
        asked = setup.asked
        try:
            options = shown_options(find_game(asked.game), asked.options)
        except UnknownName:  # a package that is no more: nobody can say what everybody may read
            options = {}
        return TableCard(
            row.table,
            asked.title,
            asked.game,
            setup.scenario,
            setup.scenario_title,
            options,
            asked.packs,
            cards,
            asked.clock,
            True,
            row.made,
            dice_of(row.head),
        )
