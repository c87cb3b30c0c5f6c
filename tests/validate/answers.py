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

import results

MIB = 1048576.0
UNITS = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
         "Ki": 1024.0, "Mi": MIB, "Gi": 1024 * MIB, "Ti": MIB * MIB}
CLIENT = ("readahead_kib", "max_request_kib", "burst_ms", "write_cache_mib")  # how a storage is asked: they limit nothing
CONTROLLER = {"read_mib_s", "iops"}  # limits of the block controller, which makes up for shorter pauses than
BURST_MS = 180.0


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


def conf(folder, scenario, values=None):
    """The path of the storage file of a scenario."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, scenario.replace("=", "_").replace(",", "-") + ".conf")
    with open(path, "w", encoding="utf-8") as f:
        for item in (values or storage_of(scenario)).items():
            f.write("%s %.9g\n" % item)
    return path


def answer(fidlio, folder, runs, scenarios, *options):
    storages = ["--storage=" + conf(folder, s) for s in scenarios]
    text = results.run(fidlio, "answer", "-q", "--format=json", *storages, *options, *sides(runs))
    return json.loads(text)["answer"]


def ln_times(fidlio, folder, run):
    """[(scenario, ln modelled, ln measured, answer's side)]"""
    scenarios = sorted(run.measured)
    if not scenarios:
        return []
    a = answer(fidlio, folder, [run], scenarios)
    return [(s, math.log(p["real"]), run.measured[s], p) for s, p in zip(scenarios, a["scenarios"])]


def capacity_errors(fidlio, folder, run):
    """ln of the bandwidth that the models need for a measured time, less that of its limit."""
    found = []
    for s, ln in sorted(run.measured.items()):
        at = storage_of(s)
        if kind_of(s) != "read_mib_s":
            continue
        steps = [at["read_mib_s"] * math.exp(0.02 * k) for k in range(-20, 21)]
        a = results.run(fidlio, "answer", "-q", "--format=json", *(
            "--storage=" + conf(folder, "at%d" % k, dict(at, read_mib_s=b)) for k, b in enumerate(steps)), *sides([run]))
        points = json.loads(a)["answer"]["scenarios"]
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
    """Does the storage make the job 5 % longer, measured or modelled?"""
    return max(model, measured) > math.log(1.05)


def of_run(fidlio, scratch, run):
    """Rows of T: (run, scenario, kind, ln modelled, ln measured), of capacity: (run, scenario, ln)."""
    own = os.path.join(scratch, run.name + ".conf")
    found = ln_times(fidlio, own, run)
    times = [(run, s, kind_of(s), model, measured) for s, model, measured, _ in found]
    if found:
        run.recorded_s = found[0][3]["real_detail"]["time_s"] / found[0][3]["real"]
    return times, [(run, s, ln) for s, ln in capacity_errors(fidlio, own, run)]


def of_pair(fidlio, scratch, pair, tolerance):
    """A row of E: (real, emulation, E measured, answer, verdict that would be right), or None."""
    real, emulation = pair
    both = sorted(set(real.measured) & set(emulation.measured))
    if not both:
        return None
    measured = sum(abs(emulation.measured[s] - real.measured[s]) for s in both) / len(both)
    own = os.path.join(scratch, "%s__%s.conf" % (os.path.basename(real.answered[0]), emulation.name))
    a = answer(fidlio, own, pair, both, "--answer-tolerance=%g" % tolerance)
    return real, emulation, measured, a, "valid" if measured <= math.log(1 + tolerance / 100) else "not valid"


def like_untraced(run):
    """Did the recording take as long as the job does at full speed?  Its ratios are to the recording."""
    return run.recorded_s is not None and abs(math.log(run.recorded_s / run.full_s)) <= 0.05


class Found:
    """Everything that is known of runs: rows of T, capacity and E (see of_run and of_pair)."""

    def __init__(self, fidlio, runs, scratch, tolerance):
        pairs = [(r, e) for r in runs for e in runs if r.parsed[1] == "real" and e.parsed[1] != "real" and
                 r.parsed[0] == e.parsed[0]]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            each = list(pool.map(lambda run: of_run(fidlio, scratch, run), runs))
            self.errors = [row for row in pool.map(
                lambda pair: of_pair(fidlio, scratch, pair, tolerance), pairs) if row]
            self.alone = [row for row in pool.map(
                lambda pair: of_pair(fidlio, scratch, pair, tolerance),
                [(one, e) for r, e in pairs for one in r.alone()]) if row]
        self.times = [row for times, _ in each for row in times]
        self.capacity = [row for _, own in each for row in own]
        self.repeats = [(run, math.log(t / statistics.median(times))) for run in runs
                        for times in run.seconds.values() if len(times) > 1 for t in times]

    def of(self, wanted):
        """Of the runs that are wanted alone."""
        part = Found.__new__(Found)
        part.times = [row for row in self.times if wanted(row[0])]
        part.capacity = [row for row in self.capacity if wanted(row[0])]
        part.errors = [row for row in self.errors if wanted(row[0])]
        part.alone = [row for row in self.alone if wanted(row[0])]
        part.repeats = [row for row in self.repeats if wanted(row[0])]
        return part

    def slowed(self, kind=None):
        """ln modelled less ln measured, where the storage slows; of the real job or of emulations."""
        return [model - measured for run, _, _, model, measured in self.times
                if slows(model, measured) and kind in (None, run.parsed[1])]

    def figures(self):
        """[(what, how many, text)], one for each row of ANSWER.md's section 6."""
        lns = [ln for _, ln in self.repeats]
        rows = [("repeats of measured times", len(lns),
                 "median %.3f, 95 %% below %.3f of the median of a storage" % spread(lns)[:2] if lns else "-")]
        for what, kind in (("T of the real job", "real"), ("T of emulations", "dlio")):
            lns = self.slowed(kind)
            rows.append((what, len(lns), "median %.3f, 95 %% below %.3f, bias %+.3f" % spread(lns) if lns else "-"))
        lns = [model - measured for run, _, _, model, measured in self.times
               if run.parsed[1] == "real" and slows(model, measured) and like_untraced(run)]
        rows.insert(len(rows) - 1, ("the same, recordings that took as long as without tracers, within 5 %", len(lns),
                        "median %.3f, 95 %% below %.3f, bias %+.3f" % spread(lns) if lns else "-"))
        told = [(m, a, should) for _, _, m, a, should in self.errors if a["error"] is not None]
        off = [abs(a["error"] - m) for m, a, _ in told]
        rows.append(("error of E", len(off), "at most .05 in %.0f %%, mean %.3f, largest %.3f" % (
            percent(e <= .05 for e in off), sum(off) / len(off), max(off)) if off else "-"))
        rows.append(("interval of E", *held(self.errors)))
        rows.append(("the same with one recording of the real job", *held(self.alone)))
        decided = [a["verdict"] == should for _, _, _, a, should in self.errors if a["verdict"] != "cannot tell"]
        rows.append(("verdict", len(self.errors), "%d right, %d wrong, %d undecided" % (
            sum(decided), len(decided) - sum(decided), len(self.errors) - len(decided)) if self.errors else "-"))
        lns = [ln for _, _, ln in self.capacity]
        rows.append(("capacity", len(lns), "within 5 %% in %.0f %%, median %.3f" % (
            percent(abs(x) <= .05 for x in lns), statistics.median(map(abs, lns))) if lns else "-"))
        return rows


def held(errors):
    """(how many, in how many the interval holds what was measured)."""
    told = [(m, a) for _, _, m, a, _ in errors if a["error"] is not None]
    return len(told), "holds it in %.0f %%, mean width %.3f" % (
        percent(a["low"] <= m <= a["high"] for m, a in told),
        sum(a["high"] - a["low"] for _, a in told) / len(told)) if told else "-"


def percent(truths):
    truths = list(truths)
    return 100.0 * sum(truths) / len(truths)


def spread(lns):
    return statistics.median(map(abs, lns)), quantile(map(abs, lns), .95), sum(lns) / len(lns)


def quantile(values, q):
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered), math.ceil(q * len(ordered))) - 1)]
