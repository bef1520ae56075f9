"""Processes that change a campaign in a folder and are killed in the middle: what they acknowledged must be there.

`python -m tests.campaign.crash FOLDER` is such a process: it gives one command after another, each as a run of its own
would, until it is killed, and prints the number of every entry that was acknowledged.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from fireteam import registry
from fireteam.campaign import campaign
from fireteam.campaign.folder import STALE, files_in, make_folder, open_folder
from fireteam.campaign.state_files import is_unaltered
from fireteam.core.errors import BadFile
from fireteam.core.protocol.campaign import Actor, Command
from tests.campaign.toy import TOY, Earn, Join, Wait

ROOT = Path(__file__).parents[2]
ANNA = Actor("anna")


def use_toy() -> None:
    """Let a game have the campaigns of the toy, in this process."""
    game = registry.find_game("ttt")._replace(id="toy", campaign=TOY)
    campaign.find_game = lambda id: game  # type: ignore[assignment]


def command(number: int) -> Command:
    """The command of an entry."""
    if number % 5 == 1:
        return Join(f"hero{number}")
    return Earn(f"hero{number - number % 5 + 1}", number) if number % 5 else Wait(number)


def write_on(folder: Path) -> None:
    """Give commands until killed."""
    use_toy()
    while True:
        with open_folder(folder) as found:
            line = found.do(command(found.number + 1), ANNA)
            os.write(1, f"{line.number}\n".encode())


def lost(folder: Path, kills: int, seed: int) -> list[str]:
    """What was acknowledged and is gone, or was half kept, in so many processes that were killed."""
    draw, faults, last = random.Random(seed), list[str](), 0
    make_folder(folder, campaign.begin("toy", "Winter", ANNA), [])
    for _ in range(kills):
        last = max(last, killed(folder, draw.uniform(0, 0.1)))
        try:
            with open_folder(folder) as found:
                number, entries = found.number, found.timeline.entries
                unaltered = (folder / STALE).exists() or is_unaltered(found.rules, found.state, files_in(folder))
        except BadFile as error:
            return [*faults, str(error)]
        if number not in (last, last + 1):
            faults.append(f"{number} entries, and {last} were acknowledged")
        wanted = [command(each + 1) for each in range(number)]
        if [campaign.encode_command(each) for each in wanted] != [entry.command for entry in entries]:
            faults.append("its entries are not those that were written")
        if not unaltered or (folder / STALE).exists():
            faults.append("its files are not those of its entries")
        last = number
    return faults


def killed(folder: Path, after: float) -> int:
    """Let a process write and kill it so many seconds after its first word: the last number it told."""
    words = [sys.executable, "-m", "tests.campaign.crash", str(folder)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "FIRETEAM_JIT": "0"}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        time.sleep(after)
        process.kill()
        told += process.stdout.read()
    lines = told.decode().split()
    assert lines, "it never wrote anything"
    return int(lines[-1])


if __name__ == "__main__":
    write_on(Path(sys.argv[1]))
