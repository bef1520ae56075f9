"""Access control: host names, origin, password cookie and rate limits of requests and sockets."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple

from starlette.requests import HTTPConnection

from ..env import Env
from ..errors import ApiError
from ..validation import TOKEN_BYTES, hash_token, new_token
from .rate_limit import Bucket, RateLimiter
from .reachability import Reachability

COOKIE = "fireteam"
PASSWORD = "x-fireteam-password"
PUBLIC_PATHS = ("/healthz", "/readyz", "/api/enter")
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
"""Security headers of every HTTP response: browsers load and connect to nothing but this server."""


class Limits(NamedTuple):
    """Rate limits, each as the requests per second in the long run, and the requests in a burst.

    `asks` is for all requests of an address or of a registered token, and for the frames of a socket; `makes` for
    requests of an address that create something; `enters` for passwords sent from an address.
    """

    asks: tuple[float, int] = (50.0, 300)
    makes: tuple[float, int] = (0.5, 30)
    enters: tuple[float, int] = (0.2, 10)


LIMITS = Limits()


class AccessControl:
    """The checks of every request and socket: host name, password, origin and rate limits."""

    def __init__(
        self,
        env: Env,
        password: str = "",
        hosts: tuple[str, ...] = (),
        limits: Limits = LIMITS,
        reaching: Reachability | None = None,
        shared: bool = False,
    ) -> None:
        self._env, self.password, self._hosts = env, password, {host.lower() for host in hosts}
        self.reaching = reaching or Reachability("", 0, bool(password))
        self._entered = (shared_cookie(password) if shared else new_token(env)) if password else ""
        self._asks, self._holders = RateLimiter(env.steady, *limits.asks), RateLimiter(env.steady, *limits.asks)
        self._makes = RateLimiter(env.steady, *limits.makes)
        self._enters = RateLimiter(env.steady, *limits.enters)

    def admit(self, request: HTTPConnection) -> None:
        """Check the host name and the password of a request or socket. `PUBLIC_PATHS` need no password.

        Raises:
            ApiError: the host name is not this server's (421), the password is missing or wrong (401), or passwords
                were sent too often (429).
        """
        self.require_known_host(request.headers)
        if self.password and request.url.path not in PUBLIC_PATHS and not self._has_password(request):
            raise ApiError("E_PASSWORD", "This server has a password.", 401)

    def require_known_host(self, headers: Mapping[str, str]) -> None:
        """Check the Host header, against DNS rebinding. IP addresses pass, and every name where none is configured.

        Raises:
            ApiError: the name is not this server's (421).
        """
        host = host_name(headers.get("host", ""))
        if self._hosts and host not in self._hosts and not is_ip_address(host):
            raise ApiError("E_HOST", "This server does not answer to that name.", 421)

    def require_local(self, request: HTTPConnection) -> None:
        """Check that a request comes from this computer itself, and through no proxy.

        Raises:
            ApiError: it comes from elsewhere, or has a header that proxies set (403).
        """
        passed_on = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "via"))
        if (
            passed_on
            or not is_ip_address(client_address(request))
            or not ip_address(client_address(request)).is_loopback
        ):
            raise ApiError("E_NOT_YOURS", "Only this computer itself may ask that.", 403)

    def require_same_origin(self, headers: Mapping[str, str]) -> None:
        """Check that the Origin header, which browsers send, names the same host and port as the Host header.

        A request without an Origin passes.

        Raises:
            ApiError: it comes from another site's page (403).
        """
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
            raise ApiError("E_ORIGIN", "Only this server's own page may open that.", 403)

    def _has_password(self, request: HTTPConnection) -> bool:
        word = request.headers.get(PASSWORD, "")
        if word:
            self._enters.take(client_address(request))
        return self.is_password(word) or hmac.compare_digest(
            request.cookies.get(COOKIE, "").encode(), self._entered.encode()
        )

    def is_password(self, word: str) -> bool:
        """Whether a word is the server's password, compared in constant time."""
        return hmac.compare_digest(hash_token(word), hash_token(self.password))

    def password_cookie(self, request: HTTPConnection, word: str) -> str:
        """Check a password, and return the value of the cookie that admits a browser; empty where the server has none.

        Raises:
            ApiError: it is not the password (401), or this address has sent too many (429).
        """
        self._enters.take(client_address(request))
        if not self.is_password(word):
            raise ApiError("E_PASSWORD", "That is not the password.", 401)
        return self._entered

    def limit_creation(self, request: HTTPConnection) -> None:
        """Count a request that creates something against the limit of its address.

        Raises:
            ApiError: there were too many (429).
        """
        self._makes.take(client_address(request))

    def limit_rate(self, request: HTTPConnection, token: str = "") -> None:
        """Count a request against the limit of its token if that is registered, else of its address.

        A request may carry any string as a token, so only tokens that have been found valid have a limit of their own.

        Raises:
            ApiError: there were too many (429).
        """
        if token and token_key(token) in self._holders:
            self._holders.take(token_key(token))
        else:
            self._asks.take(client_address(request))

    def register_token(self, token: str) -> None:
        """Give a token that has been found valid a rate limit of its own."""
        if token and token_key(token) not in self._holders:
            self._holders.take(token_key(token))

    def socket_bucket(self) -> Bucket:
        """Return what limits the frames of a new socket, whoever the caller is."""
        return self._holders.bucket()


def token_key(token: str) -> str:
    """Return the key of a token's rate limit: the start of its hash."""
    return hash_token(token)[:16]


def shared_cookie(password: str) -> str:
    """Return the cookie that every server with this password takes; it takes long to find the password from it."""
    found = hashlib.scrypt(password.encode(), salt=b"fireteam: who has entered", n=2**14, r=8, p=1, dklen=TOKEN_BYTES)
    return base64.urlsafe_b64encode(found).decode()


def client_address(request: HTTPConnection) -> str:
    """Return the IP address that a request comes from; empty where it is not known."""
    return request.client.host if request.client else ""


def host_name(host: str) -> str:
    """Return the name in a Host header, in lower case, without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def is_ip_address(host: str) -> bool:
    """Whether a host is an IP address rather than a name, and so cannot be redirected by DNS."""
    try:
        ip_address(host)
        return True
    except ValueError:
        return False


def bearer_token(request: HTTPConnection) -> str:
    """Return the bearer token of a request; empty without an Authorization header.

    Raises:
        ApiError: the header is not a bearer token of at most 64 characters (401).
    """
    words = request.headers.get("authorization", "")
    if not words:
        return ""
    kind, _, token = words.partition(" ")
    if kind.lower() != "bearer" or not token or len(token) > 64:
        raise ApiError("E_TOKEN", "Say who you are as: Authorization: Bearer TOKEN.", 401)
    return token
