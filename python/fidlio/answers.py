# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of a job on other storage, and the error of a benchmark's answer."""

from __future__ import annotations

import copy
import functools
from typing import Any, Optional, Sequence, Union

from . import _html, _rows
from ._abi import document, ffi, lib, new_error, path
from ._rows import AnswerScenario, AnswerSummary
from .runs import Path, Side, _array, _runs, _text_or_null, frame


class Answer:
    """The answer for a real job and, if there is one, a benchmark's emulation of it.

    Made by answer(); ``Result.answer`` is the same of a comparison.

    Parameters
    ----------
    content : dict
        The document.
    """

    def __init__(self, content: dict[str, Any]) -> None:
        self._document = content

    @functools.cached_property
    def summary(self) -> AnswerSummary:
        """The overall numbers: error, interval, verdict, capacity."""
        return _rows.answer_summary(self._document["answer"])

    @functools.cached_property
    def scenarios(self) -> list[AnswerScenario]:
        """One row for each storage."""
        return [_rows.answer_scenario(s) for s in self._document["answer"]["scenarios"]]

    def json(self) -> dict[str, Any]:
        """What ``fidlio answer --format=json`` prints.

        Returns
        -------
        dict
            As doc/answer.md describes it.
        """
        return copy.deepcopy(self._document)

    def frame(self) -> Any:
        """The scenarios as a pandas frame.

        Returns
        -------
        pandas.DataFrame
            A row for each storage; what is not known is ``pandas.NA``.
        """
        return frame(self.scenarios)

    def __repr__(self) -> str:
        s = self.summary
        off = "" if s.error is None else f", {_html.percent(s.error)} off"
        return f"<fidlio.Answer for {s.profile}: {s.verdict or 'of one side'}{off}>"

    def _repr_html_(self) -> str:
        return _html.answer_html(self.summary, self.scenarios)


def answer(real: Side, emulation: Side = (), *, storage: Union[Path, Sequence[Path]] = (),
           profile: Optional[str] = None, tolerance: Optional[float] = None,
           utilisation: Optional[float] = None, threads: int = 1) -> Answer:
    """Compute how long a job takes on other storage, and how far a benchmark's answer is off.

    Parameters
    ----------
    real : Run, path, or a sequence of them
        Runs of the real job; several are repeats.
    emulation : Run, path, or a sequence of them, optional
        Runs of the benchmark that emulates it.
    storage : path or a sequence of paths, optional
        Shipped storages ("nfs"), files of lines KEY VALUE, or results of fio as JSON.  By
        default 1, 0.7, 0.5, 0.35 and 0.25 times the real job's read rate.
    profile : {"storage", "read", "checkpoint", "metadata"}, optional
        Purpose of the answer.
    tolerance : float, optional
        Largest error of a valid benchmark's answer; by default 0.1 (10 %).
    utilisation : float, optional
        Share of the training for which accelerators must be busy; by default 0.9.
    threads : int, optional
        Files read at a time; changes no number.

    Returns
    -------
    Answer

    Raises
    ------
    UsageError
        For a storage, a profile or a number that the library refuses.
    InputError
        If a run cannot be read.

    Examples
    --------
    >>> fidlio.answer("runs/real", ["runs/e1", "runs/e2"], storage="nfs").summary.error
    0.072
    """
    reals, emulations = _runs(real, threads), _runs(emulation, threads)
    options = ffi.new("struct fid_answer_options *")
    names = [storage] if isinstance(storage, (str, bytes)) or hasattr(storage, "__fspath__") \
        else list(storage)
    keep = [ffi.new("char[]", path(name)) for name in names]
    pointers = ffi.new("char *[]", keep) if keep else ffi.NULL
    options.storage, options.storage_n = pointers, len(keep)
    chosen = _text_or_null(profile)
    options.profile = chosen
    options.tolerance, options.utilisation = tolerance or 0.0, utilisation or 0.0
    err = new_error()
    return Answer(document(lib.fid_answer_text(_array(reals), len(reals), _array(emulations),
                                               len(emulations), options, err), err))
