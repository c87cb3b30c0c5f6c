# SPDX-License-Identifier: GPL-3.0-or-later
"""rundir - a recorded run directory as data that can be changed and written again

Everything is put on one axis, seconds after the first whole second of the log.  The log
and its writes in trace_write.out are one thing here (a line knows the write that wrote
it), so whatever is done to a run its clock anchors stay true.  Lines that are not changed
are written as they were.
"""
import calendar
import copy
import datetime
import json
import os
import re
import shutil

from gauges import create, open_text, read_cpu, read_iostat, write_cpu, write_iostat
from lines import Event, LogLine, replace_column

# file -> (column of size, column of latency); negative counts from the right
TRACES = {
    "trace_bio.out": (-3, -1),
    "trace_read.out": (3, 4),
    "trace_write.out": (3, 4),
    "trace_openat.out": (None, 3),
    "trace_close.out": (None, 3),
    "trace_create_del.out": (None, None),
}
# written by DLIO, hold the phases once more: left out where the log changes
DERIVED = re.compile(r"(\d+_)?(per_epoch_stats|output|load_and_proc_times)\.json$|summary\.json$")
ERROR_RETURN = 1 << 63
STEP_KEYS = ("load_batch_mem", "all_compute", "step_end")
STARTS = {"epoch": "TRAINING", "block": "TRAINING", "training": "TRAINING", "eval": "EVAL",
          "checkpoint": "CHECKPOINT", "init": "INIT"}
DLIO = [
    (re.compile(r"Starting epoch (\d+)"), "start", "epoch"),
    (re.compile(r"Ending epoch"), "stop", "epoch"),
    (re.compile(r"Starting block"), "start", "block"),
    (re.compile(r"Ending block"), "stop", "block"),
    (re.compile(r"Starting eval"), "start", "eval"),
    (re.compile(r"Ending eval"), "stop", "eval"),
    (re.compile(r"Starting saving checkpoint"), "start", "checkpoint"),
    (re.compile(r"Finished saving checkpoint"), "stop", "checkpoint"),
]


class RunError(Exception):
    pass


class Run:
    def __init__(self, directory, utc_offset_s=None):
        self.dir = directory
        self.path = {}
        for root, _, names in os.walk(directory):
            for name in names:
                path = os.path.join(root, name)
                key = os.path.relpath(path, directory)
                self.path[key[:-3] if key.endswith(".gz") else key] = path
        self.zone_s = self._zone() if utc_offset_s is None else utc_offset_s
        self._read_log()
        self._read_traces()
        self.cpu = self._gauge("cpu.out", read_cpu)
        self.disk = self._gauge("iostat.json", read_iostat)

    def _gauge(self, name, read):
        return read(self.path[name], self.zone_s, self.base_s) if name in self.path else None

    def _zone(self):
        """The host's local time minus UTC: told by meta.json, else 0."""
        if "meta.json" in self.path:
            with open_text(self.path["meta.json"]) as f:
                return 3600.0 * float(json.load(f).get("utc_offset_hours") or 0)
        return 0.0

    def fork(self):
        """A copy to change; lists are new, events are shared until they are moved."""
        new = copy.copy(self)
        new.changed = set()
        new.events = {name: list(events) for name, events in self.events.items()}
        new.lines = [line.copy() for line in self.lines]
        writes = {}
        for line in new.lines:
            if line.write is not None:
                line.write = writes.setdefault(id(line.write), line.write.copy())
        new.cpu = dict(self.cpu) if self.cpu else None
        new.disk = dict(self.disk) if self.disk else None
        return new

    # --- log
    def _read_log(self):
        for name in sorted(self.path):
            if not name.endswith(".log") or os.sep in name:
                continue
            with open_text(self.path[name]) as f:
                lines = [LogLine(text) for text in f]
            for line in lines:
                self._parse_log(line)
            self.base_s = int(min((x.at for x in lines if x.at is not None), default=0))
            for line in lines:
                if line.at is not None:
                    line.at -= self.base_s
            if sum(1 for line in lines if line.event) >= 2:
                self.log_name, self.lines = name, lines
                break
        else:
            raise RunError("%s: no MLLOG or DLIO log with phases" % self.dir)
        self._phases()

    def _parse_log(self, line):
        if line.text.startswith(":::MLLOG "):
            try:
                record = json.loads(line.text[9:])
            except ValueError:
                return
            line.at = record["time_ms"] / 1000.0
            line.key, line.value = record["key"], record.get("value")
            m = re.match(r"(\w+)_(start|stop)$", line.key)
            if m and m.group(1) in STARTS:
                line.key, line.event = m.groups()
            return
        m = re.match(r"\[\w+\] (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6}) (.*)", line.text)
        if not m:
            return
        second = datetime.datetime.strptime(m.group(1), "%Y-%m-%dT%H:%M:%S")
        line.at = calendar.timegm(second.timetuple()) + int(m.group(2)) / 1e6 - self.zone_s
        for pattern, event, key in DLIO:
            if pattern.match(m.group(3)):
                line.key, line.event = key, event

    def _phases(self):
        """phases [(name, start, end, first line, last line)] and steps [(start, end, lines)]."""
        self.phases, self.steps, opened, pending = [], [], {}, []
        for k, line in enumerate(self.lines):
            if line.event == "start":
                opened[line.key] = (line.at, k)
            elif line.event == "stop" and line.key in opened:
                start, first = opened.pop(line.key)
                self.phases.append((line.key, start, line.at, first, k))
            if line.key in STEP_KEYS:
                pending.append(k)
            if line.key == "step_end":
                begin = line.at - self.duration_s(line)
                if self.steps:
                    begin = max(begin, self.steps[-1][1])
                self.steps.append((begin, max(begin, line.at), pending))
                pending = []
        job = [p for p in self.phases if p[0] != "init"]
        if not job:
            raise RunError("%s: no phase after INIT in %s" % (self.dir, self.log_name))
        self.origin = min(p[1] for p in job)
        self.end = max(p[2] for p in job)
        lengths = sorted(b - a for a, b, _ in self.steps)
        self.step_s = lengths[len(lengths) // 2] if lengths else None

    @staticmethod
    def duration_s(line):
        value = line.value
        return value["duration"] / 1e9 if isinstance(value, dict) and "duration" in value else 0.0

    # --- traces
    def _read_traces(self):
        raw, self.head = {}, {}
        for name, (size_col, lat_col) in TRACES.items():
            if name not in self.path:
                continue
            head, events = [], []
            with open_text(self.path[name]) as f:
                for text in f:
                    words = text.split()
                    try:
                        end_ns = int(words[0])
                        size = int(words[size_col]) if size_col is not None else 0
                        length_ns = int(words[lat_col]) if lat_col is not None else 0
                        events.append(Event(end_ns, text, end_ns - length_ns, length_ns / 1e9,
                                            size, words[1]))
                    except (ValueError, IndexError):
                        (head if not events else events).append(text)
            raw[name], self.head[name] = events, head
        self._match_log(raw.get("trace_write.out", []))
        self.events, self.other = {}, {}
        for name, events in raw.items():
            # lines in between that are no events (maps, lost events) stay at the end
            self.other[name] = [e for e in events if isinstance(e, str)]
            self.events[name] = [e for e in events
                                 if not isinstance(e, str) and id(e) not in self._log_writes]
            for e in self.events[name]:
                e.start = self.axis(e.start)
        for event in self._log_writes.values():
            event.start = self.axis(event.start)

    def _match_log(self, writes):
        """Which write wrote which lines; from that, UTC minus the boot clock."""
        offset, lines_at = 0, {}
        for k, line in enumerate(self.lines):
            lines_at[offset] = k
            offset += len(line.text.encode("utf-8", "surrogateescape"))
        lines_at[offset] = len(self.lines)
        base = os.path.basename(self.log_name)
        self._log_writes, differences = {}, []
        for e in writes:
            words = e.line.split() if not isinstance(e, str) else []
            if len(words) != 6 or words[5] != base:
                continue
            self._log_writes[id(e)] = e
            at = int(words[2], 0)
            if at in lines_at and at + e.size in lines_at and e.size > 0:
                first, last = lines_at[at], lines_at[at + e.size]
                for line in self.lines[first:last]:
                    line.write = e
                if self.lines[first].at is not None:
                    differences.append(round(self.lines[first].at * 1e9) - e.start)
        if not differences:
            raise RunError("%s: no write of %s in trace_write.out: clocks cannot be related"
                           % (self.dir, base))
        differences.sort()
        self.boot_ns = differences[len(differences) // 2]

    def axis(self, boot_ns):
        return (boot_ns + self.boot_ns) / 1e9

    # --- writing
    def write(self, out):
        """Write the run into the new folder out; files that did not change are copied."""
        os.makedirs(out)
        done = set()
        changed = getattr(self, "changed", set())
        log_changed = self.log_name in changed
        for name in self.events:
            if name in changed or (name == "trace_write.out" and log_changed):
                with create(out, name) as f:
                    f.writelines(self.head[name])
                    events = list(self.events[name])
                    if name == "trace_write.out":
                        events += self._new_log_writes()
                    events.sort(key=lambda e: e.end_ns)
                    f.writelines(e.line for e in events)
                    f.writelines(self.other[name])
                done.add(name)
        if log_changed:
            with create(out, self.log_name) as f:
                f.writelines(line.text for line in self.lines)
            done.add(self.log_name)
        if self.cpu and self.cpu["changed"]:
            write_cpu(self.cpu, out, self.base_s + self.zone_s)
            done.add("cpu.out")
        if self.disk and self.disk["changed"]:
            write_iostat(self.disk, out, self.base_s + self.zone_s)
            done.add("iostat.json")
        for name, path in sorted(self.path.items()):
            if name in done or (log_changed and DERIVED.match(os.path.basename(name))):
                continue
            target = os.path.join(out, os.path.relpath(path, self.dir))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(path, target)
        # the recorder counted the lines before the change
        meta = os.path.join(out, "meta.json")
        if changed and os.path.exists(meta):
            with open_text(meta) as f:
                known = json.load(f)
            known.pop("event_lines", None)
            with open(meta, "w", encoding="utf-8") as f:
                json.dump(known, f)

    def _new_log_writes(self):
        """The writes of the lines that are left, at the offsets these have now."""
        offset, first, size, result, write = 0, 0, 0, [], None
        for line in self.lines + [None]:
            if line is None or line.write is not write:
                if write is not None:
                    text = replace_column(write.line, 2, first)
                    text = replace_column(text, 3, size)
                    new = write.copy()
                    new.line = replace_column(text, 0, write.end_ns)
                    result.append(new)
                if line is None:
                    break
                write, first, size = line.write, offset, 0
            length = len(line.text.encode("utf-8", "surrogateescape"))
            offset += length
            size += length
        return result
