"""Campaigns on a server: everybody with a link, and one that has a player's character in play."""

from __future__ import annotations

import itertools
from typing import Any

from tests.games.fs3.campaign_desk import SOUND
from tests.server.service import Visit

KEYS = itertools.count()


class Member:
    """Somebody with a link of a campaign, or without one."""

    def __init__(self, visit: Visit, campaign: str, token: str) -> None:
        self.visit, self.campaign, self.token = visit, campaign, token

    def ask(self, method: str, path: str = "", key: str = "", **more: Any) -> Any:
        """Ask something of the campaign; the answer, whatever it is."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key or f"member-{next(KEYS):06}"} if method == "POST" else {}
        return self.visit.http.request(method, f"/api/campaigns/{self.campaign}{path}", headers=headers, **more)

    def get(self, path: str = "") -> Any:
        """Ask something that is answered."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, key: str = "", **body: Any) -> Any:
        """Change something that may be changed."""
        answer = self.ask("POST", path, key, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def does(self, command: str, **fields: Any) -> Any:
        """Give a command that may be given."""
        return self.post("/commands", command={"command": command, **fields})

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Ask for something that is refused: the status and the code."""
        answer = self.ask("POST", path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["code"]

    def link(self, name: str, storyteller: bool = False) -> Member:
        """Make a link for somebody."""
        made = self.post("/links", name=name, storyteller=storyteller)
        return Member(self.visit, self.campaign, made["token"])


def begun(visit: Visit, **more: Any) -> Member:
    """The Storyteller of a new campaign."""
    answer = visit.http.post("/api/campaigns", json={"game": "fs3", "name": "Winter", **more})
    assert answer.status_code == 201, answer.text
    return Member(visit, answer.json()["campaign"], answer.json()["token"])


def with_jo(visit: Visit) -> tuple[Member, Member, Member]:
    """A campaign in which Pia has Jo in play, and Rob nobody: the Storyteller, Pia and Rob."""
    sam = begun(visit, by="Sam")
    pia, rob = sam.link("pia"), sam.link("rob")
    pia.does("add_person", id="jo", name="Jo Arden")
    pia.does("edit_sheet", person="jo", **SOUND)
    sam.does("approve_sheet", person="jo")
    return sam, pia, rob
