# SPDX-License-Identifier: GPL-3.0-or-later
"""Many pairs on several threads, and the gate over their results."""

from __future__ import annotations

import dataclasses
import enum
import json
import threading
from typing import Any, Callable, Iterable, Optional

from ._abi import Error, check, document, failure, ffi, lib, new_error, owned_text, path, text
from ._rows import Judgement, MatrixCounts, row
from .runs import Path, _text_or_null, compare_options, frame, open_options


class PairState(enum.Enum):
    """What became of a pair."""

    OPEN = 0  #: cancelled before it
    KEPT = 1  #: compared by an earlier call, with the same traces, options and methods
    COMPARED = 2
    FAILED = 3
    SKIPPED = 4  #: its runs name different workloads


@dataclasses.dataclass(frozen=True)
class Pair:
    """One pair of a matrix.

    Attributes
    ----------
    real, emulation : str
    file : str or None
        Name of the result file in the folder of results.
    state : PairState
    error : Error or None
        Why it failed.
    """

    real: str
    emulation: str
    file: Optional[str]
    state: PairState
    error: Optional[Error]


@dataclasses.dataclass(frozen=True)
class Matrix:
    """What matrix() did.

    Attributes
    ----------
    totals : MatrixCounts
    pairs : list of Pair
    """

    totals: MatrixCounts
    pairs: list[Pair]

    def frame(self) -> Any:
        """The pairs as a pandas frame.

        Returns
        -------
        pandas.DataFrame
        """
        return frame(self.pairs)


class _Watch:
    """What the library calls while it compares: progress, messages, whether to go on."""

    def __init__(self, progress: Optional[Callable[[int, int], None]],
                 message: Optional[Callable[[str], None]]) -> None:
        self.stop = threading.Event()
        self.failed: Optional[BaseException] = None
        self._progress, self._message = progress, message
        self.callbacks = (
            ffi.callback("void (void *, size_t, size_t)", self._on_progress),
            ffi.callback("int (void *)", lambda ctx: int(self.stop.is_set()), error=1),
            ffi.callback("void (void *, const char *)", self._on_message))

    def _guard(self, call: Callable[..., None], *args: Any) -> None:
        """An exception cannot pass through the library: it ends the batch, then is raised."""
        try:
            call(*args)
        except BaseException as error:  # also KeyboardInterrupt
            self.failed = self.failed or error
            self.stop.set()

    def _on_progress(self, ctx: Any, done: int, total: int) -> None:
        if self._progress:
            self._guard(self._progress, done, total)

    def _on_message(self, ctx: Any, said: Any) -> None:
        if self._message:
            self._guard(self._message, text(said))


def _wait(work: Callable[[], None], stop: threading.Event) -> None:
    """Run work in a thread, so that Ctrl-C is noticed while the library computes."""
    done = threading.Event()  # an interrupted join() takes a thread that runs for one that ended

    def run() -> None:
        try:
            work()
        finally:
            done.set()

    threading.Thread(target=run, name="fidlio.matrix").start()
    interrupted: Optional[BaseException] = None
    while not done.is_set():
        try:
            done.wait(0.2)
        except KeyboardInterrupt as error:
            interrupted = error
            stop.set()
    if interrupted:
        raise interrupted


def matrix(results: Path, *, real: Iterable[Path] = (), emulation: Iterable[Path] = (),
           pairs: Iterable[tuple[Path, Path]] = (), manifest: Optional[Path] = None,
           calibration: Optional[Path] = None, calibrate: bool = True, series: bool = True,
           force: bool = False, all_workloads: bool = False, threads: int = 0,
           progress: Optional[Callable[[int, int], None]] = None,
           message: Optional[Callable[[str], None]] = None,
           open_with: Optional[dict[str, Any]] = None, **options: Any) -> Matrix:
    """Compare every real run with every emulation of its workload, and the pairs given, and
    write a result file for each to the folder results.

    Pairs compared by an earlier call with the same traces, options and methods are kept.  A
    pair that fails does not end the others; it is in the pairs with its error.

    Parameters
    ----------
    results : path
        Folder of the results.
    real, emulation : iterable of path, optional
        Folders of runs, or folders that hold several.
    pairs : iterable of (path, path), optional
        Folders of a real run and an emulation.
    manifest : path, optional
        File that lists runs or pairs (doc/comparison.md).
    calibration : path, optional
        By default it is made from the real runs if they repeat, and written.
    calibrate : bool, optional
        False: noise is unknown.
    series : bool, optional
        Whether series files are written.
    force : bool, optional
        Compare pairs again that were compared before.
    all_workloads : bool, optional
        Compare runs that name different workloads, too.
    threads : int, optional
        0: one for each processor.
    progress : callable, optional
        Called with (done, total) before the first pair and after each, from a thread of the
        library; what it raises ends the batch and is raised here.
    message : callable, optional
        Called with sentences for the user.
    open_with : dict, optional
        Options of Run for reading the runs.
    **options
        Options of compare(), without calibration.

    Returns
    -------
    Matrix

    Notes
    -----
    Ctrl-C ends the batch after the pairs being compared; what was compared is kept.
    """
    err = new_error()
    batch = ffi.gc(check(lib.fid_batch_create(err), err), lib.fid_batch_destroy)
    for directory in real:
        check(lib.fid_batch_add_real(batch, path(directory), err), err)
    for directory in emulation:
        check(lib.fid_batch_add_emulation(batch, path(directory), err), err)
    for one, other in pairs:
        check(lib.fid_batch_add_pair(batch, path(one), path(other), err), err)
    if manifest is not None:
        check(lib.fid_batch_add_manifest(batch, path(manifest), err), err)

    watch = _Watch(progress, message)
    given = ffi.new("struct fid_batch_options *")
    keep = (open_options(**(open_with or {})), compare_options(**options),
            _text_or_null(calibration))
    given.open, given.compare, given.calibration = keep[0][0], keep[1][0], keep[2]
    given.no_calibration, given.no_series = not calibrate, not series
    given.force, given.all_workloads, given.thread_n = force, all_workloads, threads
    given.progress, given.cancelled, given.message = watch.callbacks
    made = ffi.new("char **")
    outcome: list[int] = []
    _wait(lambda: outcome.append(
        lib.fid_batch_compare(batch, path(results), given, made, err)), watch.stop)
    del keep
    content = json.loads(owned_text(made[0]) or "null")
    if watch.failed:
        raise watch.failed
    check(outcome[0], err)
    return Matrix(row(MatrixCounts, content["totals"]), [_pair(p) for p in content["pairs"]])


def _pair(p: dict[str, Any]) -> Pair:
    return Pair(p["real"] or "", p["emulation"] or "", p["file"],
                PairState[p["state"].upper()],
                None if p["status"] is None else failure(p["status"], p["error"] or ""))


class GateOutcome(enum.IntEnum):
    """From good to bad, so that the worst is the greatest."""

    PASS = 0
    INCONCLUSIVE = 1
    FAIL = 2


class Gate:
    """Are new results worse than what was accepted?

    Parameters
    ----------
    candidate : path
        Folder of results.
    accepted : path, optional
        Folder of results, or a baseline file; without it only the limits are checked.
    margin : float, optional
        How much worse similarities and answers may get: with 0.05 a similarity may be divided
        by 1.05, and an error of 4 % may become 9 %; by default 0.05, or more if accepted
        runs vary.
    alpha : float, optional
        Chance of a false FAIL.
    limits : path, optional
        File with the smallest grades (doc/gate.md).
    prior : path, optional
        File with a prior estimate of how much runs differ (doc/gate.md).

    Raises
    ------
    InputError
        If files cannot be read or have nothing in common.  The outcome is no error.
    UsageError
        For wrong options, or results that cannot be compared.
    """

    def __init__(self, candidate: Path, accepted: Optional[Path] = None, *,
                 margin: Optional[float] = None, alpha: float = 0.05,
                 limits: Optional[Path] = None, prior: Optional[Path] = None) -> None:
        options = ffi.new("struct fid_gate_options *")
        options.has_margin, options.margin = margin is not None, margin or 0.0
        options.alpha = alpha
        keep = [_text_or_null(limits), _text_or_null(prior), _text_or_null(accepted)]
        options.limits, options.prior = keep[:2]
        err = new_error()
        self._document = document(lib.fid_gate_text(keep[2], path(candidate), options, err), err)

    @property
    def worst(self) -> GateOutcome:
        """The worst outcome of all rows."""
        return GateOutcome[self._document["outcome"]]

    @property
    def rows(self) -> list[Judgement]:
        """One question and its answer each; outcome is a GateOutcome."""
        return [dataclasses.replace(row(Judgement, r, outcome=0), outcome=GateOutcome[r["outcome"]])
                for r in self._document["rows"]]

    @property
    def notes(self) -> list[str]:
        """Sentences: which runs were left out, which are recordings of the baseline."""
        return list(self._document["notes"])

    def frame(self) -> Any:
        """The rows as a pandas frame.

        Returns
        -------
        pandas.DataFrame
        """
        return frame(self.rows)


def save_baseline(results: Path, file: Path) -> None:
    """Write the results of a folder as a baseline file.

    Parameters
    ----------
    results : path
        Folder of results.
    file : path
        The baseline, of the schema fidlio.baseline/3.

    Raises
    ------
    InputError
        If the folder has no results.
    """
    err = new_error()
    check(lib.fid_baseline_save(path(results), path(file), err), err)
