"""The data of a game for a browser: a record with its variations as steps, in both languages.

Everything that is shown is worked out here; a browser adds up what is new from step to step and
draws it. It can be written as JSON:

========== ==================================================================
`shapes`   drawings by number, `looks` the attributes that they name
`start`    the items of all layers at the first position, `table` the accounts
`layers`   by letter: levels, sort of mark, and the views that show it
`lines`    the game as played, named `[]`, and its variations, named by their
           branches as `[[12,0]]`: the steps that are theirs alone, and their
           moves; `in` and `at` say where a variation leaves which line
`captions` sentences by number: the clause, then the words in each language
========== ==================================================================

A step has `say` (its caption; left out if it is the one after the last), `why` (how many steps
before it is its cause), `new` and `off` (see `change`), `now` (what is new in the accounts),
`stop` (what one can jump to) and `age`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

from khronos_lab.analysis import (
    Frame,
    Outlook,
    Review,
    ReviewedTurn,
    Span,
    Timeline,
    account_text,
    branched,
    remarks,
    why,
)
from khronos_lab.board.encoder import Encoder, Items, ground_data, replay_sizes
from khronos_lab.core import (
    Action,
    Building,
    EndTurn,
    Entry,
    GameState,
    Move,
    allowance,
    building_of,
    cards_text,
    cubes_on,
    move_sentence,
    pile_size,
    player_marks,
    turn_sentence,
)
from khronos_lab.drawing import PLAYERS, css, cube_stroke, view_legend
from khronos_lab.engine import move_text
from khronos_lab.players import Estimate
from khronos_lab.records import Branches, Line, Node
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    LANGUAGE_NAMES,
    NO_CARDS,
    RANKS,
    building_thing,
    in_each_language,
    say,
    whole_text,
)
from khronos_lab.scenes import VIEWS, Highlight, Holding, Wished, better_turn, holdings

Part = dict[str, Any]

Accounts = dict[str, Any]  # what stands beside the boards at a moment, see `accounts`


class Sight(NamedTuple):
    """What those who look on may see; nothing else of a game is sent to a browser."""

    entry: Callable[[Entry], Entry] = lambda entry: entry  # what happens, as they see it
    hand: Callable[[int], bool] = lambda seat: True  # true if they see the hand of a seat
    purses: Callable[[GameState], tuple[int, ...]] = lambda state: tuple(range(len(state.players)))
    """The seats whose coins they see."""
    notation: Callable[[str, Action | None, int], str] = lambda text, action, seat: text
    """A move of a seat in notation, as they see it."""


EVERYTHING = Sight()

JUMPS: Final = ("paradox", "covered", "blocked", "join", "split", "tax")
"""Sorts of stops that one can jump to; moves and turns follow from the list of moves."""


KEPT: Final = 200  # lines whose steps are kept, as a game may be edited for a long time
MOST_NEW: Final = 40
"""Moves by which a line grows at once: those of all players from one's own turn to the next."""


def line_name(branches: Branches) -> str:
    """The branches of a line as text.

    >>> line_name(((12, 0), (14, 1)))
    '[[12,0],[14,1]]'
    """
    return json.dumps(branches, separators=(",", ":"))


class PlayedLine(NamedTuple):
    """What follows from the moves of a line alone, whatever is said about them."""

    steps: list[Part]
    moves: list[Part]
    firsts: list[int]  # by move: the number of its first frame


class GameData:
    """Makes the data of one game; numbers of shapes and captions stay as they are once given.

    So a browser that has the game can be told a new variation by its own steps alone, see `news`.
    """

    def __init__(self, start: GameState, sight: Sight = EVERYTHING) -> None:
        self._start, self._sight = start, sight
        self._marks = player_marks(start.names)
        self._encoder = Encoder(replay_sizes(start.grid, len(start.names)).table, len(start.names))
        self._captions: dict[tuple[str, ...], int] = {}
        self._effects: dict[tuple[str, ...], int] = {}  # captions of effects by their words
        self._played: dict[tuple[object, ...], PlayedLine] = {}
        self._told = [0] * 5  # how much of each catalogue a browser has been told
        self._clauses: set[str] = set()  # clauses that verdicts name
        self._left: tuple[GameState, Items, Accounts] | None = None
        """The position that the last variation left, as shown: the next often leaves it, too."""

    # -------------------------------------------------------------- the whole, and what is new

    def whole(self, lines: Mapping[str, Part], review: Review | None = None) -> Part:
        """All data of a game with these lines, see `lines`; with a review, its verdicts, too."""
        opening = Timeline(self._start, ())[0]
        items, table = self._scene(opening, self._start)
        encoder, names = self._encoder, self._start.names
        judged = {} if review is None else {"review": self._review(review, working=False)}
        self._told = [0] * 5
        return {
            **judged,
            "names": list(names),
            "map": ground_data(self._start.grid, replay_sizes(self._start.grid, len(names))),
            "icons": icons(len(names), encoder),
            "legends": legends(names, encoder),
            "views": encoder.views(self._start),
            "languages": list(LANGUAGE_NAMES.items()),
            "start": items,
            "table": table,
            "lines": dict(lines),
            **self._catalogues(),
        }

    @property
    def start(self) -> GameState:
        """The first position."""
        return self._start

    def fits(self, start: GameState) -> bool:
        """True if a browser that has the game can be told this first position; see `restart`."""
        old, new = self._start.grid, start.grid
        return start.names == self._start.names and (old.columns, old.rows) == (
            new.columns, new.rows,
        )  # fmt: skip

    def restart(self, start: GameState) -> Part:
        """Go on with another first position, perhaps on another map, and tell it."""
        ground = {}
        if start.grid != self._start.grid:
            ground = {"map": ground_data(start.grid, replay_sizes(start.grid, len(start.names)))}
        self._start, self._left = start, None
        self._played.clear()
        items, table = self._scene(Timeline(start, ())[0], start)
        return {"start": items, "table": table, **ground}

    def news(self, lines: Mapping[str, Part], known: Mapping[str, Part]) -> Part:
        """What changes for a browser that knows other lines, because the record was edited.

        Steps that it has already are left out; a line that is gone is None.
        """
        found: dict[str, Part | None] = {name: None for name in known if name not in lines}
        for name, line in lines.items():
            old = known.get(name)
            if old is None or old["steps"] is not line["steps"]:
                found[name] = line
            elif old != line:
                found[name] = {key: said for key, said in line.items() if key != "steps"}
        return {"lines": found, **self._catalogues()}

    def review(self, review: Review, *, working: bool = False) -> Part:
        """A review as far as it is worked out, for a browser that has the game."""
        return {"review": self._review(review, working=working), **self._catalogues()}

    def _review(self, review: Review, *, working: bool) -> Part:
        part = review_part(review, self._encoder.piece, working=working)
        for turn in part["turns"]:
            self._clauses.update(re.findall(r"\(([A-Z]\d\w?)\)", turn.get("why", ("",))[0]))
            self._clauses.update(re.findall(r"\(([A-Z]\d\w?)\)", turn.get("more", ("",))[0]))
        return part

    def preview(self, before: GameState, after: GameState) -> Part:
        """A position that a move would lead to, for a browser that has the game.

        The items and accounts of that moment, and what these need that was not told before.
        """
        items, table = self._scene(Timeline(after, ())[0], before)
        return {"items": items, "table": table, **self._catalogues()}

    def _catalogues(self) -> Part:
        """Shapes, looks and captions that were not told before, and what they need."""
        encoder, names = self._encoder, self._start.names
        pieces = {
            str(shape): [
                building.rank,
                encoder.node(building),
                *in_each_language(partial(_piece_words, building, names)),
            ]
            for shape, building in [*encoder.pieces.items()][self._told[0] :]
        }
        whole: tuple[list[Any], ...] = (
            [*encoder.pieces], encoder.shapes, encoder.looks, [*encoder.layers.items()],
            [*self._captions],
        )  # fmt: skip
        _, shapes, looks, layers, captions = (
            every[told:] for every, told in zip(whole, self._told, strict=True)
        )
        self._told = [*map(len, whole)]
        labels = {said[0] for said in captions} | self._clauses
        return {
            "shapes": shapes,
            "looks": looks,
            "layers": dict(layers),
            "pieces": pieces,
            "captions": [list(said) for said in captions],
            "clauses": {
                label: in_each_language(partial(whole_text, label))
                for label in sorted(labels - {""})
            },
        }

    # -------------------------------------------------------------- lines

    def lines(self, main: Timeline, comment: str = "") -> dict[str, Part]:
        """By name: the game as played and all its variations."""
        found: dict[str, Part] = {}
        line = Line(tuple(self._node(span) for span in main.moves), comment)
        self._read(found, line, (), lambda: main, (), 0)
        return found

    def _read(
        self,
        found: dict[str, Part],
        line: Line,
        branches: Branches,
        timeline: Callable[[], Timeline],
        before: tuple[object, ...],
        at: int,
    ) -> None:
        """Add a line and its variations; `before` are the moves that it shares with its parent."""
        moves = (*before, *(node.move for node in line.nodes))
        # A variation that is promoted has the same moves, but its steps began later.
        key = (len(before), *moves)
        played = self._played.get(key)
        if played is None:
            played = self._played[key] = self._play_on(key, timeline(), len(before), at)
            for old in [*self._played][:-KEPT]:
                del self._played[old]
        part = found[line_name(branches)] = {"at": at, "steps": played.steps}
        if branches:
            part["in"] = line_name(branches[:-1])
        if line.comment:
            part["note"] = line.comment
        part["moves"] = [
            self._said(node, facts) for node, facts in zip(line.nodes, played.moves, strict=True)
        ]
        for number, node in enumerate(line.nodes, len(before)):
            shown = part["moves"][number - len(before)]
            for place, other in enumerate(node.variations):
                if not other.nodes and not other.comment:
                    continue
                name = (*branches, (number, place))
                shown.setdefault("others", []).append(line_name(name))
                first = played.firsts[number - len(before)]
                self._read(
                    found, other, name,
                    cache(lambda number=number, place=place: branched(timeline(), number, place)),
                    moves[:number], first - 1,
                )  # fmt: skip

    def _node(self, span: Span) -> Node:
        """The record's node, or one made up for a move that came from elsewhere."""
        if span.node is not None:
            return span.node
        label = f"{span.before.round}.{self._marks[span.before.turn.seat]}"
        if span.action is None:
            return Node("…", Move(EndTurn()), label)
        text = move_text(span.before, span.action, span.log, self._marks)
        return Node(text, Move(span.action), label)

    def _said(self, node: Node, facts: Part) -> Part:
        move = dict(facts)
        move["text"] = self._sight.notation(node.text, node.move.action, facts["seat"])
        move["turn"] = node.label
        if node.mark:
            move["mark"] = node.mark
        if node.comment:
            move["note"] = node.comment
        return move

    # -------------------------------------------------------------- what is played

    def _play_on(
        self, key: tuple[object, ...], timeline: Timeline, number: int, at: int
    ) -> PlayedLine:
        """The steps of a line; of one that has grown, those that are known are not made again."""
        for fewer in range(1, min(MOST_NEW, len(key) - 1) + 1):
            known = self._played.get(key[:-fewer])
            if known is not None:
                done, told = number + len(known.moves), at + len(known.steps)
                more = self._play(timeline, done, told)
                return PlayedLine(
                    known.steps + more.steps, known.moves + more.moves, known.firsts + more.firsts
                )
        return self._play(timeline, number, at)

    def _play(self, timeline: Timeline, number: int, at: int) -> PlayedLine:
        """The steps of a line from a move on."""
        stops = {index: stop for stop in JUMPS for index in timeline.stops(stop)}
        turns = iter((*timeline.stops("turn"), len(timeline)))
        since, turn = timeline.start, next(turns)
        steps: list[Part] = []
        left = timeline[at]
        for frame in (left, *timeline.frames_since(number)):
            while turn < frame.index:
                since, turn = timeline.state_at(turn), next(turns)
            if frame is left:
                if self._left is None or self._left[0] is not left.state:
                    self._left = (left.state, *self._scene(left, since))
                _, items, table = self._left
                continue
            old, old_table = items, table
            items, table = self._scene(frame, since)
            step = self._step(frame, change(old, items), _new(old_table, table))
            if frame.index in stops:
                step["stop"] = stops[frame.index]
            steps.append(step)
        # Most steps say the sentence after the one before: that need not be told.
        for one, other in zip(steps[-2::-1], steps[:0:-1], strict=True):
            if other["say"] == one["say"] + 1:
                del other["say"]
        spans = timeline.moves[number:]
        return PlayedLine(
            steps, [self._move(span) for span in spans], [each.first for each in spans]
        )

    def _scene(self, frame: Frame, since: GameState) -> tuple[Items, Accounts]:
        items = self._encoder.items(frame, since)
        return items, accounts(frame.state, holdings(frame.state), self._sight)

    def _step(self, frame: Frame, new: tuple[str, str], now: Part) -> Part:
        entry = frame.entry
        assert entry is not None
        seen, clause = self._sight.entry(entry), entry.event.clause
        words = (told.removesuffix(f" ({clause}).") + "." for told in in_each_language(seen.text))
        step: Part = {"say": self._number(clause, *words)}
        if frame.causes:
            step["why"] = frame.index - frame.causes[-1].step
        items, emptied = new
        for key, value in (("new", items), ("off", emptied), ("now", now)):
            if value:
                step[key] = value
        if entry.event.age is not None:
            step["age"] = int(entry.event.age)
        return step

    def _move(self, span: Span) -> Part:
        words = in_each_language(lambda: move_sentence(span.log))
        # Most moves are told by the sentence of one of their effects, without who and full stop.
        effect = tuple(f"{span.before.player.name} {said}." for said in words)
        told = self._effects.get(effect)
        move: Part = {"say": self._number("", *words) if told is None else told}
        move["steps"] = len(span.log)
        move["seat"] = span.before.seat
        building = building_of(span.log)
        if building is not None:
            move["icon"] = self._encoder.piece(building)
        if span.ends_turn:
            move["ends"] = 1
        return move

    def _number(self, clause: str, *words: str) -> int:
        number = self._captions.setdefault((clause, *words), len(self._captions))
        if clause:
            self._effects.setdefault(words, number)
        return number


def _new(old: Accounts, new: Accounts) -> Accounts:
    found = {key: value for key, value in new.items() if old.get(key) != value}
    return found | {key: None for key in old if key not in new}


def _piece_words(building: Building, names: Sequence[str]) -> str:
    """Name of a building, and whose it is."""
    thing = building_thing(building.kind, building.rank, ruin=building.ruin)
    noun = say("building-printed" if building.printed else thing)
    if building.ruin and building.cubes:
        noun = f"{noun}, {say('ruin-half_restored')}"
    owners = tuple(names[seat] for seat in dict.fromkeys(cubes_on(building)))
    if building.owner is not None:
        return say("piece-owned", noun=noun, owner=owners[0])
    return say("piece-cubes", noun=noun, owners=owners) if owners else noun


def change(old: Items, new: Items) -> tuple[str, str]:
    """The items that are new and the keys that are gone; and the layers to empty before.

    A layer of which nothing stays is emptied in one go.

    >>> change({"b0.3": "7", "m0.3": "1", "m0.5": "2"}, {"b0.3": "7", "m0.9": "1,4 .5 .5"})
    ('m0.9=1,4 .5 .5', 'm')
    >>> change({"b0.3": "7", "b0.4": "7"}, {"b0.4": "8", "b0.5": "7"})
    ('b0.4=8;b0.5=7;b0.3', '')
    """
    stay = {key[0] for key in old if key in new}
    emptied = "".join(sorted({key[0] for key in old} - stay))
    found = [f"{key}={item}" for key, item in new.items() if old.get(key) != item]
    gone = [key for key in old if key not in new and key[0] in stay]
    return ";".join(found + gone), emptied


# ------------------------------------------------------------------ accounts


def accounts(state: GameState, held: list[Holding], sight: Sight = EVERYTHING) -> Accounts:
    """What stands beside the boards at a moment, as a flat table of short values.

    ====== ==================================================================
    `c0`   coins of seat 0, `?` if they are hidden; `h0` hand, `u0` cubes left,
           `x0` what taxes would pay now
    `t`    whose turn it is, the round, and the cards left to play by age
    `sm`   tiles of military ranks 1 to 3 in the supply
    `q`    the size of the draw pile; `o` open cards
    ====== ==================================================================
    """
    purses, found = sight.purses(state), Accounts()
    for seat, player in enumerate(state.players):
        hand = player.hand if sight.hand(seat) else NO_CARDS
        hidden = player.hidden + sum(player.hand) - sum(hand)
        found[f"c{seat}"] = player.coins if seat in purses else "?"
        found[f"h{seat}"] = cards_text(hand, hidden)
        found[f"u{seat}"] = player.cubes
        found[f"x{seat}"] = sum(each.amount for each in held if seat in each.collecting)
    ages = () if state.over else sorted(set(state.player.adventurers))
    left = [[int(age), allowance(state.turn.purses, age)] for age in ages]
    found |= {"t": [state.seat, state.round, left], "q": pile_size(state)}
    for kind in KINDS:
        found[f"s{kind.letter}"] = [state.supply[kind][rank] for rank in RANKS]
    if any(state.open_cards):
        found["o"] = cards_text(state.open_cards)
    return found


# ------------------------------------------------------------------ icons and legends


def icons(players: int, shapes: Encoder) -> dict[str, Any]:
    """By name: the numbers of small shapes, seen from their middle; and how curves are lined."""
    seats = range(players)
    return {
        "cubes": [shapes.shape([cube_stroke(seat, [(0, 0)], 0.9)]) for seat in seats],
        "cards": {kind.letter: shapes.piece(Building(kind, 1, 0)) for kind in KINDS},
        "tiles": {
            kind.letter: [shapes.piece(Building(kind, rank, 0)) for rank in RANKS] for kind in KINDS
        },
        "curves": [_curve(seat) for seat in seats],
    }


def _curve(seat: int) -> list[str]:
    style = PLAYERS[seat]
    if isinstance(style.dash, str):
        return ["stroke", css(style.line)]
    dash = " ".join(f"{length * 1.6:g}" for length in style.dash[1])
    return ["stroke", css(style.line), "stroke-dasharray", dash]


def legends(names: Sequence[str], shapes: Encoder) -> dict[str, Any]:
    """`columns` of titles and signs, in each language; `views` name theirs by number."""
    columns: list[Any] = []
    views: dict[str, list[int]] = {}
    for view in VIEWS:
        found: list[Any] = []
        for same in zip(*in_each_language(partial(view_legend, view, names)), strict=True):
            signs = [
                [shapes.shape(item.paint(0.0, 0.0)), [each.label for each in items], item.width]
                for items in zip(*(column.items for column in same), strict=True)
                for item in items[:1]
            ]
            if same[0].title or not found:
                found.append([[column.title for column in same], signs])
            else:
                found[-1][1] += signs
        columns += [column for column in found if column not in columns]
        views[view] = [columns.index(column) for column in found]
    return {"columns": columns, "views": views}


# ------------------------------------------------------------------ reviews, see `verdict.js`


def review_part(review: Review, piece: Callable[[Building], int], *, working: bool = False) -> Part:
    """A review as far as it is worked out; `piece` numbers the shape of a building."""
    seats = range(len(review.names))
    curves = [review.curve(seat) for seat in seats]
    points = range(len(curves[0]))

    def table(value: Callable[[Estimate, Estimate], float], digits: int = 0) -> list[list[float]]:
        return [[_short(value(*curves[s][n][1:]), digits) for s in seats] for n in points]

    part: Part = {
        "steps": [step for step, *_ in curves[0]],
        "coins": table(lambda coins, chance: coins.value, 1),
        "chance": table(lambda coins, chance: 100 * chance.value),
        "low": table(lambda coins, chance: 100 * chance.low),
        "high": table(lambda coins, chance: 100 * chance.high),
        "turns": [turn_part(each, piece) for each in review.turns],
        "finished": review.finished and not working,
    }
    if review.accounts and not working:
        part["luck"] = in_each_language(
            lambda: [*(account_text(each) for each in review.accounts), say("review-caveat")]
        )
    if working:
        part["working"] = [review.judged, len(review.turns)]
    return part


def turn_part(turn: ReviewedTurn, piece: Callable[[Building], int]) -> Part:
    part: Part = {
        "turn": turn.turn,
        "first": turn.first,
        "step": turn.step,
        "seat": turn.seat,
        "label": turn.label,
        "mark": turn.mark,
    }
    loss = turn.gain if turn.gain is not None else turn.loss and turn.loss.turned
    if loss:
        part["coins"] = [_short(each, 1) for each in loss.coins]
        part["chance"] = [_short(100 * each) for each in loss.chance]
    if turn.mark and turn.other is not None:
        # First what people would say, then the balance and what the numbers rest on.
        told = in_each_language(lambda: (why(turn), remarks(turn)))
        part["why"] = [paragraphs[0] for paragraphs, _ in told]
        part["more"] = [" ".join([*paragraphs[1:], *rest]) for paragraphs, rest in told]
        part["better"] = _moves(turn.other.logs)
        part["ghosts"] = ghosts_of(turn.before, turn.known, turn.other.known, piece)
    elif turn.loss is not None:
        part["why"] = in_each_language(partial(say, "review-fine", games=turn.loss.games))
    return part


def outlook_part(outlook: Outlook) -> Part:
    """The evaluation of a moment: everybody's prospects, and the best turns found."""
    return {
        "seat": outlook.state.seat,
        "over": outlook.state.over,
        "chance": [round(100 * each.value) for each in outlook.chances],
        "coins": [round(each.value) for each in outlook.coins],
        "turns": [
            [_moves(each.logs), round(each.coins.value), round(100 * each.chance.value)]
            for each in outlook.turns[:2]
        ],
    }


def _moves(logs: Sequence[Any]) -> list[str]:
    return in_each_language(lambda: f"{turn_sentence(logs)}.")


def _short(value: float, digits: int = 0) -> float:
    """A number with the digits that are shown; the ends of an unknown interval stay in sight."""
    rounded = round(max(-999.0, min(999.0, value)), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def ghosts_of(
    before: GameState, played: GameState, better: GameState, piece: Callable[[Building], int]
) -> dict[str, dict[str, int]]:
    """Ghosts of the better turn by `age.square`: shapes added, ranks left out or taken."""
    part: dict[str, dict[str, int]] = {"added": {}, "out": {}, "gone": {}}
    covered = dict.fromkeys(AGES, 0)
    taken = []
    for mark in better_turn(played, better):
        if isinstance(mark, Wished) and mark.building not in before.boards[mark.age]:
            part["added"][f"{int(mark.age)}.{mark.building.square}"] = piece(mark.building)
            covered[mark.age] |= mark.building.mask
        elif isinstance(mark, Highlight):
            first = played.boards[mark.age].at((mark.mask & -mark.mask).bit_length() - 1)
            assert first is not None
            if first in before.boards[mark.age]:
                taken.append((mark.age, first))
            else:
                part["out"][f"{int(mark.age)}.{first.square}"] = first.rank
    for age, building in taken:
        if not building.mask & covered[age]:
            part["gone"][f"{int(age)}.{building.square}"] = building.rank
    return part
