"""Somebody who enters a recorded game with clicks: in the widget itself, or in a browser.

The clicks are worked out from the move alone, not from what the recorder thinks of it.
"""

from __future__ import annotations

from typing import Protocol

from khronos_lab.core import (
    Build,
    Building,
    Demolish,
    EndTurn,
    Exchange,
    GameState,
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    cards_text,
)
from khronos_lab.engine import play
from khronos_lab.records import Node
from khronos_lab.rulebook import KINDS, REASON, Cards


class Hand(Protocol):
    """What can be done to the page."""

    def choose(self, control: str, value: str) -> None: ...
    def press(self, button: str) -> None: ...
    def click(self, age: int, sq: int) -> None: ...
    def pick(self, entry: str) -> None: ...
    def offers(self, entry: str) -> bool: ...


class Clerk:
    """Enters moves and counts the clicks: with tools, or with the menus of squares only."""

    def __init__(self, hand: Hand, menus: bool = False) -> None:
        self.hand = hand
        self.menus = menus
        self.tool = ""
        self.clicks = 0
        self.counted: dict[str, list[int]] = {}

    def enter(self, state: GameState, node: Node) -> None:
        """Enter a move that was played in a state."""
        before, action = self.clicks, node.move.action
        match action:
            case Build() | Upgrade():
                tool = f"{KINDS[action.kind].letter}{action.rank}"
                entry = f"{type(action).__name__.lower()} {tool} {action.square}"
                paid = cards_text(action.cards)
                if self.menus:
                    self._click(action.age, action.square)
                    several = self.hand.offers(f"{entry} {paid}")
                    self._pick(f"{entry} {paid}" if several else entry)
                else:
                    self._take_tool(tool)
                    self._click(action.age, action.square)
                    if self.hand.offers(f"pay {paid}"):
                        self._pick(f"pay {paid}")
            case Demolish() if self.menus:
                self._click(action.age, action.square)
                self._pick(f"demolish {action.square}")
            case Demolish():
                self._take_tool("demolish")
                self._click(action.age, action.square)
            case Populate() | Restore():
                self._click(REASON, action.square)
                entry = f"{type(action).__name__.lower()} {action.square}"
                if self.hand.offers(entry):
                    self._pick(entry)
            case Travel():
                self._press(f"go:{int(action.origin)}{int(action.target)}")
            case Exchange() | Swap() | EndTurn():
                self._cards(state, node)
        self._answer(state, node)
        self.counted.setdefault(type(action).__name__, []).append(self.clicks - before)

    def _answer(self, state: GameState, node: Node) -> None:
        """Squares are clicked, players chosen."""
        answers = node.move.answers
        for number, answer in enumerate(answers):
            question = play(state, type(node.move)(node.move.action, answers[:number]))
            assert isinstance(question, OpenChoice)
            option = question.options[answer]
            if question.clause == "B8":
                self._pick(f"answer {answer}")
            else:
                sq = option.square if isinstance(option, Building) else option
                self._click(question.age, sq)

    def _cards(self, state: GameState, node: Node) -> None:
        action, secret = node.move.action, state.player.secret
        assert isinstance(action, Exchange | Swap | EndTurn)
        verb = type(action).__name__.removesuffix("Turn").lower()
        self._press(f"verb:{verb}")
        if isinstance(action, Swap):
            self._choose("move.open", KINDS[action.kind].letter)
        gone = action.discard if isinstance(action, EndTurn) else action.cards
        self._count("move.card", gone or (0, 0, 0))
        hidden = 0 if isinstance(action, Swap) else action.hidden
        if hidden:
            self._choose("move.hidden", str(hidden))
        if not secret and not isinstance(action, Swap):
            self._count("move.draw", node.move.drawn or (0, 0, 0))
        if not isinstance(action, EndTurn) or gone is not None:
            self._press("enter")

    def _count(self, control: str, cards: Cards) -> None:
        for kind in KINDS:
            if cards[kind]:
                self._choose(f"{control}.{kind.letter}", str(cards[kind]))

    def _take_tool(self, tool: str) -> None:
        if tool != self.tool:
            self._choose("tool", tool)
            self.tool = tool

    def _choose(self, control: str, value: str) -> None:
        self.clicks += 1
        self.hand.choose(control, value)

    def _pick(self, entry: str) -> None:
        self.clicks += 1
        self.hand.pick(entry)

    def _press(self, button: str) -> None:
        self.clicks += 1
        self.hand.press(button)

    def _click(self, age: int, sq: int) -> None:
        self.clicks += 1
        self.hand.click(age, sq)
