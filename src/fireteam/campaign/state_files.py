"""A campaign as files of YAML by their paths, which people read and may edit, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

import msgspec
import yaml

from ..content.problems import BadContent, Place, Problems
from ..content.read import NUMBER, Document, parse_document
from ..core.errors import WriteFailed
from ..core.protocol.campaign import CampaignRules
from .entry import FORMAT

MAIN = "campaign.yaml"
SUFFIX = ".yaml"
OWN = ("format", "game")  # fields of MAIN that are not the game's
WIDTH = 120
ODD = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")  # JSON has them as they are, YAML only escaped


class _Dumper(yaml.SafeDumper):
    """Writes what the reader of content reads: no anchors, text of several lines as it stands."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write every value out, however often it occurs."""
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else "'" if NUMBER.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _write_text)


def plain_files(rules: CampaignRules, state: Any) -> dict[str, Any]:
    """The files of a campaign by path, as plain values."""
    return {path: msgspec.json.decode(msgspec.json.encode(value)) for path, value in rules.files(state).items()}


def write_state(rules: CampaignRules, game: str, state: Any) -> dict[str, bytes]:
    """The files of a campaign by path, as YAML.

    Raises:
        WriteFailed: a file could not be read again: it is too large, or holds what YAML cannot.
    """
    values = plain_files(rules, state)
    main = {"format": FORMAT, "game": game, **values[MAIN]}
    return {path: _yaml_of(path, value) for path, value in {**values, MAIN: main}.items()}


def _yaml_of(path: str, value: Any) -> bytes:
    text: str = yaml.dump(
        value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH, default_flow_style=False
    )
    _check_text(path, text, value)
    return text.encode()


def _check_text(path: str, text: str, value: Any) -> None:
    """Make sure that a file can be read again and then says the same.

    Raises:
        WriteFailed: it cannot.
    """
    problems = Problems()
    document = parse_document(text.encode(), path, problems)
    if document is None or document.value != value:
        raise WriteFailed("\n".join(map(str, problems)) or f"{path}: holds what YAML cannot")


def _escape(odd: re.Match[str]) -> str:
    return f"\\u{ord(odd.group()):04x}"


@lru_cache(maxsize=4096)
def _check_json(path: str, text: str) -> None:
    """The same of a file in JSON; of those that stay as they are, once."""
    _check_text(path, text, msgspec.json.decode(text))


def is_unaltered(rules: CampaignRules, state: Any, files: Mapping[str, bytes]) -> bool:
    """Whether files say what a campaign is, in whatever words."""
    try:
        documents = read_documents(files)
    except BadContent:
        return False
    return {path: document.value for path, document in documents.items()} == plain_files(rules, state)


def json_files(game: str, files: Mapping[str, Any]) -> dict[str, str]:
    """The files of a campaign, given as plain values, as they are kept beside its journal: in JSON that YAML reads the
    same.

    Raises:
        WriteFailed: a file could not be read again: it is too large, or holds what YAML cannot.
    """
    values = {**files, MAIN: {"format": FORMAT, "game": game, **files[MAIN]}}
    texts = {path: ODD.sub(_escape, msgspec.json.encode(value).decode()) for path, value in values.items()}
    for path, text in texts.items():
        _check_json(path, text)
    return texts


def read_state(rules: CampaignRules, files: Mapping[str, bytes], folder: str = "", game: str = "") -> Any:
    """The campaign of files by path; `folder` is where they are said to stand, `game` what they have to be of.

    Raises:
        BadContent: every problem, with file and line.
    """
    return rules.read(read_documents(files, folder, game))


def restore_state(rules: CampaignRules, files: Mapping[str, bytes]) -> Any:
    """The campaign of files that were sound when they were written, whatever its packs hold now.

    Raises:
        BadContent: every problem, with file and line.
    """
    return (rules.restore or rules.read)(read_documents(files))


def read_documents(files: Mapping[str, bytes], folder: str = "", game: str = "") -> dict[str, Document]:
    """The files of a campaign as documents, without what is not the game's.

    Raises:
        BadContent: a file is no YAML, or MAIN is missing, of a newer form or of another game.
    """
    problems = Problems()
    documents = {path: parse_document(data, _place_of(folder, path), problems) for path, data in files.items()}
    main = documents.get(MAIN)
    if MAIN not in documents:
        problems.add("E_C_FILE", Place(folder or ".", 1, 1, ""), f"has no {MAIN}")
    elif main is not None and isinstance(main.value, dict):
        _check_main(main, game, problems)
        main.value = {name: value for name, value in main.value.items() if name not in OWN}
    elif main is not None:
        problems.add("E_C_TYPE", main.root.place, "must be a mapping of fields to values")
    if problems.count_errors():
        raise BadContent(problems)
    return {path: document for path, document in documents.items() if document is not None}


def _check_main(main: Document, game: str, problems: Problems) -> None:
    """Judge the fields of MAIN that are not the game's."""
    root = main.root
    form = root.value.get("format")
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        place = root["format"].place if "format" in root else root.place
        problems.add("E_C_TYPE", place, f"format must be a number, such as {FORMAT}")
    elif form > FORMAT:
        place = root["format"].place
        problems.add("E_C_TYPE", place, f"the campaign is of a newer Fireteam (format {form}); use that one")
    if game and root.value.get("game") != game:
        place = root["game"].place if "game" in root else root.place
        problems.add("E_C_TYPE", place, f"the campaign is of the game {game}", "a campaign stays with its game")


def _place_of(folder: str, path: str) -> str:
    return str(PurePosixPath(folder, path)) if folder else path
