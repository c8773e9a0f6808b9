"""The set-up of a game that is written down, as a form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.core import cards_text, load_map, map_names
from khronos_lab.desk.mode import Control, Group
from khronos_lab.kit import one_of
from khronos_lab.records import Study
from khronos_lab.rulebook import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    RULES,
    Edition,
    KhronosError,
    RuleSet,
    capital,
    say,
)

OWN_MAP: Final = "own"


class Form(NamedTuple):
    """A set-up as it is written into the form; nothing of it is checked until it is used."""

    number: int = MIN_PLAYERS
    names: tuple[str, ...] = ("",) * MAX_PLAYERS
    hands: tuple[str, ...] = ("",) * MAX_PLAYERS
    """By seat; empty for a hidden one."""
    map: str = "valley"
    rules: RuleSet = RuleSet()
    start: int = 0
    event: str = ""
    date: str = ""

    @classmethod
    def of(cls, study: Study) -> Form:
        """The form of a game that has begun."""
        state = study.start
        number, spare = len(state.players), ("",) * (MAX_PLAYERS - len(state.players))
        hands = (cards_text(p.hand, p.hidden) for p in state.players)
        known = tuple("" if set(hand) == {"*"} else hand for hand in hands)
        shipped = state.grid.name in map_names()
        return cls(
            number, (*state.names, *spare), (*known, *spare),
            state.grid.name if shipped else OWN_MAP, state.rules, state.start,
            study.tags.get("Event", ""), study.tags.get("Date", ""),
        )  # fmt: skip

    def with_value(self, control: str, value: str | bool) -> Form:
        """The form with something else in one of its fields."""
        name, _, place = control.removeprefix("setup.").partition(".")
        word = str(value).strip()
        if place:
            return self._with_word(name, place, word)
        match name:
            case "number":
                counts = map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1))
                number = int(one_of(word, counts, "number of players"))
                return self._replace(number=number, start=min(self.start, number - 1))
            case "start":
                known = map(str, range(self.number))
                return self._replace(start=int(one_of(word, known, "seat")))
            case "map":
                return self._replace(map=_checked_map(word))
            case "edition":
                editions = [each.value for each in Edition]
                edition = Edition(one_of(word, editions, "edition"))
                return self._replace(rules=replace(self.rules, edition=edition))
            case "event":
                return self._replace(event=word)
            case "date":
                return self._replace(date=word)
        for rule in RULES:
            if rule.is_switch and rule.name == name:
                changes: dict[str, Any] = {name: (value is True) != rule.default}
                return self._replace(rules=replace(self.rules, **changes))
        raise KhronosError(f"the set-up has no field {control!r}")

    def _with_word(self, name: str, place: str, word: str) -> Form:
        """Another name, or other cards, for one seat."""
        row = self.names if one_of(name, ("name", "hand"), "field") == "name" else self.hands
        seat = int(one_of(place, map(str, range(MAX_PLAYERS)), "seat"))
        new = (*row[:seat], word, *row[seat + 1 :])
        return self._replace(names=new) if name == "name" else self._replace(hands=new)

    def study(self, old: Study | None = None) -> Study:
        """The game that begins so; of an old one the own map and the other tags stay."""
        names, hands = self.names[: self.number], self.hands[: self.number]
        tags = dict(old.tags) if old is not None else {}
        for key, said in (("Event", self.event), ("Date", self.date)):
            tags.pop(key, None)
            if said:
                tags[key] = said
        return Study.new(
            names,
            grid=old.start.grid if old is not None and self.map == OWN_MAP else self.map,
            rules=self.rules,
            start=self.start,
            hands={name: hand for name, hand in zip(names, hands, strict=True) if hand},
            tags=tags,
        )


def _checked_map(word: str) -> str:
    """The name of a map or a file that is one; anything else is refused."""
    if word not in (*map_names(), OWN_MAP):
        load_map(word)
    return word


def setup_group(form: Form, begun: bool, maps: tuple[str, ...]) -> Group:
    """Who plays what; before the game begins it stands beside the boards."""

    def word(key: str) -> str:
        return say(f"record-setup-{key}")

    numbers = tuple((str(n), str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1))
    known = (*maps, OWN_MAP) if form.map == OWN_MAP else maps
    words = tuple((each, word("own_map") if each == OWN_MAP else Path(each).name) for each in known)
    editions = tuple((each.value, word(each.value)) for each in reversed(Edition))
    edition = capital(say("rule-edition"))
    player = capital(say("word-player"))
    seats = tuple(
        (str(seat), form.names[seat] or f"{player} {seat + 1}") for seat in range(form.number)
    )
    controls = [
        Control("setup.number", "choice", word("players"), str(form.number), numbers, begun),
        *(
            each
            for seat in range(form.number)
            for each in (
                Control(f"setup.name.{seat}", "text", f"{player} {seat + 1}", form.names[seat]),
                Control(f"setup.hand.{seat}", "text", word("hand"), form.hands[seat],
                        hint=word("hand_hint")),
            )
        ),
        Control("setup.start", "choice", word("start"), str(form.start), seats),
        Control("setup.map", "choice", word("map"), form.map, words),
        Control("setup.edition", "choice", edition, form.rules.edition.value, editions),
        *(
            Control(f"setup.{rule.name}", "check",
                    f"{capital(say(f'rule-{rule.name}'))} ({rule.clause})",
                    getattr(form.rules, rule.name) != rule.default)
            for rule in RULES
            if rule.is_switch
        ),
        Control("setup.event", "text", word("event"), form.event),
        Control("setup.date", "text", word("date"), form.date, hint="2026-11-14"),
        Control("begin", "button", word("change" if begun else "begin"), strong=not begun),
    ]  # fmt: skip
    place = "more" if begun else "side"
    return Group("setup", say("record-setup"), tuple(controls), folded=begun, place=place)
