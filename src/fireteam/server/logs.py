"""The server's log on stderr, as text or JSON. Chat, choices and hidden information are never logged."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path
from typing import Any


class JsonFormatter(logging.Formatter):
    """A formatter that writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        fields: dict[str, Any] = {"at": f"{at}Z", "level": record.levelname.lower(), "says": record.getMessage()}
        fields |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            fields["fault"] = fault_location(record)
        return json.dumps(fields)


class TextFormatter(logging.Formatter):
    """A formatter that writes a log record as one readable line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one readable line."""
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        fields = "".join(f" {name}={value}" for name, value in getattr(record, "fields", {}).items())
        fault = f" [{fault_location(record)}]" if record.exc_info and record.exc_info[0] else ""
        return f"{at} {record.levelname.lower()}: {record.getMessage().strip()}{fields}{fault}"


def fault_location(record: logging.LogRecord) -> str:
    """Return an exception's type and its innermost calls; never messages or values, which may be hidden information."""
    kind, _, trace = record.exc_info or (None, None, None)
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{'/'.join(Path(code.co_filename).parts[-2:])}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{kind.__name__ if kind else ''} at {' < '.join(reversed(places[-6:]))}"


def configure_logging(as_json: bool) -> dict[str, Any]:
    """Return the logging configuration. Fireteam's own records are logged from INFO as JSON, from WARNING as text.

    Text is for people at a terminal, who see only what they should act on.
    """
    formatter = JsonFormatter if as_json else TextFormatter
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
