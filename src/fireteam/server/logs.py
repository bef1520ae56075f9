"""The log of a server: on stderr, as lines or as JSON. What people say, choose or hold never stands in it."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path
from typing import Any


class AsJson(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said: dict[str, Any] = {"at": f"{at}Z", "level": record.levelname.lower(), "says": record.getMessage()}
        said |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            said["fault"] = where(record)
        return json.dumps(said)


class AsText(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        fields = "".join(f" {name}={value}" for name, value in getattr(record, "fields", {}).items())
        fault = f" [{where(record)}]" if record.exc_info and record.exc_info[0] else ""
        return f"{at} {record.levelname.lower()}: {record.getMessage().strip()}{fields}{fault}"


def where(record: logging.LogRecord) -> str:
    """What broke, and where: never with which values, which somebody may hide."""
    kind, _, trace = record.exc_info or (None, None, None)
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{'/'.join(Path(code.co_filename).parts[-2:])}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{kind.__name__ if kind else ''} at {' < '.join(reversed(places[-6:]))}"


def logging_as(as_json: bool) -> dict[str, Any]:
    """How the log is written; for people at a terminal, only what they should mend."""
    formatter = AsJson if as_json else AsText
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {
            "fireteam": {"handlers": ["stderr"], "level": "INFO" if as_json else "WARNING", "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        },
    }
