"""Clauses of a rulebook: each has an address (`made/ttt/rules.html#ttt-6.3`), and leads there wherever it is named."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from fireteam.tools.clauses import ID

CLAUSE = re.compile(ID)
PAGE = re.compile(r"made/\w+/rules")


def setup(sphinx: Sphinx) -> dict[str, Any]:
    sphinx.connect("doctree-read", anchor)
    sphinx.connect("doctree-resolved", link)
    sphinx.connect("env-purge-doc", forget)
    return {"parallel_read_safe": False}


def known(sphinx: Sphinx) -> dict[str, str]:
    """The page of every clause."""
    if not hasattr(sphinx.env, "fireteam_clauses"):
        sphinx.env.fireteam_clauses = {}  # type: ignore[attr-defined]
    return sphinx.env.fireteam_clauses  # type: ignore[attr-defined, no-any-return]


def is_name(node: nodes.Node) -> bool:
    """Whether a clause's name may stand in this: rulebooks write it as code, or in bold letters."""
    return isinstance(node, (nodes.literal, nodes.strong))


def anchor(sphinx: Sphinx, tree: nodes.document) -> None:
    """Give every clause of a rulebook an anchor: a list item that begins with its name."""
    page = sphinx.env.docname
    if not PAGE.fullmatch(page):
        return
    for item in tree.findall(nodes.list_item):
        name = next(iter(item.findall(is_name)), None)
        if name is not None and CLAUSE.fullmatch(name.astext()) and item.astext().startswith(name.astext()):
            item["ids"].append(name.astext().lower())
            known(sphinx)[name.astext()] = page


def link(sphinx: Sphinx, tree: nodes.document, page: str) -> None:
    """Lead every clause that is named to its place in the rulebook, but for the name at that place."""
    for name in list(tree.findall(nodes.literal)):
        home = known(sphinx).get(name.astext())
        if home is None or isinstance(name.parent, nodes.reference):
            continue
        uri = sphinx.builder.get_relative_uri(page, home)
        led = nodes.reference("", "", internal=True, refuri=f"{uri if page != home else ''}#{name.astext().lower()}")
        name.replace_self(led)
        led += name


def forget(sphinx: Sphinx, env: Any, page: str) -> None:
    """A page is read again: what it had of clauses is read again too."""
    for clause in [clause for clause, home in known(sphinx).items() if home == page]:
        del known(sphinx)[clause]
