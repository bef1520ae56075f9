"""Commands are run as the tests of the command line run them."""

from tests.cli.conftest import fireteam

__all__ = ["fireteam"]
