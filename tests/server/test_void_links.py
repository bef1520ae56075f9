"""A link that is void from the moment on in which somebody else takes its seat."""

from __future__ import annotations

import json

from fireteam.server.http.access import AccessControl
from fireteam.server.http.websockets import REFUSED, WebSockets
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.wire.messages import PROTOCOL, Join, NewSeat, NewTable
from tests.server.direct_sockets import Client
from tests.server.service import ANY_PACE
from tests.server.simulation import MISSION, World, with_server


def test_who_comes_by_a_link_whose_seat_is_taken_at_that_moment_is_sent_away(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        sockets = WebSockets(registry, AccessControl(registry.env, limits=ANY_PACE))
        seats = (NewSeat("red", ("red",)), NewSeat("blue", ("blue",), "open"))
        made = await registry.make(NewTable("ttt", MISSION, seats=seats))
        identify = registry.identify

        async def late(id: str, token: str) -> Caller:
            who = await identify(id, token)
            taken.append((await registry.join(id, Join("blue", "eve"), Caller())).token)
            return who

        taken: list[str] = []
        old = Client(sockets, made.table, "blue", made.seats["blue"])
        with monkeypatch.context() as patch:
            patch.setattr(registry, "identify", late)
            old.says(json.dumps({"frame": "hello", "token": old.token, "since": {}, "protocol": PROTOCOL}))
            assert (await old.next())["code"] == "E_TOKEN"
        assert old.wire.closed is not None and old.wire.closed[0] == REFUSED
        await old.leaves()
        session = await registry.session(made.table)
        assert not session.is_present("blue")
        eve = Client(sockets, made.table, "blue", taken[0])
        await eve.hello()
        assert session.is_present("blue")

    with_server(database, play)
