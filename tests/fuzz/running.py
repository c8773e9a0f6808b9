"""Inputs tried one after the other, in a process of their own."""

from __future__ import annotations

import faulthandler
import os
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import NamedTuple

SLOW = 5.0
"""Seconds of processor time; no small input may take so long."""

STUCK = 120.0
"""Seconds on the clock after which an input that does not come back is given up."""


class Ending(NamedTuple):
    """How an input ended: `accepted`, `refused` or `bad`, with what a bad one told."""

    number: int
    outcome: str
    seconds: float
    told: str = ""


def endings(kind: str, inputs: range, seed: int) -> Iterator[Ending]:
    """Try these inputs in this process."""
    attempt = import_module(f"tests.fuzz.{kind}").attempt
    with tempfile.TemporaryDirectory() as folder:
        with suppress(BaseException):  # loads what all need; what is wrong with it comes up again
            attempt(Random(kind), Path(folder))
        for number in inputs:
            faulthandler.dump_traceback_later(STUCK, exit=True)
            start, told = _processor_time(), ""
            try:
                outcome = attempt(Random(f"fuzz {kind} {seed} {number}"), Path(folder))
            except KeyboardInterrupt:
                raise
            except BaseException as fault:  # a panic inside of polars is no Exception
                outcome = "bad"
                told = "".join(traceback.format_exception(fault))[-3000:]
            seconds = _processor_time() - start
            if seconds > SLOW:
                outcome, told = "bad", told + f"it took {seconds:.1f} s of processor time"
            yield Ending(number, outcome, seconds, told)
        faulthandler.cancel_dump_traceback_later()


def endings_elsewhere(kind: str, inputs: range, seed: int) -> Iterator[Ending]:
    """Try these inputs in another process; in a new one, where an input ends it."""
    spawning = get_context("spawn")
    while inputs:
        receiver, sender = spawning.Pipe(duplex=False)
        process = spawning.Process(target=_send_endings, args=(sender, kind, inputs, seed))
        process.start()
        sender.close()
        if not receiver.poll(STUCK) or receiver.recv() is not None:
            raise RuntimeError(f"no input of the kind {kind} could be tried")
        try:
            while inputs:
                ending = receiver.recv()
                inputs = inputs[1:]
                yield ending
        except EOFError:
            process.join()
            yield Ending(inputs[0], "bad", 0.0, f"the process ended with {process.exitcode}")
            inputs = inputs[1:]
        process.join()


def _send_endings(sender: Connection, kind: str, inputs: range, seed: int) -> None:
    sender.send(None)
    for ending in endings(kind, inputs, seed):
        sender.send(ending)


def _processor_time() -> float:
    """Of this process and of those that it has started: other work on the machine costs nothing."""
    return sum(os.times()[:4])
