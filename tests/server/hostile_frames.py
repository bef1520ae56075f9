"""Frames that nobody should send: real ones with bytes and values that do not belong there, by lot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fireteam.server.validation import MAX_BODY
from fireteam.server.wire.messages import PROTOCOL

Frame = str | bytes
Message = dict[str, Any]

NUMBERS = [
    0,
    -1,
    2**30,
    2**30 + 1,
    -(2**31),
    2**53 + 1,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    2**64,
    2**64 + 1,
    -(2**70),
    10**400,
]
NUMBERS += [1e308, -1e-320, 1.5, -0.0]
STRANGE = [
    None,
    True,
    "",
    " ",
    "red",
    "\x00",
    "\u202e",
    "\ufeff",
    "\U0001f4a9",
    "x" * 3_000,
    [],
    {},
    [[[]]],
    {"a": {"b": []}},
]
STRANGE += [
    "../../etc/passwd",
    "' or 1=1 --",
    "{slot}",
    "{0.__class__}",
    "%s%n",
    "$(id)",
    "<script>",
    "e\u0301",
    "\r\n",
]
BROKEN = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xfe\xfe\xff\xff")
"""Bytes that are no UTF-8: none at all, too long a form, half a pair, beyond the last sign, cut off."""
NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "01", "+1", "1.", ".5", "0x10", "1_000", "١")
SIGNS = [
    "",
    " ",
    "  ",
    ";",
    ",",
    "=",
    "@",
    ":",
    "+",
    "-",
    ".",
    "/",
    "\x00",
    "\t",
    "\n",
    "²",
    "Ⅳ",
    "１",
    "é",
    "(",
    "{}",
    "*",
]
SIGNS += ["--", "nan", "inf", "1e9", "none", "all", "-1", "0x1"]
BAD_KEYS = ["", "short", "x" * 65, "x" * 5_000, "\x00" * 8, "\u202e" * 8, "é" * 64, " " * 8]


def text_of(message: object) -> str:
    """A message as a client writes it."""
    return json.dumps(message, ensure_ascii=False)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in a message values are."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [place for name, each in inner for place in places(each, (*path, name))]


def put(message: Message, path: Sequence[Any], value: Any) -> Message:
    """A message with another value at a place."""
    altered = json.loads(json.dumps(message))
    inner = altered
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return altered  # type: ignore[no-any-return]


def at(message: Any, path: Sequence[Any]) -> Any:
    """The value at a place of a message."""
    for name in path:
        message = message[name]
    return message


class HostileFrames:
    """Frames by lot, made of real ones.

    `real` are messages that clients sent or may send, `foreign` what belongs to others: names of slots, units, seats.
    """

    def __init__(self, luck: Random, real: list[Message], foreign: list[str]) -> None:
        self.luck, self.real, self.foreign, self.count = luck, real, foreign, 0
        often: list[Callable[[Message], Frame]] = [self.with_another_line, self.with_other_numbers]
        self.ways = [
            *often * 3,
            self.with_another_line,
            self.with_other_bytes,
            self.with_other_bytes,
            self.with_no_utf8,
            self.joined,
            self.with_strange_values,
            self.with_no_numbers,
            self.with_other_fields,
            self.with_fields_twice,
            self.nested,
            self.long,
            self.of_others,
            self.of_others,
            self.with_a_bad_key,
            self.late,
            self.again,
            self.of_another_kind,
            self.in_bytes,
        ]
        self.sent: list[str] = []

    def next(self, message: Message) -> Frame:
        """One more, made of a message."""
        self.count += 1
        frame = self.luck.choice(self.ways)({**message, "key": f"hostile-{self.count:08}"})
        if isinstance(frame, str):
            self.sent = [*self.sent[-50:], frame]
        return frame

    # Bytes

    def with_other_bytes(self, message: Message) -> Frame:
        """Bytes flipped, missing, doubled, or moved."""
        data = bytearray(text_of(message).encode())
        for _ in range(self.luck.choice((1, 1, 2, 5))):
            first = self.luck.randrange(len(data) + 1)
            last = min(len(data), first + self.luck.randint(1, 12))
            way = self.luck.randrange(6)
            if way == 0 and first < len(data):
                data[first] ^= 1 << self.luck.randrange(8)
            elif way == 1:
                del data[first:last]
            elif way == 2:
                del data[first:]
            elif way == 3:
                data[first:first] = data[first:last] * self.luck.choice((1, 2, 200))
            elif way == 4:
                data[first:first] = bytes([self.luck.randrange(256)])
            else:
                data[first:last] = bytes(reversed(data[first:last]))
        return self.as_received(bytes(data))

    def with_no_utf8(self, message: Message) -> Frame:
        """Bytes in it that are no UTF-8, and code points that are no characters."""
        text = text_of(message)
        where = self.luck.choice([match.end() for match in re.finditer(r'"', text)])
        if self.luck.random() < 0.4:
            return (
                text[:where]
                + self.luck.choice(("\\ud800", "\\udc00\\ud800", "\\u0000", "\ud800", "\\x41"))
                + text[where:]
            )
        data = text.encode()
        where = min(where, len(data))
        return self.as_received(data[:where] + self.luck.choice(BROKEN) + data[where:])

    def as_received(self, data: bytes) -> Frame:
        """Bytes as they may come: as text, if they are any; else as bytes, or as what stands for them in text."""
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data if self.luck.random() < 0.5 else data.decode(errors="surrogateescape")

    def joined(self, message: Message) -> Frame:
        """Several messages in one frame."""
        other = text_of(self.luck.choice(self.real))
        between = self.luck.choice(("", " ", ",", "\n", "\x00"))
        text = text_of(message) + between + other
        return self.luck.choice((text, f"[{text}]", f"{text}{between}" * 20, text_of(text), f"\ufeff{other}"))

    # Values

    def with_strange_values(self, message: Message) -> Frame:
        """Values of other types, and strange ones."""
        for _ in range(self.luck.choice((1, 1, 2))):
            message = put(message, self.luck.choice(places(message)), self.luck.choice((*STRANGE, *NUMBERS)))
            message = message if isinstance(message.get("frame"), str) else {**message, "frame": "doing"}
        return text_of(message)

    def with_other_numbers(self, message: Message) -> Frame:
        """Another number where one stands, also within a line."""
        wanted = [path for path in places(message) if re.search(r"\d", str(at(message, path))) and path != ("key",)]
        numbers = [path for path in wanted if not isinstance(at(message, path), (dict, list))]
        if not numbers:
            return self.with_strange_values(message)
        path = self.luck.choice(numbers)
        value, number = at(message, path), self.luck.choice(NUMBERS)
        if isinstance(value, str):
            found = self.luck.choice(list(re.finditer(r"\d+", value)))
            return text_of(put(message, path, value[: found.start()] + str(number) + value[found.end() :]))
        return text_of(put(message, path, number))

    def with_no_numbers(self, message: Message) -> Frame:
        """What JSON does not know as a number, in place of a value or within a line."""
        word = self.luck.choice(NO_NUMBERS)
        path = self.luck.choice(places(message))
        value = at(message, path)
        if isinstance(value, str) and (found := list(re.finditer(r"\d+", value))):
            which = self.luck.choice(found)
            return text_of(put(message, path, value[: which.start()] + word + value[which.end() :]))
        return text_of(put(message, path, "HERE")).replace('"HERE"', word, 1)

    def with_other_fields(self, message: Message) -> Frame:
        """Fields missing, too many, or with other names."""
        inner = self.luck.choice([(), *(path for path in places(message) if isinstance(at(message, path), dict))])
        fields = dict(at(message, inner))
        name = self.luck.choice([*fields, "extra"])
        value = fields.pop(name, self.luck.choice(STRANGE))
        if self.luck.random() < 0.6:
            new = (name.upper(), name + " ", f"{name}\x00", "__class__", "extra", "key", "")
            fields[self.luck.choice(new)] = value
        return text_of(put(message, inner, fields) if inner else fields)

    def with_fields_twice(self, message: Message) -> Frame:
        """A field that stands in it twice, alike or not."""
        text = text_of(message)
        name = self.luck.choice(re.findall(r'"(\w+)": ', text))
        value = self.luck.choice((json.dumps(self.luck.choice(STRANGE)), '"doing"', "1"))
        where = text.index(f'"{name}": ')
        return f'{text[:where]}"{name}": {value}, {text[where:]}'

    def nested(self, message: Message) -> Frame:
        """Lists and objects within one another, deep."""
        depth = self.luck.choice((2, 100, 900, 3_000, 20_000))
        first, last = self.luck.choice((("[", "]"), ('{"a":', "}")))
        path = self.luck.choice(places(message))
        inner = first * depth + "1" + last * self.luck.choice((depth, depth - 1, 0))
        return text_of(put(message, path, "HERE")).replace('"HERE"', inner, 1)

    def long(self, message: Message) -> Frame:
        """Long lists and texts, up to what a frame may have and beyond."""
        path = self.luck.choice(places(message))
        value = at(message, path)
        size = self.luck.choice((65, 501, 2_001, 60_000, MAX_BODY, MAX_BODY + 1))
        if isinstance(value, list):
            return text_of(put(message, path, ((value or [0]) * size)[: size // 4]))
        if isinstance(value, dict):
            return text_of(put(message, path, {**value, **{f"x{k}": k for k in range(size // 16)}}))
        return text_of(put(message, path, (f"{value} " * size)[:size]))

    # What is said

    def with_another_line(self, message: Message) -> Frame:
        """A line that is like one that was chosen: words swapped, left out, put in, or taken from others."""
        lines = [path for path in places(message) if "line" in path or "lines" in path]
        lines = [path for path in lines if isinstance(at(message, path), str)]
        if not lines:
            return self.of_others(message)
        path = self.luck.choice(lines)
        words = str(at(message, path)).split(" ")
        for _ in range(self.luck.choice((1, 1, 2))):
            k = self.luck.randrange(len(words))
            other = self.luck.choice((*SIGNS, *self.foreign, *words))
            way = self.luck.randrange(6)
            if way == 0:
                words[k] = other
            elif way == 1:
                words.insert(k, other)
            elif way == 2:
                words[k] = ""
            elif way == 3:
                words[k] += other
            elif way == 4:
                words[k] = words[k][: self.luck.randrange(len(words[k]) + 1)] + other
            else:
                self.luck.shuffle(words)
        return text_of(put(message, path, " ".join(words)))

    def of_others(self, message: Message) -> Frame:
        """A slot, a unit or a seat of somebody else."""
        named = [path for path in places(message) if path[-1] in ("slot", "unit", "seat", "to", "verb")]
        if not named:
            inner = "act" if "act" in message else "ask" if "ask" in message else ""
            named = [(inner, "slot")] if inner else [("token",)]
        return text_of(put(message, self.luck.choice(named), self.luck.choice((*self.foreign, *STRANGE[2:9]))))

    def with_a_bad_key(self, message: Message) -> Frame:
        """A key that is none."""
        return text_of({**message, "key": self.luck.choice((*BAD_KEYS, *NUMBERS, *STRANGE))})

    def late(self, message: Message) -> Frame:
        """What was right once, or is for somebody else, as if it were new."""
        return text_of(message)

    def again(self, message: Message) -> Frame:
        """What was sent before, or something else under its key."""
        if not self.sent:
            return text_of(message)
        before = self.luck.choice(self.sent)
        key = re.search(r'"key": "([^"]*)"', before)
        if key is None or self.luck.random() < 0.5:
            return before
        return text_of({**message, "key": key[1]})

    def of_another_kind(self, message: Message) -> Frame:
        """Greetings once more, of any version; frames of the server; no message at all."""
        way = self.luck.randrange(4)
        if way == 0:
            version = self.luck.choice((PROTOCOL, PROTOCOL - 1, PROTOCOL + 1, 0, "2", None, *NUMBERS))
            return text_of({"frame": "hello", "token": "", "since": {}, "protocol": version})
        if way == 1:
            kind = self.luck.choice(("change", "done", "welcome", "refusal", "DOING", "doing ", "", None, 7, ["doing"]))
            return text_of({**message, "frame": kind})
        if way == 2:
            return self.luck.choice(
                ("", " ", "null", "0", '""', "[]", "{}", "[{}]", "true", "\x00", "ping", "GET / HTTP/1.1")
            )
        return text_of({name: message[name] for name in reversed(message)}).replace(
            " ", self.luck.choice((" ", "\n\t", "\u00a0"))
        )

    def in_bytes(self, message: Message) -> Frame:
        """The same, but not as text."""
        return text_of(message).encode()
