"""By which address others in the network come to this server, and how they are let in."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

from .messages import Reach
from .network import EVERY, NO_NETWORK, link_to, listening_at, network_address
from .turning import Turned


class Reaching:
    """Where the server listens. `listen` takes one more socket in while it runs."""

    def __init__(self, host: str, port: int, with_password: bool = False) -> None:
        self._hosts, self._port, self._with_password = {host}, port, with_password
        self.listen: Callable[[socket.socket], Awaitable[None]] | None = None
        self.address: Callable[[], str] = network_address

    def reach(self) -> Reach:
        """Whether others can come, and where."""
        address = self.address()
        link = link_to(address, self._port) if address else ""
        return Reach(link, bool(address) and not self._hosts.isdisjoint((address, *EVERY)), self._with_password)

    async def let_in(self) -> Reach:
        """Let others in the network in: from here on the server listens at its address there too.

        Raises:
            Turned: there is no network, or the port is taken there.
        """
        known, address = self.reach(), self.address()
        if known.open:
            return known
        if not address or self.listen is None:
            raise Turned("E_REACH", NO_NETWORK, 409)
        try:
            await self.listen(listening_at(address, self._port))
        except OSError as error:
            says = f"Others cannot be let in at {link_to(address, self._port)}: {error.strerror}."
            raise Turned("E_REACH", says, 409) from None
        self._hosts.add(address)
        return self.reach()
