"""Network addresses of this computer: its own, and the one that others in its network use."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

EVERY = ("0.0.0.0", "::")
"""Wildcard addresses: all interfaces of this computer."""

FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Documentation addresses that nobody has: a UDP socket connected to one shows the address it would send from."""

NO_NETWORK = "This computer is on no network by which others could come."


def network_address() -> str:
    """Return the IP address by which others in the network reach this computer; empty without a network."""
    found = [address for family, far in FAR if (address := _is_routable(family, far))]
    with suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None)]
    return next(filter(is_reachable, found), "")


def _is_routable(family: socket.AddressFamily, far: str) -> str:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect((far, 9))  # nothing is sent
        return str(asked.getsockname()[0])
    return ""


def is_reachable(address: str) -> bool:
    """Whether others can use an IP address: not loopback, unspecified or link-local (which needs an interface name)."""
    found = ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a TCP socket bound to an address and port.

    Raises:
        OSError: the port is taken there, or the address is not this computer's.
    """
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found


def address_url(host: str, port: int) -> str:
    """Return the URL of a host and port; IPv6 addresses stand in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
