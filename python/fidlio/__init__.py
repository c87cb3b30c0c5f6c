"""fidlio: how faithful is a storage benchmark's emulation of a deep-learning job?

    import fidlio

    result = fidlio.compare("runs/real", "runs/emulation")
    print(result.verdict, result.score)
    for cause in result.causes:
        print(cause.text, cause.key, cause.from_, cause.to)

The package wraps the C library of the same name; numbers and texts are the library's.  Missing
numbers and texts are None.  Errors are exceptions with the library's text: Error and those
derived from it.
"""

from ._abi import (Error, InputError, InternalError, OpenError, PartialError, UsageError, ffi,
                   lib, version)
from ._rows import (Cause, Clause, Finding, Judgement, Known, Measure, Noise, Profile, Resource,
                    Summary, Totals, fetch)
from .batch import Gate, Matrix, Outcome, Pair, PairState, matrix, save_baseline
from .measures import adtw, dtw, nearest, psd, psd_distance, w1
from .runs import (Calibration, Curve, Curves, GradedProfile, Result, Run, Series, calibrate,
                   compare, digest, frame)

__version__ = version


def known(what: str) -> "list[Known]":
    """What this build of the library knows: "readers", "metrics", "resources", "profiles"."""
    try:
        registry = getattr(lib, f"FID_REGISTRY_{what.upper()}")
    except AttributeError:
        raise UsageError(
            f"there is no list '{what}': readers, metrics, resources, profiles") from None
    return [fetch(Known, "fid_registry_row", lib.fid_registry_get, registry, i)
            for i in range(lib.fid_registry_count(registry))]


__all__ = [
    "Calibration", "Cause", "Clause", "Curve", "Curves", "Error", "Finding", "Gate",
    "GradedProfile", "InputError", "InternalError", "Judgement", "Known", "Matrix", "Measure",
    "Noise", "OpenError", "Outcome", "Pair", "PairState", "PartialError", "Profile", "Resource",
    "Result", "Run", "Series", "Summary", "Totals", "UsageError", "adtw", "calibrate",
    "compare", "digest", "dtw", "frame", "known", "matrix", "nearest", "psd", "psd_distance",
    "save_baseline", "version", "w1",
]
