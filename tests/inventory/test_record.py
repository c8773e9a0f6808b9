"""Write your own down: a table game, a map, records as files, a game against computer players."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from tests.inventory.entries import Entry, begins, every, has, inventory, like
from tests.inventory.kit import (
    GAMES,
    LESSON,
    ROOT,
    game,
    kl,
    lesson_game,
    new_file,
    read,
    refused,
    table,
)

FIRST = "M+m2g7 M+c1i8 M>F F+r1j7 > M^c2d7 M+m1c7 >"
SECOND = "M+c1f7 F+c1f7 > M-f7 M^m2b7 >"


def desk() -> Any:
    """Two rounds of a table game, written down."""
    found = kl.record_game(new_file("rain.khr"), ["Paula", "Theo"], event="A rainy Sunday")
    return found.enter(FIRST).enter(written=SECOND)


def text_of(found: Any) -> str:
    """The file of a recorder."""
    return str(found.path.read_text("utf-8"))


def panel(found: Any, name: str) -> str:
    """What a panel of a page says."""
    page = found.mode_page
    every = (*page["panels"], *page["side"]["panels"])
    [told] = [str(each["html"]) for each in every if each["name"] == name]
    return told


def accounts(found: Any) -> str:
    """Coins and hand of every player, as a desk tells them to the browser."""
    told = found._facts()["table"]
    seats = range(len(found.names))
    return " ".join(f"{told[f'c{seat}']} {told[f'h{seat}']}" for seat in seats)


def waiting() -> Any:
    """A recorder in which a correction left moves that no longer fit."""
    found = kl.record_game(new_file("half.khr"), ["Paula", "Theo"])
    found.enter("M+m2g7 > M^c2d7 > M+c1f7 > M-f7 M+m1c8 >")
    return found.correct(number=4, written="M+c1e9")


def went_on() -> str:
    """A game that was closed and opened again."""
    path = desk().path
    return f"{kl.record_game(path)} {kl.record_game(path).enter('>')}"


RECORDING = (
    Entry("kl.record_game desk.enter .record .path",
          "moves as they stand in a record, saved at once",
          lambda: [str(desk()), len(desk().record.line.nodes), desk().path.name],
          ["<GameRecorder: saved in rain.khr, 14 moves>", 14, "rain.khr"]),
    Entry("desk.enter", "the file can be read by a person", lambda: text_of(desk()), has(
        '[Event "A rainy Sunday"]', '[Player1 "Paula"]', '[Map "valley"]', '[Deal "**** ****"]',
        "1.P M+m2g7 M+c1i8 M>F F+r1j7 >**** #", "2.T M-f7 M^m2b7 >**** #")),
    Entry("kl.record_game replay.status", "the status says where one is", lambda: desk().status,
          like(r"^Round 3, Paula · .* · saved in rain\.khr, 14 moves$"),
          like(r"^Runde 3, Paula · .* · gespeichert in rain\.khr, 14 Aktionen$")),
    Entry("kl.record_game", "goes on with the game that is in the file", went_on,
          like(r"^<GameRecorder: saved in rain\.khr, 14 moves> <.*, 15 moves>$")),
    Entry("kl.record_game", "map, rules, first player, hands, hidden coins, language", lambda: [
        (each.record.start.grid.name, str(each.record.start.rules), each.record.start.player.name,
         sum(each.record.start.players[0].hand), each.status[:13]) for each in [
         kl.record_game(
             path=new_file("x.khr"), players=["Paula", "Theo"], grid="delta", rules="first edition",
             start="Theo", hands={"Paula": "mrcc"}, coins="hidden", language="de")]],
        [("delta", "first edition (V1)", "Theo", 4, "Runde 1, Theo")]),
    Entry("kl.record_game", "coins can be hidden; moves are listed", lambda: [
        accounts(kl.record_game(new_file("x.khr"), ["Paula", "Theo"], coins=coins))
        for coins in ("open", "hidden")] + [read(panel(desk().show_line((), 0), "moves"))],
        like(r"4 \*{4} 4 \*{4}\n\? \*{4} \? \*{4}\n.*builds a keep at g7 in Might"),
        like(r"4 \*{4} 4 \*{4}\n\? \*{4} \? \*{4}\n.*baut in der Macht eine Burg auf g7")),
    Entry("kl.record_game", "without names a form is shown, and nothing is written yet", lambda: [
        (path := new_file("new.khr")), kl.record_game(path), path.exists()][2], False),
    Entry("desk.take_back .redo", "moves taken back and redone", lambda: [
        str(desk().take_back(number=2)), str(desk().take_back(2).redo(number=1))],
        ["<GameRecorder: saved in rain.khr, 12 moves>",
        "<GameRecorder: saved in rain.khr, 13 moves>"]),
    Entry("desk.forget", "what was taken back is let go of", lambda: refused(
        lambda: desk().take_back().forget().redo()), "0 moves can be done again, not 1"),
    Entry("desk.correct .revert", "a mistake found later is corrected where it was made", lambda: [
        desk().correct(number=6, written="M+m1c8").status,
        "M+m1c8" in text_of(desk().correct(6, "M+m1c8").revert())],
        has("Corrected; everything fits", "False")),
    Entry("desk.insert .delete", "a move is put in, or left out", lambda: [
        text_of(desk().insert(number=1, written="M+c1e9")), text_of(desk().delete(number=1))],
        like(r"1\.P M\+m2g7 M\+c1e9 M\+c1i8 .*1\.P M\+m2g7 M>F ")),
    Entry("desk.remark", "a mark and a comment", lambda: text_of(
        desk().remark(number=0, mark="!", comment="good")), has("M+m2g7! {good}")),
    Entry("desk.pick", "a move is chosen to be corrected", lambda: desk().pick(number=2).mode_page[
          "status"],
          has("The boards show the position before it.")),
    Entry("desk.drop .give_up .unanswered", "what no longer fits waits, and is dropped", lambda: [
        waiting().status, str(waiting().drop())[-9:], str(waiting().give_up())[-9:],
        refused(lambda: desk().unanswered())], has("moves", "no move waits to be mended")),
    Entry("desk.save_as", "in another, new file", lambda: desk().save_as(path=new_file(
          "r2.khr")).path.name,
          "r2.khr"),
    Entry("desk.enter", "a forbidden move is refused with its clause", lambda: refused(
        lambda: desk().enter("M+m3a1")), like(r"\([A-Z]\d\w?\)")),
)  # fmt: skip


# ------------------------------------------------------------------ maps


def row(editor: Any) -> str:
    """The fifth row of a map's file."""
    return str(editor.path.read_text("utf-8").splitlines()[4])


def painted() -> Any:
    """A blank map with a river of two squares."""
    return kl.edit_map(path=new_file("map.txt")).use(brush="river").paint("c5", "d5")


MAPS = (
    Entry("kl.edit_map editor.faults", "says what a map still needs", lambda: [
        str(kl.edit_map(new_file("map.txt"))), *painted().faults],
        ["<MapEditor: map.txt. 0 of 10 printed hamlets: 10 still to place (S5).>",
         "0 of 10 printed hamlets: 10 still to place (S5)."]),
    Entry("editor.use .paint .undo .redo .path .grid", "every stroke is saved, undone, redone",
          lambda: [
        row(painted()), row(painted().undo()), row(painted().undo().redo()), painted().grid.rows],
        ["..~~............", "................", "..~~............", 20]),
    *every("terrain: {}", "paints it", lambda brush: row(kl.edit_map(new_file("map.txt"),
    "blank").use(
        "forest").paint("c5").use(brush).paint("c5"))[2], {
        "plain": ".", "forest": "f", "mountain": "^", "river": "~", "hamlet": "H"}),
    Entry("kl.edit_map", "begins with another map, or one from a seed, in either language",
          lambda: [(str(each), each.mode_page["title"]) for each in (
              kl.edit_map(new_file("map.txt"), start=start, language="de")
              for start in ("valley", "generated:7"))],
          [("<MapEditor: map.txt. ready to play on>", "Karte: map.txt")] * 2),
    Entry("editor.faults", "hamlets that touch are told", lambda: kl.edit_map(new_file(
        "map.txt")).use("hamlet").paint("c3").paint("c4").faults[1],
        "The hamlets at c3 and c4 touch along a side: move one of them (S5).",
        like(r"^Die Weiler auf c3 und c4 berühren sich.*\(S5\)\.$")),
    Entry("kl.edit_map", "what was painted is played on", lambda: kl.new_game(2, grid=kl.edit_map(
        new_file("hills.txt"), "valley").use("forest").paint("c5").path).grid.name, "hills"),
)  # fmt: skip


# ------------------------------------------------------------------ records


def packed() -> Path:
    """A record as a packed file."""
    path = new_file("game.khr.gz")
    path.write_bytes(gzip.compress(kl.records.record_text(game().record).encode()))
    return path


def bad_text() -> str:
    """A record with a move that is not allowed."""
    return kl.records.record_text(lesson_game().record).replace(" M+m2h1!", " M+m3a1", 1)


def recorded() -> Any:
    """A record that was written while two moves were played."""
    recorder = kl.records.Recorder(start=table(), tags={"Event": "x"})
    for move in (kl.Travel("Might", "Faith"), kl.EndTurn()):
        before = (
            table()
            if not recorder.record().line.nodes
            else kl.play(table(), kl.Travel("Might", "Faith")).state
        )
        recorder.add(before=before, move=move, outcome=kl.play(before, move))
    return recorder.record()


RECORDS = (
    Entry("kl.records.record_text kl.records.read_record", "read and written again it is the same",
          lambda: [
        kl.records.record_text(record=kl.records.read_record(text=each)) == each for each in [
            (ROOT / LESSON).read_text("utf-8")]], [True]),
    Entry("kl.records.read_record",
          "a fault has its file, line and clause; a tolerant reader keeps the rest",
          lambda: [refused(lambda: kl.records.read_record(bad_text(), file="friday.khr",
          first_line=3)),
                   kl.records.read_record(bad_text(), tolerant=True).problem,
                   kl.records.read_record(bad_text(), tolerant=True)],
          like(r"^friday\.khr, line \d+.*\n.*\([A-Z]\d\w?\).*\n<game of Ruth, Wim: 1 move")),
    Entry("kl.records.read_games", "all games of a file or folder, one at a time", lambda: [
        len(list(kl.records.read_games(path=ROOT / GAMES, tolerant=True))),
        next(iter(kl.records.read_games(packed()))).names[0]], [9, "Farid"]),
    Entry("kl.records.write_records", "whole or not at all; games and moves are counted", lambda: [
        kl.records.write_records(path=(path := new_file("two.khr")), records=[game().record] * 2),
        refused(lambda: kl.records.write_records(path, [game().record], replace=False))],
        like(r"^\(2, 232\)\n.*exists already")),
    Entry("kl.records.steps_of", "a record move by move, from any line and position", lambda: [
        len(list(kl.records.steps_of(record=game().record))), str(next(kl.records.steps_of(
            game().record, line=game().record.line, start=game().record.start)))],
        [116, "<1.G M^c2f2, effects: 9>"]),
    Entry("kl.records.GameRecord", "a whole game as a value", lambda: [
        isinstance(game().record, kl.records.GameRecord), str(game().record)],
        [True, "<game of Farid, Greta, Hugo, Ines: 116 moves>"]),
    Entry("kl.records.Recorder recorder.add .record", "writes a record while a game is played",
          lambda: kl.records.record_text(recorded()), has('[Event "x"]', "1.B M>F >")),
    Entry("kl.load", "a record that was typed by hand needs no digest and no draws",
          lambda: len(kl.load(
        '[Khronos "1"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\n1.A M+m2c5 >\n')) > 5),
)  # fmt: skip


# ------------------------------------------------------------------ against computer players


def opponents(**more: Any) -> Any:
    """A game against two computer players."""
    return kl.play_against("greedy", "random", path=new_file("g.khr"), seed=1, **more)


AGAINST = (
    Entry("kl.play_against opponents.record", "who plays, and what to do", lambda: [
        opponents().record.names, str(opponents())],
        [("Guest", "greedy", "random"),
         "<GameTable: Round 1, Guest · Click a square to see what can be done there.>"],
        [("Guest", "greedy", "random"),
         "<GameTable: Runde 1, Guest · Klicke auf ein Feld, um zu sehen, was dort möglich ist.>"]),
    Entry("kl.play_against", "name, map, rules, coins, warnings, language", lambda: [
        (each.record.names[0], each.record.start.grid.name,
        each.record.start.rules.text) for each in [
            kl.play_against("greedy", name="Me", path=None, seed=2, grid="delta",
                            rules=kl.rules_with(castle=3), coins="hidden", warn=False,
                            language="de")]],
        [("Me", "delta", "castle value 3")]),
    Entry("kl.play_against", "saved after every move, and goes on from there", lambda: [
        [len(kl.play_against("greedy", path=path, seed=4).record.line.nodes) for _ in "12"]
        + [len(kl.load(path).record.line.nodes)] for path in [new_file("g.khr")]], [[3, 3, 3]]),
    Entry("kl.play_against", "no hand but one's own; coins hidden, if asked", lambda: [
        accounts(opponents(coins=coins)) for coins in ("open", "hidden")], like(
            r"^4 [mrc]{4} 4 \*{4} 4 \*{4}\n4 [mrc]{4} \? \*{4} \? \*{4}$")),
    Entry("kl.play_against", "an unknown player is told", lambda: refused(lambda: kl.play_against(
          "x")),
          begins('There is no player "x".')),
)  # fmt: skip

ENTRIES = (*RECORDING, *MAPS, *RECORDS, *AGAINST)
test = inventory(*ENTRIES)
