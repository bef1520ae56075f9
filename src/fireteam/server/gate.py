"""The gate of the server: which addresses it answers to, who has its password, how often somebody may ask."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple

from starlette.requests import HTTPConnection

from .env import Env
from .guard import hash_of, new_token
from .pace import Pace
from .reaching import Reaching
from .turning import Turned

COOKIE = "fireteam"
PASSWORD = "x-fireteam-password"
OPEN_TO_ALL = ("/healthz", "/readyz", "/api/enter")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What every answer says to browsers: nothing but this server's own files and frames."""


class Limits(NamedTuple):
    """How often: each a second, and how many at once."""

    asks: tuple[float, int] = (50.0, 300)
    makes: tuple[float, int] = (0.5, 30)
    enters: tuple[float, int] = (0.2, 10)


LIMITS = Limits()


class Gate:
    """Who is let in."""

    def __init__(
        self,
        env: Env,
        password: str = "",
        hosts: tuple[str, ...] = (),
        limits: Limits = LIMITS,
        reaching: Reaching | None = None,
    ) -> None:
        self._env, self.password, self._hosts = env, password, {host.lower() for host in hosts}
        self.reaching = reaching or Reaching("", 0, bool(password))
        self._entered = new_token(env) if password else ""
        self._asks, self._holders = Pace(env.clock, *limits.asks), Pace(env.clock, *limits.asks)
        self._makes = Pace(env.clock, *limits.makes)
        self._enters = Pace(env.clock, *limits.enters)

    def enter(self, request: HTTPConnection) -> None:
        """See to it that somebody may ask at all.

        Raises:
            Turned: another name than this server's, or not the password.
        """
        self.must_be_here(request.headers)
        if self.password and request.url.path not in OPEN_TO_ALL and not self._knows(request):
            raise Turned("E_PASSWORD", "This server has a password.", 401)

    def must_be_here(self, headers: Mapping[str, str]) -> None:
        """See to it that a browser was not led here under another's name.

        Raises:
            Turned: it was.
        """
        host = name_in(headers.get("host", ""))
        if self._hosts and host not in self._hosts and not is_number(host):
            raise Turned("E_HOST", "This server does not answer to that name.", 421)

    def must_be_here_in_person(self, request: HTTPConnection) -> None:
        """See to it that somebody asks from this computer itself, and not through another's hands.

        Raises:
            Turned: from elsewhere.
        """
        passed_on = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "via"))
        if passed_on or not is_number(address_of(request)) or not ip_address(address_of(request)).is_loopback:
            raise Turned("E_NOT_YOURS", "Only this computer itself may ask that.", 403)

    def must_be_own(self, headers: Mapping[str, str]) -> None:
        """See to it that a socket is asked for by a page of this server, where a browser asks.

        Raises:
            Turned: by another's.
        """
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
            raise Turned("E_ORIGIN", "Only this server's own page may open that.", 403)

    def _knows(self, request: HTTPConnection) -> bool:
        said = request.headers.get(PASSWORD, "")
        if said:
            self._enters.take(address_of(request))
        return self.is_password(said) or hmac.compare_digest(
            request.cookies.get(COOKIE, "").encode(), self._entered.encode()
        )

    def is_password(self, said: str) -> bool:
        """Whether this is the password."""
        return hmac.compare_digest(hash_of(said), hash_of(self.password))

    def opened(self, request: HTTPConnection, said: str) -> str:
        """The cookie of who says the password.

        Raises:
            Turned: it is another.
        """
        self._enters.take(address_of(request))
        if not self.is_password(said):
            raise Turned("E_PASSWORD", "That is not the password.", 401)
        return self._entered

    def pace_of_making(self, request: HTTPConnection) -> None:
        """See to it that somebody does not make things too often.

        Raises:
            Turned: they do.
        """
        self._makes.take(address_of(request))

    def pace(self, request: HTTPConnection, token: str = "") -> None:
        """See to it that somebody does not ask too often: all of an address together, but who holds a known token.

        Any word may come as a token, so that only one which has been found to be somebody's has a pace of its own.

        Raises:
            Turned: they do.
        """
        if token and name_of(token) in self._holders:
            self._holders.take(name_of(token))
        else:
            self._asks.take(address_of(request))

    def know(self, token: str) -> None:
        """From here on a token that is somebody's has a pace of its own."""
        if token and name_of(token) not in self._holders:
            self._holders.take(name_of(token))

    def pace_of_socket(self, number: int) -> None:
        """See to it that not too much is said on one socket, whoever's it is.

        Raises:
            Turned: too much.
        """
        self._holders.take(f"socket {number}")


def name_of(token: str) -> str:
    """By what a token is remembered here."""
    return hash_of(token)[:16]


def address_of(request: HTTPConnection) -> str:
    """From where somebody asks."""
    return request.client.host if request.client else ""


def name_in(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def is_number(host: str) -> bool:
    """Whether a name is an address in numbers: nobody can make such a name lead elsewhere."""
    try:
        ip_address(host)
        return True
    except ValueError:
        return False
