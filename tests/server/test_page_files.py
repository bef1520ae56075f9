"""The files of the page as browsers ask for them: what is served, how long it is kept, and that nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.server.http.page_files import IMMUTABLE, NOT_BUILT, REVALIDATE
from tests.server.service import Visit, served

PAGE, SECRET = "<!doctype html><title>the page</title>", "what nobody may read"
FILES = {
    "index.html": PAGE,
    "icon.svg": "<svg/>",
    "assets/page-1a2b.js": "go()",
    "assets/page-3c4d.css": "a{}",
    "assets/sound-5e6f.woff2": "font",
}
KINDS = {
    "/icon.svg": "image/svg+xml",
    "/assets/page-1a2b.js": "text/javascript",
    "/assets/page-3c4d.css": "text/css",
    "/assets/sound-5e6f.woff2": "font/woff2",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A built page, and beside it what a server keeps for itself."""
    static = tmp_path / "static"
    for name, text in FILES.items():
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_text(text)
    (tmp_path / "table.secret").write_text(SECRET)
    (tmp_path / "static-old").mkdir()
    (tmp_path / "static-old" / "table.secret").write_text(SECRET)
    return static


@pytest.fixture
def visit(database: str, folder: Path) -> Iterator[Visit]:
    with served(database, static=folder) as visit:
        yield visit


def test_every_file_is_served_as_what_it_is(visit: Visit):
    for path, kind in KINDS.items():
        answer = visit.http.get(path)
        assert (answer.status_code, answer.text) == (200, FILES[path[1:]])
        assert answer.headers["content-type"].partition(";")[0] == kind and answer.headers["x-content-type-options"]


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/tables/abc", "/assets", "/assets/", "/assets/gone.js", "/api", "/a%00b", "/" + "a" * 999],
)
def test_where_no_file_is_the_page_is_and_it_is_asked_for_each_time(visit: Visit, path: str):
    answer = visit.http.get(path)
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, PAGE, REVALIDATE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_files_whose_names_change_with_them_are_kept_and_others_are_asked_for_again(visit: Visit):
    assert visit.http.get("/assets/page-1a2b.js").headers["cache-control"] == IMMUTABLE
    first = visit.http.get("/icon.svg")
    assert first.headers["cache-control"] == REVALIDATE
    same = visit.http.get("/icon.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content, same.headers["cache-control"]) == (304, b"", REVALIDATE)


def test_head_tells_what_get_would_and_nothing_can_be_done_to_a_file(visit: Visit):
    for path in ("/", "/icon.svg"):
        got, head = visit.http.get(path), visit.http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert all(head.headers[name] == got.headers[name] for name in ("content-length", "content-type", "etag"))
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        refused = visit.http.request(method, "/icon.svg")
        assert (refused.status_code, refused.json()["code"]) == (405, "E_UNKNOWN")
        assert set(refused.headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_what_is_not_asked_of_the_server_is_not_the_page(visit: Visit):
    refused = visit.http.get("/api/nowhere")
    assert (refused.status_code, refused.json()["code"], refused.headers["cache-control"]) == (
        404,
        "E_UNKNOWN",
        "no-store",
    )
    refused = visit.http.post("/api/games")
    assert (refused.status_code, refused.json()["sentence"]) == (405, "This address is not asked so.")


UP = ["%2e%2e/", "..%2f", "%2e%2e%2f", "assets/%2e%2e/%2e%2e/", "..%5c", "x/%2e%2e/%2e%2e/", "%2e/%2e%2e/"]


@pytest.mark.parametrize("name", ["table.secret", "static-old/table.secret", "static-old%2ftable.secret"])
def test_nothing_outside_the_folder_is_served_by_any_way_up(visit: Visit, name: str):
    assert [visit.http.get(f"/{up}{name}").text for up in UP] == [PAGE] * len(UP)


def test_nothing_outside_the_folder_is_served_by_its_whole_path(visit: Visit, folder: Path):
    secret = str(folder.parent / "table.secret")
    for path in (f"/{secret}", secret, f"/{secret.replace('/', '%2f')}", f"/.{secret}", "/%2e%2e" * 30 + secret):
        answer = visit.http.get(f"http://localhost{path}")
        assert (answer.status_code, answer.text) == (200, PAGE), path


def test_a_link_is_followed_within_the_folder_and_never_out_of_it(visit: Visit, folder: Path):
    (folder / "assets" / "out.txt").symlink_to(folder.parent / "table.secret")
    (folder / "out").symlink_to(folder.parent, target_is_directory=True)
    (folder / "in.svg").symlink_to(folder / "icon.svg")
    for path in ("/assets/out.txt", "/out/table.secret", "/out/static-old/table.secret"):
        assert visit.http.get(path).text == PAGE
    assert visit.http.get("/in.svg").text == FILES["icon.svg"]


@pytest.mark.parametrize("folder_there", [True, False])
def test_a_copy_without_the_page_says_so_and_serves_all_else(database: str, tmp_path: Path, folder_there: bool):
    static = tmp_path / "static"
    if folder_there:
        static.mkdir()
    with served(database, static=static) as visit:
        for path in ("/", "/assets/page.js"):
            assert (visit.http.get(path).status_code, visit.http.get(path).text) == (404, NOT_BUILT)
        assert visit.http.get("/api/games").status_code == 200
