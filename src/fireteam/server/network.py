"""The addresses of this computer: its own, and the one by which others in its network come."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

EVERY = ("0.0.0.0", "::")
"""Addresses that stand for all of this computer's."""

FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has: whoever would go there says by which of its own addresses it goes out."""

NO_NETWORK = "This computer is on no network by which others could come."


def network_address() -> str:
    """The address by which others in the network reach this computer, in numbers; none where there is no network."""
    found = [address for family, far in FAR if (address := _going_out(family, far))]
    with suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None)]
    return next(filter(is_for_others, found), "")


def _going_out(family: socket.AddressFamily, far: str) -> str:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect((far, 9))  # nothing is sent
        return str(asked.getsockname()[0])
    return ""


def is_for_others(address: str) -> bool:
    """Whether others can use an address: it is not this computer's own, and needs no name of a card beside it."""
    found = ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)


def listening_at(host: str, port: int) -> socket.socket:
    """A socket that listens at an address.

    Raises:
        OSError: it is taken, or not this computer's.
    """
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found


def link_to(host: str, port: int) -> str:
    """How a browser writes an address."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
