# SPDX-License-Identifier: GPL-3.0-or-later
"""answers - what fidlio answers of recorded jobs, against the same jobs timed on slowed storage

Runs are WORKLOAD_real_rN and WORKLOAD_dlio[_WRONG]_rN, folders with throttle.tsv or digests with
NAME.tsv beside them.  The times are hidden from fidlio.
"""
import concurrent.futures
import copy
import json
import math
import os
import statistics

import margins
import results

MIB = 1048576.0
UNITS = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
         "Ki": 1024.0, "Mi": MIB, "Gi": 1024 * MIB, "Ti": MIB * MIB}
CLIENT = ("readahead_kib", "max_request_kib", "burst_ms", "write_cache_mib")  # how a storage is asked: they limit nothing
CONTROLLER = {"read_mib_s", "iops"}  # limits of the block controller, which makes up for shorter pauses than
BURST_MS = 180.0
RATES = ("read_mib_s", "write_mib_s", "iops")
FAULTY = 1.1  # times as long as the line between its neighbours


def storage_of(scenario):
    """{key: value} of a storage file; {} for the unlimited one."""
    if scenario == "max":
        return {}
    if "=" in scenario:
        found = {k: float(v) for k, v in (pair.split("=") for pair in scenario.split(","))}
    else:
        unit = scenario.lstrip("0123456789")
        found = {"read_mib_s": float(scenario[:len(scenario) - len(unit)]) * (UNITS[unit] if unit else 1) / MIB}
    if "write_mib_s" in found:  # scripts/slow-storage slows each write
        found["write_cache_mib"] = 0
    return dict(found, burst_ms=BURST_MS) if set(found) <= CONTROLLER else found


class Run:
    """The recordings of one configuration (repeats), and its measured times, which lie beside one of them."""

    def __init__(self, paths, hidden):
        self.name = os.path.basename(paths[0]).partition(".")[0]
        self.parsed = results.parse(self.name)
        self.seconds = {}
        for path in paths:
            self.read_times(times_of(path))
        if "max" not in self.seconds:
            raise RuntimeError("%s: no time without a limit" % paths[0])
        self.faulty = faulty_times(self.seconds)
        for s in self.faulty:
            del self.seconds[s]
        full = statistics.median(self.seconds["max"])
        self.full_s, self.recorded_s = full, None
        self.measured = {s: math.log(statistics.median(t) / full) for s, t in self.seconds.items() if s != "max"}
        self.answered = [hide_times(path, os.path.join(hidden, os.path.basename(path))) for path in paths]

    def alone(self):
        """Of each recording by itself; nothing if there is one."""
        found = []
        for path in self.answered if len(self.answered) > 1 else []:
            found.append(copy.copy(self))
            found[-1].answered = [path]
        return found

    def read_times(self, path):
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as f:
            for n, line in enumerate(f, 1):
                words = line.rstrip("\n").split("\t")
                if len(words) < 3:
                    raise RuntimeError("%s:%d: fewer than three columns" % (path, n))
                if int(words[2]) == 0:
                    self.seconds.setdefault(words[0], []).append(float(words[1]))


def faulty_times(seconds):
    """Storages with one time that something else made longer.  Where a job waits for a rate, each of its events is the
    latest of sums of times of service, which are linear in 1 / rate: so its time is convex in 1 / rate, and lies below the
    line between its neighbours.  What disturbs a run makes it longer, never shorter."""
    left, found = dict(seconds), []
    while True:
        worst = (FAULTY, None)
        for key in RATES:
            line = [(0.0, statistics.median(left["max"]), None)]
            line += sorted((1 / storage_of(s)[key], statistics.median(t), s) for s, t in left.items()
                           if s != "max" and set(storage_of(s)) - set(CLIENT) == {key})
            for (x0, t0, _), (x, t, s), (x1, t1, _) in zip(line, line[1:], line[2:]):
                most = t0 + (t1 - t0) * (x - x0) / (x1 - x0)
                if len(left[s]) == 1 and t > most * worst[0]:
                    worst = (t / most, s)
        if not worst[1]:
            return found
        found.append(worst[1])
        del left[worst[1]]


def times_of(path):
    return os.path.join(path, "throttle.tsv") if os.path.isdir(path) else path[:-7] + ".tsv"


def hide_times(path, to):
    """The same recording without its times."""
    if not os.path.isdir(path):
        os.symlink(os.path.abspath(path), to)
        return to
    os.mkdir(to)
    for entry in os.listdir(path):
        if entry != "throttle.tsv":
            os.symlink(os.path.abspath(os.path.join(path, entry)), os.path.join(to, entry))
    return to


def load(paths, scratch):
    """The configurations that were timed, each with all of its recordings."""
    hidden = os.path.join(scratch, "runs")
    os.makedirs(hidden)
    found = {}
    for path in sorted(p.rstrip("/") for p in paths):
        parsed = results.parse(os.path.basename(path).partition(".")[0])
        if not parsed:
            raise RuntimeError("%s: its name is not WORKLOAD_KIND[_WRONG]_rN" % path)
        found.setdefault(parsed[:3], []).append(path)
    return [Run(one, hidden) for one in found.values() if any(os.path.exists(times_of(p)) for p in one)]


def sides(runs):
    """Options that name recordings."""
    return ["--%s=%s" % ("real" if run.parsed[1] == "real" or len(runs) == 1 else "emulation", path)
            for run in runs for path in run.answered]


SHIPPED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "storage", "margins.h")
WIDE = "the error could be above or below the limit"


def conf(folder, scenario, values=None):
    """The path of the storage file of a scenario."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, scenario.replace("=", "_").replace(",", "-") + ".conf")
    with open(path, "w", encoding="utf-8") as f:
        for item in (values or storage_of(scenario)).items():
            f.write("%s %.9g\n" % item)
    return path


def answer(fidlio, folder, runs, scenarios, *options):
    """The answer, and its scenarios by the names here; "max" is full speed."""
    storages = ["--storage=" + conf(folder, s) for s in scenarios]
    text = results.run(fidlio, "answer", "-q", "--format=json", *storages, *options, *sides(runs), statuses=(0, 3))
    a = json.loads(text)["answer"]
    return a, dict(zip(["max", *scenarios], a["scenarios"]))


def ln_times(fidlio, folder, run):
    """[(scenario, ln of the modelled seconds, of the measured ones, ln modelled ratio)]"""
    scenarios = sorted(run.measured)
    if not scenarios:
        return []
    a, at = answer(fidlio, folder, [run], scenarios)
    if a["bound"] is None:  # it is not known what the job asks for
        return []
    run.recorded_s = at["max"]["real_detail"]["time_s"]
    return [(s, math.log(at[s]["real_detail"]["time_s"]), math.log(run.full_s) + run.measured[s], math.log(at[s]["real"]))
            for s in scenarios]


def capacity_errors(fidlio, folder, run):
    """ln of the bandwidth that the models need for a measured time, less that of its limit."""
    found = []
    for s, ln in sorted(run.measured.items()):
        at = storage_of(s)
        if kind_of(s) != "read_mib_s":
            continue
        steps = [at["read_mib_s"] * math.exp(0.02 * k) for k in range(-20, 21)]
        a = json.loads(results.run(fidlio, "answer", "-q", "--format=json", *(
            "--storage=" + conf(folder, "at%d" % k, dict(at, read_mib_s=b)) for k, b in enumerate(steps)), *sides([run]),
            statuses=(0, 3)))["answer"]
        if a["bound"] is None:
            continue
        points = a["scenarios"][1:]  # the first is full speed
        lns = [math.log(p["real"]) for p in points]
        busy = points[20]["real_detail"]["utilisation"]
        if busy is None or not 0.7 <= busy <= 0.95:
            continue
        for k in range(40):
            if lns[k] >= ln >= lns[k + 1] and lns[k] > lns[k + 1]:
                share = (lns[k] - ln) / (lns[k] - lns[k + 1])
                found.append((s, 0.02 * (k + share - 20)))
                break
    return found


def kind_of(scenario):
    return "+".join(k for k in sorted(storage_of(scenario)) if k not in CLIENT)


def slows(model, measured):
    """Does the storage make the job 5 % longer, by ln of the ratio measured or modelled?"""
    return max(model, measured) > math.log(1.05)


def of_run(fidlio, scratch, run):
    """Rows of T: (run, scenario, kind, ln of modelled seconds, of measured ones, whether the storage slows), of capacity:
    (run, scenario, ln)."""
    own = os.path.join(scratch, run.name + ".conf")
    times = [(run, s, kind_of(s), model, measured, slows(ratio, run.measured[s]))
             for s, model, measured, ratio in ln_times(fidlio, own, run)]
    return times, [(run, s, ln) for s, ln in capacity_errors(fidlio, own, run)]


class Error:
    """What was measured of a pair, e (S) as doc/answer.md has it, and what fidlio answers."""

    def __init__(self, fidlio, scratch, real, emulation, tolerance):
        self.real, self.emulation, self.allowed = real, emulation, math.log(1 + tolerance / 100)
        both = sorted(set(real.measured) & set(emulation.measured))
        own = os.path.join(scratch, "%s__%s.conf" % (os.path.basename(real.answered[0]), emulation.name))
        self.answer, at = answer(fidlio, own, [real, emulation], both, "--answer-tolerance=%g" % tolerance)
        full = at.get("max")
        work = 0.0  # ln of what the emulation does over what the real job does
        if full and full["value"] and None not in full["value"].values() and self.answer["unit"] in ("samples/s", "steps/s"):
            work = math.log(full["value"]["emulation"] * full["emulation_detail"]["time_s"] /
                            (full["value"]["real"] * full["real_detail"]["time_s"]))
        counts = ["max"] + [s for s in both if max(real.measured[s], emulation.measured[s]) > self.allowed]
        seconds = [dict(run.measured, max=0.0) for run in (real, emulation)]
        apart = work - math.log(emulation.full_s / real.full_s)
        self.measured = {s: apart - seconds[1][s] + seconds[0][s] for s in counts}
        self.modelled = {s: at[s]["error"] for s in at if at[s]["counts"]}
        table = margins.read(SHIPPED)
        self.kinds = {s: margins.kind_of(storage_of(s), table) for s in at}
        self.e = sum(map(abs, self.measured.values())) / len(counts)
        worst = max(map(abs, self.measured.values()))
        self.should = "valid" if self.e <= self.allowed and worst <= 2 * self.allowed else "not valid"
        self.interval = self.answer["low"], self.answer["high"]
        self.verdict = self.answer["verdict"]
        rates = [self.answer[side]["demand_mib_s"] for side in ("real", "emulation")]
        self.demand = math.log(rates[1] / rates[0]) if all(rates) else None
        self.roofline = None if None in rates or "max" not in self.modelled else self.by_rates(both, *rates)

    def by_rates(self, storages, real, emulation):
        """E if a side took as long as recorded, or, if that is longer, as its mean rate is above the bandwidth: no waits, no
        queue."""
        errors = [self.modelled["max"]]
        for limit in (storage_of(s).get("read_mib_s") for s in storages):
            longer = [math.log(max(1, rate / limit)) if limit else 0 for rate in (real, emulation)]
            if max(longer) > self.allowed:
                errors.append(self.modelled["max"] + longer[0] - longer[1])
        return sum(map(abs, errors)) / len(errors)

    def holds(self):
        """Is what was measured in the interval?"""
        return self.interval[0] <= self.e <= self.interval[1]

    def row(self):
        """What margins are estimated from."""
        return self.real.parsed[0], self.measured, self.modelled, self.kinds

    def leave_out(self, table):
        """Takes the interval and verdict that other margins give."""
        a, shipped = self.answer, margins.read(SHIPPED)
        if a["error"] is None or a["stepless"]:
            return
        kinds = [self.kinds[s] for s in self.modelled]
        self.interval = margins.interval(a["error"], a["high"], kinds, shipped, table)
        worst = max(self.modelled, key=lambda s: abs(self.modelled[s]))
        certain = abs(self.modelled[worst]) - table.get(self.kinds[worst], max(table.values()))[0]
        if a["fact"] and a["fact"]["quantity"] in ("error", "worst") and a["reason"] in (None, WIDE):
            if certain > 2 * self.allowed or self.interval[0] > self.allowed:
                self.verdict = "not valid"
            elif self.interval[1] > self.allowed or abs(self.modelled[worst]) > 2 * self.allowed:
                self.verdict = "cannot tell"
            else:
                self.verdict = "valid"


class Found:
    """Everything that is known of runs: rows of T and capacity (see of_run), Errors of pairs.  The margins of a workload's
    pairs are from all other workloads but those that judge."""

    def __init__(self, fidlio, runs, scratch, tolerance, judges=()):
        pairs = [(r, e) for r in runs for e in runs if r.parsed[1] == "real" and e.parsed[1] != "real" and
                 r.parsed[0] == e.parsed[0] and set(r.measured) & set(e.measured)]
        alone = [(one, e) for r, e in pairs for one in r.alone()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            each = list(pool.map(lambda run: of_run(fidlio, scratch, run), runs))
            self.errors, self.alone = (list(pool.map(lambda pair: Error(fidlio, scratch, *pair, tolerance), of))
                                       for of in (pairs, alone))
        self.rows = [e.row() for e in self.errors if e.answer["error"] is not None and e.real.parsed[0] not in judges]
        for workload in {e.real.parsed[0] for e in self.errors}:
            others = [row for row in self.rows if row[0] != workload]
            table = margins.estimate(others)
            for e in self.errors + self.alone:
                if others and e.real.parsed[0] == workload:
                    e.leave_out(table)
        self.times = [row for times, _ in each for row in times]
        self.capacity = [row for _, own in each for row in own]
        self.repeats = [(run, math.log(t / statistics.median(times))) for run in runs
                        for times in run.seconds.values() if len(times) > 1 for t in times]

    def of(self, wanted):
        """Of the runs that are wanted alone."""
        part = Found.__new__(Found)
        part.times = [row for row in self.times if wanted(row[0])]
        part.capacity = [row for row in self.capacity if wanted(row[0])]
        part.errors = [e for e in self.errors if wanted(e.real)]
        part.alone = [e for e in self.alone if wanted(e.real)]
        part.repeats = [row for row in self.repeats if wanted(row[0])]
        return part

    def slowed(self, kind=None):
        """ln of modelled seconds less that of measured ones, where the storage slows; of the real job or of emulations."""
        return [model - measured for run, _, _, model, measured, slow in self.times
                if slow and kind in (None, run.parsed[1])]

    def figures(self):
        """[(what, how many, text)], one for each row of doc/answer.md's goals."""
        lns = [ln for _, ln in self.repeats]
        rows = [("repeats of measured times", len(lns),
                 "median %.3f, 95 %% below %.3f of the median of a storage" % spread(lns)[:2] if lns else "-")]
        for what, kind in (("seconds of the real job", "real"), ("seconds of emulations", "dlio")):
            lns = self.slowed(kind)
            rows.append((what, len(lns), "median %.3f, 95 %% below %.3f, bias %+.3f" % spread(lns) if lns else "-"))
        told = [e for e in self.errors if e.answer["error"] is not None]
        off = [abs(e.answer["error"] - e.e) for e in told]
        rows.append(("error of E", len(off), "at most .03 in %.0f %%, .05 in %.0f %%, mean %.3f, largest %.3f" % (
            percent(x <= .03 for x in off), percent(x <= .05 for x in off), sum(off) / len(off), max(off)) if off else "-"))
        rows.append(("interval of E", *held(self.errors)))
        rows.append(("the same with one recording of the real job", *held(self.alone)))
        lns = [ln for _, _, ln in self.capacity]
        rows.append(("capacity", len(lns), "within 5 %% in %.0f %%, median %.3f" % (
            percent(abs(x) <= .05 for x in lns), statistics.median(map(abs, lns))) if lns else "-"))
        return rows

    @staticmethod
    def predictors():
        """[(name, function of an Error to a verdict)]: fidlio's, and what costs nothing."""
        def by(value):
            return lambda e: "cannot tell" if value(e) is None else "valid" if abs(value(e)) <= e.allowed else "not valid"
        return [("fidlio", lambda e: e.verdict), ("E without an interval", by(lambda e: e.answer["error"])),
                ("always \"not valid\"", lambda e: "not valid"), ("MB/s that both read, within 10 %", by(lambda e: e.demand)),
                ("recorded time, within 10 %", by(lambda e: e.modelled.get("max"))),
                ("roofline of bandwidth, within 10 %", by(lambda e: e.roofline))]


def judged(pairs):
    """What became of verdicts, from [(should be, is)]."""
    if not pairs:
        return "-"
    count = {(s, v): pairs.count((s, v)) for s in ("valid", "not valid") for v in ("valid", "not valid", "cannot tell")}
    return "valid found %d of %d, not valid %d of %d, wrong %d, cannot tell %d" % (
        count["valid", "valid"], sum(s == "valid" for s, _ in pairs), count["not valid", "not valid"],
        sum(s == "not valid" for s, _ in pairs), count["valid", "not valid"] + count["not valid", "valid"],
        count["valid", "cannot tell"] + count["not valid", "cannot tell"])


def held(errors):
    """(how many pairs, in how many the interval holds what was measured).  A pair counts once, however many recordings of
    its real job have an interval each."""
    pairs = {}
    for e in errors:
        if e.answer["error"] is not None:
            pairs.setdefault((e.real.name, e.emulation.name), []).append(e)
    return len(pairs), "holds it in %.0f %%, mean width %.3f" % (
        percent(statistics.mean(e.holds() for e in own) for own in pairs.values()),
        statistics.mean(e.interval[1] - e.interval[0] for own in pairs.values() for e in own)) if pairs else "-"


def percent(truths):
    truths = list(truths)
    return 100.0 * sum(truths) / len(truths)


def spread(lns):
    return statistics.median(map(abs, lns)), quantile(map(abs, lns), .95), sum(lns) / len(lns)


def quantile(values, q):
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered), math.ceil(q * len(ordered))) - 1)]
