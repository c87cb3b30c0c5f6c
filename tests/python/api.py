# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the Python package, in the Test Anything Protocol.

api.py FIRST SRCDIR PROGRAM SCRATCH: numbers checks from FIRST on; prints the plan.
"""

import dataclasses
import functools
import gc
import inspect
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import fidlio
import numpy as np
from fidlio import _abi, _html, _rows, measures

number = int(sys.argv[1])
runs = Path(sys.argv[2]) / "tests/data/runs"
program = sys.argv[3]
scratch = Path(sys.argv[4])
failed = False


def ok(holds, what, said=""):
    global number, failed
    print(f"{'ok' if holds else 'not ok'} {number} - {what}")
    if not holds:
        failed = True
        print(f"# {said}")
    number += 1


def near(got, want, what, rel=1e-12):
    ok(np.allclose(got, want, rtol=rel, atol=1e-15), what, f"{got} instead of {want}")


def raises(error, pattern, what, call, *args, **options):
    try:
        call(*args, **options)
        ok(False, what, "nothing was raised")
    except error as e:
        ok(pattern in str(e), what, f"{e!r}")


# --- measures against plain versions


def plain_dtw(x, y, band, penalty):
    """The recurrence of dtw() as it is written."""
    x, y = (np.reshape(v, (len(v), -1)) for v in (x, y))
    n, m = len(x), len(y)
    most = max(1, band) if n != m else band
    d = np.full((n + 1, m + 1), np.inf)
    d[0, 0] = 0
    for i in range(n):
        for j in range(m):
            if abs(i * (m - 1) - j * (n - 1)) <= most * (max(n, m) - 1):
                c = np.abs(x[i] - y[j]).sum()
                d[i + 1, j + 1] = min(d[i, j] + 2 * c, d[i, j + 1] + c + penalty,
                                      d[i + 1, j] + c + penalty)
    return d[n, m] / (n + m)


def plain_adtw(x, y, band, penalty):
    d = np.full((len(x) + 1, len(y) + 1), np.inf)
    d[0, 0] = 0
    for i in range(len(x)):
        for j in range(len(y)):
            if abs(i - j) <= band:
                d[i + 1, j + 1] = (x[i] - y[j])**2 + min(
                    d[i, j], d[i, j + 1] + penalty, d[i + 1, j] + penalty)
    return d[-1, -1]


rng = np.random.default_rng(7)
for n, m, dim, band, penalty in ((1, 1, 1, 0, 0), (9, 9, 1, 3, 0.1), (30, 21, 1, 4, 0),
                                 (17, 40, 3, 40, 0.5), (64, 64, 2, 0, 0)):
    x, y = rng.normal(size=(n, dim)), rng.normal(size=(m, dim))
    near(fidlio.dtw(x, y, band=band, penalty=penalty), plain_dtw(x, y, band, penalty),
         f"dtw of {n} and {m} samples of {dim}, band {band}, penalty {penalty}")
x, y = rng.normal(size=50), rng.normal(size=40)
near(fidlio.dtw(x, y), plain_dtw(x, y, 50, 0), "dtw without a band")
distance, path = fidlio.dtw(x, y, penalty=0.3, path=True)
near(distance, fidlio.dtw(x, y, penalty=0.3), "the path comes with the distance")
steps = np.diff(path, axis=0)
diagonal = steps.sum(axis=1) == 2
cost = np.abs(x[path[:, 0]] - y[path[:, 1]])
along = 2 * cost[0] + (cost[1:] * np.where(diagonal, 2, 1) + np.where(diagonal, 0, 0.3)).sum()
near(along / 90, distance, "whose cost along the path it is")
ok((path[0] == 0).all() and (path[-1] == (49, 39)).all() and steps.min() >= 0
   and steps.max() == 1, "the path goes from corner to corner by single steps")
near(fidlio.adtw(x, y, band=20, penalty=0.2), plain_adtw(x, y, 20, 0.2), "adtw")
ok(fidlio.adtw(x, y, limit=1e-3) == np.inf, "adtw above its limit is infinite")
many = [rng.normal(size=k) for k in (50, 30, 70, 50)] + [x + 0.01]
ok(fidlio.nearest(x, many, band=10)[0] == 4, "nearest")
near(fidlio.nearest(x, many, band=10)[1], fidlio.dtw(x, many[4], band=10), "and its distance")

segment = 64
wave = rng.normal(size=256)
window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(segment) / segment)
want = np.zeros(segment // 2 + 1)
for at in range(0, 256 - segment + 1, segment // 2):
    part = wave[at:at + segment]
    want += np.abs(np.fft.rfft((part - part.mean()) * window))**2
want *= 0.1 / (window**2).sum() / 7
want[1:-1] *= 2
frequency, density = fidlio.psd(wave, 0.1, segment)
near(density, want, "psd is Welch's, by numpy", 1e-9)
near(frequency, np.fft.rfftfreq(segment, 0.1), "at these frequencies")
p, q = np.zeros(65), np.zeros(65)
p[4] = q[32] = 1
near(fidlio.psd_distance(p, q), 3, "psd_distance: three octaves")
near(fidlio.w1(np.arange(9.0), np.arange(9.0) + 2), 2, "w1 of a shift")
near(fidlio.w1([1, 2], [4, 8], x_weight=[1, 3], y_weight=[1, 3], axis="log2"), 2, "w1 with weights")

# --- arrays are used where they are

x = np.arange(10.0)
ok(int(_abi.ffi.cast("uintptr_t", measures._samples(x, "x")[0])) == x.ctypes.data,
   "an array of doubles is not copied")
near(fidlio.dtw(np.arange(20)[::2], x.astype(np.float32)), fidlio.dtw(2 * x, x),
     "others are converted")

# --- errors

raises(fidlio.UsageError, "not finite", "a NaN is refused", fidlio.dtw, [1, np.nan], [1, 2])
raises(ValueError, "components", "so are samples of different width", fidlio.dtw,
       np.zeros((3, 2)), np.zeros(3))
raises(fidlio.UsageError, "3 dimensions", "and cubes", fidlio.dtw, np.zeros((3, 2, 2)), [1])
raises(fidlio.UsageError, "negative", "and a negative band", fidlio.dtw, [1], [1], band=-1)
raises(fidlio.UsageError, "linear, log2, log10", "an unknown axis", fidlio.w1, [1], [1], axis="x")
raises(fidlio.InputError, "nowhere", "a run that is not there", fidlio.Run, scratch / "nowhere")
raises(fidlio.UsageError, "zero byte", "a path with a zero byte", fidlio.Run, "a\0b")
raises(fidlio.UsageError, "storage", "an unknown profile", fidlio.GradedProfile, "nosuch")
raises(fidlio.UsageError, "readers, metrics", "an unknown list", fidlio.known, "nosuch")
ok("dtw" in [k.name for k in fidlio.known("metrics")], "what the build knows")

# --- docstrings, as numpydoc has them


def sections(said):
    """The sections of a docstring, with the names in each."""
    found, name, before = {}, None, ""
    for line in inspect.cleandoc(said or "").splitlines():
        if line and set(line) == {"-"}:
            name = before
            found[name] = []
        elif name and line and not line.startswith(" ") and line != name:
            found[name] += [n.strip(" *") for n in line.split(" : ")[0].split(",")]
        before = line
    return found


def lacking(name, what, said=None):
    """What the docstring (said) of a class or function does not say, and those of its methods."""
    have = sections(said or what.__doc__)
    wanted, given = [], "Parameters"
    if dataclasses.is_dataclass(what):
        wanted, given = [f.name for f in dataclasses.fields(what)], "Attributes"
    elif inspect.isfunction(what):
        wanted = [p for p in inspect.signature(what).parameters if p not in ("self", "cls")]
        if what.__annotations__.get("return") not in (None, "None") and "Returns" not in have:
            yield f"{name}: Returns"
    elif "__init__" in vars(what) and what is not fidlio.Events:  # which Run.events() makes
        yield from lacking(name, what.__init__, what.__doc__)
    yield from (f"{name}: {n}" for n in wanted if n not in have.get(given, []))
    if inspect.isclass(what):
        for n, member in vars(what).items():
            member = getattr(member, "__func__", member)  # of a class method
            if not n.startswith("_") and inspect.isfunction(member):
                yield from lacking(f"{name}.{n}", member)
            elif isinstance(member, (property, functools.cached_property)) and not member.__doc__:
                yield f"{name}.{n}"


def undocumented(a: int) -> int:
    """Nothing of a."""
    return a


said = list(lacking("f", undocumented))
ok(sorted(said) == ["f: Returns", "f: a"], "a docstring can lack something", said)
said = [m for n in fidlio.__all__ if n not in ("KINDS", "version")
        for m in lacking(n, getattr(fidlio, n))]
ok(not said, "docstrings have all parameters, fields and what is returned", said)

# --- runs and results

real, other = (fidlio.Run(runs / f"UNET3D_real_{r}") for r in ("r2", "r4"))
emulation = fidlio.Run(runs / "UNET3D_dlio_r2")
ok(real.name == "UNET3D_real_r2" and real.workload == "unet3d" and real.traces_hash != 0,
   "a run says what it is", repr(real))
result = fidlio.compare(real, emulation)
want = subprocess.run([program, "compare", "--format", "json", runs / "UNET3D_real_r2",
                       runs / "UNET3D_dlio_r2"], capture_output=True, check=True).stdout
ok(result.text().encode() == want, "a result has the bytes that the program prints")
fidlio.digest(runs / "UNET3D_real_r2", scratch / "UNET3D_real_r2.fidlio")
small = fidlio.Run(scratch / "UNET3D_real_r2.fidlio")
ok(small.name == real.name and small.traces_hash == real.traces_hash, "a digest is a run")
ok(fidlio.compare(small, emulation).text().encode() == want, "with the same result")
raises(fidlio.InputError, "day-first", "but not with other options", fidlio.Run,
       scratch / "UNET3D_real_r2.fidlio", day_first=True)
own = runs.parent / "log_pattern"
logged = fidlio.Run(own, log_pattern=own / "trainer.patterns")
near(logged.job["computation_s"], 0.2, "a log by a pattern of one's own", 1e-9)
raises(fidlio.InputError, "none", "no file of patterns", fidlio.Run, own, log_pattern="none")
raises(fidlio.InputError, "nowhere", "no digest of no run", fidlio.digest, scratch / "nowhere",
       scratch / "x.fidlio")
document = result.json()
first = document["profiles"][0]
near(result.similarity, first["similarity"], "the similarity is that of the document", 1e-9)
ok(result.verdict == first["verdict"], "so is the verdict")
ok([p.profile for p in result.profiles] == [p["profile"] for p in document["profiles"]],
   "and so are the profiles")
ok([c.share for c in result.clauses()] == sorted((c.share for c in result.clauses()), reverse=True),
   "clauses come with the largest share first")
raises(ValueError, "storage", "clauses of an unknown profile", result.clauses, "nosuch")
raises(ValueError, "disk.read", "measures of an unknown resource", result.measures, "nosuch")
ok(len(result.measures()) == sum(r.measure_n for r in result.resources), "all measures")
keyed = [c for c in result.causes if c.key]
ok(keyed and all(c.from_ != c.to for c in keyed), "causes have keys")
ok(all(c.error_after == d["error_after"] or abs(c.error_after - d["error_after"]) < 1e-9
       for c, d in zip(result.causes, document["causes"])) and
   [c.with_ for c in result.causes] == [c["with"] for c in document["causes"]],
   "and the answer without each")
result.save(scratch / "saved")
saved = fidlio.Result.open(scratch / "saved/UNET3D_real_r2__UNET3D_dlio_r2.json")
ok(saved.json() == document and saved.series is None, "a saved result is the same")
values = result.series[0].real.mean
copy = values.copy()
ok(not values.flags.writeable and not values.flags.owndata, "series are views")
del result, real
gc.collect()
ok((values == copy).all(), "which keep the memory that they look at")
raises(IndexError, "", "there is an end", lambda: fidlio.compare(other, emulation).series[1000])
noise = fidlio.calibrate([runs / "UNET3D_real_r2", other])
noise.save(scratch / "calibration.json")
again = fidlio.Calibration.open(scratch / "calibration.json")
ok(again.workloads == noise.workloads and noise.workloads[0].repeat_n == 2, "calibrations")
graded = fidlio.compare(other, emulation, calibration=again, profile="read", threads=2)
ok(graded.summary.profile == "read" and graded.summary.noise, "options arrive", graded.summary)
try:
    import pandas
    clauses = graded.frame("clauses")
    ok(isinstance(clauses, pandas.DataFrame) and len(clauses) == len(graded.clauses())
       and list(clauses["name"]) == [c.name for c in graded.clauses()], "frames")
    parts = graded.breakdown.set_index(["resource", "column"])
    moved = next(m for m in graded.measures("data.read") if m.quantity == "bytes")
    ok(len(parts) == 5 * len(graded.resources)
       and parts.loc[("data.read", "amount"), "distance"] == moved.distance
       and parts.loc[("cpu", "spectrum"), "reason"] == "sampled less than twice a step"
       and parts.loc[("phases", "dtw"), "metric"] is pandas.NA,
       "the breakdown has every resource and column", parts)
except ImportError:
    ok(True, "frames # SKIP no pandas")

# --- many pairs

pairs = [(runs / f"{w}_real_r{n}", runs / f"{w}_dlio_r{e}")
         for w, n, e in (("UNET3D", 2, 2), ("DLRM", 4, 4), ("BERT", 2, 2))]
seen = []
made = fidlio.matrix(scratch / "m", pairs=pairs, calibrate=False, series=False, threads=1,
                     progress=lambda done, total: seen.append((done, total)))
ok(seen == [(k, 3) for k in range(4)], "progress", seen)
ok(made.totals.compared_n == 3 and all(p.state is fidlio.PairState.COMPARED for p in made.pairs),
   "a matrix", made)
made = fidlio.matrix(scratch / "m", pairs=pairs, calibrate=False, series=False)
ok(made.totals.kept_n == 3, "is kept", made)


def stop(done, total):
    if done == 1:
        raise RuntimeError("enough")


signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell


def interrupt(done, total):
    if done == 1:
        os.kill(os.getpid(), signal.SIGINT)


options = {"pairs": pairs, "calibrate": False, "series": False, "threads": 1}
raises(RuntimeError, "enough", "what progress raises ends the batch", fidlio.matrix,
       scratch / "stopped", progress=stop, **options)
ok(fidlio.matrix(scratch / "stopped", **options).totals.kept_n == 1, "what was done is kept")
raises(KeyboardInterrupt, "", "so does Ctrl-C", fidlio.matrix, scratch / "interrupted",
       progress=interrupt, **options)
ok(fidlio.matrix(scratch / "interrupted", **options).totals.kept_n >= 1, "and keeps, too")
bad = fidlio.matrix(scratch / "bad", pairs=pairs[:1] + [(runs, scratch / "nowhere")],
                    calibrate=False, series=False)
ok(bad.totals.failed_n == 1 and isinstance(bad.pairs[1].error, fidlio.InputError),
   "a pair that fails has its error", bad)
raises(fidlio.InputError, "nowhere", "a manifest that is not there", fidlio.matrix, scratch / "x",
       manifest=scratch / "nowhere")

# --- answers, jobs, events

real, emulation = runs / "UNET3D_real_r2", runs / "UNET3D_dlio_r2"
run = fidlio.Run(real)
answered = fidlio.answer(run, emulation)
said = json.loads(subprocess.run([program, "answer", real, emulation, "--format=json"],
                                 check=True, stdout=subprocess.PIPE).stdout)
ok(answered.json() == said, "an answer is what the program prints")
ok(answered.summary.verdict == said["answer"]["verdict"], "its verdict is the document's")
near([answered.summary.error, answered.summary.worst_error, answered.summary.capacity_real],
     [said["answer"]["error"], said["answer"]["worst"]["error"],
      said["answer"]["capacity"]["real"]], "and so are its numbers", 1e-9)
near([s.real for s in answered.scenarios], [s["real"] for s in said["answer"]["scenarios"]],
     "a row for each storage", 1e-9)
ok("<polyline" in answered._repr_html_(), "a notebook shows the curve")
shown = next(s for s in answered.scenarios if s.counts and s.name != "full speed")
ok(f"<td>{shown.name}</td><td>{_html._rounded(shown.value_real)}</td><td>{_html._rounded(shown.value_emulation)}"
   f"</td><td>{100 * math.expm1(shown.error):+.0f}</td>" in answered._repr_html_(), "and what both sides do on each storage")
near(shown.error, math.log(shown.value_emulation / shown.value_real), "whose error is theirs", 1e-9)
ok("<th>storage" not in fidlio.answer(run, storage="nfs")._repr_html_(), "of one side it shows no such table")
of_scenario = {name: None for name in _rows.AnswerScenario.__annotations__}
drawn = _html.curve([_rows.AnswerScenario(**of_scenario | {"name": name, "read_mib_s": rate, "real": y})
                     for name, rate, y in [("a", 1500.0, 3.0), ("b", 1500.0, 2.0), ("c", 50.0, 4.0)]])
ok("<polyline" in drawn and ">1573<" in drawn, "storages of one rate; a rate has no exponent", drawn)
near([float(_html.percent(np.log1p(x)).removesuffix(" %")) for x in (.0042, .0094, .096, 1.74)],
     [.4, .9, 10, 174], "percentages are those of the program", 1e-9)
ok(_html._rounded(1234.5) == "1234" and _html._rounded(1.2345) == "1.23", "numbers have no exponent")
alone = fidlio.answer(run, storage="nfs").summary
ok(alone.verdict is None and alone.error is None and alone.capacity_real > 0 and
   alone.scenario_n == 2, "one side has times and a capacity, no error", alone)
raises(fidlio.InputError, "nowhere", "a storage that is not there", fidlio.answer, run,
       storage=[scratch / "nowhere.conf"])
raises(fidlio.UsageError, "tolerance", "a tolerance that is none", fidlio.answer, run, tolerance=-1)
raises(fidlio.UsageError, "", "a profile that has no answer", fidlio.answer, run, profile="moon")
job = json.loads(subprocess.run([program, "job", real, "--format=json"], check=True,
                                stdout=subprocess.PIPE).stdout)
ok(run.job == job, "a job is what the program prints")
ok("<polyline" in run._repr_html_() and "UNET3D_real_r2" in run._repr_html_(), "a run in a notebook")
events = run.events()
ok(len(events) > 1000 and len(events.bytes) == len(events), "events")
ok(not events.start_ns.flags.owndata and not events.start_ns.flags.writeable,
   "their columns are views that cannot be written")
role = np.array([f.role for f in events.files], dtype=object)[events.file]
data = (role == "data") & (events.kind == fidlio.KINDS.index("read"))
inspected = json.loads(subprocess.run([program, "inspect", real, "--format=json"], check=True,
                                      stdout=subprocess.PIPE).stdout)
read = [s for s in inspected[0]["events"] if s["resource"] == "data.read"][0]["own"]
ok(int(events.bytes[data].sum()) == read["bytes"], "their bytes of data are those of the run",
   (int(events.bytes[data].sum()), read))
column = events.bytes
del events
gc.collect()
ok(int(column[data].sum()) == read["bytes"], "a column keeps the table alive")

ok(fidlio.frame.__doc__ and "Parameters" in fidlio.answer.__doc__, "docstrings have parameters")
try:
    import pandas
    pairs_of = fidlio.frame(scratch / "m")
    ok(len(pairs_of) == 3 and set(pairs_of["workload"]) == {"bert", "dlrm", "unet3d"},
       "a row for each pair of a folder")
    ok({"real", "error", "error_low", "worst_scenario", "capacity_real", "similarity"}
       <= set(pairs_of.columns), "with the answer and the similarity", pairs_of.columns)
    measures_of = saved.frame("measures")
    ok(all(v is pandas.NA for v in measures_of["noise"]) and
       measures_of["distance"].dtype == "Float64", "what is not known is NA in every column",
       measures_of.dtypes)
    size = measures_of[measures_of["name"] == "data.read.bytes"].iloc[0]
    ok(size["real"] > 0 and size["sign"] == ("+" if size["emulation"] > size["real"] else "-"),
       "measures have the amounts of both sides and their sign", size)
except ImportError:
    ok(True, "frames # SKIP no pandas")

# --- gate

fidlio.save_baseline(scratch / "m", scratch / "baseline.json")
gate = fidlio.Gate(scratch / "m", scratch / "baseline.json")
ok(gate.worst is not fidlio.GateOutcome.FAIL and gate.rows, "a gate passes what it accepted",
   gate.worst)
ok("are not judged" in gate.notes[0], "notes", gate.notes)
ok(all(isinstance(r.outcome, fidlio.GateOutcome) for r in gate.rows), "rows have outcomes")
raises(fidlio.UsageError, "", "a wrong margin", fidlio.Gate, scratch / "m",
       scratch / "baseline.json", margin=-1)

print(f"1..{number - 1}")
sys.exit(failed)
