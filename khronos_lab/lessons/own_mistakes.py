"""Own mistakes: turns for which the coach found a better one, as questions of the daily deck.

They lie beside the file of progress, each whole: the position, turns to choose from, and why the
better one is better, in both languages. The record and its review are not needed any more.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from khronos_lab.analysis import Review, ReviewedTurn, loss_text, why
from khronos_lab.core import position_text, read_position, turn_sentence
from khronos_lab.lessons.exercise import AnswerKind, AnswerOption, Because, Exercise, Words
from khronos_lab.lessons.topics import Topic
from khronos_lab.lessons.trial import still
from khronos_lab.players import other_turns
from khronos_lab.records import locked_folder, read_sealed, sealed, whole_file
from khronos_lab.rulebook import KhronosError, Said, capital, clauses, in_each_language, say

MISTAKE: Final = "mistake"
"""The first half of such cards, where others have a rule."""
FORMAT: Final = "khronos mistakes 1"


class BetterTurn(Topic):
    """Asks for the best turn where one's own was not; made from a review, never from a sketch."""

    name = MISTAKE
    kind = AnswerKind.TURN

    def therefore(self, exercise: Exercise) -> Said:
        return Said("so-turn")


class Mistake(NamedTuple):
    """A turn that gave something away, and all that a question about it needs."""

    position: str
    """Before the turn, as text."""
    turns: tuple[Words, ...]
    """The better turn, the one that was played, and perhaps a third."""
    reasons: tuple[Words, ...]

    @property
    def id(self) -> str:
        """Its name in the deck."""
        return hashlib.blake2b(repr(self[:2]).encode(), digest_size=5).hexdigest()

    @property
    def exercise(self) -> Exercise:
        """The question."""
        state = read_position(self.position)
        letters = [chr(ord("a") + n) for n in range(len(self.turns))]
        order = Random(self.id).sample(letters, len(letters))
        offered = sorted(zip(order, self.turns, strict=True))
        # The last rule that is named; T7, most coins win, where none is.
        named = re.findall(r"\(([A-Z]\d[ab]?)\)", " ".join(each.en for each in self.reasons))
        rule = next((each for each in reversed(named) if each in clauses()), "T7")
        because = tuple(Because(rule, each) for each in self.reasons)
        asked = Said("ask-mistake", {"who": state.player.name, "round": state.round})
        return Exercise(
            still(state), f"{MISTAKE} {self.id}", AnswerKind.TURN, asked, order[0], because,
            tuple(AnswerOption(letter, words) for letter, words in offered),
        )  # fmt: skip


def mistake_of(turn: ReviewedTurn) -> Mistake:
    """The mistake of a reviewed turn; a third turn to choose is one that looks good, too."""
    others = other_turns(turn.known_before, turn.texts, seed=turn.turn, thorough=False)
    logs = [turn.other.logs if turn.other else (), turn.logs, *(x.logs for x in islice(others, 3))]
    told = in_each_language(lambda: [capital(turn_sentence(each)) for each in logs])
    turns = dict.fromkeys(Words(*each) for each in zip(*told, strict=True))

    def reasons() -> list[str]:
        done, lost = turn_sentence(turn.logs), loss_text(turn)
        return [say("why-mistake", who=turn.player, said=done, loss=lost), *why(turn)]

    because = zip(*in_each_language(reasons), strict=True)
    return Mistake(
        position_text(turn.before), tuple(turns)[:3], tuple(Words(*each) for each in because)
    )


def mistakes_in(source: object) -> list[ReviewedTurn] | None:
    """The mistakes of a review, of many games (`games.mistakes()`), or one; None for all else."""
    if isinstance(source, ReviewedTurn):
        return [source]
    if isinstance(source, Review):
        return list(source.mistakes)
    turns = getattr(source, "turns", ())
    found = [each[-1] if isinstance(each, tuple) else each for each in turns]
    return found if found and all(isinstance(each, ReviewedTurn) for each in found) else None


# ------------------------------------------------------------------ the file


def own_file(progress: Path) -> Path:
    """Where they lie: beside the file of progress."""
    return progress.with_suffix(".mistakes.json")


def own_mistakes(progress: Path) -> Mapping[str, Mistake]:
    """By id: the mistakes that were chosen, oldest first; none of a file that cannot be read."""
    try:
        content: Any = read_sealed(own_file(progress).read_text("utf-8"))
        if content["format"] != FORMAT:
            return {}
        found = [
            Mistake(x["position"], *(tuple(Words(*y) for y in x[key]) for key in ("turns", "why")))
            for x in content["mistakes"]
        ]
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    return {each.id: each for each in found}


def keep_mistakes(turns: Iterable[ReviewedTurn], progress: Path) -> list[Mistake]:
    """Add mistakes to those that come back; gives those that were asked for."""
    added = [mistake_of(each) for each in turns if each.is_mistake]
    if not added:
        raise KhronosError(say("practice-nothing"))
    progress.parent.mkdir(parents=True, exist_ok=True)
    with locked_folder(progress):
        kept = {**own_mistakes(progress), **{each.id: each for each in added}}
        rows = [{"position": x.position, "turns": x.turns, "why": x.reasons} for x in kept.values()]
        content = sealed(json.loads(json.dumps({"format": FORMAT, "mistakes": rows})))
        with whole_file(own_file(progress)) as file:
            file.write(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return added
