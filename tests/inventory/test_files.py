"""Pages and files: what a game, a lesson and a dataset become when they are sent to somebody."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from tests.inventory.entries import Entry, every, has, inventory, like
from tests.inventory.kit import (
    LESSON,
    ROOT,
    film,
    kl,
    lesson_game,
    new_file,
    pages,
    read,
    refused,
    told,
)


@cache
def exported(name: str) -> Path:
    """The short game as a file."""
    return lesson_game().export(new_file(name))


def part(form: str, **options: Any) -> Path:
    """Some of the short game, as a file of its own."""
    return lesson_game().export(new_file(f"part.{form}"), **options)


def video() -> str:
    """A film as MP4 where ffmpeg is, or the sentence that says what to install."""
    if shutil.which("ffmpeg") is None:
        said = refused(lambda: lesson_game().export(new_file("game.mp4")))
        return "ok" if said.startswith("a video needs the program ffmpeg, which is not") else said
    data = lesson_game().export(new_file("game.mp4"), turns="1").read_bytes()
    return "ok" if data[4:8] == b"ftyp" and len(data) > 10_000 else "no video"


GAMES = (
    Entry("export: .html", "one page, alone: nothing is fetched, its title says who plays",
          lambda: (
        exported("game.html").read_text("utf-8")), like(
            r"^<!doctype html>\n<html "
            r"lang=\"en\">.*Content-Security-Policy.*<title>[^<]*Ruth[^<]*Wim")),
    Entry("export: .html", "small enough to mail", lambda: 30_000 < exported("game.html").stat(
          ).st_size < 150_000),
    Entry("export: .gif", "a film that shows one step after the other", lambda: film(
        lesson_game().export(path=new_file("turn.gif"), turns="1")), like(r"^\d\d?\nTrue\nTrue$")),
    Entry("export: .pdf", "paper: a title, a page for each turn, and how it ended",
          lambda: pages(exported("game.pdf")), 6),
    Entry("export: .mp4", "a video, if ffmpeg is there", video, "ok"),
    Entry("game.export", "some turns; one picture for each move, or a storyboard", lambda: [
        [film(part("gif", turns="4.W", moves=moves))[0] for moves in (True, False)],
        [pages(part("pdf", turns="3.R-3.W", moves=moves)) for moves in (True, False)]],
        [[3, 15], [6, 4]]),
    *every("export: .{}", "without hands, and in German, it is another file", lambda form: len({
        part(form, turns="3.R", moves=form == "gif", **more).read_bytes()
        for more in ({}, {"hide_hands": True}, {"language": "de"})}),
        {"html": 3, "gif": 3, "pdf": 3}),
    Entry("game.export", "a page begins in its language; not over a file", lambda: [
        (path := lesson_game().export(new_file("x.html"), language="de")).read_text("utf-8")[:32],
        refused(lambda: lesson_game().export(path, turns="3.R", moves=True, hide_hands=True,
        replace=False)).rpartition(": ")[2]],
        ['<!doctype html>\n<html lang="de">', "exists already; name another file"]),
    Entry("game.export", "another ending is told", lambda: refused(lambda: lesson_game().export(
          "game.doc")),
          "game.doc: games become .html, .gif, .mp4, .pdf; end the name with one of these"),
    Entry("game.export game.save", "a plain file and a packed one are one game",
          lambda: {
        kl.records.record_text(kl.load(lesson_game().save(new_file(name))).record)
        for name in ("a.khr", "a.khr.gz")} == {
            kl.records.record_text(lesson_game().record)}),
)  # fmt: skip


# ------------------------------------------------------------------ pages to read


def headings(path: Path) -> list[str]:
    """The headings of a page."""
    return re.findall(r"<h2[^>]*>(.*?)</h2>", path.read_text("utf-8"))


@cache
def many() -> Path:
    """The report on the annotated games, in German."""
    return kl.dataset("data/games").report(
        path=new_file("many.html"), replays=1, trust=(), language="de"
    )


def story(language: str) -> Path:
    """The story of the short game."""
    path = new_file("story.html")
    told("report", LESSON, "-o", path, "--no-review", "--moments", 1, "--language", language)
    return path


def sheet() -> str:
    """A worksheet as a page."""
    return read(kl.worksheet("B3", n=2).save(new_file("sheet.html")).read_text("utf-8"))


READ = (
    Entry("games.report", "findings first, moments to replay, methods, the rest folded", lambda: (
        headings(many())), ["Was auffällt", "Sehenswerte Momente", "Wie gezählt wurde", "Anhang"]),
    Entry("games.report", "with a title and a date of one's own", lambda: re.findall(
        "<h1>(.*?)</h1>|(May 1)", kl.dataset("data/games").report(
            path=new_file("titled.html"), title="A club", date="May 1", replays=0,
        ).read_text("utf-8")), [("A club", ""), ("", "May 1")]),
    Entry("games.report", "every answer has a figure, its limits and its numbers", lambda: [
        many().read_text("utf-8").count(each) for each in (
            "<article>", "<img", ">Die Zahlen<", ">Was sich daraus nicht ablesen")],
            [16, 16, 16, 16]),
    Entry("khronos-lab report", "the story of a game", lambda: [headings(story("en")),
          headings(story("de"))], [
        ["Key moments, to watch here", "How it ended", "How the money came", "The taxes",
         "What each player's moves did", "The whole game, turn by turn"],
        ["Schlüsselmomente, gleich hier zum Ansehen", "Wie es ausging", "Wie das Geld kam",
        "Die Steuern",
         "Was die Aktionen der Spieler bewirkten", "Die ganze Partie, Zug für Zug"]]),
    Entry("khronos-lab report", "its tables: the result, the taxes, what moves did", lambda: [
        read(each) for each in re.findall(r"<tr><th.*?</tr>", story("en").read_text("utf-8"))], [
            "rank player start bonus taxes in Might taxes in Faith taxes in Reason spent coins",
            "round player Might Faith Reason together missed",
            "player shadows cast shadows blocked others' buildings erased own buildings erased "
            "nobody's buildings erased domains joined domains split buildings shrunk"]),
    Entry("sheet.save", "questions, then answers and reasons", sheet, like(
        r"Khronos: what happens\?.*Does the shadow appear in Faith\?.*Answers and "
        r"reasons.*\(B3b?\)"),
        like(r"Khronos: Was passiert\?.*\?.*Antworten und Gründe.*\(B3b?\)")),
    *every("notebook: {}", "runs (tests/notebooks), and is found", lambda name: (
        ROOT / "notebooks" / name).read_text("utf-8"), {
        path.relative_to(ROOT / "notebooks").as_posix(): has('"nbformat": 4', "khronos_lab as kl")
        for folder in (ROOT / "notebooks", ROOT / "notebooks" / "de")
        for path in folder.glob("[0-9]*.ipynb")}),
)  # fmt: skip

ENTRIES = (*GAMES, *READ)
test = inventory(*ENTRIES)
