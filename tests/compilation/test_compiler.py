"""A child process compiles the rules beside a program that goes on; what becomes of it is known, and it never stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.compilation.compiler import Compiler
from fireteam.core.engine import code_cache
from tests.processes import ROOT

MARK = "import sys; from fireteam.core.engine.code_cache import mark_compiled; mark_compiled(sys.argv[1])"
WAIT = "import sys; sys.stdin.read()"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of compiled code."""
    monkeypatch.setenv(code_cache.CACHE_DIR_VARIABLE, str(tmp_path))
    monkeypatch.setattr(code_cache, "code_folder", lambda: tmp_path)
    return tmp_path


def compiler(program: str) -> Compiler:
    return Compiler("toy", (sys.executable, "-c", program))


def end_of(one: Compiler) -> None:
    """Wait until its process has ended."""
    assert one._process is not None
    one._process.wait(60)


def test_what_has_been_compiled_is_known_to_be(folder: Path) -> None:
    one = compiler(MARK)
    assert not one.is_done
    one.start()
    end_of(one)
    assert not one.is_at_work and one.is_done and one.problem == ""
    one.start()
    assert not one.is_at_work  # nothing is left to do


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("raise OSError(28, 'No space left on device')", "the compiler ended with code 1"),
        ("import os; os.kill(os.getpid(), 9)", "the compiler ended by signal 9"),
        ("pass", "the compiler ended with code 0"),
    ],
)
def test_one_that_does_not_succeed_is_told_of_and_not_begun_again(folder: Path, program: str, problem: str) -> None:
    one = compiler(program)
    one.start()
    end_of(one)
    assert not one.is_at_work and one.problem == problem
    one.start()
    assert not one.is_at_work


def test_without_a_folder_to_write_to_nothing_is_begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    one = compiler(WAIT)
    one.start()
    assert not one.is_at_work and one.problem == f"{folder} cannot be written"


def test_without_such_a_program_the_reason_is_told(folder: Path) -> None:
    one = Compiler("toy", ("no such program",))
    one.start()
    assert not one.is_at_work and "no such program" in one.problem


def test_who_stops_it_leaves_no_process(folder: Path) -> None:
    one = compiler(WAIT)
    one.start()
    assert one.is_at_work and one._process is not None
    child = one._process.pid
    one.stop()
    assert not one.is_at_work and one.problem == ""
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), signal.SIGINT)", "os.kill(os.getpid(), 9)"])
def test_however_its_parent_ends_it_ends_too(folder: Path, end: str) -> None:
    """The program's end of the pipe is the sign: a child that lived on would hold it, and the read would not return."""
    read, write = os.pipe()
    os.set_inheritable(write, True)
    parent = f"""
import os, signal, subprocess, sys
from fireteam.compilation import compiler
start = subprocess.Popen
compiler.subprocess.Popen = lambda *words, **named: start(*words, **named, pass_fds=[{write}])
one = compiler.Compiler("toy", (sys.executable, "-c", "from fireteam.compilation.program import end_with; import sys, "
                                "threading; end_with(0); threading.Event().wait()"))
one.start()
assert one.is_at_work
{end}
"""
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "auto"}
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, "-c", parent], env=known, pass_fds=[write], stderr=quiet, timeout=60, check=False)
    os.close(write)
    assert os.read(read, 1) == b""  # nobody holds the other end
    os.close(read)


def test_of_two_that_compile_one_game_the_second_waits_for_the_first(folder: Path) -> None:
    """And finds that nothing is left to do."""
    program = """
import sys
from fireteam.compilation import program
def compile_game(game):
    with open(sys.argv[2], "a") as told:
        told.write("begins ")
        told.flush()
        told.write("ends ")
program.compile_game = compile_game
program.main(sys.argv[1])
"""
    told = folder / "told"
    words = (sys.executable, "-c", program, "toy", str(told))
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "0"}
    pipe = subprocess.PIPE
    both = [subprocess.Popen(words, env=known, stdin=pipe) for _ in range(2)]
    for one in both:
        assert one.wait(60) == 0
        assert one.stdin is not None
        one.stdin.close()
    assert told.read_text() == "begins ends "


def test_how_far_it_has_come_is_counted(folder: Path) -> None:
    (folder / "engine").mkdir()
    for number in range(3):
        (folder / "engine" / f"f{number}.nbi").touch()
    assert compiler(WAIT).progress == 3
