"""Packs of campaigns by name: the campaign and its files have the names, and its content comes from where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ..content.read import Document
from ..core.errors import FireteamError
from ..core.protocol.campaign import CampaignRules
from .state_files import MAIN

PACKS = "packs"


def with_named_packs(rules: CampaignRules, find: Callable[[Sequence[str]], Sequence[str]]) -> CampaignRules:
    """Rules of campaigns whose packs are known by name; `find` returns the paths of packs, or refuses one."""

    def begin(name: str, packs: Sequence[str]) -> Any:
        return rules.begin(name, find(packs))

    def files(state: Any) -> Mapping[str, Any]:
        found = rules.files(state)
        names = [PurePath(path).name for path in found[MAIN].get(PACKS, ())]
        return {**found, MAIN: {**found[MAIN], PACKS: names}} if names else found

    def found(documents: Mapping[str, Any], search: Callable[[Sequence[str]], Sequence[str]]) -> Mapping[str, Any]:
        main: Document | None = documents.get(MAIN)
        names = main.value.get(PACKS) if main is not None and isinstance(main.value, dict) else None
        if main is not None and isinstance(names, list) and all(isinstance(name, str) for name in names):
            main.value = {**main.value, PACKS: list(search(names))}
        return documents

    def read(documents: Mapping[str, Any]) -> Any:
        return rules.read(found(documents, find))

    def there(names: Sequence[str]) -> Sequence[str]:
        """The paths of packs; a name where there is none any more."""
        try:
            return find(names)
        except FireteamError:
            return names

    def restore(documents: Mapping[str, Any]) -> Any:
        return (rules.restore or rules.read)(found(documents, there))

    return rules._replace(begin=begin, files=files, read=read, restore=restore)
