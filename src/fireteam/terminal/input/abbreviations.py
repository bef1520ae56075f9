"""Words left short: which names of several a word may stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matching_names(word: str, names: Sequence[str], letters: dict[str, str]) -> list[str]:
    """The names that a word may stand for: the name itself, its letters on the board, its end, its beginning."""
    small = _squeeze(word)
    if not small:  # a bare dash is the empty list
        return []
    tests = (
        lambda name: name == word,
        lambda name: name.lower() == word.lower(),
        lambda name: letters.get(name, "").lower() == small,
        lambda name: "." in name and _squeeze(name.split(".", 1)[1]) == small,
        lambda name: "." in name and _is_prefix(_squeeze(name.split(".", 1)[1]), small),
        lambda name: _is_dotted_prefix(word.lower(), name.lower()),
        lambda name: _is_prefix(_squeeze(name), small),
        lambda name: _is_subsequence(_squeeze(name.split(".", 1)[-1]), small),
    )
    for test in tests:
        near = [name for name in names if test(name)]
        if near:
            return near
    return []


def resolve_alias(word: str, aliases: Mapping[str, str]) -> str:
    """What people call a thing, perhaps short, as the game does; any other word as it is."""
    small = word.lower()
    near = {
        aliases[name]
        for name in ([small] if small in aliases else aliases)
        if len(small) > 1 and name.startswith(small)
    }
    return near.pop() if len(near) == 1 else word


def _is_prefix(name: str, small: str) -> bool:
    """Whether a name begins so; `recon1` is no beginning of `recon10`."""
    rest = name.removeprefix(small)
    return small != "" and rest != name and not (small[-1].isdecimal() and rest[:1].isdecimal())


def _is_subsequence(name: str, small: str) -> bool:
    """Whether a name has the letters of a word, in order, the first one first: `rc1` for `recon1`."""
    letters = iter(name)
    return small[:1] == name[:1] and small[-1:] == name[-1:] and all(letter in letters for letter in small)


def _is_dotted_prefix(word: str, name: str) -> bool:
    """Whether each part between dots is short for the part of a name it stands for, the last ones of it: `rec.2`."""
    parts, whole = word.split("."), name.split(".")
    return 0 < len(parts) < len(whole) and all(map(_is_prefix, whole[-len(parts) :], parts))


def _squeeze(name: str) -> str:
    """A name without what is easily left out."""
    return name.lower().replace(".", "").replace("_", "").replace("-", "")
