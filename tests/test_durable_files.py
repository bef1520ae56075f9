"""What lasts is written whole or not at all, is on the disk once that is said, and nothing writes otherwise."""

from __future__ import annotations

import ast
import errno
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from fireteam import durable_files
from fireteam.durable_files import (
    LineFile,
    count_whole,
    make_folders,
    new_file,
    new_folder,
    open_locked,
    remove_parts,
    remove_stale,
    write_file,
    write_new_file,
)

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "fireteam"

WRITES = {
    *("write_text", "write_bytes", "touch", "mkdir", "makedirs", "mkstemp", "mkdtemp", "NamedTemporaryFile"),
    *("TemporaryDirectory", "TemporaryFile", "copy", "copyfile", "copytree", "copy2", "move", "rmtree", "rename"),
    *("renames", "link", "symlink", "symlink_to", "hardlink_to", "unlink", "remove_dir", "rmdir", "truncate"),
    *("ftruncate", "fdatasync", "fsync", "pwrite", "mknod", "chmod", "SpooledTemporaryFile", "memmap", "tofile"),
}
"""Names of functions that write files or names of files, whatever they belong to."""
OF_OTHERS = {"copy": ("shutil",), "move": ("shutil",), "link": ("os",), "truncate": ("os",), "replace": ("os",)}
"""Names that also mean something else: these count only where they belong to a module or, of `replace`, a path."""

EXCEPTIONS = {
    "durable_files.py": "the one way",
    "content/content_cache.py": "a cache: what is lost is checked anew",
    "core/engine/code_cache.py": "a cache: what is lost is compiled anew",
    "core/engine/generated.py": "a cache: what is lost is generated anew",
    "compilation/program.py": "a lock of the cache of compiled code; nothing is written into it",
    "content/pack_writer.py": "a copy of a pack in the folder for what is temporary, checked and dropped",
    "server/store/file_lock.py": "opens a lock that `make_file` has made; nothing is written into it",
    "server/store/location.py": "SQLite writes, and syncs what it writes",
    "server/store/backup.py": "SQLite writes into the hidden file of `new_file`, which is synced then",
    "cli/__init__.py": "opens the null device",
    "server/workers/main.py": "opens the null device, and a pipe",
    "server/store/writer_main.py": "writes to a pipe",
    "server/store/writer_process.py": "writes to a pipe",
}
"""Who else may write, and why."""


def is_write(call: ast.Call) -> bool:
    """Whether a call writes files or names of files, by its name and arguments."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    owner = function.value.id if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) else ""
    if name == "replace":  # of a path it takes one argument, of text two, of a record names
        is_method = isinstance(function, ast.Attribute) and getattr(function.value, "attr", "") != "structs"
        return owner == "os" or (is_method and len(call.args) == 1 and not call.keywords)
    if name in ("open", "fdopen"):
        if owner == "os" and name == "open":
            return True
        texts = [
            each.value for each in ast.walk(call) if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        return any(set(text) <= set("rwaxbt+U") and set(text) & set("wax+") for text in texts)
    if name == "write":
        return owner == "os"
    if name == "connect":
        return owner == "sqlite3"
    return name in WRITES and owner in OF_OTHERS.get(name, (owner,))


def writes(source: str) -> list[int]:
    """The lines of a source that write files."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and is_write(node)]


def test_nothing_writes_files_but_the_functions_for_what_lasts():
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        if lines := writes(path.read_text(encoding="utf-8")):
            found[path.relative_to(SOURCES).as_posix()] = lines
    assert {path: lines for path, lines in found.items() if path not in EXCEPTIONS} == {}
    assert set(EXCEPTIONS) <= set(found), "an exception that nothing needs any more"


@pytest.mark.parametrize(
    "line",
    [
        "path.write_text(x)",
        "Path(x).write_bytes(y)",
        "open(x, 'w')",
        "open(x, mode='ab')",
        "path.open('x')",
        "os.open(x, flags)",
        "os.fdopen(x, 'wb')",
        "os.replace(x, y)",
        "path.replace(other)",
        "shutil.copyfile(x, y)",
        "shutil.move(x, y)",
        "path.touch()",
        "path.mkdir()",
        "tempfile.mkstemp()",
        "sqlite3.connect(x)",
        "path.unlink()",
        "os.write(1, x)",
        "io.open(x, 'r+')",
    ],
)
def test_every_other_way_of_writing_is_found(line):
    assert writes(line) == [1]


def test_reading_is_no_writing():
    for line in ("open(x)", "path.open('rb')", "text.replace('a', 'b')", "replace(record, a=1)", "list.copy()"):
        assert writes(line) == []


STEPS = ("write", "fsync", "replace", "link")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("is_there", [False, True])
def test_a_write_that_fails_leaves_everything_as_it_was(tmp_path, monkeypatch, number, step, at, is_there):
    path = tmp_path / "a.yaml"
    if is_there:
        path.write_bytes(b"old")
    real, calls = getattr(os, step), count()

    def fail(*arguments):
        if next(calls) == at:
            raise OSError(number, os.strerror(number))
        return real(*arguments)

    for write in (write_file, write_new_file):
        with monkeypatch.context() as broken:
            broken.setattr(os, step, fail)
            try:
                write(path, b"new")
            except OSError:
                wanted = [("a.yaml", b"old")] if is_there else []
            else:
                wanted = [("a.yaml", b"new")]
        assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == wanted
        path.unlink(missing_ok=True)
        is_there = False


def test_what_is_written_is_synced_before_it_has_its_name_and_its_name_after(tmp_path, monkeypatch):
    happened = []

    def note(name):
        real = getattr(os, name)

        def call(first, *rest):
            kind = "folder" if isinstance(first, int) and os.path.isdir(f"/proc/self/fd/{first}") else "file"
            happened.append(f"{name} {kind}" if name == "fsync" else name)
            return real(first, *rest)

        monkeypatch.setattr(os, name, call)

    for name in ("write", "fsync", "replace"):
        note(name)
    write_file(tmp_path / "a", b"x")
    assert happened == ["write", "fsync file", "replace", "fsync folder"]


def test_a_file_keeps_its_mode_and_a_link_to_it_stays_one(tmp_path):
    path, link = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to("a")
    write_file(link, b"new")
    assert path.read_bytes() == b"new" and link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(FileExistsError):
        write_new_file(link, b"newer")
    assert path.read_bytes() == b"new"


def test_a_device_is_written_into_and_stays_one(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        write_file(tmp_path / "pipe", b"words")
        assert reader.stdout is not None and reader.stdout.read() == b"words"
    assert (tmp_path / "pipe").is_fifo()


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path, monkeypatch):
    real = os.fsync

    def fail(file):
        if os.path.isdir(f"/proc/self/fd/{file}"):
            raise OSError(errno.EINVAL, "Invalid argument")
        real(file)

    monkeypatch.setattr(os, "fsync", fail)
    write_file(tmp_path / "a", b"x")
    assert (tmp_path / "a").read_bytes() == b"x"


def test_a_disk_without_second_names_takes_new_files_all_the_same(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", fail)
    write_new_file(tmp_path / "a", b"x")
    with pytest.raises(FileExistsError):
        write_new_file(tmp_path / "a", b"y")
    write_file(tmp_path / "a", b"z")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"z")]


KILLED = """
import os, signal, sys
from pathlib import Path
from fireteam.durable_files import new_file
with new_file(Path(sys.argv[1])) as part:
    part.with_name(f"{part.name}-wal").write_bytes(b"x")
    os.write(1, b"now\\n")
    if sys.argv[2:]:
        sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def start(*words: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", KILLED, *words], env=environment, stdin=pipe, stdout=pipe)


def test_what_a_kill_left_goes_with_the_next_write_and_what_others_write_stays(tmp_path):
    (tmp_path / ".fireteam-mine").write_text("a person's own")
    with start(str(tmp_path / "b"), "wait") as living:
        assert living.stdout is not None and living.stdout.readline() == b"now\n"
        with start(str(tmp_path / "a")) as killed:
            killed.communicate()
        assert len(list(tmp_path.iterdir())) == 5
        write_file(tmp_path / "c", b"x")
        assert len(list(tmp_path.iterdir())) == 4
        living.communicate()
    remove_parts(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [".fireteam-mine", "c"]


def test_a_folder_is_there_whole_or_not_at_all(tmp_path):
    with pytest.raises(ZeroDivisionError), new_folder(tmp_path / "deep" / "pack") as part:
        write_file(part / "a", b"x")
        _ = 1 / 0
    assert list((tmp_path / "deep").iterdir()) == []
    with new_folder(tmp_path / "deep" / "pack") as part:
        write_file(part / "a", b"x")
    with pytest.raises(OSError), new_folder(tmp_path / "deep" / "pack"):
        pass
    assert [each.name for each in (tmp_path / "deep").rglob("*")] == ["pack", "a"]


def test_new_files_of_other_programs_are_never_written_over(tmp_path):
    with pytest.raises(FileExistsError), new_file(tmp_path / "a") as part:
        part.write_bytes(b"x")
        (tmp_path / "a").write_bytes(b"theirs")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"theirs")]


def test_folders_are_synced_into_those_above_and_a_failure_leaves_none(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(durable_files, "sync_folder", synced.append)
    made = make_folders(tmp_path / "a" / "b")
    assert made == [tmp_path / "a", tmp_path / "a" / "b"] and synced == [tmp_path.parent, tmp_path, tmp_path / "a"]

    def fail(folder):
        if folder.name == "c":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable_files, "sync_folder", fail)
    with pytest.raises(OSError, match="No space"):
        make_folders(tmp_path / "c" / "d")
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_a_line_that_cannot_be_written_is_gone_before_the_next(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    path.write_bytes(b"one\n")
    lines = LineFile(open_locked(path), 4)

    def fail(*_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        broken.setattr(os, "ftruncate", fail)
        with pytest.raises(OSError):
            lines.append(b"two\n")
    lines.append(b"three\n")
    assert path.read_bytes() == b"one\nthree\n"
    lines.close()


def test_of_appends_that_belong_together_none_counts_when_one_fails_and_each_is_synced(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    path.write_bytes(b"one\n")
    lines = LineFile(open_locked(path), 4)
    seen: list[bytes] = []

    def fsync(file: int) -> None:
        seen.append(path.read_bytes())
        if len(seen) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fsync)
        with pytest.raises(OSError):
            lines.append(b"two\n", b"three\n", b"four\n")
    assert seen[:2] == [b"one\ntwo\n", b"one\ntwo\nthree\n"] and path.read_bytes() == b"one\n"
    lines.append(b"five\n", b"six\n")
    assert path.read_bytes() == b"one\nfive\nsix\n"
    lines.close()


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (b"", b""),
        (b"half a li", b""),
        (bytes(512 - 8) + b"rest of it\n", b""),
        (b"whole\n", b"whole\n"),
        (bytes(9), b""),
        (b"a\0b\n", b"a\0b\n"),
        (b"x" * 504 + bytes(512) + b"x\n", b""),
        (b"x" * 504 + bytes(511) + b"x\n", None),
        (bytes(504) + b"rest\nmore\n", None),
    ],
)
def test_lines_count_up_to_where_a_power_cut_has_torn_the_last_append(after, kept):
    data = b"line\nab\n" + after
    assert data[: count_whole(data)] == (data if kept is None else b"line\nab\n" + kept)


def test_a_torn_append_of_several_lines_does_not_count_from_its_first_hole():
    data = b"line\nab\n" + bytes(504) + b"rest\nmore\n"
    assert count_whole(data, together=2) == 8


def test_a_file_that_belongs_to_another_is_not_stale_while_that_is_there(tmp_path: Path) -> None:
    other, beside = tmp_path / "a.match", tmp_path / "a.match.secret"
    other.touch()
    beside.touch()
    assert not remove_stale(beside, unless=other) and beside.exists()
    other.unlink()
    assert remove_stale(beside, unless=other) and not beside.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_with_the_name_of_a_part_holds_up_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f".fireteam-{'0' * 16}.part")
    write_file(tmp_path / "a.txt", b"a")
    assert (tmp_path / "a.txt").read_bytes() == b"a"


def test_a_part_that_another_process_is_about_to_remove_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks, lock = iter([BlockingIOError()]), durable_files._lock

    def lock_late(file: int) -> None:
        if error := next(locks, None):
            raise error
        lock(file)

    monkeypatch.setattr(durable_files, "_lock", lock_late)
    write_file(tmp_path / "a.txt", b"a")
    assert (tmp_path / "a.txt").read_bytes() == b"a"


def test_a_part_folder_that_another_process_is_about_to_remove_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks, lock = iter([BlockingIOError()]), durable_files._lock

    def lock_late(file: int) -> None:
        if error := next(locks, None):
            for part in tmp_path.iterdir():
                part.rmdir()
            raise error
        lock(file)

    monkeypatch.setattr(durable_files, "_lock", lock_late)
    with new_folder(tmp_path / "pack") as part:
        write_file(part / "a", b"x")
    assert [each.name for each in tmp_path.rglob("*")] == ["pack", "a"]


def test_a_stale_file_is_closed_before_it_is_removed_where_it_must_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, happened = tmp_path / "a", []
    path.touch()
    with monkeypatch.context() as windows:
        for name in ("close", "unlink"):
            real = getattr(os, name)
            windows.setattr(os, name, lambda each, name=name, real=real: (happened.append(name), real(each)))
        windows.setattr(os, "name", "nt")
        is_gone = remove_stale(path)
    assert is_gone and happened == ["close", "unlink"]
