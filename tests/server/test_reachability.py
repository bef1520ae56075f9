"""Who lets others in: this computer, by the server's own page, where there is a network."""

from __future__ import annotations

import socket

import pytest

from fireteam.server.http.network import is_reachable
from fireteam.server.http.reachability import Reachability
from tests.server.service import served

OWN = "127.0.0.1"


async def listen(more: socket.socket) -> None:
    """Listen nowhere."""
    more.close()


def reaching(address: str) -> Reachability:
    """A server in a network where it has an address."""
    found = Reachability("::1", 0)
    found.address, found.listen = lambda: address, listen
    return found


def test_only_this_computer_by_its_own_page_lets_others_in(database):
    network = reaching(OWN)
    with served(database, reaching=network) as visit:
        for headers in ({"X-Forwarded-For": "10.0.0.7"}, {"Origin": "http://elsewhere.example"}):
            assert visit.http.post("/api/reach", headers=headers).status_code == 403
        assert visit.http.get("/api/reach").json() == {"link": f"http://{OWN}:0/", "open": False, "password": False}
        assert visit.http.post("/api/reach", headers={"Origin": "http://localhost"}).json()["open"] is True
        assert visit.http.get("/api/reach", headers={"Via": "another"}).status_code == 403


def test_without_a_network_it_is_told_that_there_is_none(database):
    with served(database, reaching=reaching("")) as visit:
        assert visit.http.get("/api/reach").json() == {"link": "", "open": False, "password": False}
        refused = visit.http.post("/api/reach")
        assert refused.status_code == 409
        assert refused.json()["sentence"] == "This computer is on no network by which others could come."


def test_an_address_that_cannot_be_listened_at_is_told_with_the_reason(database):
    with served(database, reaching=reaching("203.0.113.7")) as visit:
        refused = visit.http.post("/api/reach").json()
        assert refused["sentence"].startswith("Others cannot be let in at http://203.0.113.7:0/: ")


@pytest.mark.parametrize(
    ("address", "others"),
    [
        ("192.168.1.5", True),
        ("2001:db8::7", True),
        (OWN, False),
        ("::1", False),
        ("0.0.0.0", False),
        ("fe80::1%3", False),
    ],
)
def test_an_address_of_this_computer_alone_is_none_for_others(address, others):
    assert is_reachable(address) is others
