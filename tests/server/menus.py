"""A menu as whoever reads what was sent makes it out."""

from __future__ import annotations

from fireteam.core.protocol.choices import Verb, kinds, name_of
from fireteam.core.protocol.scene import Decision, Option
from fireteam.server.wire.messages import DecisionMessage


def whole(sent: DecisionMessage, verbs: tuple[type[Verb], ...]) -> Decision:
    """A decision as whoever reads what was sent makes it out."""
    forms = {name_of(verb): [kind.form for kind in kinds(verb).values()] for verb in verbs}
    options = []
    for one in sent.options:
        verb, *words = one.notation.split(" ")
        follows = dict(zip(forms[verb], words, strict=False))
        unit, target, point = (
            follows.get(name, "") if getattr(one, name) is None else getattr(one, name)
            for name in ("unit", "target", "point")
        )
        label = one.notation.replace("_", " ") if one.label is None else one.label
        odds = () if one.odds is None else sent.odds[one.odds]
        clause = sent.clauses[verb] if one.clause is None else one.clause
        options.append(Option(one.notation, label, verb, clause, unit, target, point, odds))
    return Decision(
        sent.slot, sent.prompt, sent.count, tuple(options), sent.verbs, sent.things, sent.presets, sent.legend
    )
