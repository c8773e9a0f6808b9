"""Study a game: open it, look at every moment of it, learn where it turned, try another move."""

from __future__ import annotations

import shutil
from functools import cache, partial
from typing import Any

from tests.inventory.entries import Both, Entry, begins, every, has, inventory, like
from tests.inventory.kit import FOUR, game, kl, lesson_game, new_file, own, read, refused, review

PLAYERS = ("Farid", "Greta", "Hugo", "Ines")
SHIPPED = {
    "01-two-players-valley": ("Ada 39, Ben 42 (valley", "by the river", "am Fluss"),
    "02-three-players-delta": ("Clara 47, Dmitri 43, Elif 52 (delta", "Three at", "Zu dritt"),
    "03-four-players-valley": ("Farid 44, Greta 28, Hugo 41, Ines 43", "Club night", "Spieleabend"),
    "04-five-players-highlands": ("Jonas 54, Kira 38, Luis 40, Mona 42", "Five in", "Zu fünft"),
    "05-first-edition": ("Olga 46, Pavel 31, Quentin 46", "old box", "alte Schachtel"),
    "06-holdem": ("Rosa 42, Sven 45, Tomoko 49, Uwe 50", "Open cards", "Offene Karten"),
    "07-hidden-hands": ("Vera 32, Walter 36, Yusuf 56", "kitchen table", "Küchentisch"),
    "08-lesson-three-ages": ("Ruth 7, Wim 14 (a map of its own, round 5", "Lesson", "Lektion"),
    "09-typed-by-hand": ("Paula 53, Theo 28", "rain", "Regen"),
}
"""The games of the kit: how they ended, and what they are called in both languages."""


@cache
def two_games():
    """A file with two games."""
    path = new_file("club.khr")
    kl.records.write_records(path, [game().record, lesson_game().record])
    return path


def own_game() -> Any:
    """A game in a file of one's own, its review beside it."""
    folder = new_file("mine.khr").parent
    for path in own().parent.iterdir():
        shutil.copy(path, folder)
    return kl.load(folder / "mine.khr")


def opened() -> Any:
    """A game that was read from an open file."""
    path = own_game().path
    assert path is not None
    with path.open(encoding="utf-8") as file:
        return kl.load(file)


def event_of(name: str) -> str:
    """A game of the kit in a line: how it ended, and its event."""
    found = kl.load(f"data/games/{name}.khr")
    return f"{found} {found.tags['Event']}"


OPENING = (
    Entry("kl.load", "a file that comes with the kit", lambda: kl.load(FOUR), has(
        "Game: Farid 44, Greta 28, Hugo 41, Ines 43 (valley, 7 rounds, 482 steps)")),
    Entry("kl.load", "one game of several, by its number", lambda: kl.load(two_games(), game=2),
          has("Ruth 7, Wim 14 (a map of its own, round 5, not finished, 78 steps)")),
    Entry("kl.load", "several games ask for a number", lambda: refused(lambda: kl.load(two_games(
          ))),
          has("holds 2 games; say which one: kl.load(", "game=1)")),
    Entry("kl.load", "the text of a record, an open file, a record, a game",
          lambda: [
        len(kl.load(kl.records.record_text(game().record))), len(opened()),
        len(kl.load(game().record)),
        kl.load(game()) is game()], [483, 79, 483, True]),
    Entry("kl.load", "a game of the kit by its number or a few words", lambda: [
        kl.load("03").players, kl.load("four players").players,
        refused(lambda: kl.load("04-four"))],
        has("Greta", 'There is no game "04-four". There are: 03-four-players-valley, '
            "04-five-players-highlands; or name a file, *.khr.")),
    Entry("kl.load", "a wrong name is told", lambda: refused(lambda: kl.load("friday.khr")),
          "There is no file friday.khr."),
    Entry("kl.load", "what is no game is told", lambda: refused(lambda: kl.load(5)),
          begins("I can't load a game from an int. Give a file (*.khr)")),
    Entry("kl.Game", "what `kl.load` gives; nobody makes one by hand",
          lambda: [isinstance(game(), kl.Game), refused(lambda: kl.Game("x.khr"))],
          has("True", "A game is opened by kl.load: write kl.load(")),
    *every("data: games/{}.khr", "a game of the kit", event_of, {
        name: has(end, en) for name, (end, en, _) in SHIPPED.items()}),
    *every("data: games-de/{}.khr", "is read where German is spoken", event_of, {
        name: Both(True, has(end, de)) for name, (end, _, de) in SHIPPED.items()}),
)  # fmt: skip


GAME = (
    Entry("game.players", "the names in seat order", lambda: game().players, PLAYERS),
    Entry("game.winner game.scores", "who won, and everybody's coins", lambda: [
        game().winner, kl.load("05").winner, lesson_game().winner, *game().scores.items()],
        ["Farid", "Olga, Quentin", None, ("Farid", 44), ("Greta", 28), ("Hugo", 41), ("Ines", 43)]),
    Entry("game.moves", "one row per move, in words and in notation", lambda: [
        *game().moves.columns, game().moves.height, *game().moves.row(63)[:5]],
        ["step", "turn", "player", "move", "notation", "comment", 116, 249, "4.F", "Farid",
              "Farid upgrades the town at k2 to a city at j2 in Might and erases the town at l4 in "
              "Faith!!", "M^c3j2"], has("Farid", "M^c3j2")),
    Entry("game.player greta.name .seat .coins .turns .moves", "one player, in any case",
          lambda: [(each.name, each.seat, each.coins, each.place, each.turns.height,
                    each.moves.height) for each in [game().player(name="greta")]] + [
              refused(lambda: game().player("Gerta"))],
          [("Greta", 1, 28, 4, 7, 31), 'There is no player "Gerta". Did you mean Greta? There are: '
           "Farid, Greta, Hugo, Ines."]),
    Entry("game.turn named_turn.name .player .round .first .last .moves", "a turn by its name",
          lambda: [(each.name, each.player, each.round, each.first, each.last, len(each.moves))
                   for each in [game()["4.f"], game().turn(name="4.F")]] + [
              refused(lambda: game().turn(3)), refused(lambda: game()["9.Z"])],
          [("4.F", "Farid", 4, 232, 258, 3)] * 2 + [
              'Turns are named 3.F, 3.G, 3.H, 3.I: game["3.F"].',
              'This game has no turn "9.Z"; turns are named 1.G to 7.F, by round and player.']),
    Entry("named_turn.effects .picture .replay", "what happened in it, its picture, its replay",
          lambda: [game()["4.F"].effects[0], type(game()["4.F"].picture).__name__,
                   game()["4.F"].replay().step],
          ["Farid plays 2 cards (cc) in Might (A2).", "Drawing", 231], has("Farid spielt", "231")),
    Entry("game.show game.boards", "at a step or at the end of a turn", lambda: [
        game().show(step="4.F").step, game().replay(step="4.F").step, game().show().step,
        game().boards(step="4.F").png(1) == game().draw.boards(258).png(1)],
        [258, 258, 0, True]),
    Entry("game.scores", "what a game has not is answered by the nearest thing", lambda: [
        refused(partial(getattr, game(), name))
        for name in ("plot", "best_move", "scoer")],
        has("A Game draws through game.draw: boards", "game.review() finds", "Did you mean "
            "game.scores?")),
    Entry("game.tags", "what the record says about the game", lambda: dict(game().tags),
          has("Event", "Date", "Map", "Result")),
    Entry("game.path", "the file it came from", lambda: str(game().path),
          like(r"03-four-players-valley\.khr$")),
    Entry("game.coins", "one row per turn, one column per player",
          lambda: [*game().coins.columns, game().coins.height, *game().coins.row(-1)],
          ["turn", "round", "player", "step", *PLAYERS, 28, 28, 7, "Farid", 482, 44, 28, 41, 43]),
    Entry("game.events", "one row per event; `step` is the moment after it",
          lambda: [game().events.height, *game().events["step"].head(2), *game().events.columns],
          [482, 1, 2, "game", "step", "move", "cause", "turn", "round", "seat", "age", "event",
           "clause", "kind", "rank", "owner", "square", "amount"]),
    Entry("game.turns", "one row per turn: cards, journeys, money",
          lambda: [game().turns.height, *game().turns.columns], has(
              "28", "coins_before", "coins_after", "bonus", "tax_might", "tax_missed",
              "spent_travel", "cards_played", "exchanges", "travels", "upgrades", "hand_civil")),
    Entry("game.turns", "their money adds up to the result of each player",
          lambda: game().turns.group_by("seat", maintain_order=True).last().sort("seat")[
              "coins_after"].to_list(), [44, 28, 41, 43]),
    Entry("game.state", "the position at a step; without one, the last",
          lambda: [game().state(step=0).round, game().state().over], [1, True]),
    Entry("game.state", "a step that is not there is told", lambda: refused(lambda: game().state(
          999)),
          "This game has steps 0 to 482; there is no step 999."),
    Entry("game.frames game.timeline", "all moments, in order",
          lambda: [len(game().frames), len(game().timeline), len(list(game())), len(game())],
          [483, 483, 483, 483]),
    Entry("game.record record.names .line .tags .start .problem", "the record behind it",
          lambda: [game().record.names, len(game().record.line.nodes), game().record.tags["Map"],
                   game().record.start.round, game().record.problem],
          [PLAYERS, 116, "valley", 1, None]),
    Entry("node.text .move .label .digest .mark .comment .variations",
          "a move and what is said of it",
          lambda: [(each.text, each.label, each.mark, str(each.move.action), each.comment[:18],
                    len(each.variations), each.digest) for each in game().record.line.nodes][63],
          ("M^c3j2", "4.F", "!!", "upgrade to city at j2 in Might for cc", "The city's copy co", 1,
          "")),
    Entry("game.branch", "the game with a line played from another move",
          lambda: len(game().branch(moves=63, line=game().record.line.nodes[63].variations[0].nodes)
                      .record.line.nodes[63].variations), 1),
    Entry("game.save", "to a file of its own, not over another one unless told",
          lambda: [own_game().save().name, refused(lambda: own_game().save(two_games())),
                   own_game().save(path=own_game().path, replace=True).name],
          has("mine.khr", "exists already")),
    Entry("game.save", "another ending is told", lambda: refused(lambda: game().save(
          "game.jsonl")), "game.jsonl: a file of games is named *.khr or *.khr.gz"),
)  # fmt: skip


# ------------------------------------------------------------------ moments


MOMENTS = (
    Entry("moment.caption", "the event in one sentence with its clause",
          lambda: game()[138].caption,
          "No shadow in Faith: Hugo's castle at m1 would connect the domains at l1 and m4 (B3a).",
          like(r"^Kein Zeitschatten im Glauben: .*Festung von Hugo auf m1.* l1 und m4 .*\(B3a\)")),
    Entry("moment.index .round .turn .seat .move", "where in the game it is",
          lambda: [game()[138].index, game()[138].round, game()[138].turn, game()[138].seat,
                   game()[138].move], [138, 3, 10, 2, 38]),
    Entry("moment.coins", "by seat: the coins at this moment", lambda: game()[-1].coins,
          (44, 28, 41, 43)),
    Entry("moment.causes", "what led to it, first cause first",
          lambda: [str(each.entry) for each in game()[138].causes],
          ["Hugo upgrades the watchtower at m3 to a castle on m1–o3 in Might (A2)."]),
    Entry("moment.so_far", "what its move has done by now", lambda: len(game()[138].so_far), 4),
    Entry("moment.entry .event", "the event and its clause; none at the start",
          lambda: [str(game()[34].entry), game()[34].event.clause, game()[0].event],
          ["Paradox: Hugo's monastery at e4 in Faith is erased; Hugo gets a cube back (B6).", "B6",
           None]),
    Entry("moment.last_of_move", "whether its move is over", lambda: [
        game()[each].last_of_move for each in (0, 1, 138)], [True, False, True]),
    Entry("moment.node .span .state", "its move in the record, and the position",
          lambda: [game()[138].node.text, game()[138].span.number, game()[138].state.round],
          ["M^m3m1/c", 38, 3]),
    Entry("move.sentence", "what a move does, in one sentence",
          lambda: [game().timeline.moves[9].sentence(),
                   game().timeline.moves[9].sentence(language="de")], has(
              "Ines builds a keep at d3 in Might and erases Hugo's monastery at e4 in Faith!",
              "Ines baut in der Macht eine Burg auf d3 und löscht im Glauben das Kloster von")),
    Entry("move.number .turn .action .log .node .ends_turn", "a move and what came of it",
          lambda: [(each.number, each.turn, str(each.action), len(each.log), each.node.text,
                    each.ends_turn) for each in game().timeline.moves][9],
          (9, 3, "build keep at d3 in Might for mm", 9, "M+m2d3", False)),
    Entry("move.before .after", "the positions around it",
          lambda: [sum(state.players[3].hand) for state in (
              game().timeline.moves[9].before, game().timeline.moves[9].after)], [4, 2]),
    Entry("timeline.moves .start .coins .taxations", "moves, first position, curves and taxations",
          lambda: [len(game().timeline.moves), game().timeline.start.round,
                   [len(each) for each in game().timeline.coins],
                   sum(each.collected for each in game().timeline.taxations)],
          [116, 1, [483] * 4, 123]),
    Entry("timeline.next .previous", "the way to the next moment of a sort, and back",
          lambda: [game().timeline.next(0), game().timeline.next(index=0, stop="paradox"),
                   game().timeline.previous(index=400, stop="tax"), game().timeline.next(482)],
          [1, 34, 257, None]),
    Entry("timeline.index_of", "a negative step counts from the end",
          lambda: game().timeline.index_of(step=-1), 482),
    Entry("timeline.variation", "a variation as a game of its own",
          lambda: len(game().timeline.variation(move=63, number=0).moves), 2),
    *every("stop: {}", "the moments of one sort", lambda stop: len(game().timeline.stops(
    stop=stop)), {
        "effect": 483, "move": 117, "turn": 29, "paradox": 13, "covered": 7, "blocked": 3,
        "join": 17,
        "split": 15, "conflict": 4, "shrink": 4, "tax": 8}),
    Entry("timeline.stops", "a moment of each sort says what it is",
          lambda: [game()[game().timeline.stops(each)[0]].caption[:9] for each in (
              "paradox", "covered", "blocked", "join", "split")],
          ["Paradox: ", "The print", "No shadow", "The domai", "The domai"]),
)  # fmt: skip


# ------------------------------------------------------------------ review


@cache
def worst() -> Any:
    """The costliest mistake of the short game."""
    return own_game().mistakes[0]


@cache
def outlook() -> Any:
    """What the first moment of the short game promises."""
    return lesson_game().evaluate(0)


def stopped_review() -> Any:
    """A review that somebody has stopped at once, with a file that keeps what is done."""
    return lesson_game().review(
        seed=2, progress=False, stop=lambda: True, keep=False, executor=None
    )


REVIEW = (
    Entry("game.review review.text", "the mistakes, the better turn and why; luck and skill",
          lambda: review().text(), like(
              r"^\d\.[RW]\?[?!]? .* This gives away .* coins against .*\(.* to .*\).* Better: .*"
              r"could expect .* coins at the start\. The cards brought .*"),
          like(r"^\d\.[RW]\?[?!]? .* Das verschenkt .* Taler gegenüber .*\(.* bis .*\).* Besser: .*"
               r"konnte zu Beginn .* Taler erwarten\. Die Karten brachten .*")),
    Entry("review.text", "in either language", lambda: review().text(language="de"),
          has("Besser: ")),
    Entry("game.review", "stopped, it gives what is done by then; another seed, other deals",
          lambda: [stopped_review().finished, stopped_review().seed], [False, 2]),
    Entry("review.finished .reviewed .names .seed .notes .turns", "how far it is",
          lambda: [review().finished, review().reviewed, review().names, review().seed,
                   review().notes, len(review().turns)], [True, 4, ("Ruth", "Wim"), 0, (), 4]),
    Entry("review.mistakes", "the turns with a better one, the costliest first",
          lambda: [each.is_mistake for each in review().mistakes], like("True")),
    Entry("review.of_player", "with the marks of one player only",
          lambda: {each.player for each in review().of_player(name="Ruth").mistakes}, {"Ruth"}),
    Entry("review.key_moments", "the turns to look at first, in the order of the game",
          lambda: [each.turn for each in review().key_moments(number=2)] == sorted(
              each.turn for each in review().key_moments(2))),
    Entry("review.curve", "coins and chances after every turn, with intervals",
          lambda: all(low <= value <= high for _, *both in review().curve(seat=0)
                      for value, low, high in both)),
    Entry("review.start", "what was to be expected at the start",
          lambda: review().start.expected_coins(0).value, True),
    Entry("review.accounts account.player .seat .start .draws .decisions .others .result",
          "luck and skill add up to the result",
          lambda: all(abs(each.start.value + each.draws + each.decisions.value + each.others.value
                          - each.result) < 0.01 for each in review().accounts)),
    Entry("review.accounts", "in a sentence", lambda: str(review().accounts[0]), like(
        r"^Ruth could expect [\d.]+ coins at the start\. The cards brought .[\d.]+, the decisions"),
        like(r"^Ruth konnte .*Taler")),
    Entry("game.mistakes turn.player .label .mark .round .seat .turn .step .first .is_mistake",
          "the worst mistake: whose, when and how bad",
          lambda: f"{worst().player} {worst().label}{worst().mark} {worst().round} {worst().seat} "
                  f"{worst().turn} {0 <= worst().first < worst().step} {worst().is_mistake}",
          like(r"^(Ruth [34]\.R|Wim [34]\.W)\?\?? [34] [01] [1-4] True True$")),
    Entry("game.mistakes greta.mistakes", "one player's, by name", lambda: [
        own_game().mistakes.of("ruth") == own_game().player("Ruth").mistakes,
        {each.player for each in own_game().mistakes.of("Ruth")},
        refused(lambda: own_game().mistakes.of("Zoe")), refused(lambda: own_game().mistakes[99])],
        has("True", "{'Ruth'}", 'There is no player "Zoe"', "row 99"), has("True", "{'Ruth'}")),
    Entry("turn.loss", "what it gave away, beyond chance, from 40 games or more",
          lambda: (worst().loss.coins.low > 0 or worst().loss.chance.low > 0)
                  and worst().loss.games >= 40),
    Entry("turn.loss", "both kinds of players find it; the loss is their mean",
          lambda: [min(coins for coins, _ in worst().loss.by_kind) > 2,
                   abs(sum(coins for coins, _ in worst().loss.by_kind) / 2
                       - worst().loss.coins.value) < 0.01], [True, True]),
    Entry("review.judged turn.final", "the last word, after a first look at every turn",
          lambda: [review().judged, {each.final for each in review().turns}], [4, {True}]),
    Entry("turn.played .better .why", "what was done, what was better, and why, with the clause",
          lambda: f"{worst().played} / {worst().better} / {worst().why}",
          like(r"^\w+s .+ / \w+s .+ / .+\([A-Z]\d\).+The balance in coins: .+ Together "),
          like(r".+ / .+ / .+\([A-Z]\d\).+Die Bilanz in Talern: .+ Zusammen ")),
    Entry("turn.reasons .text", "in either language", lambda: [
        worst().reasons(language="de"), worst().text(language="de")], has("Taler")),
    Entry("turn.other .gain .draw .shown_only .before .logs .texts", "the numbers behind it",
          lambda: [len(worst().other.nodes) > 0, worst().gain, isinstance(worst().draw, float),
                   worst().shown_only, worst().before.round, len(worst().logs), len(worst().texts)],
          like(r"^True\nNone\nTrue\nFalse\n[34]\n(\d+)\n\1$")),
    Entry("game.evaluate outlook.coins .chances .turns .state .refined .lines .text",
          "what a moment promises everybody, and the best turns found",
          lambda: outlook().text(), like(r"^Likely at the end, with the chance to win: Ruth .*%"),
          like("^Am Ende wahrscheinlich, mit Gewinnchance: Ruth .*%")),
    Entry("outlook.text outlook.lines", "in either language", lambda: [
        outlook().text(language="de"), *outlook().lines(language="de")], has("Taler")),
    Entry("game.evaluate outlook.chances .turns", "chances add up, turns are moves to play",
          lambda: [round(sum(each.value for each in outlook().chances), 1),
                   outlook().turns[0].moves[-1][0], outlook().lines(language="de")[0][:7],
                   lesson_game().evaluate(step=0, refined=True).refined],
          [1.0, ">", "Am Ende", True]),
    Entry("game.practice", "the replay stands before the first mistake, ready to try",
          lambda: [own_game().practice().trying, own_game().practice(player="Wim").step],
          like(r"^True\n\d+$")),
)  # fmt: skip


# ------------------------------------------------------------------ replay and what if


def trying() -> Any:
    """A replay in which another move has been played after the twelfth."""
    return (
        game()
        .replay()
        .show_line(branches=(), move=11)
        .what_if()
        .play_move(move="travel Might to Faith")
    )


def named() -> str:
    """The record of a replay whose variation has a name, a mark and a comment."""
    shown = trying().name_line(name="Other").mark(mark="!?").comment(comment="why")
    return kl.records.record_text(shown.record)


@cache
def coached() -> Any:
    """A replay with the coach's review."""
    shown = own_game().replay().review(on=True)
    shown.coach.wait(seconds=120)
    return shown


def carried_on() -> Any:
    """A replay in which players have finished the turn, and the game three times."""
    shown = trying().hand_over(player="greedy", to="turn").wait(seconds=60)
    return shown.play_on(player="greedy", games=3).wait(60)


def labels(shown: Any) -> list[str]:
    """What is written on the controls while something is tried."""
    page = shown.mode_page
    groups = [*page["groups"], *page["more"]]
    return [f"{group['title']} {each['label']}" for group in groups for each in group["controls"]]


def said(shown: Any) -> str:
    """What the panels below the boards say while something is tried."""
    panels = [f"{each['title']} {each['html']}" for each in shown.mode_page["panels"]]
    return read(" ".join(panels).replace(' alt="', ">"))


REPLAY = (
    Entry("game.replay", "the moment that was asked for, in words", lambda: game().replay(step=35),
          "<Replay of Farid, Greta, Hugo, Ines: Step 35 of 482 · Round 1 · Ines: Ines's keep at d3 "
          "now stands in Faith, too (B3).>",
          "<Replay of Farid, Greta, Hugo, Ines: Schritt 35 von 482 · Runde 1 · Ines: Die Burg von "
          "Ines auf d3 steht nun auch im Glauben (B3).>"),
    Entry("game.replay replay.view .eyes .coins .speed .language", "how it is shown", lambda: [
        (each.view, each.coins, each.speed, each.language, each.eyes) for each in [game().replay(
            view="control", eyes="Greta", coins="hidden", speed=8, language="de")]],
          [("control", "hidden", 8.0, "de", "1")]),
    *every("view: {}", "a way to look at it", lambda view: game().replay(view=view).view, {
        view: view for view in ("boards", "shadows", "control", "domains", "difference")}),
    *every("way through a game: {}", "what a button does, from step 200",
          lambda way: game().replay(step=200).go(command=way).step, {
        "start": 0, "end": 482, "effect.back": 199, "effect.forward": 201, "action.back": 199,
        "action.forward": 201, "turn.back": 196, "turn.forward": 214, "paradox.back": 152,
        "paradox.forward": 236, "covered.back": 159, "covered.forward": 200, "blocked.back": 138,
        "blocked.forward": 205, "join.back": 199, "join.forward": 217, "split.back": 191,
        "split.forward": 241, "taxation.back": 195, "taxation.forward": 213}),
    Entry("replay.go replay.playing .trying", "play and what if are buttons, too",
          lambda: [game().replay().go("play").playing, game().replay().go("what_if").trying],
          [True, True]),
    Entry("replay.step .frame .timeline", "the step can be set; -1 is the end",
          lambda: [(each.step, each.frame.index, len(each.timeline)) for each in [
              game().replay(step=-1)]], [(482, 482, 483)]),
    Entry("replay.caption .text .title", "what is said below the boards",
          lambda: [(each.caption, each.text, each.title) for each in [game().replay(step=482)]],
          has(
              "Farid wins with 44 coins (T7).", "Step 482 of 482 · Round 7 · Farid: Farid wins",
              "Club night, table two"),
          has("Farid gewinnt mit 44 Talern (T7).", "Schritt 482 von 482 · Runde 7")),
    Entry("replay.page", "the replay as a page inside another one", lambda: game().replay().page(),
          like("(?i)<iframe|<!doctype|srcdoc")),
    Entry("replay.what_if .play_move .unsaved .record", "another move becomes a variation",
          lambda: [trying().caption, trying().unsaved, len(trying().record.line.nodes[
          12].variations)],
          ["One of Ines's adventurers travels from Might to Faith (T4).", True, 1]),
    Entry("replay.what_if", "what can be done then", lambda: labels(trying()), has(
        "Exchange cards", "End of turn", "Hand over to", "Compare with", "Remember this position",
        "Save"), has("Karten tauschen", "Zug beenden", "Vergleichen mit", "Diese Stellung merken",
        "Speichern")),
    Entry("replay.what_if", "and can be left", lambda: trying().what_if(on=False).trying, False),
    Entry("replay.what_if", "a forbidden move is refused with its clause",
          lambda: refused(lambda: trying().play_move("keep a1 in Reason")),
          like(r"\([A-Z]\d\w?\)")),
    Entry("replay.name_line .mark .comment", "a variation has a name, a mark and a comment",
          named, like(r"\(\{Other\} 1\.I M>F!\? \{why\}\)")),
    Entry("replay.take_back", "undoes the last change",
          lambda: trying().take_back().record == game().record),
    Entry("replay.show_line .cut .delete .promote", "variations are cut, deleted, promoted",
          lambda: [trying().play_move("end turn").take_back().cut().step == trying().step,
                   trying().delete().record == game().record,
                   trying().promote().record.line.nodes[12].text], [True, True, "M>F"]),
    Entry("replay.save", "the game with its variations", lambda: kl.load(
        trying().save(path=new_file("tried.khr"), replace=False).record).record.line.nodes[12]
        .variations[0].nodes[0].text, "M>F"),
    Entry("replay.hand_over replay.play_on .results .wait .stop",
          "players finish the turn, and the game several times",
          lambda: (each := carried_on()).stop().caption
                  + f" {len(each.results)} {said(each)}",
          like(r"^Ines ends the turn; Farid is next, round 1 \(T1\)\. 1 How it ends \(greedy\) .*"
               r"here \(3\): Farid [\d.]+, \d+%")),
    *every("comparison: {}", "what differs from the pinned position, the game, another age",
          lambda what: said(trying().remember().go("turn.back").compare(what=what)), {
        "pinned": has("Ines: "), "game": has("Nothing differs."), "01": has("only in Might"),
        "12": has("only in Faith"), "02": has("only in Might")}),
    Entry("replay.remember replay.compare", "the pinned position is compared with",
          lambda: trying().remember().compare("pinned").trying, True),
    Entry("replay.review replay.coach coach.wait .review .turn",
          "the coach tells the worst mistake",
          lambda: [coached().coach.review.finished, coached().coach.turn == coached(
          ).coach.review.mistakes[0]],
          [True, True]),
    Entry("game.review", "is kept beside a file of one's own", lambda: [
        (each := own_game()).review(progress=False).finished,
        each.path.with_name("mine.khr.review.json").exists()], [True, True]),
    Entry("coach.choose", "tells another turn", lambda: (
        each := coached().coach).choose(turn=each.review.turns[0].turn) or each.turn.turn, 1),
    Entry("replay.keep_better", "the better turn becomes a variation",
          lambda: kl.records.record_text(coached().keep_better().record), has("Better turn")),
    Entry("replay.practice .next_mistake coach.practice", "stand before each mistake",
          lambda: [own_game().replay().practice(player="Wim", review=review()).step
                   != own_game().replay().practice("Wim", review()).next_mistake().step,
                   own_game().replay().practice(None, review()).coach.practice is not None],
          [True, True]),
    Entry("replay.review", "there is nothing to practise before a review",
          lambda: refused(lambda: own_game().replay().practice()),
          "There is no review of this game yet: press “Review the game” first."),
)  # fmt: skip

ENTRIES = (*OPENING, *GAME, *MOMENTS, *REVIEW, *REPLAY)
test = inventory(*ENTRIES)
