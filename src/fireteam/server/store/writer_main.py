"""The process that writes for a server: python -m fireteam.server.store.writer_main FILE OWNER.

Units come on its input, and what became of each goes to its output (`writer_process`). It ends when its input does, be
the server closed or killed: whatever has come whole until then is committed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import closing

from .commits import Committer
from .file_lock import lock_of_writer
from .location import url_of
from .writer import BUSY, COMPANY
from .writer_process import AT_ONCE, report_of, units_in


def main(path: str, owner: str) -> None:
    """Commit what comes, until nothing more can come."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are for the server, which has still something to write then
    url = url_of(path)
    received, busy = bytearray(), 0
    with lock_of_writer(url), closing(Committer(url, owner)) as committer:
        while data := os.read(sys.stdin.fileno(), AT_ONCE):
            received += data
            if units := units_in(received):
                report = memoryview(report_of(committer.commit(units)))
                busy = len(units)
                while report:
                    report = report[os.write(sys.stdout.fileno(), report) :]
            if busy > BUSY:
                time.sleep(COMPANY)


if __name__ == "__main__":
    main(*sys.argv[1:])
