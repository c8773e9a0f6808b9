"""Pictures: every figure with its words, in both languages, saved as PNG, SVG and PDF; graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from typing import Any

import networkx as nx
from matplotlib.figure import Figure

from tests.inventory.entries import Both, Entry, every, has, inventory, like
from tests.inventory.kit import (
    differ,
    ends,
    game,
    ink,
    kl,
    lesson_game,
    new_file,
    own,
    pixels,
    refused,
    review,
    sample,
    share_of,
    spoken,
    words,
)

STEP = 265
BEGINNINGS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}
GERMAN = r"Macht|Runde|Taler|Gewinnchance|Einkommen|Greta spielt|Reise|Partie"


def move() -> Any:
    """A keep whose shadow erases a chapel."""
    return game()[STEP].span


@cache
def valley() -> Any:
    """The tables of the games on one map."""
    return sample().filter(map="valley").tables


def prospects() -> Any:
    """How games end from two positions."""
    return kl.draw.prospects(branches={"one": ends(), "two": ends()}, names=game().players,
                             actual=game()[-1].coins, played_by="random")  # fmt: skip


PICTURES: dict[str, Callable[[], Any]] = {
    "boards": lambda: kl.draw.boards(state=game().state(STEP), log=game()[STEP].so_far),
    "shadows": lambda: kl.draw.shadows(state=move().after, log=move().log),
    "shadow_chains": lambda: kl.draw.shadow_chains(state=game().state(STEP)),
    "control": lambda: kl.draw.control(state=game().state(STEP)),
    "domains": lambda: kl.draw.domains(state=game().state(STEP)),
    "changes": lambda: kl.draw.changes(before=game().state(200), after=game().state(STEP)),
    "side_by_side": lambda: kl.draw.side_by_side(
        first=game().state(200),
        second=game().state(STEP),
        labels=("then", "now"),
        words=True,
        zoom=True,
        purses=(0, 0, 0, 0),
    ),
    "two_ages": lambda: kl.draw.two_ages(
        state=game().state(262), first=kl.MIGHT, second=kl.FAITH, words=True
    ),
    "storyboard": lambda: kl.draw.storyboard(before=move().before, log=move().log, columns=3),
    "causes": lambda: kl.draw.causes(log=move().log),
    "move": lambda: kl.draw.move(move=kl.Build("Might", "town", "b2")),
    "income": lambda: kl.draw.income(timeline=game().timeline, seats=[0, 1]),
    "sources": lambda: kl.draw.sources(timeline=game().timeline),
    "income_bands": lambda: kl.draw.income_bands(tables=valley(), by_seat=True),
    "income_worth": lambda: kl.draw.income_worth(players=4),
    "heat": lambda: kl.draw.heat(tables=valley(), what="erased", grid=game().record.start.grid),
    "prospects": prospects,
    "review": lambda: kl.draw.review(review=review()),
}
"""Every figure; its words in both languages are in `tests/golden/drawings/figures.txt`."""


def saved(drawing: Any, form: str) -> str:
    """A figure saved as a file: whether it is one, and whether there is anything in the picture."""
    path = drawing.save(path=new_file(f"figure.{form}"))
    begins = path.read_bytes().startswith(BEGINNINGS[form])
    return f"{form} {begins and path.stat().st_size > 5000}, ink {ink(drawing) > 0.03}"


def shown(draw: Callable[[], Any], form: str) -> list[str]:
    """The words of a figure and, once for both languages, what becomes of it in a file."""
    drawing = draw()
    return [*words(drawing), *([saved(drawing, form)] if spoken() == "en" else [])]


DRAWN = (
    Entry(f"kl.draw.{name}", "words, something drawn, saved to a file", partial(shown, draw, form),
          has(f"{form} True, ink True"), like(r"\w"))
    for (name, draw), form in zip(PICTURES.items(), cycle(BEGINNINGS), strict=False)
)  # fmt: skip


# ------------------------------------------------------------------ the figures of one game


OF_A_GAME: dict[str, Callable[[], Any]] = {
    "boards": lambda: game().draw.boards(step=STEP, legend=True),
    "shadows": lambda: game().draw.shadows(step=STEP),
    "shadow_chains": lambda: game().draw.shadow_chains(step=STEP),
    "control": lambda: game().draw.control(step=262),
    "domains": lambda: game().draw.domains(step=262),
    "storyboard": lambda: game().draw.storyboard(step=STEP),
    "causes": lambda: game().draw.causes(step=STEP),
    "changes": lambda: game().draw.changes(first=200, second=STEP),
    "side_by_side": lambda: game().draw.side_by_side(first=200, second=STEP),
    "income": lambda: game().draw.income(),
    "sources": lambda: game().draw.sources(),
    "review": lambda: kl.load(own()).draw.review(),
}
OF_GAMES = every("game.draw.{}", "the figure at a step of the game", lambda name: words(OF_A_GAME[
name]()), {name: Both(True, like(GERMAN)) for name in OF_A_GAME})  # fmt: skip


# ------------------------------------------------------------------ what can be said to a figure


TOWN = """
player Ann: at Might Might
player Ben:
Might      | Faith   | Reason
m2A # c2 # | . . . . | . . . .
#   # #  # | . . . . | . . . ."""


def axes() -> Any:
    """Empty axes of one's own."""
    return Figure().add_subplot()


INTO_AXES: dict[str, Callable[[Any], Any]] = {
    "boards": lambda ax: kl.draw.boards(game().state(9), ax=ax, legend=False, language="de"),
    "shadows": lambda ax: kl.draw.shadows(move().after, move().log, ax=ax, legend=False,
    language="de"),
    "shadow_chains": lambda ax: kl.draw.shadow_chains(game().state(9), ax=ax, legend=False,
    language="de"),
    "control": lambda ax: kl.draw.control(game().state(9), ax=ax, legend=False, language="de"),
    "domains": lambda ax: kl.draw.domains(game().state(9), ax=ax, legend=False, language="de"),
    "changes": lambda ax: kl.draw.changes(game().state(9), game().state(20), ax=ax, legend=False,
    language="de"),
    "causes": lambda ax: kl.draw.causes(move().log, ax=ax, language="de"),
    "heat": lambda ax: kl.draw.heat(valley(), ax=ax, language="de"),
    "income": lambda ax: kl.draw.income(game().timeline, ax=ax, language="de"),
    "income_bands": lambda ax: kl.draw.income_bands(valley(), ax=ax, language="de"),
    "income_worth": lambda ax: kl.draw.income_worth(ax=ax, language="de"),
    "prospects": lambda ax: kl.draw.prospects(ends(), game().players, ax=ax, language="de"),
    "review": lambda ax: kl.draw.review(review(), ax=ax, language="de"),
}  # fmt: skip
IN_GERMAN: dict[str, Callable[[], Any]] = {
    "sources": lambda: kl.draw.sources(game().timeline, figure=Figure(), language="de"),
    "storyboard": lambda: kl.draw.storyboard(move().before, move().log, figure=Figure((12, 9)),
    language="de"),
    "move": lambda: kl.draw.move(kl.Travel("Might", "Faith"), language="de"),
    "side_by_side": lambda: kl.draw.side_by_side(game().state(9), game().state(20), language="de"),
    "two_ages": lambda: kl.draw.two_ages(game().state(262), kl.MIGHT, kl.REASON, language="de"),
}  # fmt: skip


def drawn_into(draw: Callable[[Any], Any]) -> list[str]:
    """The words of a figure in given axes."""
    ax = axes()
    found = draw(ax)
    assert found.figure is ax.figure
    return words(found)


OPTIONS = (
    *every("kl.draw.{}", "into axes of one's own, in either language", lambda name: drawn_into(
        INTO_AXES[name]), {name: like(GERMAN) for name in INTO_AXES}),
    *every("kl.draw.{}", "in either language", lambda name: words(IN_GERMAN[name]()), {
        name: like(GERMAN) for name in IN_GERMAN}),
    Entry("kl.draw.boards", "another position looks different; the effects of a move stand out",
          lambda: [
        differ(game().draw.boards(STEP), game().draw.boards(0)), differ(
            kl.draw.boards(move().after, log=move().log), kl.draw.boards(move().after))], [True,
            True]),
    Entry("kl.draw.shadows", "has more than the boards", lambda: differ(
        game().draw.shadows(STEP, legend=False), game().draw.boards(STEP, legend=False))),
    Entry("kl.draw.income", "of some players only", lambda: words(
        kl.draw.income(game().timeline, seats=[0, 1])), like(r"^(?s:(?!.*Hugo).*Greta)")),
    Entry("kl.draw.storyboard", "as many columns as asked", lambda: [
        pixels(kl.draw.storyboard(move().before, move().log, columns=each)).height // 100
        for each in (1, 2, 3)], [9, 3, 1]),
    Entry("kl.draw.side_by_side", "only where something differs, if asked", lambda: [
        pixels(kl.draw.side_by_side(game().state(262), game().state(STEP), zoom=each)).height // 100
        for each in (True, False)], [4, 7]),
    Entry("kl.draw.changes", "what is new is outlined in green, what has gone in red", lambda: [
        [share_of(colour, game().draw.changes(first, STEP, legend=False)) > 1e-4
         for first in (200, STEP)] for colour in ("#00523B", "#CC420C")], [[True, False]] * 2),
    Entry("kl.draw.control", "says what each domain pays", lambda: differ(*(kl.draw.control(
        kl.read_position(f"rules: {rules}{TOWN}")) for rules in (
            "second edition", "town value 4")))),
    Entry("game.draw", "every figure of one game", lambda: game().draw.boards, True),
    Entry("drawing.figure .ax .axes", "leads on to matplotlib", lambda: [
        isinstance(each.figure, Figure) and each.ax in each.figure.axes and each.ax is each.axes[0]
        for each in [game().draw.boards(9)]], [True]),
    Entry("drawing.png .pixels", "sharper if asked", lambda: [
        game().draw.boards(9).png(ratio=1.0)[:4], game().draw.boards(9).pixels(ratio=2.0).shape[0]
        == 2 * game().draw.boards(9).pixels(1.0).shape[0]], [b"\x89PNG", True]),
    *every("picture: {}", "a picture in this format", lambda form: saved(game().draw.boards(9),
    form), {
        form: f"{form} True, ink True" for form in BEGINNINGS}),
    Entry("kl.draw.set_theme", "figures for a dark page, and light ones again", lambda: [
        (kl.draw.set_theme(name=each), share_of("#111315", game().draw.income()) > 0.3)[1]
        for each in ("dark", "light")], [True, False]),
    Entry("drawing.save kl.draw.save kl.draw.Drawing", "by the end of its name", lambda: [
        kl.draw.save(drawing=game().draw.income(), path=new_file("a.svg")).name,
        isinstance(game().draw.income(), kl.draw.Drawing),
        refused(lambda: game().draw.income().save("a.bmp"))],
        ["a.svg", True,
        "a.bmp: pictures are saved as pdf, png, svg; end the name with one of these"]),
)  # fmt: skip


# ------------------------------------------------------------------ graphs and the slider


def under_slider() -> Any:
    """Two figures and two of one's own under a slider."""
    own = (lambda frame, ax: ax.bar("AB", frame.coins), lambda now, at: at.bar("AB", now.coins))
    return kl.scrub(lesson_game(), kl.draw.control, "boards", *own, start=3, width=600, ratio=1.0)


def slid(index: int) -> Any:
    """The slider at another step."""
    found = under_slider()
    found.go(index=index)
    return found


GRAPHS = (
    Entry("game.graph game.graph.domains", "buildings of one age, joined where they touch",
          lambda: [
        (len(each), each.number_of_edges(), each.nodes[5]["name"]) for each in [
            game().graph.domains(step=262, age="Faith")]], [(24, 16, "chapel at f1")]),
    Entry("game.graph.shadows", "every large building and its shadow", lambda: [
        (len(each), Counter(told["state"] for *_, told in each.edges(data=True)))
        for each in [game().graph.shadows(step=262)]],
        [(33, {"copy": 19, "missing": 1, "overgrown": 1})]),
    Entry("game.graph.causes", "the effects of a move, each under its cause", lambda: [
        (len(each), each.nodes[0]["caption"], nx.is_forest(each.to_undirected())) for each in [
            game().graph.causes(step=STEP)]], [(8, "Greta plays 2 cards (mm) in Might (A1).",
            True)]),
    Entry("kl.graphs kl.graphs.domains kl.graphs.shadows kl.graphs.causes",
          "of any position or move",
          lambda: [len(kl.graphs.domains(position=game().state(262), age=kl.FAITH)),
                   len(kl.graphs.shadows(state=game().state(262))), len(kl.graphs.causes(log=move(
                   ).log))],
          [24, 33, 8]),
    Entry("kl.scrub scrub.frame .go", "drawings of a game under one slider", lambda: [
        str(under_slider()), under_slider().frame.index, slid(5).frame.index, str(slid(-1))],
        ["<scrub over 79 frames, now 3>", 3, 5, "<scrub over 79 frames, now 78>"]),
    Entry("kl.scrub", "every picture follows, one's own as well", lambda: [
        one.value != other.value for one, other in zip(
            slid(5).images, slid(60).images, strict=True)], [True] * 4),
    *every("scrub: {}", "a figure by its name", lambda name: str(kl.scrub(lesson_game(), name)),
    dict.fromkeys(("boards", "shadows", "control", "domains", "changes", "candidates",
    "shadow_chains", "income", "sources"), "<scrub over 79 frames, now 0>")),
    Entry("kl.draw kl.players kl.records", "namespaces", lambda: [
        "boards" in dir(kl.draw), "play_on" in dir(kl.players), "read_games" in dir(kl.records)],
        [True] * 3),
)  # fmt: skip

ENTRIES = (*DRAWN, *OF_GAMES, *OPTIONS, *GRAPHS)
test = inventory(*ENTRIES)
