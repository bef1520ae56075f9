"""Links that open campaigns: who holds one, and tokens that are told once, or again under the same idempotency key."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable

from ...core.protocol.campaign import Actor
from ..errors import ApiError
from ..store.rows import CampaignChange, CampaignCreationRow, CampaignLinkRow
from ..tables.idempotency import Creation
from ..validation import TOKEN_BYTES, clean_name, hash_token
from ..wire.messages import CampaignLink, CampaignToken, NewLink

MOST_LETTERS = 60  # of the name of who holds a link

VOID = "This link is not, or no longer, one of this campaign."


def name_of_link(text: str, what: str, taken: Iterable[str] = ()) -> str:
    """Return the name of who holds a link, numbered if it is taken.

    Raises:
        ApiError: it does not print, or has letters of several scripts (422).
    """
    return clean_name(text, what, taken, MOST_LETTERS)


def actor_of_link(new: NewLink, links: Iterable[CampaignLinkRow]) -> Actor:
    """Return who a link is made for: of a name and kind that a link has, for whom that is; else under a new name.

    Raises:
        ApiError: the name does not print, or has letters of several scripts (422).
    """
    name, there = name_of_link(new.name, "The name"), {link.name: link.storyteller for link in links}
    if there.get(name) != new.storyteller:
        name = name_of_link(name, "The name", there)
    return Actor(name, new.storyteller)


def make_link(campaign: str, actor: Actor, making: Creation) -> tuple[CampaignToken, list[CampaignChange]]:
    """Return a new link of somebody, and the rows that store it; an earlier one of the same name is void then."""
    made = CampaignToken(campaign, actor.name, actor.is_storyteller, making.token(actor.name))
    rows: list[CampaignChange] = [
        CampaignLinkRow(campaign, actor.name, actor.is_storyteller, hash_token(made.token)),
    ]
    if making.words:
        key = hash_token(making.words)
        rows.append(CampaignCreationRow(key, campaign, actor.name, actor.is_storyteller, making.digest, making.salt))
    return made, rows


def repeat_link(row: CampaignCreationRow, making: Creation) -> CampaignToken:
    """Return the answer that was given when a link was made under a key.

    Raises:
        ApiError: the key was used for a different request.
    """
    if row.digest != making.digest:
        raise ApiError("E_KEY", "Something else was done under this key before.", 409)
    token = making._replace(salt=row.salt).token(row.name)
    return CampaignToken(row.campaign, row.name, row.storyteller, token)


def cards_of(rows: Iterable[CampaignLinkRow]) -> tuple[CampaignLink, ...]:
    """Return links as the Storyteller sees them."""
    return tuple(CampaignLink(row.name, row.storyteller, row.token_hash is not None) for row in rows)


def seat_token(link: str, table: str, seat: str) -> str:
    """Return the token of a seat in a fight for who holds a link, by the link's token: it is the same every time."""
    made = hmac.digest(link.encode(), f"{table}\n{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made[:TOKEN_BYTES]).decode()
