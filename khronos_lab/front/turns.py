"""Parts of one game that people ask for by name: a turn (`4.F`), a player, mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khronos_lab.analysis import ReviewedTurn, Span
from khronos_lab.core import player_marks
from khronos_lab.rulebook import KhronosError, in_any_case, say, there_is_no

if TYPE_CHECKING:
    import polars as pl

    from khronos_lab.desk import Replay
    from khronos_lab.drawing import Drawing
    from khronos_lab.front.game import Game


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
