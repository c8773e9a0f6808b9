"""Learn and teach: lessons, practice, the rules, sheets and pages to hand out, the sandbox."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.inventory.entries import Both, Entry, begins, every, has, inventory, like
from tests.inventory.kit import FOUR, ROOT, game, kl, new_file, pages, read, refused, scenario

LESSONS = {
    "How Khronos is played": "Wie Khronos gespielt wird",
    "Time shadows": "Zeitschatten",
    "A building casts a shadow": "Ein Gebäude wirft einen Zeitschatten",
    "Stopped by two domains": "Verhindert durch zwei Domänen",
    "Stopped by an equal": "Verhindert durch ein gleichrangiges Gebäude",
    "A piece is missing": "Es fehlt ein Teil",
    "Ruins, and shadows that failed": "Ruinen und ausgebliebene Zeitschatten",
    "Prices, bonuses, demolition": "Preise, Bonus, Abriss",
    "If your group plays it differently": "Wenn ihr es anders spielt",
    "Domains and hierarchy": "Domänen und Rangordnung",
    "Who may connect domains?": "Wer darf Domänen verbinden?",
    "One leader only": "Nur einer ist der Höchste",
    "Adventurers, cards and terrain": "Abenteurer, Karten und Gelände",
    "Two adventurers, four cards": "Zwei Abenteurer, vier Karten",
    "Journeys and exchanges": "Reisen und tauschen",
    "River, forest and mountain": "Fluss, Wald und Gebirge",
    "At work in Reason": "Arbeit in der Vernunft",
    "Paradoxes": "Zeitparadoxa",
    "Whatever is covered is erased": "Was bedeckt wird, wird ausgelöscht",
    "First allowed, then erasing": "Erst erlaubt, dann ausgelöscht",
    "Restored in vain": "Vergeblich restauriert",
    "Cubes that move up": "Kontrollwürfel, die umziehen",
    "Who keeps a cube?": "Wer behält einen Kontrollwürfel?",
    "Taxes": "Steuern",
    "Might and Faith: the leader collects": "Macht und Glaube: Der Höchste kassiert",
    "Reason: the citizens collect": "Vernunft: Die Bürger kassieren",
    "Nobody at home": "Niemand zu Hause",
    "Joins, splits, chain reactions": "Vereinigung, Teilung, Kettenreaktionen",
    "Joined: the weaker leader shrinks": "Vereinigt: Das schwächere Gebäude weicht",
    "And if they tie?": "Und bei Gleichstand?",
    "What becomes of the shadows?": "Was wird aus den Zeitschatten?",
    "In which order?": "In welcher Reihenfolge?",
    "Something breaks off": "Etwas wird abgetrennt",
    "A domain falls apart": "Eine Domäne zerfällt",
    "Chain reactions": "Kettenreaktionen",
}
"""Every lesson in the order of learning, by its title in both languages."""

TOPICS = {
    "shadow": "01", "cards": "06", "bonus": "07", "legal": "08", "pays": "09", "stopped": "12",
    "ruler": "18", "late": "20", "against": "23", "clause": "24", "touches": "28",
    "restored": "44", "erased": "46", "emptied": "47", "home": "51", "cubes": "53", "keeps": "55",
    "decides": "57", "tax": "60", "winner": "67", "shrinks": "68", "strength": "70",
    "shrunk": "72b", "vanishes": "74", "conflict": "75", "settled": "78",
}  # fmt: skip
"""Every sort of question: a scenario that asks it."""

PRACTISED = re.findall(
    r"\S+",
    "S2 S5 T5 T7 A1 A2 A3 A4 A5 A6 G1 G2 D1 H1 B1 B2 B3 B3a B3b B4 B5 B6 B7 B8 B9 "
    "C1 C2 C3 C4 C5 C6 X1 X2 X3 X4",
)
SHORT = {
    "introduction": "How Khronos is played", "shadows": "Time shadows", "paradoxes": "Paradoxes",
    "domains": "Domains and hierarchy", "adventurers": "Adventurers, cards and terrain",
    "taxes": "Taxes", "cascades": "Chain reactions",
}  # fmt: skip
HARD = [each for each in PRACTISED if not re.match("[AG]|T5|B1", each)]
"""Clauses on which there are hard exercises."""
SCENARIOS = sorted(file.stem.partition("_")[0] for file in ROOT.glob("data/scenarios/*.khs"))
KINDS = {"yes or no", "a number", "a clause", "squares", "buildings", "players"}


# ------------------------------------------------------------------ lessons


def asked(source: Any) -> str:
    """What a lesson asks, one topic after the other."""
    shown = kl.lesson(source)
    [number] = re.findall(r"^<Lesson 1/(\d+): ", repr(shown))
    found = [topic_of(shown)]
    for _ in range(int(number) - 1):
        found.append(topic_of(shown.next()))
    return " ".join(found)


def topic_of(shown: Any) -> str:
    """What is asked now; a dash where one only looks."""
    return "-" if shown.stage == "look" or not shown.prompt.endswith("?") else asked_topic(shown)


def asked_topic(shown: Any) -> str:
    """The topic of a question; the reader's own turn is none."""
    try:
        return str(shown.exercise.topic)
    except ValueError:
        return "-"


def taught(number: str) -> str:
    """A scenario answered as its file does: the question, and what one is told."""
    shown = kl.lesson(number)
    exercise = shown.exercise
    [file] = ROOT.glob(f"data/scenarios/{number}_*.khs")
    [written] = re.findall(r"^answer: (.*)$", file.read_text("utf-8"), re.M)
    assert exercise.check(written).right, written
    right = exercise.check(exercise.answer)
    assert right.right
    assert exercise.prompt() == shown.prompt
    assert any(f"({each}" in right.explanation for each in exercise.clauses), right.explanation
    return f"{shown.prompt} {right.explanation}"


def answered(number: int, *given: str) -> list[str]:
    """Verdicts on one answer after the other to a scenario."""
    shown = kl.lesson(number)
    return [shown.again().answer(given=each).explanation for each in given]


def overlooked() -> str:
    """What is said of a wrong answer."""
    shown = kl.lesson(11)
    shown.answer("yes")
    first = shown.stage
    reasons = shown.data["items"][0]["questions"][0]["reasons"]
    return "\n".join([first, *shown.feedback, *reasons])


def shown_at(step: int) -> Any:
    """What is said at a step of a paradox."""
    return kl.lesson(46).go(step).said


def own_turn() -> Any:
    """The introduction at its end, where the reader plays a turn."""
    shown = kl.lesson("How Khronos is played")
    for _ in range(8):
        shown.next()
    return shown


def went_on() -> str:
    """How a lesson opens of which the example was seen and the first question answered."""
    kl.lesson("Stopped by two domains").next().answer("1")
    return repr(kl.lesson("Stopped by two domains"))[:13]


def named_rule() -> list[str]:
    """The stages of a question that also asks which rule decides."""
    shown = kl.lesson("Stopped by two domains").next().next()
    shown.answer(shown.exercise.answer)
    return [shown.stage, shown.name_rule(label="B2").stage]


def scenario_with_more() -> Any:
    """A move about which several things can be asked."""
    return (scenario(68), kl.Build("Might", "hamlet", "c2"))


RIGHT, WRONG = "Ann's keep at b1 now stands in Faith, too (B3).", "Not quite. The answer is: yes. "
LEARNING = (
    Entry("kl.lesson lessons.rows", "all lessons in the order of learning", lambda: [
        row[0] for row in kl.lesson().rows], [*LESSONS], [*LESSONS.values()]),
    Entry("kl.lesson", "the list says what is right, mastered and due", lambda: kl.lesson(), like(
        r"^Lesson +Questions right +Rules mastered +Questions due\n.*\nTime shadows +0/21 +0/12 "
        r"+0\n"
        r"  A building casts a shadow +0/4\n"), has("Zeitschatten ", "0/21")),
    Entry("kl.lesson", "in either language", lambda: kl.lesson(1, language="de").prompt,
          has("Steht sie dann auch im Glauben?")),
    *every("lesson: {}", "opens by its title in either language, and asks the same", lambda title:
           asked(title) == asked(LESSONS[title]), dict.fromkeys(LESSONS, True)),
    *every("lesson by name: {}", "opens by its short name", lambda name: asked(name) == asked(
    SHORT[name]),
          dict.fromkeys(SHORT, True)),
    Entry("kl.lesson", "a clause, a scenario by number, a list, a state with an action", lambda: [
        asked("B6"), asked(46), asked([6, 12]),
        kl.lesson((scenario(11), kl.Build("Might", "monastery", "b1"))).prompt],
        has("erased emptied erased", "\nerased\n", "cards stopped",
        "Ann builds a monastery at b1")),
    Entry("kl.lesson", "an unknown one is told", lambda: refused(lambda: kl.lesson("nothing")),
          has("there is no lesson 'nothing'; there are introduction, shadows")),
    *every("scenario: {}", "asked, answered, explained with its clause", taught, dict.fromkeys(
        SCENARIOS, Both(like(r"\? Right\. .*\([A-Z]\d"), like(r"\? Richtig\. .*\([A-Z]\d")))),
    *every("topic: {}", "asked in plain words, with an answer", lambda topic: [
        (shown := kl.lesson(TOPICS[topic])).exercise.topic, shown.prompt.endswith("?"),
        shown.exercise.check(shown.exercise.answer).right], {
        topic: [topic, True, True] for topic in TOPICS}),
    Entry("exercise.kind", "every way to answer is among them", lambda: {
        kl.lesson(number).exercise.kind.value for number in TOPICS.values()}, KINDS),
    Entry("exercise.state .clauses .topic .answer .prompt", "what a question is made of", lambda: [
        (each.state.names, each.clauses, each.topic, each.answer, each.prompt(language="de")[:9])
        for each in [kl.lesson(1).exercise]], [(("Ann", "Ben"), ("B3", "B3a"), "shadow", "yes",
        "Ann baut ")]),
    Entry("exercise.check verdict.right .explanation", "an answer in either language", lambda: [
        kl.lesson(1).exercise.check(given="ja").right, kl.lesson(1).exercise.check("no").right,
        kl.lesson(1).exercise.check("yes", language="de").explanation[:9]], [True, False,
        "Richtig. "]),
    Entry("lesson.answer .again", "a wrong answer is explained, the right one praised",
          lambda: answered(1, "no", "yes"), has(WRONG + RIGHT, f"Right. {RIGHT}"),
          has("Die Antwort ist: ja.", "Richtig.")),
    Entry("lesson.answer", "what was overlooked is told, and why", lambda: overlooked(), has(
        "ask\nYou overlooked what the copy would touch in Faith", "(B3a)", "\nTherefore no copy"),
        has("Du hast übersehen", "\nAlso: ")),
    Entry("lesson.said", "each age, the causes and the rule of a step", lambda: [
        *shown_at(5)["ages"], shown_at(5)["causes"], shown_at(5)["rule"]], like(
            r"^\['Ann plays .*\n.*Paradox: Ben's .*\n\[\]\n\['Ann builds .*\nB6 What")),
    Entry("lesson.answer", "what answers nothing is told", lambda: refused(lambda: answered(6,
          "x")),
          "'x' does not answer this question, which asks for a number"),
    Entry("lesson.show .go .caption .said .step", "the move effect by effect", lambda: [
        kl.lesson(11).show().go(step=4).caption, kl.lesson(1).go(-1).caption,
        kl.lesson(1).go(3).step,
        kl.lesson(1).go(3).said["where"]],
        ["No shadow in Faith: Ann's monastery at b1 would connect the domains at a1 and d1 (B3a).",
         "A keep ruin appears at b1 in Reason (B4).", 3, "Step 3/7"],
        has("Kein Zeitschatten im Glauben", "eine Burgruine", "Schritt 3/7")),
    Entry("lesson.prompt .exercise .stage .given .language", "what is asked now", lambda: [
        (each.prompt[-28:], each.exercise.topic, each.stage, each.given, each.language)
        for each in [kl.lesson(1)]], [("Will it stand in Faith, too?", "shadow", "ask", [], "en")]),
    Entry("lesson.solve .check", "the right answer chosen for a teacher, and judged", lambda: [
        kl.lesson(6).solve().given, kl.lesson(6).solve().check().stage], [["1"], "told"]),
    Entry("lesson.next .back", "from scenario to scenario", lambda: [
        repr(kl.lesson([6, 12]).next())[:14], repr(kl.lesson([6, 12]).next().back())[:14]],
        ["<Lesson 2/2: A", "<Lesson 1/2: A"]),
    Entry("lesson.more", "the next question about the same move", lambda: [
        one := kl.lesson(scenario_with_more()), one.prompt != one.more().prompt][1]),
    Entry("lesson.hint .hints", "hints point to the squares and the rule, never to the question",
          lambda: "\n".join(kl.lesson(24).hint().hint().hint().hints),
          has("Look at a1, b1, a2 and b2 in Might", "It is not this one: "),
          has("auf a1, b1, a2 und b2")),
    Entry("lesson.name_rule", "say which rule decides, before the verdict", lambda: named_rule(),
          ["rule", "told"]),
    Entry("lesson.reset", "what was answered is forgotten", lambda: [
        kl.lesson(1).answer("yes").right, kl.lesson().rows[1][1], kl.lesson(1).reset().stage,
        kl.lesson().rows[1][1]], [True, "1/21", "ask", "0/21"]),
    Entry("lesson.take .restart", "the reader plays a turn; what is forbidden is explained",
          lambda: [
        own_turn().take(offer="M+m1g3").caption, own_turn().take("M+m1e3").stage,
        refused(lambda: own_turn().take("x"))[:27], own_turn().take("M+m1g3").restart().stage],
        ["Before the move.", "told", "'x' is not offered now; the", "ask"]),
    Entry("lesson.feedback .question .refused", "what the last answer overlooked, and where one is",
          lambda: [(shown := kl.lesson(11)).answer("yes").right, shown.feedback[0][:14],
                   shown.question, own_turn().take("M+m1e3").refused[:20]],
          has("You overlooked"), has("Du hast überse")),
    Entry("lesson.next_idea .practise", "an idea leads on", lambda: [
        repr(kl.lesson("first-shadows").next_idea())[:21],
        kl.lesson("first-shadows").practise().clause], ["<Lesson 1/5: Example:", "B3"]),
    Entry("kl.lesson", "a lesson goes on where one stopped", lambda: went_on(), "<Lesson 3/5: "),
)  # fmt: skip


# ------------------------------------------------------------------ practice and the rules


def drilled(clause: str) -> list[str]:
    """The difficulties in which a clause can be practised."""
    found = ["easy", "medium", "hard"] if clause in HARD else ["easy", "medium"]
    for each in found:
        assert kl.practice(clause=clause, difficulty=each, seed=1).difficulty == each
    if clause not in HARD:
        none = refused(lambda: kl.practice(clause, "hard", seed=1))
        assert none == f"there is no hard exercise on {clause}; try easy or medium"
    return found


def wrong_again() -> str:
    """The practice of what went wrong, after a wrong answer."""
    shown = kl.practice("B1", "easy")
    shown.answer("no" if shown.exercise.answer == "yes" else "yes")
    return repr(kl.practice("wrong"))


PRACTISING = (
    Entry("kl.practice", "a rule, a difficulty, a seed", lambda: kl.practice("B3", "easy", seed=1),
          like(r"^<Lesson 1/1: \w+ (builds|upgrades) .* in Might\. .*\?>$"),
          like(r"^<Lesson 1/1: \w+ (baut|vergrößert) .*Macht .*\?>$")),
    *every("practice: {}", "fresh positions on this rule, in two or three difficulties",
    lambda clause: [
        len(drilled(clause)), kl.practice(clause, seed=2).prompt[-1],
        kl.practice(clause, seed=2, language="de").prompt[-1]], {
        clause: [2 + (clause in HARD), "?", "?"] for clause in PRACTISED}),
    *every("difficulty: {}", "what it is called", lambda name: kl.practice("B3", name,
    seed=1).difficulty, {
        "easy": "easy", "medium": "medium", "hard": "hard"}),
    Entry("lesson.clause .difficulty", "what is practised", lambda: [
        (each.clause, each.difficulty) for each in [kl.practice("b3", "easy")]], [("B3", "easy")]),
    Entry("kl.practice", "without a rule: what is due, then what is new; it never ends",
          lambda: [kl.practice(seed=3).prompt == kl.practice(seed=3).next().prompt,
                   kl.practice().next().next().prompt[-1:]], [False, "?"]),
    Entry("kl.practice", "one's own game, by its file or as a game", lambda: [
        repr(kl.practice(each)) for each in (FOUR, game())], like(
            r"^(<Lesson 1/13: Ines builds a keep at d3 in Might\. Which buildings in Faith "
            r".*>)\n\1$")),
    Entry("kl.practice", "what went wrong, once something did", lambda: [
        refused(lambda: kl.practice("wrong")), wrong_again()],
        has("Nothing to repeat: your last answers were all right.", "<Lesson 1/1: ")),
    Entry("kl.practice", "a rule without exercises is told", lambda: refused(
        lambda: kl.practice("V2", seed=1)),
        begins("there is no exercise on V2; practise one of S2, S5, T5")),
    Entry("kl.rules index.clause .language .scenarios", "by a word, two words, or its number",
          lambda: [
        kl.rules("paradox").clause, kl.rules(about="who shrinks").clause, kl.rules("b3").clause,
        kl.rules("B3", language="de").language, len(kl.rules("B6").scenarios) > 3],
        ["B6", "C2", "B3", "de", True]),
    Entry("kl.rules", "an unknown rule is told", lambda: refused(lambda: kl.rules("zzz")),
          begins("the rules page has no clause 'zzz'")),
)  # fmt: skip


# ------------------------------------------------------------------ sheets, pages, sandbox


def sheet() -> Any:
    """A worksheet of four exercises."""
    return kl.worksheet("B3", "C2", n=4, seed=7, difficulty="easy")


def tuesday() -> Any:
    """A class with two exercises."""
    return kl.classroom("Tuesday", "B3", n=2)


def own_scenario() -> Path:
    """A position of one's own, saved as an exercise: the text of the form, and the file."""
    path = new_file("mine.khs")
    text = (ROOT / "data/scenarios/11_blocked_by_domains.khs").read_text("utf-8")
    path.write_text(text.replace("id: 11", "id: mine"), "utf-8")
    return path


def edits() -> list[str]:
    """A watchtower beside another: put, undone, put again."""
    desk = kl.sandbox(scenario(11)).use(tool="place", building="watchtower")
    return [repr(desk.edit("F b1")), repr(desk.undo()), repr(desk.redo())]


TOOLS = """
player Ann: hand rr
player Ben:
Might       | Faith         | Reason
. . . . . . | m1B . . . . . | c2:A # . m2% # .
. . . . . . | .   . . . . . | #    # . #   # ."""
PLACES = {
    "menu": "M b1", "place": "M d1", "own": "F a1", "cube": "R a1", "take_cube": "R a1",
    "turn_over": "R d1", "remove": "F a1", "ask": "F a1",
}  # fmt: skip
TIE = "the watchtower at a1 and the watchtower at b1 tie as the highest military buildings"
TEACHING = (
    Entry("kl.classroom classroom.name .number .about .sheet .title .code", "a sheet for a class",
          lambda: [(each.name, each.number, each.about, len(each.sheet.exercises),
                    each.title.text(), each.code(pupil="Mia", answers=[1, 3]))
                   for each in [tuesday()]],
          like(r"^\[?\('TUESDAY', 1, \('B3',\), 2, 'Tuesday, sheet 1', "
               r"'Mia TUESDAY\.1\.\w\w\.\w\w'\)"),
          has("Tuesday, Blatt 1")),
    Entry("kl.classroom", "one's own number, level and language", lambda: repr(kl.classroom(
        name="Monday", n=1, sheet=2, difficulty="easy", language="de")),
        like(r"^Monday, Blatt 2\n1\. .*\?$")),
    Entry("classroom.page .save", "for phones and on paper", lambda: [
        tuesday().page().title, pages(tuesday().save(path=new_file("class.pdf")))],
        ["Tuesday, sheet 1", 2], ["Tuesday, Blatt 1", 2]),
    Entry("classroom.results results.answers .missed .rules .hardest .next_sheet .classroom",
          "who missed which rule, and the next sheet", lambda: [
        (found.answers, set(found.missed["Mia"]) <= set(found.rules), len(found.hardest),
         found.next_sheet(n=1).number, found.classroom.name)
        for found in [tuesday().results(codes=[tuesday().code("Mia", [1, 3])])]],
        [({"Mia": (1, 3)}, True, 1, 2, "TUESDAY")]),
    Entry("kl.worksheet sheet.exercises .language .taught", "exercises in turn, numbered", lambda: [
        str(sheet()), len(sheet().exercises), sheet().language, sheet().taught[0]],
        like(r"^1\. .*\?\n2\. .*\?\n3\. .*\?\n4\. .*\?\n4\nen\n\('B3',\)$"),
        like(r"^1\. .*\?\n2\. .*\?\n.*\nde\n")),
    Entry("kl.worksheet", "the same for a seed; another one for another seed or difficulty",
          lambda: [str(sheet()) == str(kl.worksheet("B3", "C2", n=4, seed=seed, difficulty=size))
                   for seed, size in ((7, "easy"), (8, "easy"), (7, "hard"))],
          [True, False, False]),
    Entry("kl.worksheet", "in either language", lambda: kl.worksheet("B3", n=1, language="de"),
          like(r"^1\. \w+ baut .*\?$")),
    Entry("sheet.save", "to print, with an answer key", lambda: [
        pages(sheet().save(path=new_file("sheet.pdf"))),
        "Answers" in sheet().save(new_file("sheet.html")).read_text("utf-8"),
        refused(lambda: sheet().save("sheet.doc"))],
        [3, True, "a worksheet is saved as .pdf or .html, not as 'sheet.doc'"]),
    Entry("kl.lesson_page page.title .html .save", "a lesson as one page, without Python", lambda: [
        (each.title, each.save(path=new_file("page.html")), each.html[:15].lower()) for each in [
            kl.lesson_page("covered")]], [("Whatever is covered is erased", None,
            "<!doctype html>")],
        [("Was bedeckt wird, wird ausgelöscht", None, "<!doctype html>")]),
    Entry("kl.lesson_page", "a notebook's ideas; the introduction; in either language", lambda: [
        kl.lesson_page(each, language="de").title for each in ("02", "00", 46)],
        like(r"^Zeitschatten\nWie Khronos gespielt wird\n.+")),
    Entry("kl.sandbox sandbox.state .text .faults",
          "an empty table, a position, a scenario, a game",
          lambda: [(each.state.round, "Might" in each.text, each.faults) for each in (
              kl.sandbox(), kl.sandbox(scenario(11)), kl.sandbox(11),
              kl.sandbox(source=game(), step=100))], [(1, True, [])] * 3 + [(2, True, [])]),
    Entry("kl.sandbox", "players, a map, a language", lambda: [
        (len(each.state.players), each.state.grid.name, str(each)) for each in [kl.sandbox(
        players=3, grid="delta", language="de")]],
        [(3, "delta", "<Sandbox: Die Stellung ist regelgerecht.>")]),
    Entry("sandbox.use .edit .undo .redo", "what cannot stand is told, and undone", edits, like(
            rf"^<Sandbox: What cannot stand: {TIE} of one domain in Faith \(H1\)>\n<Sandbox: The "
            r"position is legal\.>\n<Sandbox: What cannot stand"),
            has("Die Stellung ist regelgerecht.")),
    Entry("sandbox.use sandbox.log .question", "a building placed by the rules casts its shadows",
          lambda: [(each.log, each.question) for each in [kl.sandbox(scenario(11)).use(
              "place", building="keep", player="Ann", cast=True).edit(place="M b1")]],
          has("Ann builds a keep at b1 in Might (A1).", "No shadow in Faith")),
    Entry("sandbox.answer .edit", "a choice on the way is answered", lambda: kl.sandbox(scenario(
          68)).use(
        "place", "hamlet", cast=True).edit("M c2", answers=()).answer(option=2).log, has("(C4)")),
    *every("tool: {}", "what a click does", lambda tool: kl.sandbox(kl.read_position(TOOLS)).use(
        tool, "keep" if tool == "place" else "", player=0, cast=False).edit(PLACES[tool]).text, {
        "menu": has("m1B"), "place": has("m2A"), "own": has("m1A"), "cube": has("c2:AA"),
        "take_cube": has("c2 "), "turn_over": has("m2 "), "remove": like(r"\| \. +\. "),
        "ask": has("m1B")}),
    Entry("sandbox.save", "a scenario needs its move; a file of one's own is a lesson", lambda: [
        refused(lambda: kl.sandbox(scenario(11)).save(path="mine.khs", draft=None, replace=False)),
        kl.practice(own_scenario()).prompt == kl.lesson(11).prompt],
        ["a scenario needs the move that it is about, for example M+m2f4", True]),
)  # fmt: skip


# ------------------------------------------------------------------ the explainer


EXPLAINING = (
    Entry("kl.explain", "begins with a square", lambda: kl.explain(state=scenario(11)),
          "<Explainer: Choose a square.>", "<Explainer: Wähle ein Feld.>"),
    Entry("explainer.at .wish .verdict", "whether something may be done there, and why not",
          lambda: [
        kl.explain(scenario(11)).at(place="M b1").wish(verb="build", building="monastery").verdict,
        kl.explain(scenario(11)).at("F b1").wish("build", "monastery", free=True).verdict],
        ["Allowed.", "Forbidden. The monastery at b1 would connect the domains at a1 and d1 (D1)"],
        like(r"^Erlaubt\.\nVerboten\. Das Kloster auf b1 würde die Domänen bei a1 und d1 v")),
    Entry("kl.explain", "the verdict, the price, the pay, what would happen", lambda: [
        read(f"{each['title']} {each['html']}") for page in [kl.explain(scenario(11)).at(
            "M b1").wish("build", "monastery").mode_page]
        for each in (*page["side"]["panels"][:3], *page["panels"])], like(
            r"^✓ Allowed\.\nIt costs 2 cards \(religious\).*\nIt pays .*Ann \+1 .*\nWhat would "),
            like(r"^✓ Erlaubt\.\n.*2 Karten \(religiös\)")),
    Entry("explainer.told", "all that would happen", lambda: kl.explain(scenario(11)).at(
          "M b1").wish(
        "build", "monastery").told.log, has("No shadow in Faith")),
    Entry("kl.explain", "for another player, in another language", lambda: kl.explain(
        scenario(11), seat="Ben", language="de").at("M b1").wish("build", "keep").verdict,
        "Verboten. Ben kann die Karten mm nicht benutzen: Auf der Hand sind - (A1)"),
    *every("action: {}", "what can be asked about", lambda verb: kl.explain(game().state(262)).at(
        "F f2").wish(verb, "keep" if verb in ("build", "upgrade") else "",
        origin=kl.MIGHT if verb == "travel" else None).verdict, {
        verb: like(r"^(Allowed|Forbidden)\.") for verb in (
            "build", "upgrade", "demolish", "populate", "restore", "travel")}),
)  # fmt: skip

ENTRIES = (*LEARNING, *PRACTISING, *TEACHING, *EXPLAINING)
test = inventory(*ENTRIES)
