"""What the explainer says, as escaped HTML and as strokes on the boards."""

from __future__ import annotations

from khronos_lab.analysis.forecast import Money
from khronos_lab.analysis.legality import Explained, Price
from khronos_lab.analysis.review.review_words import signed
from khronos_lab.core.captions import question_text, violation_text
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import effects
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.rulebook.clauses import whole_text
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import Age
from khronos_lab.viewer.html import NOTHING, Markup, table, tag, together
from khronos_lab.widgets.clickable_boards.board_strokes import (
    Area,
    area_strokes,
    look_strokes,
    plan_strokes,
    position,
)
from khronos_lab.widgets.kit.frame_panels import cards_markup, seat_mark

# ------------------------------------------------------------------ verdict


def verdict_panel(told: Explained, free: bool, language: str) -> Markup:
    """Allowed or not, and by which clauses."""
    counts = told.beyond if free else told.broken
    sort = "no" if counts else "yes"
    if not free and told.broken and told.placeable:
        sort = "perhaps"
    sign = {"yes": "✓ ", "no": "✗ ", "perhaps": "✗ "}[sort]
    head = tag("b", sign, say(f"explain-{'forbidden' if counts else 'allowed'}", language))
    parts = [tag("p", head, class_=f"klc-verdict klc-{sort}")]
    if sort == "perhaps":
        parts.append(tag("p", say("explain-placeable", language)))
    parts += [reason(each, language) for each in counts]
    aside = [each for each in told.broken if each not in counts]
    if free and aside:
        said = "; ".join(violation_text(each, language) for each in aside)
        words = f"{say('explain-set_aside', language)}: {said}"
        parts.append(tag("p", words, class_="klc-note"))
    return together(parts)


def reason(broken: Violation, language: str) -> Markup:
    """One reason, with the text of its clause folded away."""
    words = f"{capital(violation_text(broken, language))}."
    label = broken.clause
    text = tag("p", whole_text(label, language), class_="klc-note")
    return tag("details", tag("summary", words), text)


def verdict_text(told: Explained, free: bool, language: str) -> str:
    """The same in one line, for hovering and for screen readers."""
    counts = told.beyond if free else told.broken
    if not counts:
        return say("explain-allowed", language)
    said = "; ".join(violation_text(each, language) for each in counts)
    return f"{say('explain-forbidden', language)} {capital(said)}"


# ------------------------------------------------------------------ price and pay


def price_panel(told: Explained, language: str) -> Markup:
    """What it costs, and in which ways the hand could pay."""
    if told.price is None:
        return tag("p", say("explain-nothing", language))
    parts = [tag("p", price_text(told.price, language))]
    if told.ways:
        ways = [tag("li", cards_markup(way, 0, language)) for way in told.ways]
        if len(ways) > 1 or told.price.extra:
            parts.append(tag("p", f"{say('explain-ways', language)}:", class_="klc-note"))
            parts.append(tag("ul", *ways))
        elif any(told.ways[0]):
            parts.append(tag("p", cards_markup(told.ways[0], 0, language)))
    else:
        parts.append(tag("p", say("explain-no_way", language), class_="klc-note"))
    return together(parts)


def price_text(price: Price, language: str) -> str:
    """A price in words.

    >>> from khronos_lab.rulebook.pieces import CIVIL
    >>> price_text(Price(CIVIL, 3, 1, 0), "en")
    '3 cards (civil) and 1 card of any kind for the terrain (G2)'
    """
    parts = []
    if price.cards:
        kind = say(price.kind, language)
        parts.append(f"{say('n-cards', language, n=price.cards)} ({kind})")
    if price.extra:
        more = say("n-cards", language, n=price.extra)
        parts.append(f"{more} {say('explain-any_kind', language)}")
    if price.coins:
        parts.append(say("n-coins", language, n=price.coins))
    return say("list-and", language, items=tuple(parts)) or say("explain-nothing", language)


def money_panel(told: Explained, language: str) -> Markup:
    """By player: coins at once and what taxes would pay more or less."""
    if not told.money:
        return tag("p", say("explain-nothing", language))
    keys = ("explain-at_once", "explain-next_tax", "explain-all_taxes")
    heads = (say("word-player", language), *(say(key, language) for key in keys))
    head = [tag("th", capital(words), scope="col") for words in heads]
    rows = [_money(told.state, seat, money) for seat, money in enumerate(told.money)]
    note = tag("p", say("explain-money_hint", language), class_="klc-note")
    return together([table(head, rows), note])


def _money(state: GameState, seat: int, money: Money) -> list[str]:
    name = tag("th", seat_mark(seat), " ", state.players[seat].name, scope="row")
    return [name, *(signed(each) for each in (money.coins, money.next, money.there))]


# ------------------------------------------------------------------ what would happen


def question_panel(told: Explained, language: str) -> Markup:
    """The first choice that somebody would have to make."""
    if told.question is None:
        return NOTHING
    asked = question_text(told.question, told.state.names, language)
    note = tag("span", say("explain-choice", language), class_="klc-note")
    return tag("p", "? ", asked, " ", note)


# ------------------------------------------------------------------ on the boards


def now_strokes(told: Explained, free: bool, table: Table) -> list[Stroke]:
    """The plan on the position as it is, and what the broken clauses are about."""
    counts = told.beyond if free else told.broken
    mark = "blocked" if counts else "new"
    strokes = plan_strokes(told.state, told.action, table, mark)
    if any(len(broken.domains) > 1 for broken in counts):
        # The letters of the domains say more than the symbol, which would lie under one of them.
        strokes = [each for each in strokes if not each.label.startswith(("badge", "symbol"))]
    for broken in counts:
        strokes += violation_strokes(broken, told.state, told.age, table)
    return strokes


def violation_strokes(
    broken: Violation, state: GameState, age: Age, table: Table
) -> list[Stroke]:  # fmt: skip
    """The domains that a reason is about, by letter, or else its squares in a thick line."""
    board = state.boards[age]
    masks = [board.domain_at(sq).mask for sq in broken.domains if board.occupied >> sq & 1]
    if len(masks) < 2:
        return look_strokes(state, ((age, sq) for sq in broken.squares), table)
    areas = [Area(age, mask, chr(ord("A") + number)) for number, mask in enumerate(masks)]
    return area_strokes(areas, state, table)


def after_strokes(told: Explained, table: Table) -> list[Stroke]:
    """The position afterwards with everything that the action would have done."""
    assert told.after is not None
    return [*position(told.after, table), *effects(told.log, told.after, table)]
