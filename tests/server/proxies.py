"""The proxies that `docs/serving.md` has lines for, in front of two servers."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.processes import ROOT

DOCS = ROOT / "docs" / "proxies"
PROXIES = {"haproxy": ("-f", "haproxy.cfg"), "caddy": ("run", "--config", "Caddyfile", "--adapter", "caddyfile")}
NAMES = ("127.0.0.2", "127.0.0.3")  # of the two servers at the proxy, besides its own
PATIENCE = 60.0


def addresses(port: int) -> list[str]:
    """Return the addresses of two servers at a proxy that listens at a port."""
    return [f"http://{name}:{port}" for name in NAMES]


def need(proxy: str) -> None:
    """Skip the test if there is no such proxy; as root it is installed from Debian's package."""
    if shutil.which(proxy) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update"], ["-y", "install", proxy]):
            subprocess.run(["apt-get", "-qq", *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if shutil.which(proxy) is None:
        pytest.skip(f"{proxy} is not installed")


@contextmanager
def behind(proxy: str, port: int, servers: Sequence[int], folder: Path) -> Iterator[None]:
    """A proxy at a port, in front of two servers at their ports, until it is done with."""
    here = [f":{port}", *NAMES] if proxy == "haproxy" else [f"http://127.0.0.1:{port}", *addresses(port)]
    known = dict(zip(("HERE", "ONE_NAME", "TWO_NAME"), here, strict=True))
    known |= {name: f"127.0.0.1:{server}" for name, server in zip(("ONE", "TWO"), servers, strict=True)}
    running = subprocess.Popen(
        [proxy, *PROXIES[proxy]],
        env={**os.environ, **known, "HOME": str(folder)},
        cwd=DOCS,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + PATIENCE
        while not answers(f"http://127.0.0.1:{port}/readyz"):
            assert running.poll() is None and time.monotonic() < end, f"{proxy} does not come up"
            time.sleep(0.1)
        yield
    finally:
        running.kill()
        running.wait()


def answers(address: str) -> bool:
    """Whether there is a page at an address."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
