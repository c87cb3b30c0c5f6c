# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs, comparisons and their results."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
from typing import TYPE_CHECKING, Any, Iterable, Literal, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _html, _rows
from ._abi import check, document, ffi, lib, new_error, owned_text, path, text
from ._html import answer_html
from ._rows import (AnswerScenario, AnswerSummary, Cause, Clause, Finding, Measure, Noise,
                    Profile, Resource, Summary, row)

if TYPE_CHECKING:
    from .events import Events

Array = npt.NDArray[np.float64]
Path = Union[str, "os.PathLike[str]"]


def open_options(all_processes: bool = False, day_first: bool = False,
                 utc_offset_s: Optional[float] = None, threads: int = 1,
                 roles: Optional[Path] = None,
                 log_pattern: Optional[Path] = None) -> tuple[Any, list[Any]]:
    """Options of the library for reading runs, and the texts they point to."""
    options = ffi.new("struct fid_open_options *")
    options.all_processes = all_processes
    options.day_first = day_first
    options.has_utc_offset = utc_offset_s is not None
    options.utc_offset_s = utc_offset_s or 0.0
    options.thread_n = threads
    keep = [_text_or_null(roles), _text_or_null(log_pattern)]
    options.roles, options.log_pattern = keep
    return options, keep


def _text_or_null(value: Optional[Path]) -> Any:
    return ffi.NULL if value is None else ffi.new("char[]", path(value))


class _Handle:
    """Something of the library that is destroyed when nothing refers to it any more."""

    def __init__(self, pointer: Any, destroy: Any) -> None:
        self._pointer = ffi.gc(pointer, destroy)


class Run(_Handle):
    """One execution of a training job or of its emulation, and all that was traced of it.

    Parameters
    ----------
    directory : path
        Folder with the traces, or a digest of it.
    all_processes : bool, optional
        Count other processes' I/O as the run's.
    day_first : bool, optional
        Dates are DD/MM, not MM/DD.
    utc_offset_s : float, optional
        Local time of the traces minus UTC; by default it is found in the data.
    threads : int, optional
        Files read at a time; does not change the run.
    roles : path, optional
        File that says what files are for (doc/formats.md).
    log_pattern : path, optional
        File that says what lines of a training log mean (doc/logs.md).

    Raises
    ------
    InputError
        If the folder cannot be read or holds no file of a known format, and for a digest that
        is damaged, of another version or made with other options.
    """

    def __init__(self, directory: Path, *, all_processes: bool = False,
                 day_first: bool = False, utc_offset_s: Optional[float] = None,
                 threads: int = 1, roles: Optional[Path] = None,
                 log_pattern: Optional[Path] = None) -> None:
        options, keep = open_options(all_processes, day_first, utc_offset_s, threads, roles,
                                     log_pattern)
        err = new_error()
        super().__init__(check(lib.fid_run_open(path(directory), options, err), err),
                         lib.fid_run_destroy)
        del keep

    @property
    def name(self) -> str:
        """Name of the run's folder."""
        return text(lib.fid_run_name(self._pointer)) or ""

    @property
    def workload(self) -> str:
        """Workload as the traces name it; "" if they do not."""
        return text(lib.fid_run_workload(self._pointer)) or ""

    @property
    def traces_hash(self) -> int:
        """Hash (XXH3) of the names and contents of the files read."""
        return int(lib.fid_run_traces_hash(self._pointer))

    @functools.cached_property
    def job(self) -> dict[str, Any]:
        """What the application does, as ``fidlio job --format=json`` prints it (doc/job.md)."""
        err = new_error()
        found: dict[str, Any] = document(lib.fid_run_job_text(self._pointer, 0, err), err)
        return found

    def events(self) -> Events:
        """The run's own events as numpy columns, which are views of the library's memory.

        Returns
        -------
        Events
        """
        from .events import Events
        return Events(self._pointer)

    def __repr__(self) -> str:
        return f"<fidlio.Run {self.name!r} of {self.workload!r}>"

    def _repr_html_(self) -> str:
        from .answers import answer
        job = self.job
        rows = [("run", self.name), ("workload", self.workload or None)]
        rows += [(name.replace("_", " "), job[name]) for name in
                 ("duration_s", "ranks_n", "steps_n", "computation_s", "checkpoints_n",
                  "evaluations_n", "depth") if job.get(name) is not None]
        return _html.table(rows) + _html.curve(answer(self).scenarios)


def digest(directory: Path, file: Path, *, names: bool = False,
           all_processes: bool = False, day_first: bool = False,
           utc_offset_s: Optional[float] = None, threads: int = 1,
           roles: Optional[Path] = None, log_pattern: Optional[Path] = None) -> None:
    """Write the digest of a run: all that comparisons need, without its traces.

    Parameters
    ----------
    directory : path
        Folder with the traces.
    file : path
        The digest, which Run takes in the place of the folder.
    names : bool, optional
        Keep names of files; else they become hashes.
    all_processes, day_first, utc_offset_s, threads, roles, log_pattern
        As of Run.
    """
    options, keep = open_options(all_processes, day_first, utc_offset_s, threads, roles,
                                 log_pattern)
    err = new_error()
    check(lib.fid_digest_save(path(directory), path(file), options, names, err), err)
    del keep


class GradedProfile:
    """What is graded.

    Parameters
    ----------
    name : path
        A shipped profile ("storage"), or a file.

    Raises
    ------
    UsageError
        For an unknown name or a line that is not understood.
    """

    def __init__(self, name: Path) -> None:
        err = new_error()
        self._given = name
        self._document = document(lib.fid_profile_describe(path(name), err), err)

    @property
    def name(self) -> str:
        """"storage", or the name of the file."""
        return self._document["name"] or ""

    @property
    def about(self) -> str:
        """What it says of itself."""
        return self._document["about"] or ""


class Calibration(_Handle):
    """How far apart repeats of the same job are: the noise that grades allow for.

    Made by calibrate(), or read from a file by Calibration.open().
    """

    @classmethod
    def open(cls, file: Path) -> Calibration:
        """Read one from a file.

        Parameters
        ----------
        file : path
            Of the schema fidlio.calibration/2.

        Returns
        -------
        Calibration

        Raises
        ------
        InputError
            If the file cannot be read, or is no calibration.
        """
        err = new_error()
        return cls(check(lib.fid_calibration_open(path(file), err), err),
                   lib.fid_calibration_destroy)

    def save(self, file: Path) -> None:
        """Write it to a file.

        Parameters
        ----------
        file : path
        """
        err = new_error()
        check(lib.fid_calibration_save(self._pointer, path(file), err), err)

    @property
    def workloads(self) -> list[Noise]:
        """One row for each workload."""
        err = new_error()
        content = document(lib.fid_calibration_text(self._pointer, err), err)
        return [_rows.noise(s) for s in content["sets"]]


@dataclasses.dataclass(frozen=True)
class Curve:
    """One quantity of a resource against time, of one run.

    Bucket k covers [t0_s + k dt_s, t0_s + (k + 1) dt_s), seconds from the start of the job.
    The arrays are views of the library's memory and cannot be written; NaN is a gap in the
    recording.  Their length is 0 where nothing was recorded.

    Attributes
    ----------
    t0_s, dt_s : float
    mean, low, high : ndarray
    """

    t0_s: float
    dt_s: float
    mean: Array
    low: Array
    high: Array

    @property
    def t_s(self) -> Array:
        """Start of each bucket."""
        return self.t0_s + self.dt_s * np.arange(len(self.mean))


@dataclasses.dataclass(frozen=True)
class Curves:
    """One quantity of a resource, of both runs.

    Attributes
    ----------
    resource, quantity, unit : str
    real, emulation : Curve
    """

    resource: str
    quantity: str
    unit: str
    real: Curve
    emulation: Curve


class Series(_Handle):
    """Both runs against time, on one axis: a sequence of Curves."""

    def __len__(self) -> int:
        return int(lib.fid_series_count(self._pointer))

    def __getitem__(self, i: int) -> Curves:
        n = len(self)
        if not -n <= i < n:
            raise IndexError(i)
        c = ffi.new("struct fid_curve *")
        err = new_error()
        check(lib.fid_series_get(self._pointer, i % n, c, err), err)
        return Curves(text(c.resource) or "", text(c.quantity) or "", text(c.unit) or "",
                      self._curve(c.real), self._curve(c.emulation))

    def _curve(self, side: Any) -> Curve:
        arrays = [self._view(values, side.n) for values in (side.mean, side.low, side.high)]
        return Curve(float(side.t0_s), float(side.dt_s), *arrays)

    def _view(self, values: Any, n: int) -> Array:
        """The library's memory as an array that keeps this handle alive."""
        if n == 0 or values == ffi.NULL:
            return np.empty(0)
        owner = ffi.gc(values, functools.partial(_forget, self._pointer))
        view = np.frombuffer(ffi.buffer(owner, n * ffi.sizeof("double")), dtype=np.float64)
        view.flags.writeable = False
        return view

    def json(self) -> dict[str, Any]:
        """The content of the series file.

        Returns
        -------
        dict
            As doc/series.md describes it.
        """
        err = new_error()
        content: dict[str, Any] = document(lib.fid_series_text(self._pointer, err), err)
        return content


def _forget(handle: Any, values: Any) -> None:
    """Nothing to free: the arrays belong to the handle, which is kept as long as they are."""


class Result(_Handle):
    """The outcome of a comparison: what the result file holds (doc/result.md)."""

    #: Both runs against time; None for a result that was read from a file.
    series: Optional[Series] = None

    @classmethod
    def open(cls, file: Path) -> Result:
        """Read a result file.

        Parameters
        ----------
        file : path

        Returns
        -------
        Result

        Raises
        ------
        InputError
            "path: what is wrong".
        """
        err = new_error()
        return cls(check(lib.fid_result_open(path(file), err), err), lib.fid_result_destroy)

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        """What the rows are made from."""
        content: dict[str, Any] = json.loads(self.text())
        return content

    def text(self) -> str:
        """The text of the result file.

        Returns
        -------
        str
            The same for the same runs and options.
        """
        err = new_error()
        return owned_text(check(lib.fid_result_text(self._pointer, err), err))

    def json(self) -> dict[str, Any]:
        """The content of the result file.

        Returns
        -------
        dict
            As doc/result.md describes it.
        """
        content: dict[str, Any] = json.loads(self.text())
        return content

    def save(self, directory: Path) -> None:
        """Write the result file.

        Parameters
        ----------
        directory : path
            Where <real>__<emulation>.json is written.
        """
        err = new_error()
        check(lib.fid_result_save(self._pointer, path(directory), err), err)

    @functools.cached_property
    def summary(self) -> Summary:
        """The overall numbers."""
        real, emulation = (text(lib.fid_result_side(self._pointer, k)) or "" for k in (0, 1))
        return _rows.summary(self._document, real, emulation)

    @functools.cached_property
    def answer(self) -> AnswerSummary:
        """How far the benchmark's answer is off (doc/answer.md)."""
        return _rows.answer_summary(self._document["answer"])

    @functools.cached_property
    def scenarios(self) -> list[AnswerScenario]:
        """The storages of the answer."""
        return [_rows.answer_scenario(s) for s in self._document["answer"]["scenarios"]]

    @property
    def similarity(self) -> Optional[float]:
        """0 to 1, 1 is as near as a repeat; None where there is none."""
        return self.summary.similarity

    @property
    def verdict(self) -> str:
        """"valid", "not valid" or "cannot tell", for the profile of the similarity."""
        return self.summary.verdict

    @functools.cached_property
    def profiles(self) -> list[Profile]:
        """What each profile says; the first is that of the similarity."""
        return [_rows.profile(p) for p in self._document["profiles"]]

    def clauses(self, profile: Optional[str] = None) -> list[Clause]:
        """The clauses of a profile, largest share of the loss first.

        Parameters
        ----------
        profile : str, optional
            By default that of the similarity.

        Returns
        -------
        list of Clause
        """
        names = [p.profile for p in self.profiles]
        if profile is not None and profile not in names:
            raise ValueError(f"unknown profile '{profile}': {', '.join(names)}")
        at = 0 if profile is None else names.index(profile)
        return [row(Clause, c) for c in self._document["profiles"][at]["clauses"]]

    @functools.cached_property
    def causes(self) -> list[Cause]:
        """Likely causes of the difference, largest share first."""
        return [row(Cause, c) for c in self._document["causes"]]

    @functools.cached_property
    def findings(self) -> list[Finding]:
        """What the reader of the result should know."""
        return [row(Finding, f) for f in self._document["findings"]]

    @functools.cached_property
    def resources(self) -> list[Resource]:
        """The resources, in the window of the similarity."""
        return [_rows.resource(r) for r in self._document["resources"]]

    def measures(self, resource: Optional[str] = None) -> list[Measure]:
        """The measures of one resource, or of all.

        Parameters
        ----------
        resource : str, optional
            "data.read"; by default all.

        Returns
        -------
        list of Measure
        """
        names = [r.resource for r in self.resources]
        if resource is not None and resource not in names:
            raise ValueError(f"there is no resource '{resource}': {', '.join(names)}")
        return [_rows.measure(m) for r in self._document["resources"]
                if resource in (None, r["resource"]) for m in r["measures"]]

    @functools.cached_property
    def breakdown(self) -> Any:
        """How alike each resource is: amounts, DTW, spectrum, distribution, timing.

        Returns
        -------
        pandas.DataFrame
            A row for each resource and column, with the fields of ``BreakdownCell``.

        Examples
        --------
        >>> result.breakdown.pivot(index="resource", columns="column",
        ...                        values="distance")  # doctest: +SKIP
        """
        return frame(_rows.breakdown(self._document))

    def frame(self, rows: Literal["profiles", "clauses", "causes", "findings", "resources",
                                  "measures"] = "measures") -> Any:
        """The rows of one kind as a pandas frame.

        Parameters
        ----------
        rows : {"measures", "profiles", "clauses", "causes", "findings", "resources"}, optional

        Returns
        -------
        pandas.DataFrame
            A column for each field; what is not known is ``pandas.NA``.
        """
        found = getattr(self, rows)
        return frame(found() if callable(found) else found)

    def __repr__(self) -> str:
        s = self.summary
        similarity = "no similarity" if s.similarity is None else f"similarity {s.similarity:.2f}"
        return (f"<fidlio.Result {s.real!r} and {s.emulation!r}: {s.verdict} for {s.profile}, "
                f"{similarity}>")

    def _repr_html_(self) -> str:
        s, similarity = self.summary, self.similarity
        rows = [("real", s.real), ("emulation", s.emulation),
                ("similarity", None if similarity is None else f"{similarity:.2f}")]
        unmet = [("not met", c.text) for c in self.clauses() if c.status == "not met"][:3]
        return (_html.table(rows) + answer_html(self.answer, self.scenarios)
                + _html.table(unmet))


def _pair_row(result: Result) -> dict[str, Any]:
    """One result as a row: names, the answer, the similarity."""
    pair: dict[str, Any] = {"real": result.summary.real,
                            "emulation": result.summary.emulation,
                            "workload": result.summary.real_workload or None}
    pair.update(dataclasses.asdict(result.answer))
    pair.update(similarity=result.summary.similarity, similarity_low=result.summary.similarity_low,
               similarity_high=result.summary.similarity_high, profile=result.summary.profile,
               verdict=result.summary.verdict)
    return pair


def _results_in(folder: Path) -> list[Result]:
    """The results of a folder, by name."""
    names = sorted(n for n in os.listdir(folder) if b"__" in os.fsencode(n)
                   and os.fsencode(n).endswith(b".json")
                   and not os.fsencode(n).endswith(b".series.json"))
    return [Result.open(os.path.join(folder, n)) for n in names]


def frame(rows: Union[Path, Iterable[Any]]) -> Any:
    """Rows as a pandas frame.

    Parameters
    ----------
    rows : iterable of Result or of dataclasses of this package, or a path
        Results give one row for each pair: names, how far the answer is off with its interval
        and worst storage, accelerators of both sides, similarity.  A path is a folder of results.

    Returns
    -------
    pandas.DataFrame
        A column for each field.  What is not known is ``pandas.NA`` in every column.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need the package pandas") from error
    if isinstance(rows, (str, os.PathLike)):
        rows = _results_in(rows)
    made = [_pair_row(r) if isinstance(r, Result) else dataclasses.asdict(r) for r in rows]
    return pandas.DataFrame(made).convert_dtypes().fillna(pandas.NA)


def compare_options(*, window: Optional[str] = None, dt_s: float = 0, band_s: float = 0,
                    penalty: Optional[float] = None, tolerance_s: Optional[float] = None,
                    exclude_groups: Sequence[str] = (),
                    calibration: Optional[Calibration] = None,
                    profile: Union[GradedProfile, Path, None] = None,
                    per: Optional[str] = None, threads: int = 1) -> tuple[Any, list[Any]]:
    """Options of the library for comparing, and what they point to."""
    options = ffi.new("struct fid_compare_options *")
    graded = profile._given if isinstance(profile, GradedProfile) else profile
    keep = [_text_or_null(window), _text_or_null(per),
            _text_or_null(",".join(exclude_groups) or None), _text_or_null(graded), calibration]
    options.window, options.per, options.exclude_groups, options.profile = keep[:4]
    options.dt_s, options.band_s = dt_s, band_s
    options.has_penalty, options.penalty = penalty is not None, penalty or 0.0
    options.has_tolerance, options.tolerance_s = tolerance_s is not None, tolerance_s or 0.0
    if calibration is not None:
        options.calibration = calibration._pointer
    options.thread_n = threads
    return options, keep


Side = Union[Run, Path, Sequence[Union[Run, Path]]]


def _runs(side: Side, threads: int) -> list[Run]:
    """The runs of a side; folders are opened."""
    each = [side] if isinstance(side, (Run, str, os.PathLike)) else list(side)
    return [r if isinstance(r, Run) else Run(r, threads=threads) for r in each]


def _array(runs: Sequence[Run]) -> Any:
    return ffi.new("struct fid_run *[]", [r._pointer for r in runs])


def compare(real: Side, emulation: Side, *, window: Optional[str] = None, dt_s: float = 0,
            band_s: float = 0, penalty: Optional[float] = None,
            tolerance_s: Optional[float] = None, exclude_groups: Sequence[str] = (),
            calibration: Optional[Calibration] = None,
            profile: Union[GradedProfile, Path, None] = None, per: Optional[str] = None,
            threads: int = 1) -> Result:
    """Compare emulations with real runs.

    One run a side is a pair; several on a side are repeats: each distance is then the median
    over all pairs, with intervals over runs.

    Parameters
    ----------
    real, emulation : Run, path, or a sequence of them
    window : str, optional
        Part of the runs the similarity is of: "job" (default), "whole", "startup", "INIT",
        "TRAINING", "EVAL", "CHECKPOINT".
    dt_s : float, optional
        Bin of event series, seconds; 0: from the data.
    band_s : float, optional
        Half-width of the warping band, seconds; 0: from the data.
    penalty : float, optional
        Cost of a warping step; by default 0.05.
    tolerance_s : float, optional
        Slack at the bounds of phases; by default 1 s.
    exclude_groups : sequence of str, optional
        Groups left out of the similarity.
    calibration : Calibration, optional
        Noise of the real run; by default it is unknown.
    profile : GradedProfile or path, optional
        What is graded; by default "storage" for emulations, else "system".
    per : str, optional
        What amounts are taken by: "job", "epoch", "step" or "second".
    threads : int, optional
        Resources or pairs compared at a time; changes no result.

    Returns
    -------
    Result

    Raises
    ------
    InputError
        If nothing is comparable.
    UsageError
        For wrong options.
    """
    reals, emulations = _runs(real, threads), _runs(emulation, threads)
    options, keep = compare_options(
        window=window, dt_s=dt_s, band_s=band_s, penalty=penalty, tolerance_s=tolerance_s,
        exclude_groups=exclude_groups, calibration=calibration, profile=profile, per=per,
        threads=threads)
    err = new_error()
    series = ffi.new("struct fid_series **")
    result = Result(check(lib.fid_result_create(
        _array(reals), len(reals), _array(emulations), len(emulations), options, series, err),
        err), lib.fid_result_destroy)
    result.series = Series(series[0], lib.fid_series_destroy)
    del keep
    return result


def calibrate(runs: Sequence[Union[Run, Path]], *, threads: int = 1,
              **options: Any) -> Calibration:
    """Measure how far apart the repeats of each workload are.

    It costs a comparison for each ordered pair of repeats.

    Parameters
    ----------
    runs : sequence of Run or path
        Repeats of real jobs.
    threads : int, optional
    **options
        Those of compare(), without calibration and exclude_groups.

    Returns
    -------
    Calibration

    Raises
    ------
    InputError
        If no workload has two runs, a workload is unknown or two runs hold the same traces.
    """
    each = _runs(runs, threads)
    given, keep = compare_options(threads=threads, **options)
    err = new_error()
    made = lib.fid_calibration_create(_array(each), len(each), given, err)
    del keep
    return Calibration(check(made, err), lib.fid_calibration_destroy)
