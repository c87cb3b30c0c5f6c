# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays a rank of a plan inside a loop of training that asks for batches, as `fidlio play` does.

Events are counted: a part begins, a step asks for its batch, a step has it.  Each event lets
readers go on with the batches that waited for it.
"""

from __future__ import annotations

import atexit
import ctypes
import mmap
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterator, Optional

import numpy as np

from ._plan import Batch, Plan, PlanError, Reader

UNIT = 1 << 20  # bytes of a write at most
NAP_S = 1e-3  # work of readers is slept in pieces of at least this
FORK = multiprocessing.get_context("fork")


def sleep_until(t_s: float) -> None:
    left_s = t_s - time.monotonic()
    if left_s > 0:
        time.sleep(left_s)


class Step:
    """What DLIO gets for a batch: the instant at which the step has computed."""

    def __init__(self, until_s: float) -> None:
        self.until_s = until_s


class Work:
    """What a reader or writer does besides its calls, slept."""

    def __init__(self) -> None:
        self.debt_s = 0.0

    def add(self, s: float, least_s: float = NAP_S) -> None:
        self.debt_s += s
        if self.debt_s >= least_s:
            from_s = time.monotonic()
            time.sleep(self.debt_s)
            self.debt_s -= time.monotonic() - from_s  # below 0: it slept too long

    def settle(self) -> None:
        if self.debt_s > 0:
            self.add(0, 0)
            self.debt_s = 0


class Hand:
    """The open files of a reader."""

    def __init__(self, player: Player, reader: Reader) -> None:
        self.player, self.reader, self.work = player, reader, Work()
        self.fds: dict[int, int] = {}
        self.maps: dict[int, Any] = {}
        self.buffer = memoryview(bytearray(max(reader.reads[2::4], default=0)))
        self.byte = ctypes.create_string_buffer(1)

    def read(self, file: int, offset: int, size: int, flags: int) -> None:
        path, fd = self.player.path(file), self.fds.get(file)
        try:
            if fd is not None and flags & 1:
                os.close(fd)
            if fd is None or flags & 1:
                fd = self.fds[file] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            if size and self.player.plan.files[file].get("mapped"):
                if file not in self.maps:
                    size_of = self.player.plan.files[file]["bytes"]
                    mapped = mmap.mmap(fd, size_of, prot=mmap.PROT_READ)
                    self.maps[file] = np.frombuffer(mapped, np.uint8)
                # in the middle: the kernel reads around it; without the interpreter's lock
                ctypes.memmove(self.byte, self.maps[file].ctypes.data + offset + size // 2, 1)
            elif os.preadv(fd, [self.buffer[:size]], offset) < size:
                raise PlanError(f"{path}: shorter than the plan reads")
        except OSError as e:
            raise PlanError(f"{path}: {e.strerror}") from None
        except ValueError:  # mmap's word for it
            raise PlanError(f"{path}: shorter than the plan reads") from None
        if flags & 2:
            os.close(self.fds.pop(file))

    def batch(self, batch: Batch) -> None:
        reads, n = self.reader.reads, batch.end - batch.first
        if batch.after_s > 0:
            sleep_until(self.player.began[batch.event] + batch.after_s)
        for i in range(batch.stats):
            os.stat(self.player.path(reads[batch.first + 4 * i % n]))
        for i in range(batch.first, batch.end, 4):
            self.read(*reads[i:i + 4])
            self.work.add(4 * batch.work_s / n)
        self.work.settle()
        if self.reader.kind == "process" and batch.step is not None:
            # handed over as by PyTorch: tracers see that
            name = f"/dev/shm/torch_{os.getpid()}_0_{batch.first}"
            os.close(os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            os.unlink(name)


class Player:
    """One rank of the plan inside DLIO, and how far it has come."""

    def __init__(self, args: Any) -> None:
        path, number = os.path.join(args.data_folder, "plan"), args.my_rank
        self.plan, self.first, self.meets = Plan(path, number), not number, args.comm_size > 1
        self.data, self.saved = os.path.join(args.data_folder, "data"), args.checkpoint_folder
        if len(self.plan.ranks) != args.comm_size:
            raise PlanError(f"{path}: has {len(self.plan.ranks)} ranks, and DLIO runs with "
                            f"{args.comm_size}: start it with mpirun -n {len(self.plan.ranks)}")
        self.rank = self.plan.ranks[number]
        self.mains = [r for r in self.rank.readers if r.kind == "main"]
        self.others = sorted((r for r in self.rank.readers if r.kind != "main"),
                             key=lambda r: str(r.kind))  # processes first: they have no threads
        self.hands = {r: Hand(self, r) for r in self.mains}
        self.began = FORK.RawArray("d", 2 * len(self.rank.steps) + len(self.rank.parts) + 1)
        self.why: Any = FORK.Array("c", 512)
        self.next = self.at = self.epoch = self.trained = 0  # part, event, epoch of DLIO, steps
        self.part_s = 0.0  # when the part began
        self.behind_s = 0.0  # when it ends; 0: it has
        self.benchmark: Any = None  # DLIO's
        self.saves = False  # DLIO has begun a checkpoint
        self.apart: list[threading.Thread] = []
        self.opens: dict[int, list[Any]] = {}  # semaphores of what may go on with each event
        self.needs: dict[Optional[int], dict[Reader, int]] = {}  # batches of readers for each step
        if self.first:
            self.prepare()
        self.start()

    def path(self, file: int) -> str:
        return os.path.join(self.data, self.plan.files[file]["file"])

    def prepare(self) -> None:
        self.plan.check_files(self.data, not os.environ.get("FIDLIO_WARM"))
        self.plan.check_saved(self.saved)
        self.fill = memoryview(os.urandom(UNIT))
        atexit.register(self.remove)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        for c in self.plan.checkpoints:
            if c["checkpoint"] == "load":
                self.run_checkpoint({**c, "checkpoint": "save", "synced": False, "work": 0})

    def remove(self) -> None:
        for path in (os.path.join(self.saved, name) for name in self.plan.saved):
            if os.path.exists(path):
                os.unlink(path)

    # --- readers

    def start(self) -> None:
        for reader in self.others:
            reader.go, reader.done = FORK.Semaphore(0), FORK.Semaphore(0)
            latest = 0
            for n, batch in enumerate(reader.batches, 1):
                latest = max(latest, batch.event)
                self.opens.setdefault(latest, []).append(reader.go)
                self.needs.setdefault(batch.step, {})[reader] = n
        for reader in self.others:
            make: Any = FORK.Process if reader.kind == "process" else threading.Thread
            reader.runs = make(target=self.run_reader, args=(reader, os.getpid()), daemon=True)
            reader.runs.start()
        for c in self.plan.checkpoints if self.first else []:
            if not c["waits"]:
                go = threading.Semaphore(0)
                self.opens.setdefault(self.rank.event(c["when"]), []).append(go)
                self.apart.append(
                    threading.Thread(target=self.run_apart, args=(c, go), daemon=True))
                self.apart[-1].start()

    def run_reader(self, reader: Reader, parent: int) -> None:
        if os.getpid() != parent:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # its rank ends it
        try:
            hand = Hand(self, reader)
            for batch in reader.batches:
                while not reader.go.acquire(timeout=1):
                    if parent not in (os.getpid(), os.getppid()):
                        return
                hand.batch(batch)
                reader.done.release()
        except (OSError, PlanError) as e:
            self.tell(e)
            reader.done.release()

    def tell(self, e: Exception) -> None:
        self.why.value = self.why.value or str(e).encode(errors="replace")[:511]

    def read_self(self, step: Optional[int]) -> None:
        """What the rank itself reads before a step, or a part."""
        for reader in self.mains:
            while reader.taken < len(reader.batches):
                batch = reader.batches[reader.taken]
                due = None not in (step, batch.step) and batch.step <= step
                if not due and (batch.step is not None or batch.event >= self.at):
                    break
                self.hands[reader].batch(batch)
                reader.taken += 1

    def wait_for(self, step: int) -> bool:
        """Until the readers have read for the step; whether it had to wait."""
        waited = False
        for reader, n in self.needs.get(step, {}).items():
            while reader.taken < n:
                if not reader.done.acquire(False):
                    waited = True
                    while not reader.done.acquire(timeout=1):
                        if not reader.runs.is_alive() and not reader.done.acquire(False):
                            raise PlanError("a reader of the plan was killed")
                if self.why.value:
                    raise PlanError(self.why.value.decode())
                reader.taken += 1
        return waited

    # --- checkpoints

    def run_checkpoint(self, c: dict[str, Any]) -> None:
        """All its writers, side by side."""
        writers = sorted({call[3] for call in c["calls"]})
        with ThreadPoolExecutor(len(writers) or 1) as pool:
            list(pool.map(lambda writer: self.run_writer(c, writer), writers))

    def run_apart(self, c: dict[str, Any], go: threading.Semaphore) -> None:
        go.acquire()
        try:
            self.run_checkpoint(c)
        except PlanError as e:
            self.tell(e)

    def run_writer(self, c: dict[str, Any], writer: int) -> None:
        load, work, fd, path = c["checkpoint"] == "load", Work(), -1, ""
        share_s = c["work"] / max(1, sum(call[1] for call in c["calls"]))
        seen: set[int] = set()
        last = None
        try:
            for file, n, size, by in c["calls"]:
                if by == writer and file != last:
                    self.end_file(fd, c)
                    path, last = os.path.join(self.saved, self.plan.saved[file]), file
                    how = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if file in seen else os.O_TRUNC)
                    fd = os.open(path, (os.O_RDONLY if load else how) | os.O_CLOEXEC, 0o666)
                seen.add(file)
                for left in [size] * n if by == writer else []:
                    while left:
                        unit = min(left, UNIT)
                        got = len(os.read(fd, unit)) if load else os.write(fd, self.fill[:unit])
                        if not got:
                            raise PlanError(f"{path}: shorter than the plan reads")
                        left -= got
                        work.add(share_s * got / size)
            self.end_file(fd, c)
        except OSError as e:
            raise PlanError(f"{path}: {e.strerror}") from None

    def end_file(self, fd: int, c: dict[str, Any]) -> None:
        if fd >= 0:
            if c["synced"]:
                os.fsync(fd)
            os.close(fd)

    # --- parts and steps

    def event(self) -> None:
        self.at += 1
        for go in self.opens.get(self.at - 1, ()):
            go.release()

    def begin(self) -> dict[str, Any]:
        """Begins the next part, with the checkpoint that the rank waits for."""
        part: dict[str, Any] = self.rank.parts[self.next]
        self.next += 1
        self.began[self.at] = self.part_s = time.monotonic()
        self.event()
        self.read_self(None)
        if "checkpoint" in part:
            c = self.plan.checkpoints[part["checkpoint"]]
            if not self.saves:
                self.log("start", part["checkpoint"])
            if self.first:
                self.run_checkpoint(c)
            if not self.saves:
                self.log("end", part["checkpoint"])
        if not part["compute"]:
            sleep_until(self.part_s + part["pause"] + part["behind"])
        return part

    def log(self, what: str, number: int) -> None:
        """A checkpoint for which DLIO has no place, in its log: loaded, or behind an evaluation."""
        kind = self.plan.checkpoints[number]["checkpoint"]
        put = getattr(self.benchmark.stats, f"{what}_{kind}_ckpt", lambda *_: None)
        put(self.epoch, 1000 + number, *([self.trained] if what == "start" else []))

    def end(self) -> None:
        sleep_until(self.behind_s)
        self.behind_s = 0

    def rest(self) -> None:
        """Parts without steps, up to the next that has some; at the end waits for all."""
        self.end()
        while self.next < len(self.rank.parts) and not self.rank.parts[self.next]["compute"]:
            self.begin()
        if self.next == len(self.rank.parts):
            for runs in [*self.apart, *(r.runs for r in self.others)]:
                runs.join()
        if self.why.value:
            raise PlanError(self.why.value.decode())

    def save(self) -> None:
        """DLIO saves: what the plan has before the next steps, up to the checkpoint."""
        self.end()
        self.saves = True
        while self.saves and self.save_is_near():
            self.saves = "checkpoint" not in self.begin()
        self.saves = False

    def save_is_near(self) -> bool:
        """The next checkpoint comes before the next step, and is saved."""
        for part in self.rank.parts[self.next:]:
            if part["compute"]:
                return False
            if "checkpoint" in part:
                return bool(self.plan.checkpoints[part["checkpoint"]]["checkpoint"] == "save")
        return False

    def steps(self, training: bool) -> Iterator[Step]:
        """The steps up to an evaluation, to another epoch, or behind an evaluation to training."""
        self.end()
        epoch, n = None, 0
        self.epoch += training
        while True:
            coming = next((p for p in self.rank.parts[self.next:] if p["compute"]), None)
            if not coming or (coming["part"] != "evaluation") != training:
                return
            if training and n and coming["epoch"] != epoch:
                return
            part = self.begin()
            t_s = self.part_s
            for k, compute_s in enumerate(part["compute"], part["first"]):
                self.event()
                self.read_self(k)
                waited = self.wait_for(k)
                # where nothing was waited for, a step begins when the one before ended
                t_s = (time.monotonic() if waited or self.mains else t_s) + compute_s
                self.event()
                epoch, n = part["epoch"], n + 1
                self.trained += training
                if k + 1 == part["first"] + len(part["compute"]):
                    self.behind_s = t_s + part["behind"]
                    if training and self.save_is_near():
                        self.benchmark.next_checkpoint_step = n
                yield Step(t_s)
                t_s = time.monotonic() if self.meets and training else t_s
            self.end()

    def hook(self, frame: Any) -> None:
        """DLIO's loop, which asks for batches: it computes as long as the plan says."""
        while frame and not hasattr(frame.f_locals.get("self"), "next_checkpoint_step"):
            frame = frame.f_back
        if not frame:
            raise PlanError("this version of DLIO has no loop in which the plan could be played")
        if not self.benchmark:
            self.benchmark = frame.f_locals["self"]
            theirs = self.benchmark.framework.compute

            def compute(batch: Any, epoch: int, step: int, seconds: Any) -> Any:
                if isinstance(batch, Step):
                    seconds = max(0.0, batch.until_s - time.monotonic())
                return theirs(batch, epoch, step, seconds)

            self.benchmark.framework.compute = compute
