"""The address by which others in the network reach this server, and the switch that opens it to them."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

from ..errors import ApiError
from ..wire.messages import Reach
from .network import EVERY, NO_NETWORK, address_url, bind_socket, network_address


class Reachability:
    """The addresses at which the server listens. `listen` adds a socket to the running server; None before it can."""

    def __init__(self, host: str, port: int, with_password: bool = False) -> None:
        self._hosts, self._port, self._with_password = {host}, port, with_password
        self.listen: Callable[[socket.socket], Awaitable[None]] | None = None
        self.address: Callable[[], str] = network_address

    def reach(self) -> Reach:
        """Return the URL for others in the network, and whether the server listens there."""
        address = self.address()
        link = address_url(address, self._port) if address else ""
        return Reach(link, bool(address) and not self._hosts.isdisjoint((address, *EVERY)), self._with_password)

    async def open_to_network(self) -> Reach:
        """Open the server to the network: listen at its address there as well, unless it does already.

        Raises:
            ApiError: there is no network, or the address cannot be bound (409).
        """
        known, address = self.reach(), self.address()
        if known.open:
            return known
        if not address or self.listen is None:
            raise ApiError("E_REACH", NO_NETWORK, 409)
        try:
            await self.listen(bind_socket(address, self._port))
        except OSError as error:
            says = f"Others cannot be let in at {address_url(address, self._port)}: {error.strerror}."
            raise ApiError("E_REACH", says, 409) from None
        self._hosts.add(address)
        return self.reach()
