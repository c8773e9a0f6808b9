"""Play a move and see what follows: positions, moves, why not, previews, and every sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

from khronos_lab.core import EVENT_TYPES
from khronos_lab.core import events as e
from tests.inventory.entries import Both, Entry, begins, every, has, inventory, like
from tests.inventory.kit import ROOT, game, kl, refused, scenario, table

README = """
player Ada: hand ccc
player Ben:
Might     | Faith           | Reason
. . . . . | . . m3B # #     | . . m3% # #
. . . . . | . . #   # #     | . . #   # #
. . . . . | . . #   # #     | . . #   # # """
MEANT = "town f2 in Might"
JOIN = "hamlet c2 in Might"
CITED = r" \([A-Z]\d[ab]?\)\.$"


@cache
def outcome() -> Any:
    """A town that casts two shadows."""
    return kl.play(table(), MEANT)


def choice() -> Any:
    """A move that leaves a choice open."""
    return kl.play(scenario(68), JOIN)


def odd_rules() -> Any:
    """Rules with other numbers."""
    return kl.rules_with(edition="first", holdem=True, castle=3, tax_rounds=(3, 7), start_coins=6)


SETTING_UP = (
    Entry("kl.new_game", "the same arguments always give the same game", lambda: [
        kl.new_game(4, seed=7) == kl.new_game(players=4, seed=7),
        kl.new_game(4, seed=7) == kl.new_game(4, seed=8)], [True, False]),
    Entry("kl.new_game", "names, a map, rules", lambda: [(each.names, each.grid.name,
          each.rules.text)
          for each in [kl.new_game("Ann, Ben", grid="delta", rules=kl.rules_with(castle=3))]],
          [(("Ann", "Ben"), "delta", "castle value 3")]),
    Entry("kl.new_game", "two to five players", lambda: refused(lambda: kl.new_game(9)),
          "Khronos is for 2 to 5 players, not 9 (S1)"),
    *every("data: maps/{}.txt", "a map to play on", lambda name: str(kl.new_game(2, grid=name)), {
        name: has(f"map: {name}", "Reason a b c") for name in ("valley", "delta", "highlands")}),
    Entry("state.names .player .players .seat .round .turn .over .start", "who is to act, and when",
          lambda: [table().names, table().player.name, len(table().players), table().seat,
                   table().round, table().turn.seat, table().over, table().start],
          [("Ada", "Ben", "Cleo", "Dan"), "Ben", 4, 1, 1, 1, False, 1]),
    Entry("player.name .coins .hand .cubes .adventurers .hidden .secret", "what a player has",
          lambda: table().player[:], has("Ben", "4", "(1, 1, 2)", "25", "MIGHT", "False")),
    Entry("state.boards .grid .rules .discards .open_cards", "what lies on the table",
          lambda: [len(table().boards), table().grid.name, str(table().rules), table().discards,
                   kl.new_game(2, rules=odd_rules()).open_cards != table().open_cards],
          [3, "valley", "second edition, all rules as usual", (0, 0, 0), True]),
    Entry("kl.read_position", "a position is a text, and reads the same again", lambda: [
        kl.read_position(text=README).names,
        kl.read_position(str(kl.read_position(README))) == kl.read_position(README)],
          [("Ada", "Ben"), True]),
    Entry("kl.read_position", "a fault has its line", lambda: refused(
        lambda: kl.read_position("Might\nx")), "position, line 2: a1 in Might: cannot read 'x'"),
    Entry("kl.rules_with rules.text", "other numbers, with their clauses",
          lambda: [str(odd_rules()), odd_rules().text], has(
              "first edition (V1); hold'em (V2); castle value 3 (S2); start coins 6 (S1); tax "
              "rounds "
              "3 7 (T1)", "first edition, hold'em, castle value 3, start coins 6, tax rounds 3 7")),
    Entry("kl.rules_with", "an unknown number is told", lambda: refused(lambda: kl.rules_with(x=1)),
          begins('The rules have no number "x".')),
    Entry("rules.edition .holdem .ruins_respect_domains .erased_tiles_return .tax_rounds .values"
          " .start_coins", "what a group can choose",
          lambda: [odd_rules().edition.value, odd_rules().holdem, odd_rules().ruins_respect_domains,
                   odd_rules().erased_tiles_return, odd_rules().tax_rounds, odd_rules().values,
                   odd_rules().start_coins],
          ["first", True, False, False, (3, 7), ((0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 3, 5)), 6]),
    Entry("rules.values .tax_rounds .start_coins", "the usual numbers", lambda: [
        kl.rules_with().values, kl.rules_with().tax_rounds, kl.rules_with().start_coins],
        [((0, 1, 2, 4), (0, 1, 2, 4), (0, 1, 3, 5)), (4, 7), 4]),
)  # fmt: skip

MOVES = {
    "Build": lambda: kl.Build(kl.MIGHT, "town", "b2"),
    "Upgrade": lambda: kl.Upgrade("Faith", "abbey", "c3"),
    "Demolish": lambda: kl.Demolish("Might", "c5"),
    "Populate": lambda: kl.Populate("e4"),
    "Restore": lambda: kl.Restore("c3"),
    "Travel": lambda: kl.Travel("Might", "Faith"),
    "Exchange": lambda: kl.Exchange("mm"),
    "Swap": lambda: kl.Swap("religious", "mc"),
    "EndTurn": lambda: kl.EndTurn("mr"),
}
ASKING = (
    Entry("kl.legal_actions kl.MIGHT", "all that may be done, as a table", lambda: [
        len(kl.legal_actions(state=table())), str(kl.legal_actions(table()))],
          like(r"^1071\nexchange .*2 coins.*\ntravel +Might → Faith +1 coin\n.*build: watchtower")),
    Entry("state.legal actions.of .state", "only what has these words, in either language",
          lambda: [
        str(table().legal("town")), [str(each) for each in table().legal().of("Wachturm", "f4")],
        table().legal().state == table()],
          has("upgrade: town  Might  cc        f2, g2", "build watchtower at f4 in Might for m",
          "True")),
    Entry("kl.play outcome.log", "every sentence names its clause", lambda: outcome(), begins(
        "Ben plays 2 cards (cc) in Might (A2).\nBen upgrades the printed hamlet at g3 to a town on "
        "f2–g3 in Might (A2).\nBen gets a bonus of 1 coin in Might (A3).\nThe shadow of the town "
        "at "
        "f2 reaches Faith (B2).\nThe printed hamlet at g3 in Faith is covered (B6)."),
        begins("Ben spielt in der Macht 2 Karten (cc) (A2).\nBen vergrößert in der Macht den "
               "aufgedruckten "
               "Weiler auf g3 zum Dorf auf f2–g3 (A2).\nBen bekommt in der Macht 1 Taler")),
    Entry("outcome.state", "the old state stays as it is", lambda: [
        outcome().state.player.coins, table().player.coins, sum(outcome().state.player.hand)],
        [5, 4, 2]),
    Entry("entry.text .cause .event .players", "an event, its cause, and who was at the table",
          lambda: [(each.text(language="de"), each.cause, each.event.clause, each.players[1].name)
                   for each in outcome().log][4],
          ("Der aufgedruckte Weiler auf g3 wird im Glauben überdeckt (B6).", 3, "B6", "Ben")),
    Entry("kl.play", "a move may be words, notation, German, a value", lambda: len({
        str(kl.play(state=table(), move=each)) for each in (
            "watchtower f4 in Might", "M+m1f4", "Wachturm f4 in der Macht",
            kl.Build("Might", "watchtower", "f4"))}), 1),
    Entry("kl.play", "a forbidden move is refused with its clause",
          lambda: refused(lambda: kl.play(table(), "castle f4 in Might", trusted=False)),
          like(r"^illegal build: Ben cannot use the cards mmmm: the hand is mrcc \(A1\)")),
    Entry("kl.play", "an unknown word gets the words that are known",
          lambda: refused(lambda: kl.play(table(), "fly")), begins(
              'I don\'t know "fly". Actions: exchange, swap, travel, build, upgrade, demolish, ')),
    Entry("choice.text .clause .options", "a choice says who decides what",
          lambda: [str(choice()), choice().clause, len(choice().options)], has(
              "Ben chooses a square for what is left of Ben's keep at d1 in Might: d1, e1, d2 or "
              "e2 "
              "(C4).\n  0  d1\n  1  e1\n  2  d2\n  3  e2", "C4", "4"),
          has("Ben wählt, auf welchem Feld der Rest der Burg von Ben auf d1 in der Macht stehen")),
    Entry("choice.text", "in either language", lambda: choice().text(language="de"),
          begins("Ben wählt")),
    Entry("kl.play", "answers carry on from a choice", lambda: kl.play(scenario(68), JOIN,
          answers=[2]),
          has("Ben's keep at d1 in Might is reduced to a watchtower at d2 (C4).",
              "The shadow of Ben's keep at d1 disappears from Faith; Ben gets a cube back (C5).")),
    Entry("kl.why_not", "nothing, if it is legal", lambda: kl.why_not(table(), MEANT) is None),
    Entry("kl.why_not violation.text .clause", "the clause that forbids it",
          lambda: (each := kl.why_not(state=table(), action="keep f4 in Faith"))
                  and [str(each), each.text(language="de"), each.clause],
          ["Ben has no adventurer in Faith (T5)", "Ben hat im Glauben keinen Abenteurer (T5)",
          "T5"]),
    Entry("kl.preview preview.text .coins", "what it would do, age by age",
          lambda: [str(kl.preview(state=table(), action=MEANT)), kl.preview(table(), MEANT).coins],
          has(
              "upgrade to town at f2 in Might for cc:\n  Might\n    appears: Ben upgrades",
              "  Faith\n    appears: The town at f2 now stands in Faith, too (B2).\n    vanishes: "
              "The",
              "(0, 1, 0, 0)"),
          has("  Glaube\n    erscheint: Das Dorf auf f2 steht nun auch im Glauben (B2).")),
    Entry("preview.text", "in either language", lambda: kl.preview(table(),
          "keep f4 in Faith").text(
        language="de"),
        "Burg auf f4 im Glauben für mm bauen: verboten: Ben hat im Glauben keinen Abenteurer (T5)"),
    Entry("preview.action .violation .log .question kl.preview", "the parts of it", lambda: [
        (str(each.action), str(each.violation), len(each.log), str(each.question)[:20])
        for each in (kl.preview(table(), "keep f4 in Faith"), kl.preview(scenario(68), JOIN),
                     kl.preview(scenario(68), JOIN, answers=(2,)))],
        [("build keep at f4 in Faith for mm", "Ben has no adventurer in Faith (T5)", 0, "None"),
         ("build hamlet at c2 in Might for c", "None", 5, "Ben chooses a square"),
         ("build hamlet at c2 in Might for c", "None", 9, "None")]),
    Entry("kl.forecast forecast.text", "what each domain would pay now, and why",
          lambda: kl.forecast(state=scenario(60)), begins(
              "Might, domain at a1: 7 coins for Ann: Ann's keep at c1 is the highest military "
              "building"
              " (X2)."), begins("Macht, Domäne bei a1: 7 Taler für Ann: Die Burg von Ann auf c1")),
    Entry("forecast.total .of .here .there .names .domains", "the sums for each player",
          lambda: [(each.total(seat=0), len(each.of(seat=0)), each.here, each.there, each.names,
                    len(each.domains)) for each in [kl.forecast(scenario(60))]],
          [(11, 2, ((11, 0, 0), (0, 0, 0)), ((11, 0, 0), (0, 0, 0)), ("Ann", "Ben"), 6)]),
    Entry("forecast.text", "in either language", lambda: kl.forecast(scenario(60)).text(
          language="de"),
          has("niemand")),
    *every("kl.{}", "a move as a value, in words", lambda name: str(MOVES[name]()), {
        "Build": "build town at b2 in Might", "Upgrade": "upgrade to abbey at c3 in Faith",
        "Demolish": "demolish c5 in Might", "Populate": "populate e4", "Restore": "restore c3",
        "Travel": "travel Might to Faith", "Exchange": "exchange mm",
        "Swap": "swap mc for 2 open religious", "EndTurn": "end turn, discard mr"}),
    Entry("kl.MIGHT kl.FAITH kl.REASON kl.MILITARY kl.RELIGIOUS kl.CIVIL", "ages and kinds by name",
          lambda: [kl.Build(age, "town", "b2") == kl.Build(name, "town", "b2") for age, name in (
              (kl.MIGHT, "Might"), (kl.FAITH, "Faith"), (kl.REASON, "Reason"))]
          + [kl.Swap(kind, "m") == kl.Swap(name, "m") for kind, name in (
              (kl.MILITARY, "military"), (kl.RELIGIOUS, "religious"), (kl.CIVIL, "civil"))],
          [True] * 6),
    Entry("kl.set_language", "an unknown language is told", lambda: refused(
        lambda: kl.set_language(new="fr")), has("'en' (English), 'de' (Deutsch)")),
    Entry("language: en", "everything speaks English", lambda: game()[482].caption,
          "Farid wins with 44 coins (T7)."),
    Entry("language: de", "everything speaks German", lambda: game()[482].caption, True,
          "Farid gewinnt mit 44 Talern (T7)."),
    Entry("kl.load", "a name that is misspelt is answered by the nearest", lambda: refused(
        lambda: kl.lod),
        "khronos_lab has no lod. Did you mean load? dir(khronos_lab) lists its names."),
)  # fmt: skip


# ------------------------------------------------------------------ every sentence


@cache
def happenings() -> dict[str, Any]:
    """By sort of happening: the first moment of the kit's games where it happens."""
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "data/games").glob("0*.khr")):
        for moment in kl.load(path):
            found.setdefault(type(moment.event).__name__, moment)
    return found


# What each of them says in both languages is in `tests/core/test_captions.py`; no game of the kit
# begins to restore a ruin.
SAID = every("event: {}", "in words, with its clause", lambda name: happenings()[name].caption, {
    event.__name__: Both(like(CITED), like(CITED)) for event in EVENT_TYPES
    if event is not e.RuinBegun})  # fmt: skip


# ------------------------------------------------------------------ at the end of a cell


SHELL = """
import json
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import khronos_lab as kl
game, state = kl.load("data/games/08-lesson-three-ages.khr"), kl.new_game(2, seed=1)
values = {
    "state": state, "actions": state.legal("town"),
    "outcome": kl.play(state, state.legal("town")[0]),
    "preview": kl.preview(state, "end turn"), "violation": kl.why_not(state, "keep f4 in Faith"),
    "moment": game[3], "timeline": game.timeline, "rules": kl.rules_with(castle=3),
    "action": kl.Travel("Might", "Faith"), "player": kl.players.player_named("greedy"),
}
print(json.dumps({name: shell.display_formatter.format(each)[0] for name, each in values.items()}))
"""


@cache
def cells() -> dict[str, dict[str, str]]:
    """What a notebook shows of some values, by their names."""
    told = subprocess.run(
        [sys.executable, "-c", SHELL], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, dict[str, str]] = json.loads(told.stdout.splitlines()[-1])
    return found


CELLS = every(
    "cell: {}", "at the end of a cell it shows words and a picture", lambda name: cells()[name][
    "text/html"], {
        "state": has("Black", "White", "<img"), "actions": has("town", "Might"),
        "outcome": has("The shadow of the town", "(B2)", "<img"), "preview": has("End turn",
        "discards"),
        "violation": has("no adventurer in Faith", "T5"), "moment": has("become one", "<img"),
        "timeline": has("Ruth", "Wim"), "rules": has("a castle is worth", "S2"),
        "action": has("travel"),
        "player": has("GreedyPlayer()", "gains most at once")})  # fmt: skip

ENTRIES = (*SETTING_UP, *ASKING, *SAID, *CELLS)
test = inventory(*ENTRIES)
