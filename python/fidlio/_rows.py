# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the library's documents, as dataclasses."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any, Callable, Optional, Sequence, TypeVar

Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True)
class Clause:
    """A clause of a profile: a quantity of a resource that is graded.

    Attributes
    ----------
    name : str
        "data.read.bytes"
    status : str
        "met", "not met", "open"
    key : bool
        It decides, where no answer does.
    grade : float or None
        0 to 1; 0.5: off by the tolerance.
    share : float or None
        Of the loss, -ln(similarity).
    text : str
    """

    name: str
    status: str
    key: bool
    grade: Optional[float]
    share: Optional[float]
    text: str


@dataclasses.dataclass(frozen=True)
class Profile:
    """What one profile says of the pair.

    Attributes
    ----------
    profile : str
        "storage"
    verdict : str
        "valid", "not valid", "cannot tell"
    text : str
    reason : str or None
        Why one cannot tell.
    similarity, similarity_low, similarity_high : float or None
    met_n, clause_n : int
    """

    profile: str
    verdict: str
    text: str
    reason: Optional[str]
    similarity: Optional[float]
    similarity_low: Optional[float]
    similarity_high: Optional[float]
    met_n: int
    clause_n: int


@dataclasses.dataclass(frozen=True)
class Cause:
    """A likely cause of the difference, and the DLIO key that would close the gap.

    Attributes
    ----------
    code : str
        "computation"
    resource : str or None
    text : str
        What the emulation does otherwise.
    key, from_, to : str or None
    share : float or None
        Of what the similarity lacks.
    similarity_after : float or None
        If all that it explains were met.
    error_after : float or None
        Of the answer without it, as ln.
    with_ : str or None
        The code of a cause that cancels it: see error_with.
    error_with : float or None
        Of the answer without both.
    """

    code: str
    resource: Optional[str]
    text: str
    key: Optional[str]
    from_: Optional[str]
    to: Optional[str]
    share: Optional[float]
    similarity_after: Optional[float]
    error_after: Optional[float]
    with_: Optional[str]
    error_with: Optional[float]


@dataclasses.dataclass(frozen=True)
class Finding:
    """Something the reader of a result should know.

    Attributes
    ----------
    severity : str
        "info", "warning", "serious"
    resource : str or None
        None: the runs as a whole.
    text : str
    """

    severity: str
    resource: Optional[str]
    text: str


@dataclasses.dataclass(frozen=True)
class Measure:
    """One facet of a resource, by one metric of one quantity.

    Attributes
    ----------
    name, facet, metric, quantity : str
    unit : str
        Of distance, noise and tolerance.
    reason : str or None
        Why it has no value.
    distance, noise, tolerance, grade : float or None
    clause : str or None
        "met", "not met", "open"; None: not graded.
    key : bool
    real : float or None
        The amounts of both sides; None: it has none.
    emulation : float or None
    sign : str or None
        Of emulation - real: "+", "-", "0"
    """

    name: str
    facet: str
    metric: str
    quantity: str
    unit: str
    reason: Optional[str]
    distance: Optional[float]
    noise: Optional[float]
    tolerance: Optional[float]
    grade: Optional[float]
    clause: Optional[str]
    key: bool
    real: Optional[float]
    emulation: Optional[float]
    sign: Optional[str]


@dataclasses.dataclass(frozen=True)
class BreakdownCell:
    """How alike one resource is in one respect.

    Attributes
    ----------
    resource : str
    similarity : float or None
        Of the resource, over all that its profile grades.
    column : str
        "amount", "dtw", "spectrum", "distribution", "timing"
    quantity, metric, unit : str or None
        What was measured; None: the resource has no such measure.
    distance, grade : float or None
    ratio : float or None
        Of amounts: emulation over real.
    reason : str or None
        Why it is not measurable.
    """

    resource: str
    similarity: Optional[float]
    column: str
    quantity: Optional[str]
    metric: Optional[str]
    unit: Optional[str]
    distance: Optional[float]
    grade: Optional[float]
    ratio: Optional[float]
    reason: Optional[str]


@dataclasses.dataclass(frozen=True)
class Resource:
    """One resource in the window that the similarity is of.

    Attributes
    ----------
    resource, group : str
    status : str
        "compared", "idle" (on both sides), "not compared"
    reason, window : str or None
    grade, grade_low, grade_high : float or None
    weight : float or None
        In its group.
    measure_n : int
    """

    resource: str
    group: str
    status: str
    reason: Optional[str]
    window: Optional[str]
    grade: Optional[float]
    grade_low: Optional[float]
    grade_high: Optional[float]
    weight: Optional[float]
    measure_n: int


@dataclasses.dataclass(frozen=True)
class Summary:
    """The overall numbers of a result.

    Attributes
    ----------
    real, emulation : str
    real_workload, emulation_workload : str or None
    window : str
    key : str
        Hash of version and options.
    profile, verdict : str
    similarity, similarity_low, similarity_high : float or None
    similarity_reason, noise : str or None
    group_n, compared_group_n, resource_n, finding_n, cause_n, profile_n : int
    """

    real: str
    emulation: str
    real_workload: Optional[str]
    emulation_workload: Optional[str]
    window: str
    key: str
    profile: str
    verdict: str
    similarity: Optional[float]
    similarity_low: Optional[float]
    similarity_high: Optional[float]
    similarity_reason: Optional[str]
    noise: Optional[str]
    group_n: int
    compared_group_n: int
    resource_n: int
    finding_n: int
    cause_n: int
    profile_n: int


@dataclasses.dataclass(frozen=True)
class AnswerSummary:
    """How far a benchmark's answer is off, and what decides.

    Attributes
    ----------
    profile : str
    verdict : str or None
        "valid", "not valid", "cannot tell"; None: no emulation.
    reason : str or None
        Why one cannot tell.
    error : float or None
        Of the answer, ln.
    error_low, error_high : float or None
    tolerance : float or None
        Of it, 0.1: 10 %.
    unit : str
        What is told of each side: "samples/s", "steps/s", "s" of the same work, "slowdown".
    worst_scenario : str or None
    worst_error : float or None
        There, ln; above 0: the benchmark does more a second than the real job.
    capacity_real : float or None
        Accelerators that 1 GB/s feeds.
    capacity_emulation : float or None
    utilisation : float or None
        For which share they are busy.
    bound : bool or None
        Some storage makes the real job 5 % longer.
    bound_mib_s : float or None
        Read rate above which it is not bound.
    scenario_n : int
    """

    profile: str
    verdict: Optional[str]
    reason: Optional[str]
    error: Optional[float]
    error_low: Optional[float]
    error_high: Optional[float]
    tolerance: Optional[float]
    unit: str
    worst_scenario: Optional[str]
    worst_error: Optional[float]
    capacity_real: Optional[float]
    capacity_emulation: Optional[float]
    utilisation: Optional[float]
    bound: Optional[bool]
    bound_mib_s: Optional[float]
    scenario_n: int


@dataclasses.dataclass(frozen=True)
class AnswerScenario:
    """One storage; times are ratios to that at full speed, or end in _s.

    Attributes
    ----------
    name : str
    counts : bool
        Of the error: full speed, and what slows a side by more than is allowed.
    error : float or None
        ln of what the benchmark does a second over what the real job does.
    value_real, value_emulation : float or None
        What the sides do, in the unit of the answer (samples a second).
    read_mib_s, write_mib_s, read_ms, meta_ms, iops, real, emulation, measured_real : float or None
    measured_emulation, real_s, emulation_s, real_low, real_high : float or None
    emulation_low, emulation_high, real_utilisation, emulation_utilisation : float or None
    """

    name: str
    counts: bool
    error: Optional[float]
    value_real: Optional[float]
    value_emulation: Optional[float]
    read_mib_s: Optional[float]
    write_mib_s: Optional[float]
    read_ms: Optional[float]
    meta_ms: Optional[float]
    iops: Optional[float]
    real: Optional[float]
    emulation: Optional[float]
    measured_real: Optional[float]
    measured_emulation: Optional[float]
    real_s: Optional[float]
    emulation_s: Optional[float]
    real_low: Optional[float]
    real_high: Optional[float]
    emulation_low: Optional[float]
    emulation_high: Optional[float]
    real_utilisation: Optional[float]
    emulation_utilisation: Optional[float]


@dataclasses.dataclass(frozen=True)
class EventFile:
    """A file of the events of a run.

    Attributes
    ----------
    path : str
        Or the name, where that is all; of block requests the device.
    role : str or None
        What it is used for: "data"
    """

    path: str
    role: Optional[str]


@dataclasses.dataclass(frozen=True)
class EventProcess:
    """A process of the events of a run.

    Attributes
    ----------
    command : str
    pid : int
        -1: not known.
    rank : int
        -1: it is not known by its rank.
    host : int
    """

    command: str
    pid: int
    rank: int
    host: int


@dataclasses.dataclass(frozen=True)
class Noise:
    """One workload of a calibration.

    Attributes
    ----------
    workload : str
    repeat_n, measure_n : int
    """

    workload: str
    repeat_n: int
    measure_n: int


@dataclasses.dataclass(frozen=True)
class MatrixCounts:
    """How many pairs of a matrix were compared, kept, failed or skipped.

    Attributes
    ----------
    pair_n, compared_n, kept_n, failed_n : int
    calibrated : bool
    skipped_n : int
    """

    pair_n: int
    compared_n: int
    kept_n: int
    failed_n: int
    calibrated: bool
    skipped_n: int


@dataclasses.dataclass(frozen=True)
class Judgement:
    """One question of a gate and its answer.

    Attributes
    ----------
    outcome : int
    workload, configuration : str or None
    what, kind : str
    reason : str or None
    accepted, candidate, ratio, low, high, p : float or None
    """

    outcome: int
    workload: Optional[str]
    configuration: Optional[str]
    what: str
    kind: str
    reason: Optional[str]
    accepted: Optional[float]
    candidate: Optional[float]
    ratio: Optional[float]
    low: Optional[float]
    high: Optional[float]
    p: Optional[float]


@dataclasses.dataclass(frozen=True)
class RegistryEntry:
    """Something this build knows: a reader, metric, resource or profile.

    Attributes
    ----------
    name, doc : str
    group, unit, source : str or None
    """

    name: str
    doc: str
    group: Optional[str]
    unit: Optional[str]
    source: Optional[str]


#: How a value of a document becomes one of a row; null of a text that is always there is "".
_CONVERT: dict[Any, Callable[[Any], Any]] = {
    str: lambda value: value or "",
    Optional[str]: lambda value: value,
    Optional[float]: lambda value: None if value is None else float(value),
    Optional[bool]: lambda value: None if value is None else bool(value),
    int: int,
    bool: bool,
}


_known: dict[Any, list[tuple[str, Callable[[Any], Any]]]] = {}


def row(kind: type[Row], document: dict[str, Any], **other: Any) -> Row:
    """A row of what an object of a document has under the names of the fields; fields that it has
    under other names are given."""
    if kind not in _known:
        hints = typing.get_type_hints(kind)
        _known[kind] = [(f.name, _CONVERT[hints[f.name]]) for f in dataclasses.fields(kind)]
    return kind(**{name: how(other[name] if name in other else document[name.rstrip("_")])
                   for name, how in _known[kind]})


def _ends(interval: Optional[Sequence[float]]) -> Sequence[Optional[float]]:
    """Both ends of an interval, which may be null."""
    return interval or (None, None)


def summary(d: dict[str, Any], real: str, emulation: str) -> Summary:
    """That of a result's document; the sides as people call them."""
    whole = d["overall"]
    low, high = _ends(whole["similarity_ci"])
    return row(Summary, whole, real=real, emulation=emulation,
               real_workload=d["real"]["workload"], emulation_workload=d["emulation"]["workload"],
               window=next((w["window"] for w in d["windows"] if w["headline"]), ""),
               key=d["tool"]["key"], similarity_low=low, similarity_high=high,
               group_n=whole["coverage"]["of"], compared_group_n=whole["coverage"]["compared"],
               resource_n=len(d["resources"]), finding_n=len(d["findings"]),
               cause_n=len(d["causes"]), profile_n=len(d["profiles"]))


def profile(d: dict[str, Any]) -> Profile:
    """One of a result's document."""
    low, high = _ends(d["similarity_ci"])
    return row(Profile, d, similarity_low=low, similarity_high=high, met_n=d["met"],
               clause_n=d["of"])


def resource(d: dict[str, Any]) -> Resource:
    """One of a result's document."""
    low, high = _ends(d["grade_ci"])
    return row(Resource, d, grade_low=low, grade_high=high, measure_n=len(d["measures"]))


def measure(d: dict[str, Any]) -> Measure:
    """One of a resource in a result's document."""
    amounts = d["detail"] or {}
    real, emulation = amounts.get("real"), amounts.get("emulation")
    sign = None if real is None or emulation is None else \
        "+" if emulation > real else "-" if emulation < real else "0"
    return row(Measure, d, real=real, emulation=emulation, sign=sign)


def breakdown(d: dict[str, Any]) -> list[BreakdownCell]:
    """The cells of the breakdown of a result's document."""
    none = dict.fromkeys(("quantity", "metric", "unit", "distance", "grade", "ratio", "reason"))
    return [row(BreakdownCell, dict(none, reason=r["reason"]) if r[column] is None else r[column],
                resource=r["resource"], similarity=r["similarity"], column=column)
            for r in d["breakdown"]
            for column in ("amount", "dtw", "spectrum", "distribution", "timing")]


def answer_summary(d: dict[str, Any]) -> AnswerSummary:
    """Of an answer's document, which results have, too."""
    worst, capacity = d["worst"] or {}, d["capacity"] or {}
    return row(AnswerSummary, d, error_low=d["low"], error_high=d["high"],
               worst_scenario=worst.get("scenario"), worst_error=worst.get("error"),
               capacity_real=capacity.get("real"), capacity_emulation=capacity.get("emulation"),
               utilisation=capacity.get("utilisation"), scenario_n=len(d["scenarios"]))


def answer_scenario(d: dict[str, Any]) -> AnswerScenario:
    """One of an answer's document."""
    measured, value = d["measured"] or {}, d["value"] or {}
    given: dict[str, Any] = {}
    for side in ("real", "emulation"):
        detail = d[f"{side}_detail"] or {}
        given[f"value_{side}"] = value.get(side)
        given[f"measured_{side}"] = measured.get(side)
        given[f"{side}_s"] = detail.get("time_s")
        for name in ("low", "high", "utilisation"):
            given[f"{side}_{name}"] = detail.get(name)
    return row(AnswerScenario, d, **given)


def noise(d: dict[str, Any]) -> Noise:
    """A workload of a calibration's document."""
    return row(Noise, d, repeat_n=len(d["runs"]), measure_n=len(d["measures"]))
