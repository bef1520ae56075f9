"""The server's own description is true: everything that it allows is asked, and what is answered is as it says."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis.strategies import booleans, sampled_from
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.heavy.settings import many
from tests.server.service import DUEL, TTT, on_the_network

EXAMPLES = many(8, 20)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schemathesis.serializer("application/zip")
def archive(context: Any, value: Any) -> bytes:
    """Something that is sent as an archive, and is none."""
    return str(value).encode(errors="replace")


@pytest.fixture(scope="module")
def server(lasting):
    load_all_checks()
    with on_the_network(lasting) as address:
        yield address


def test_the_description_is_openapi_31_and_names_every_message(server):
    described = requests.get(f"{server}/openapi.json", timeout=30).json()
    assert described["openapi"] == "3.1.0"
    assert {"NewTable", "Now", "Choose", "Refusal", "LessonStep"} <= set(described["components"]["schemas"])


def operations(address: str) -> list[Any]:
    api = schemathesis.openapi.from_url(f"{address}/openapi.json")
    return [operation.ok() for operation in api.get_all_operations()]


def test_what_the_description_allows_is_answered_as_it_says(server):
    made = requests.post(f"{server}/api/tables", json={**TTT, "seats": DUEL}, timeout=30).json()
    begun = requests.post(f"{server}/api/campaigns", json={"game": "fs3", "name": "Winter"}, timeout=30).json()
    there = {"table": made["table"], "game": "ttt", "clause": "TTT-1.1", "sheet": "band", "person": "jo"}
    there["campaign"] = begun["campaign"]
    tokens = [made["seats"]["anna"], made["host"], ""]
    asked = operations(server)
    assert len(asked) > 20
    for operation in asked:
        own = {"game": "gunplay"} if "{sheet}" in operation.path else {}
        opens = [begun["token"], ""] if operation.path.startswith("/api/campaigns") else tokens
        ask_in_many_ways(operation, {**there, **own}, opens)


def ask_in_many_ways(operation: Any, there: dict[str, str], tokens: list[str]) -> None:
    """Ask one thing, at places that there are and at others, with a token and without."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(case=operation.as_strategy(), token=sampled_from(tokens), own=booleans())
    def ask(case: Any, token: str, own: bool) -> None:
        for name in case.path_parameters or {}:
            if own and name in there:
                case.path_parameters[name] = there[name]
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
        case.validate_response(case.call(timeout=60), checks=CHECKS)

    ask()
