# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans of jobs (doc/plan.md), read."""

from __future__ import annotations

import json
import os
from array import array
from typing import Any, NamedTuple, Optional


class PlanError(Exception):
    """The plan, or a file of it, is not as it has to be."""


def seconds(value: Any) -> float:
    if not 0 <= value < 1e9:
        raise ValueError("a time is not a number of seconds, 0 or more")
    return float(value)


class Batch(NamedTuple):
    """Reads of one reader for one step."""
    step: Optional[int]  # that waits for it
    event: int  # that it waits for
    after_s: float  # behind that
    work_s: float
    stats: int
    first: int  # its reads, in the reader's list
    end: int


class Reader:
    """What one process or thread reads."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.batches: list[Batch] = []
        self.reads = array("q")  # file, offset, bytes, flags
        self.taken = 0  # batches that the rank has seen done
        self.latest = 0  # the last event that a batch waits for
        self.go: Any = None  # semaphores: batches that may be read, batches that are done
        self.done: Any = None
        self.runs: Any = None  # the process or thread


class Rank:
    """Parts, and steps whose events are numbered: each part's begin, each step's ask and start."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.readers: list[Reader] = []
        self.steps: list[int] = []  # the part of each

    def event(self, when: Any) -> int:
        kind, of = when[:2]
        there = self.parts if kind == "part" else self.steps
        if kind not in ("part", "ask", "start") or not 0 <= of < len(there):
            raise ValueError("it waits for a part or step that is not there")
        if kind == "part":
            return int(of + 2 * self.parts[of]["first"])
        return int(self.steps[of] + 1 + 2 * of + (kind == "start"))

    def add_part(self, part: dict[str, Any]) -> None:
        part["first"] = len(self.steps)
        part["compute"] = [seconds(s) for s in part["compute"]]
        part["pause"], part["behind"] = seconds(part["pause"]), seconds(part["behind"])
        self.steps += [len(self.parts)] * len(part["compute"])
        self.parts.append(part)

    def add_batch(self, batch: dict[str, Any], files: list[Any]) -> None:
        reader, step, when = self.readers[-1], batch["step"], batch["when"]
        event, first = self.event(when), len(reader.reads)
        reader.latest = max(reader.latest, event)
        if step is not None and self.event(["start", step]) <= reader.latest:
            raise ValueError("the batch would wait for itself")
        for file, offset, size, *flags in batch["reads"]:
            if min(file, offset, size) < 0 or offset + size > files[file]["bytes"]:
                raise ValueError("a read is of no file of the plan, or behind its end")
            reader.reads.extend((file, offset, size, flags[0] if flags else 0))
        if batch["stats"] and not batch["reads"]:
            raise ValueError('"stats" are of files that the batch reads, and it reads none')
        after_s = seconds(when[2]) if when[0] == "part" else 0
        reader.batches.append(
            Batch(step, event, after_s, seconds(batch["work"]), batch["stats"], first,
                  len(reader.reads)))


class Plan:
    """The lines of a plan; readers of one rank alone, if it is given."""

    def __init__(self, path: str, only: Optional[int] = None) -> None:
        self.files: list[Any] = []
        self.saved: list[str] = []
        self.checkpoints: list[Any] = []
        self.ranks: list[Rank] = []
        self.reads, number = 0, 1
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as f:
                self.begin(f.readline(), path)
                for number, line in enumerate(f, 2):
                    self.add(json.loads(line), only)
        except OSError as e:
            raise PlanError(f"{path}: {e.strerror}") from None
        except json.JSONDecodeError:
            raise PlanError(f"{path}:{number}: no JSON") from None
        except (ValueError, LookupError, TypeError, AttributeError) as e:
            raise PlanError(f"{path}:{number}: not as doc/plan.md says: {e}") from None
        if not self.ranks:
            raise PlanError(f"{path}: the plan has no ranks")
        if self.reads != self.head.get("reads", self.reads):
            raise PlanError(f"{path}: has {self.reads} of the {self.head['reads']} reads "
                            "that its head states: was it cut?")

    def begin(self, line: str, path: str) -> None:
        self.head = json.loads(line) if line.startswith("{") else {}
        if self.head.get("schema") != "fidlio.plan/1":
            raise PlanError(f"{path}:1: no plan of schema fidlio.plan/1: "
                            "make one with `fidlio derive --for plan'")

    def add(self, o: dict[str, Any], only: Optional[int]) -> None:
        name = o.get("file", o.get("saved"))
        if name is not None:
            if name.startswith("/") or ".." in name.split("/") or not name:
                raise ValueError("the name of a file leads out of the folder")
            if "file" in o:
                self.files.append(o)
            else:
                self.saved.append(name)
        elif "calls" in o:
            if any(not 0 <= c[0] < len(self.saved) or min(c) < 0 for c in o["calls"]):
                raise ValueError("a call is of no file of the plan")
            seconds(o["work"])
            self.checkpoints.append(o)
        elif "rank" in o:
            self.ranks.append(Rank())
        elif "part" in o:
            if o.get("checkpoint", -1) >= len(self.checkpoints):
                raise ValueError("no checkpoint of this number")
            self.ranks[-1].add_part(o)
        elif "reader" in o:
            self.ranks[-1].readers.append(Reader(o["reader"]))
        else:
            self.reads += len(o["reads"])
            if only in (None, len(self.ranks) - 1):
                self.ranks[-1].add_batch(o, self.files)

    def check_files(self, data: str, evict: bool) -> None:
        """All files are there and large enough; takes them out of the page cache."""
        for f in self.files:
            path = os.path.join(data, f["file"])
            try:
                fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            except FileNotFoundError:
                raise PlanError(f"{path}: not there: "
                                "make the files with `fidlio play --make'") from None
            size = os.fstat(fd).st_size
            if size < f["bytes"]:
                raise PlanError(f"{path}: has {size} bytes, and the plan reads {f['bytes']}")
            if evict:
                os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(fd)

    def check_saved(self, folder: str) -> None:
        """No file of a checkpoint is there yet; makes their folders."""
        for path in (os.path.join(folder, name) for name in self.saved):
            if os.path.lexists(path):
                raise PlanError(f"{path}: exists, and the plan would overwrite it: remove it")
            os.makedirs(os.path.dirname(path), exist_ok=True)


def passes(rank: Rank) -> list[list[int]]:
    """Steps of training and evaluation in each epoch of DLIO, which evaluates behind training."""
    out: list[list[int]] = []
    epoch = None
    for part in rank.parts:
        if part["compute"]:
            side = int(part["part"] == "evaluation")
            again = not out or out[-1][1] or (out[-1][0] and part["epoch"] != epoch)
            if not out or (not side and again):
                out.append([0, 0])
            out[-1][side] += len(part["compute"])
            epoch = epoch if side else part["epoch"]
    return out
