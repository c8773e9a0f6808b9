"""Game: one recorded or generated game, and everything that can be asked of it.

>>> game = load("data/games/01-two-players-valley.khr")
>>> game
Game: Ada 39, Ben 42 (valley, 7 rounds, 254 steps)
>>> game[0].state.round, game.players
(1, ('Ada', 'Ben'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, overload

from khronos_lab.analysis import Frame, ReviewedTurn, Span, Timeline, as_record
from khronos_lab.core import GameState, player_marks
from khronos_lab.engine import as_age
from khronos_lab.records import GameRecord, Home, Node, PathName, Study, save
from khronos_lab.rulebook import (
    Age,
    KhronosError,
    in_any_case,
    nearest,
    number_of,
    quoted,
    say,
    there_is_no,
    told_arguments,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import networkx as nx
    import polars as pl

    from khronos_lab.analysis import Outlook, Review, Tables
    from khronos_lab.desk import Replay
    from khronos_lab.drawing import Drawing
    from khronos_lab.players import Progress, Stop


class Game:
    """One game. At the end of a cell it shows its replay.

    A *step* is a moment: 0 is the first position, and step `n` shows the game after `n` events.
    `game[n]` is that moment as a `Frame`, `len(game)` counts them. A turn has a name, round and
    player's mark: `game["4.F"]` is that turn, and as a step `"4.F"` is the moment at its end.
    """

    def __init__(self, record: GameRecord, home: Home | None = None) -> None:
        if not isinstance(record, GameRecord):
            raise KhronosError(f"A game is opened by kl.load: write kl.load({quoted(record)}).")
        self.record = record
        """The record behind it: tags, first position, moves with comments and variations."""
        self._home = home
        self._review: Review | None = None
        self._outlooks: dict[tuple[GameState, bool], Outlook] = {}

    def __getstate__(self) -> dict[str, object]:
        """What a copy in another process needs; all else is worked out again."""
        return {"record": self.record, "_home": self._home, "_review": self._review}

    # -------------------------------------------------------------- what it is

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return self.record.start.names

    @property
    def winner(self) -> str | None:
        """Who won, or all who did with a comma between them; None if the game is not over."""
        last = self.state()
        best = max(player.coins for player in last.players)
        won = (player.name for player in last.players if player.coins == best)
        return ", ".join(won) if last.over else None

    @property
    def scores(self) -> dict[str, int]:
        """By player: the coins at the end, as far as the game is known."""
        return {player.name: player.coins for player in self.state().players}

    def player(self, name: str) -> GamePlayer:
        """One player by name: coins, place, turns, moves, mistakes."""
        found = in_any_case(name, self.players)
        if found not in self.players:
            raise KhronosError(there_is_no("player", name, self.players))
        return GamePlayer(self, self.players.index(found))

    def turn(self, name: str) -> GameTurn:
        """The turn of this name, as in `game["4.F"]`: its moves, its effects, its picture."""
        if not isinstance(name, str):
            marks = player_marks(self.players)
            named = ", ".join(f"{name}.{mark}" for mark in marks)
            raise KhronosError(f'Turns are named {named}: game["{name}.{marks[0]}"].')
        return GameTurn(self, self.timeline.turn_named(name))

    @property
    def tags(self) -> Mapping[str, str]:
        """What the record says about the game: event, date, map, result and so on."""
        return self.record.tags

    @property
    def path(self) -> Path | None:
        """The file it was loaded from, if there is one."""
        return None if self._home is None else self._home.path

    @cached_property
    def timeline(self) -> Timeline:
        """The game as frames, with the ways to jump between them."""
        return Timeline.of(self.record)

    @property
    def frames(self) -> Timeline:
        """All moments of the game, in order; the same as `timeline`."""
        return self.timeline

    def __len__(self) -> int:
        return len(self.timeline)

    @overload
    def __getitem__(self, step: int) -> Frame: ...
    @overload
    def __getitem__(self, step: str) -> GameTurn: ...
    def __getitem__(self, step: int | str) -> Frame | GameTurn:
        return self.turn(step) if isinstance(step, str) else self.timeline[step]

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.timeline)

    def state(self, step: int | str | None = None) -> GameState:
        """The position at a step; without one, the last."""
        return self.timeline[-1 if step is None else step].state

    # -------------------------------------------------------------- tables (polars)

    @cached_property
    def coins(self) -> pl.DataFrame:
        """Coins after every turn: one row per turn, one column per player."""
        import polars as pl

        ends = [span for span in self.timeline.moves if span.ends_turn]
        rows: dict[str, list[object]] = {
            "turn": [span.turn for span in ends],
            "round": [span.before.round for span in ends],
            "player": [self.players[span.before.seat] for span in ends],
            "step": [span.last for span in ends],
        }
        for seat, name in enumerate(self.players):
            column = name if name not in rows else f"{name} (seat {seat + 1})"
            rows[column] = [span.after.players[seat].coins for span in ends]
        return pl.DataFrame(rows)

    @property
    def moves(self) -> pl.DataFrame:
        """One row per move: its turn, its player, what it did in a sentence, and its notation.

        `step` is the moment at its end.
        """
        import polars as pl

        spans, marks = self.timeline.moves, player_marks(self.players)
        return pl.DataFrame(
            {
                "step": [span.last for span in spans],
                "turn": [f"{span.before.round}.{marks[span.before.seat]}" for span in spans],
                "player": [span.before.player.name for span in spans],
                "move": [span.sentence() for span in spans],
                "notation": [span.node.text if span.node else "" for span in spans],
                "comment": [span.node.comment if span.node else "" for span in spans],
            }
        )

    @cached_property
    def events(self) -> pl.DataFrame:
        """Everything that happened, one row per event; `step` is the moment after it."""
        return self._tables.events

    @cached_property
    def turns(self) -> pl.DataFrame:
        """One row per turn: cards, journeys, money."""
        return self._tables.turns

    @cached_property
    def _tables(self) -> Tables:
        from khronos_lab.analysis import tables_of

        return tables_of([self.record])

    # -------------------------------------------------------------- pictures, graphs, study

    @cached_property
    def draw(self) -> GameDrawings:
        """Its figures (matplotlib): `game.draw.shadows(step)`, `game.draw.income()`, …."""
        return GameDrawings(self)

    @cached_property
    def graph(self) -> GameGraphs:
        """Its graphs (networkx): `game.graph.domains(step, "Faith")`, `.shadows()`, `.causes()`."""
        return GameGraphs(self)

    def boards(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The three ages at a step; the same as `game.draw.boards(step)`."""
        return self.draw.boards(step, **options)

    def show(self, step: int | str | None = None, **options: Any) -> Replay:  # noqa: ANN401
        """Show the game; the same as `game.replay(step)`."""
        return self.replay(step, **options)

    def replay(self, step: int | str | None = None, **options: Any) -> Replay:  # noqa: ANN401
        """Open the replay: `view`, `eyes`, `coins`, `language`, `speed` as `Replay` explains."""
        from khronos_lab.desk import replay

        if "turn" in options:
            step = options.pop("turn")
            self.turn(str(step))  # which says how turns are named
        shown = told_arguments(replay)(Study(self.record, self._home), **options)
        if step is not None:
            shown.index = self.timeline.index_of(step)
        return shown

    @told_arguments
    def review(
        self,
        *,
        seed: int | str = 0,
        progress: Progress | bool | None = None,
        stop: Stop | None = None,
        keep: PathName | bool | None = None,
        executor: Executor | None = None,
    ) -> Review:
        """What every turn gave away, the better turn and why; luck and skill apart.

        First marks come within seconds, the last ones after less than a minute for a game of four;
        what is found meanwhile is shown. Interrupt it, and you get that. Beside a file of your own
        it is kept, and the same call goes on from there. `review_game` explains the options.
        """
        from khronos_lab.desk import streamed_review

        options: dict[str, Any] = {"seed": seed, "stop": stop, "keep": keep, "executor": executor}
        asked_anew = (seed, stop, keep, executor) != (0, None, None, None)
        if asked_anew or self._review is None or not self._review.finished:
            home = None if self._home is None or self._home.shipped else self._home
            if home is not None:
                options["game"] = home.number
            source = self.record if home is None else home.path
            self._review = streamed_review(source, progress=progress, **options)
        return self._review

    def evaluate(self, step: int | str | None = None, *, refined: bool = False) -> Outlook:
        """Everybody's coins at the end and chance to win at a step, and the best turns found.

        It takes a fraction of a second; `refined` looks further, for a few seconds. What was worked
        out is kept. Within a move it is the position before the move that counts.
        """
        from khronos_lab.analysis import outlook_of, settled

        state = settled(self.timeline[-1 if step is None else step])
        if (state, refined) not in self._outlooks:
            self._outlooks[state, refined] = outlook_of(state, refined=refined)
        return self._outlooks[state, refined]

    @property
    def mistakes(self) -> GameMistakes:
        """The turns for which a better one was found, the costliest first: `.why` says why.

        `game.mistakes.of("Greta")` are one player's.
        """
        return GameMistakes(self.review().mistakes, self.players)

    def practice(self, player: str | None = None, **options: Any) -> Replay:  # noqa: ANN401
        """Learn from the mistakes: the replay stops before each, and you try on the boards."""
        shown = self.replay(**options)
        shown.practice(player, self.review())
        return shown

    def branch(self, moves: int, line: Sequence[Node]) -> Game:
        """The game with a line played from the position after its first `moves` moves.

        Inside the game the line becomes a variation, at its end the game goes on with it.
        """
        last = len(self.timeline.moves)
        if number_of(moves, "the number of moves before a line") > last:
            raise KhronosError(f"this game has {last} moves, so no line starts after {moves}")
        given: object = line
        if not isinstance(given, Sequence) or not all(isinstance(node, Node) for node in given):
            raise KhronosError("a line is a list of nodes, as variations of a game hold them")
        return Game(Study(self.record).go((), moves).play(node.move for node in line).record)

    # -------------------------------------------------------------- files

    def export(self, path: PathName, **options: Any) -> Path:  # noqa: ANN401
        """Write it as a page (`.html`), a film (`.gif`, `.mp4`) or paper (`.pdf`).

        Once the game was reviewed, a page has the coach inside.
        """
        from khronos_lab.export import export_game

        options = {"review": self._review, **options}
        return told_arguments(export_game)(self.record, path, **options)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> Path:
        """Save the record: back to its file, or to another one named `*.khr`."""
        self._home = save(self.record, self._home, path, replace=replace)
        return self._home.path

    # -------------------------------------------------------------- showing

    def __getattr__(self, name: str) -> NoReturn:
        """Answer a name that a game does not have by the nearest thing that it has."""
        if name.startswith("_"):
            raise AttributeError(name)
        offered = [each for each in dir(type(self)) if not each.startswith("_")]
        near = nearest(name, offered)
        told = _INSTEAD.get(name) or (f"Did you mean game.{near}?" if near else "")
        listed = "dir(game) lists what it has."
        raise AttributeError(f"A Game has no {name}. {told or listed}")

    def __repr__(self) -> str:
        last = self.timeline[-1].state
        score = ", ".join(f"{player.name} {player.coins}" for player in last.players)
        end = f"{last.round} rounds" if last.over else f"round {last.round}, not finished"
        where = self.record.start.grid.name or "a map of its own"
        return f"Game: {score} ({where}, {end}, {len(self) - 1} steps)"

    def _repr_mimebundle_(self, **_: object) -> Any:  # noqa: ANN401
        return self.replay()._repr_mimebundle_()

    def _ipython_display_(self) -> None:
        self.replay()._ipython_display_()


_FIGURES = (
    "A Game draws through game.draw: boards, shadows, shadow_chains, control, domains, storyboard, "
    "causes, changes, side_by_side, income, sources, review."
)
_REVIEW = (
    "game.review() finds the mistakes and the better turns, game.mistakes lists them, and "
    "game.practice() lets you find them."
)
_INSTEAD = {
    **dict.fromkeys(("plot", "figure", "image", "picture", "plots"), _FIGURES),
    **dict.fromkeys(
        ("analyze", "analyse", "analysis", "best_move", "blunders", "engine", "hint"), _REVIEW
    ),
    "income": "game.draw.income() draws it; game.coins and game.turns have the numbers.",
    "score": "game.scores has everybody's coins, game.player(name).coins one player's.",
    "print": "print(game) prints its result, game.moves its moves, game.show() shows it.",
    "step": "game[262] is that moment, game.replay(262) opens it.",
    "variations": "game.record has them; game.replay() shows and edits them.",
    "length": "len(game) counts its moments, len(game.turns) its turns.",
}
"""By name: what a game has instead of what people look for."""


class GameDrawings:
    """The figures of one game. Each gives a `Drawing` with `.save("figure.pdf")` and `.ax`.

    Without a step the last moment is drawn; `ax=`, `legend=` and `language=` go to the figure. For
    a turn, `step="4.F"`, it is the moment at its end, or of one move the one that did most.
    """

    def __init__(self, game: Game) -> None:
        from khronos_lab import draw  # matplotlib takes a while to load

        self._game, self._draw = game, draw

    def __call__(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The boards at a step."""
        return self.boards(step, **options)

    def boards(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The three ages, with the effects of the move so far."""
        frame = self._game.timeline[-1 if step is None else step]
        return self._draw.boards(frame.state, log=frame.so_far, **options)

    def shadows(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The shadows that the move has cast so far, and what became of them."""
        frame = _move_frame(self._game, step)
        return self._draw.shadows(frame.state, frame.so_far, **options)

    def shadow_chains(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """What has become of the shadow of every large building."""
        return self._draw.shadow_chains(self._game.state(step), **options)

    def control(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """Who controls which domain, and the tax it would pay now."""
        return self._draw.control(self._game.state(step), **options)

    def domains(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """Buildings as nodes, joined where they touch."""
        return self._draw.domains(self._game.state(step), **options)

    def storyboard(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The move of a step as a strip of small frames, one per effect."""
        span = _move(self._game, step)
        return self._draw.storyboard(span.before, span.log, **options)

    def causes(self, step: int | str | None = None, **options: Any) -> Drawing:  # noqa: ANN401
        """The effects of the move of a step as a tree."""
        return self._draw.causes(_move(self._game, step).log, **options)

    def changes(self, first: int | str, second: int | str, **options: Any) -> Drawing:  # noqa: ANN401
        """What has changed between two steps, marked on the later position."""
        return self._draw.changes(self._game.state(first), self._game.state(second), **options)

    def side_by_side(
        self,
        first: int | str,
        second: int | str,
        **options: Any,  # noqa: ANN401
    ) -> Drawing:
        """Two steps one above the other, with all that differs marked and told."""
        return self._draw.side_by_side(self._game.state(first), self._game.state(second), **options)

    def review(self, **options: Any) -> Drawing:  # noqa: ANN401
        """Expected coins and chances to win after every turn, mistakes marked."""
        return self._draw.review(self._game.review(), **options)

    def income(self, **options: Any) -> Drawing:  # noqa: ANN401
        """The coins of each player after every turn."""
        return self._draw.income(self._game.timeline, **options)

    def sources(self, **options: Any) -> Drawing:  # noqa: ANN401
        """Where each player's coins came from."""
        return self._draw.sources(self._game.timeline, **options)


class GameGraphs:
    """The graphs of one game, for networkx; `khronos_lab.graphs` explains their attributes."""

    def __init__(self, game: Game) -> None:
        from khronos_lab import graphs  # as does networkx

        self._game, self._graphs = game, graphs

    def domains(self, step: int | str | None = None, age: Age | str = "Might") -> nx.Graph:
        """The buildings of one age, joined where they touch."""
        return self._graphs.domains(self._game.state(step), as_age(age))

    def shadows(self, step: int | str | None = None) -> nx.DiGraph:
        """Every large building and what has become of its shadow."""
        return self._graphs.shadows(self._game.state(step))

    def causes(self, step: int | str | None = None) -> nx.DiGraph:
        """The effects of the move of a step, each under what caused it."""
        return self._graphs.causes(_move(self._game, step).log)


# ------------------------------------------------------------------ turns, players, mistakes


class GameTurn:
    """One turn of a game; at the end of a cell it shows its picture and what happened.

    >>> from khronos_lab.front.game import load
    >>> turn = load("03")["1.F"]
    >>> turn.player, turn.moves[0], turn.last - turn.first
    ('Farid', 'Farid upgrades the printed hamlet at n8 to a town at n8 in Might', 12)
    """

    def __init__(self, game: Game, spans: tuple[Span, ...]) -> None:
        self._game, self._spans = game, spans
        before = spans[0].before
        self.name = f"{before.round}.{player_marks(before.names)[before.seat]}"
        """Round and the player's mark."""
        self.player = before.player.name
        self.round = before.round
        self.first = spans[0].first
        """The step of its first effect; the one before it is the position to decide in."""
        self.last = spans[-1].last
        """The step of its last effect."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Its moves, each in a sentence."""
        return tuple(span.sentence() for span in self._spans)

    @property
    def effects(self) -> tuple[str, ...]:
        """Everything that happened in it, each in a sentence with its clause."""
        return tuple(entry.text() for span in self._spans for entry in span.log)

    @property
    def picture(self) -> Drawing:
        """The boards after it, with the effects of the move that had most of them."""
        most = self.biggest
        return self._game.draw.boards(most.last)

    @property
    def biggest(self) -> Span:
        """The move with the most effects on the boards."""
        return max(self._spans, key=_effects)

    def replay(self, **options: Any) -> Replay:  # noqa: ANN401
        """The replay before its first move."""
        return self._game.replay(self.first - 1, **options)

    def __repr__(self) -> str:
        coins = self._spans[-1].after.players[self._spans[0].before.seat].coins
        head = f"{self.name}: {say('n-coins', n=coins)}"
        return "\n".join([head, *(f"  {each}" for each in self.moves)])

    def _repr_mimebundle_(self, **_: object) -> Any:  # noqa: ANN401
        data, more = self.picture._repr_mimebundle_()
        return {**data, "text/plain": repr(self)}, more


def _effects(span: Span) -> int:
    return sum(entry.event.about.effect is not None for entry in span.log if entry.event.age)


class GamePlayer:
    """One player of a game: coins, place, turns, moves and mistakes."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self.seat = game, seat
        self.name = game.players[seat]

    @property
    def coins(self) -> int:
        """The player's coins at the end."""
        return self._game.scores[self.name]

    @property
    def place(self) -> int:
        """The player's place at the end, from 1; with as many coins it is the same place."""
        return 1 + sum(coins > self.coins for coins in self._game.scores.values())

    @property
    def turns(self) -> pl.DataFrame:
        """The player's rows of `game.turns`."""
        import polars as pl

        return self._game.turns.filter(pl.col("seat") == self.seat)

    @property
    def moves(self) -> pl.DataFrame:
        """The player's rows of `game.moves`."""
        import polars as pl

        return self._game.moves.filter(pl.col("player") == self.name)

    @property
    def mistakes(self) -> GameMistakes:
        """The player's mistakes, the costliest first."""
        return self._game.mistakes.of(self.name)

    def __repr__(self) -> str:
        return (
            f"{self.name}: {say('n-coins', n=self.coins)}, place {self.place} of "
            f"{len(self._game.players)}, {len(self.turns)} turns"
        )


class GameMistakes(tuple[ReviewedTurn, ...]):
    """The mistakes of a game, the costliest first; `of("Greta")` are hers alone."""

    names: tuple[str, ...]

    def __new__(cls, turns: tuple[ReviewedTurn, ...], names: tuple[str, ...]) -> GameMistakes:
        """The mistakes in a game of these players."""
        self = super().__new__(cls, turns)
        self.names = names
        return self

    def of(self, player: str) -> GameMistakes:
        """The mistakes of one player."""
        name = in_any_case(player, self.names)
        if name not in self.names:
            raise KhronosError(there_is_no("player", player, self.names))
        return GameMistakes(tuple(each for each in self if each.player == name), self.names)

    __call__ = of

    def __getitem__(self, row: Any) -> Any:  # noqa: ANN401
        if isinstance(row, int) and not -len(self) <= row < len(self):
            raise KhronosError(say("finding-no_row", n=len(self), row=row))
        return super().__getitem__(row)


# ------------------------------------------------------------------ loading


def load(source: object, game: int | None = None) -> Game:
    """Load a game: from a file, an open file, the text of a record, or a record.

    A file with several games needs the number of the `game`, from 1.

    >>> load("data/games/01-two-players-valley.khr").players
    ('Ada', 'Ben')
    """
    return source if isinstance(source, Game) else Game(*as_record(source, game))


# ------------------------------------------------------------------ helpers


def _move(game: Game, step: int | str | None) -> Span:
    if not game.timeline.moves:
        raise KhronosError("Nothing has been played in this game yet.")
    return _move_frame(game, step).span or game.timeline.moves[0]


def _move_frame(game: Game, step: int | str | None) -> Frame:
    """The frame of a step; of a turn the end of the move that did most."""
    if isinstance(step, str):
        step = game.turn(step).biggest.last
    return game.timeline[-1 if step is None else step]
