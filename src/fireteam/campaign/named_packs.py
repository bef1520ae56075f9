"""Packs of campaigns by name: the campaign and its files have the names, and its content comes from where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ..content.read import Document
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

    def read(documents: Mapping[str, Any]) -> Any:
        main: Document | None = documents.get(MAIN)
        names = main.value.get(PACKS) if main is not None and isinstance(main.value, dict) else None
        if main is not None and isinstance(names, list) and all(isinstance(name, str) for name in names):
            main.value = {**main.value, PACKS: list(find(names))}
        return rules.read(documents)

    return rules._replace(begin=begin, files=files, read=read)
