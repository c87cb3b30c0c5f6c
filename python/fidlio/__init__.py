# SPDX-License-Identifier: GPL-3.0-or-later
"""fidlio: how wrong is a storage benchmark's answer for a deep-learning job?

    import fidlio

    print(fidlio.answer("runs/real", "runs/emulation").summary.error)
    result = fidlio.compare("runs/real", "runs/emulation")
    print(result.verdict, result.similarity)
    for cause in result.causes:
        print(cause.text, cause.key, cause.from_, cause.to)

The package wraps the C library of the same name; numbers and texts are the library's.  Missing
numbers and texts are None.  Errors are exceptions with the library's text: Error and those
derived from it.
"""

from ._abi import (Error, InputError, InternalError, OpenError, PartialError, UsageError,
                   document, lib, new_error, path, version)
from ._rows import (AnswerScenario, AnswerSummary, BreakdownCell, Cause, Clause, EventFile,
                    EventProcess, Finding, Judgement, MatrixCounts, Measure, Noise, Profile,
                    RegistryEntry, Resource, Summary, row)
from .answers import Answer, answer
from .batch import Gate, GateOutcome, Matrix, Pair, PairState, matrix, save_baseline
from .events import KINDS, Events
from .measures import adtw, dtw, nearest, psd, psd_distance, w1
from .runs import (Calibration, Curve, Curves, GradedProfile, Result, Run, Series, calibrate,
                   compare, digest, frame)

__version__ = version


def known(what: str) -> "list[RegistryEntry]":
    """What this build of the library knows.

    Parameters
    ----------
    what : {"readers", "metrics", "resources", "profiles"}

    Returns
    -------
    list of RegistryEntry

    Raises
    ------
    UsageError
        If there is no such list.
    """
    err = new_error()
    return [row(RegistryEntry, entry)
            for entry in document(lib.fid_registry_text(path(what), err), err)]


__all__ = [
    "Answer", "AnswerScenario", "AnswerSummary", "BreakdownCell", "Calibration", "Cause",
    "Clause", "Curve", "Curves", "Error", "EventFile", "EventProcess", "Events", "Finding",
    "Gate", "GateOutcome", "GradedProfile", "InputError", "InternalError", "Judgement",
    "KINDS", "Matrix", "MatrixCounts", "Measure", "Noise", "OpenError", "Pair", "PairState",
    "PartialError", "Profile", "RegistryEntry", "Resource", "Result", "Run", "Series",
    "Summary", "UsageError", "adtw", "answer", "calibrate", "compare", "digest", "dtw",
    "frame", "known", "matrix", "nearest", "psd", "psd_distance", "save_baseline", "version",
    "w1",
]
