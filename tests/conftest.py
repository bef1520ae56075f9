"""What all tests share: plain rules unless FIRETEAM_JIT=1 is said, and goldens that can be written anew."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import engine

from tests.chance import STREAMS
from tests.heavy.settings import NAME as HEAVY
from tests.heavy.settings import factor, heavy
from tests.own_games import without_other_packages
from tests.whole_run import WholeRun, is_left_out

TESTS = Path(__file__).parent
WAIT = ("web", "terminal")
SHRINKING = 30  # seconds that a property which fails is made smaller: well below `faulthandler_timeout`

# Before anything of Fireteam is imported: rules run plain, which starts at once. Under FIRETEAM_JIT=1 the miniature
# games belong to the compiled sources, so that an edit of theirs compiles anew.
os.environ.setdefault("FIRETEAM_JIT", "0")
EXAMPLE = TESTS.parent / "examples" / "breakthrough" / "src"
os.environ.setdefault("FIRETEAM_SOURCES", os.pathsep.join([str(TESTS / "games"), str(EXAMPLE)]))


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Matches that are kept for whoever plays are kept elsewhere during tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-goldens", action="store_true", help="write the golden playthroughs anew")
    parser.addoption("--heavy", action="store_true", help="run the slow tests as well")
    parser.addoption("--all", action="store_true", help="run all tests, but no group whose inputs have not changed")
    parser.addoption(
        "--write-seconds", action="store_true", help="with --all: leave out nothing, write tests/seconds.md"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--heavy"):
        os.environ.setdefault(HEAVY, "1")  # before a test is imported: counts are larger, databases of both kinds
    try:
        factor()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    registry = import_module("fireteam.registry")
    registry.entry_points = without_other_packages(registry.entry_points, registry.GAME_ENTRY_POINTS)  # type: ignore[attr-defined]
    # A rule may be compiled in the middle of a test. What is tried is the same in every run but the slow ones.
    settings.register_profile("fireteam", deadline=None, derandomize=not heavy())
    settings.load_profile("fireteam")
    engine.MAX_SHRINKING_SECONDS = SHRINKING  # no setting says so; the usual 300 would end as a hang without a name
    if config.getoption("--all") and not hasattr(config, "workerinput"):
        if config.getoption("keyword") or config.getoption("maxfail") or config.args_source.name != "TESTPATHS":
            raise pytest.UsageError("--all runs all tests to their end: leave out -k, -x and paths")
        run = WholeRun(heavy() or config.getoption("--write-seconds"), config.getoption("--write-seconds"))
        config.pluginmanager.register(run, "fireteam-whole-run")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the groups that the run leaves out (tests/inputs.py)."""
    return is_left_out(collection_path) or None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Of several workers each imports its share of the tests first: their asserts are rewritten once, not by all."""
    if worker := getattr(session.config, "workerinput", None):
        paths = [path for path in sorted(TESTS.rglob("test_*.py")) if not is_left_out(path)]
        for path in paths[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
            with suppress(Exception, pytest.skip.Exception):  # whoever collects it tells what is wrong with it
                import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The servers of a test have the same chance in every run."""
    STREAMS.begin(item.nodeid)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `heavy` runs only under --heavy. What waits for a page or a screen begins first: others run beside
    it, and none waits at the end while a processor has nothing to do."""
    if not config.getoption("--heavy"):
        items[:] = [item for item in items if item.get_closest_marker("heavy") is None]
    items.sort(key=lambda item: _waits(item.path))


def _waits(path: Path) -> int:
    """How early tests begin that wait: for a page, for a screen, for nothing."""
    room = path.relative_to(TESTS).parts[0]
    return WAIT.index(room) if room in WAIT else len(WAIT)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden of a name under tests/playthroughs, or write that golden."""
    write = request.config.getoption("--write-goldens")

    def compare(name: str, text: str) -> None:
        path = TESTS / "playthroughs" / f"{name}.txt"
        if write:
            path.write_text(text, encoding="utf-8")
            return
        if not path.exists():
            pytest.fail(f"no golden {path.name}; write it with --write-goldens", pytrace=False)
        stored = path.read_text(encoding="utf-8")
        if stored != text:
            lines = difflib.unified_diff(stored.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2)
            shown = "\n".join(list(lines)[:60])
            again = (
                "If this is meant: raise `rules` of the Game when old matches may now play differently, write the"
                " goldens anew with --write-goldens, and read the difference as a player would."
            )
            pytest.fail(f"{path.name} differs.\n{shown}\n{again}", pytrace=False)

    return compare
