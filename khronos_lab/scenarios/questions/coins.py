"""Topics about who collects, coins, cards and ruins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_lab.core import events as e
from khronos_lab.core.actions import Demolish, EndTurn, Restore, Travel, Upgrade
from khronos_lab.core.board import Board, Building, highest
from khronos_lab.core.domains import Domain
from khronos_lab.core.squares import name
from khronos_lab.engine.notation import price_of
from khronos_lab.rulebook.language.german import KIND_STEMS
from khronos_lab.rulebook.pieces import AGES, BUILDING_AGES, CIVIL, REASON, TAX_ROUNDS, Age
from khronos_lab.rules.taxes import RULING_KIND, dues, entitled
from khronos_lab.scenarios.questions.clause_mottos import motto
from khronos_lab.scenarios.questions.exercise import YES_OR_NO, AnswerKind, Because, Exercise
from khronos_lab.scenarios.questions.legality_and_shadows import ask, player_options
from khronos_lab.scenarios.questions.phrases import IN_AGE, Words, listed, the_building
from khronos_lab.scenarios.questions.reasons import happened, rule
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ who collects


def ruler(look: Look) -> Iterator[Exercise]:
    """Who may tax a domain afterwards: the one that the action changed, or any at a turn's end."""
    if look.after is None:
        return
    if isinstance(look.action, EndTurn):
        yield from _ruled(look)
        return
    for age, square in _changed(look):
        board = look.after.boards[age]
        if board.at(square) is None:
            continue
        domain = board.domain_at(square)
        seats = entitled(board, age, domain)
        question = Words(
            f"Who is entitled to the taxes of the domain around {name(square)} {IN_AGE[age].en} "
            "afterwards?",
            f"Wem stehen danach {IN_AGE[age].de} die Steuern der Domäne um {name(square)} zu?",
        )
        yield ask(
            look, f"ruler {age.title} {name(square)}", AnswerKind.PLAYERS, question, seats,
            _why(look, board, age, domain), options=player_options(look), age=age, choices=True,
        )  # fmt: skip


def _why(look: Look, board: Board, age: Age, domain: Domain) -> tuple[Because, ...]:
    """What decides who collects: the highest building, or the cubes."""
    names = look.before.names
    if age is REASON:
        cubes = [seat for each in board.members(domain) for seat in each.cubes if not each.ruin]
        shares = ", ".join(
            f"{who} {cubes.count(seat)}" for seat, who in enumerate(names) if seat in cubes
        )
        said = Words(f"Cubes there: {shares or 0}.", f"Kontrollwürfel dort: {shares or 0}.")
        return (Because("X3", said, age, domain.anchors), rule("X3"))
    top = highest(board, domain, RULING_KIND[age])
    if not top:
        return (Because("X2", _NO_RULER, age, domain.anchors), rule("X2"))
    what = the_building(top[0], names, "nom")
    said = Words(
        f"The highest {top[0].kind.word} building there is {what.en}.",
        f"Das höchste {KIND_STEMS[top[0].kind]}e Gebäude dort ist {what.de}.",
    )
    return (Because("X2", said, age, top[0].squares), rule("X2"))


_NO_RULER = Words(
    "No building there entitles anybody.", "Dort steht kein Gebäude, das jemanden berechtigt."
)


def _changed(look: Look) -> Iterator[tuple[Age, int]]:
    """Ages where domains were joined, with a square of what joined them."""
    for _, event in look.told(e.DomainsJoined):
        joined = next(
            (each.building for _, each in look.told(e.ShadowCast) if each.age is event.age),
            None,
        )
        action = look.placing
        if joined is not None:
            yield event.age, joined.square
        elif action is not None:
            yield event.age, action.square


def _ruled(look: Look) -> Iterator[Exercise]:
    if look.before.round not in TAX_ROUNDS:
        return
    for age in AGES:
        for due in dues(look.before.boards[age], age):
            if not due.amount:
                continue
            question = Words(
                f"Who is entitled to the taxes of the domain at {name(due.domain)} "
                f"{IN_AGE[age].en}?",
                f"Wem stehen {IN_AGE[age].de} die Steuern der Domäne bei {name(due.domain)} zu?",
            )
            domain = look.before.boards[age].domain_at(due.domain)
            yield ask(
                look, f"ruler {age.title} {name(due.domain)}", AnswerKind.PLAYERS, question,
                due.seats, _why(look, look.before.boards[age], age, domain),
                options=player_options(look), age=age,
                # A lone hamlet pays nobody: that is seen at once.
                trivial=not due.seats and len(domain.anchors) == 1,
            )  # fmt: skip


# ------------------------------------------------------------------ coins and cards


def bonus(look: Look) -> Iterator[Exercise]:
    """Ask how many coins it pays at once."""
    if look.violation is not None or look.placing is None:
        return
    paid = [(number, event.amount) for number, event in look.told(e.BonusPaid)]
    question = Words("How many coins does it pay at once?", "Wie viele Taler bringt das sofort?")
    because = happened(look, *(number for number, _ in paid)) or (rule("A3"),)
    yield ask(
        look, "bonus", AnswerKind.NUMBER, question, sum(amount for _, amount in paid), because,
        trivial=not paid,
    )  # fmt: skip


def pays(look: Look) -> Iterator[Exercise]:
    """Ask how many coins it costs."""
    if not isinstance(look.action, Demolish | Travel) or look.violation is not None:
        return
    spent = [(number, event.amount) for number, event in look.told(e.CoinsSpent)]
    question = Words("How many coins does that cost?", "Wie viele Taler kostet das?")
    yield ask(
        look, "pays", AnswerKind.NUMBER, question, sum(amount for _, amount in spent),
        happened(look, *(number for number, _ in spent)), trivial=True,
    )  # fmt: skip


def cards(look: Look) -> Iterator[Exercise]:
    """Ask how many cards it costs."""
    action = look.placing
    if action is None or action.age not in BUILDING_AGES:
        return
    if look.violation is not None and look.violation.clause not in ("T5", "G2"):
        return
    state = look.before
    upgrade = "A2" if isinstance(action, Upgrade) else "A1"
    price = price_of(state, action.age, action.kind, action.rank, action.square, upgrade == "A2")
    extra = state.grid.surcharge_at(len(state.players), action.rank, action.square)
    question = Words("How many cards does that cost?", "Wie viele Karten kostet das?")
    sum_up = Words(
        f"{price} of its colour and {extra} for the terrain.",
        f"{price} in seiner Farbe und {extra} für das Gelände.",
    )
    clauses = [upgrade, *(["G2"] if _rough(look) else [])]
    because = (Because(upgrade, sum_up), *(Because(each, motto(each)) for each in clauses))
    yield ask(
        look, "cards", AnswerKind.NUMBER, question, price + extra, because,
        trivial=price == 1 and not _rough(look),
    )  # fmt: skip


def _rough(look: Look) -> bool:
    """True if the new building covers forest or mountain."""
    action = look.placing
    assert action is not None
    grid = look.before.grid
    mask = Building(action.kind, action.rank, action.square).mask
    return bool(mask & (grid.forest | grid.mountain))


def tax(look: Look) -> Iterator[Exercise]:
    """Ask how many coins are collected, in all and in each age."""
    if not isinstance(look.action, EndTurn) or look.violation is not None:
        return
    if look.before.round not in TAX_ROUNDS:
        return
    who = look.before.player.name
    paid = list(look.told(e.TaxCollected))
    missed = list(look.told(e.TaxMissed))
    both: list[tuple[int, e.Tax]] = [*paid, *missed]
    numbers = [number for number, _ in both]
    because = (*_added_up(look, both), *happened(look, *numbers), rule("X1"))
    amount = sum(event.amount for _, event in paid)
    question = Words(
        f"It is round {look.before.round}. How many coins does {who} collect in taxes?",
        f"Es ist Runde {look.before.round}. Wie viele Taler Steuern kassiert {who}?",
    )
    yield ask(
        look, "tax", AnswerKind.NUMBER, question, amount, because, trivial=not (paid or missed)
    )
    for age in AGES:
        here = [number for number, event in both if event.age is age]
        if not here:
            continue
        amount = sum(event.amount for _, event in paid if event.age is age)
        question = Words(
            f"How many coins does {who} collect {IN_AGE[age].en}?",
            f"Wie viele Taler kassiert {who} {IN_AGE[age].de}?",
        )
        yield ask(
            look, f"tax {age.title}", AnswerKind.NUMBER, question, amount,
            (*_added_up(look, [pair for pair in both if pair[0] in here]),
             *happened(look, *here), rule("X1")),
            age=age,
        )  # fmt: skip


def _added_up(look: Look, taxed: Sequence[tuple[int, e.Tax]]) -> Iterator[Because]:
    """Domain by domain: the buildings whose values are collected, with their values."""
    for _, event in taxed:
        board = look.before.boards[event.age]
        members = board.members(board.domain_at(event.domain))
        worth = [each for each in members if (each.kind is CIVIL) is (event.age is not REASON)]
        parts = []
        for each in worth:
            what = the_building(each, look.before.names, "nom")
            parts.append(Words(f"{what.en} ({each.value})", f"{what.de} ({each.value})"))
        said, where = listed(parts), name(event.domain)
        words = Words(
            f"What counts in the domain at {where} {IN_AGE[event.age].en}: {said.en}.",
            f"Das zählt in der Domäne bei {where} {IN_AGE[event.age].de}: {said.de}.",
        )
        clause = "X3" if event.age is REASON else "X2"
        yield Because(clause, words, event.age, tuple(sq for x in worth for sq in x.squares))


def winner(look: Look) -> Iterator[Exercise]:
    """Ask who wins, when the last turn ends."""
    for number, event in look.told(e.GameEnded):
        question = Words(
            "With that the game is over. Who wins?", "Damit ist die Partie zu Ende. Wer gewinnt?"
        )
        taxes = [at for at, _ in look.told(e.TaxCollected)]
        yield ask(
            look, "winner", AnswerKind.PLAYERS, question, event.winners,
            happened(look, *taxes, number), options=player_options(look),
        )  # fmt: skip


def restored(look: Look) -> Iterator[Exercise]:
    """Ask whether the ruin turns at once."""
    if not isinstance(look.action, Restore) or look.violation is not None:
        return
    done = [number for number, _ in look.told(e.RuinRestored)]
    begun = [number for number, _ in look.told(e.RuinBegun)]
    question = Words(
        "Does the ruin turn to its intact side now?",
        "Wird die Ruine jetzt auf die unversehrte Seite gedreht?",
    )
    yield ask(
        look, "restored", AnswerKind.YES_NO, question, bool(done), happened(look, *done, *begun),
        options=YES_OR_NO, age=REASON,
    )  # fmt: skip
