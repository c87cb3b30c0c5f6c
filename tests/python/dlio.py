#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""dlio.py plan OUT: writes a plan of one rank with all that fidlio.dlio plays.
dlio.py package FOLDER: writes a package dlio_benchmark with what fidlio.dlio asks of DLIO, a loop included.
dlio.py same PLAN LOG: whether the calls that the loop logged are the plan's; prints what was played."""
import json
import sys
from collections import defaultdict
from pathlib import Path

FILES = {"train/a.bin": 65536, "train/b.bin": 65536, "train/m.bin": 262144, "valid/v.bin": 8192}


def plan(out):
    """A checkpoint is loaded; 4 steps, a save, 4 steps; 2 of evaluation; 4 steps; a save that nobody waits for."""
    lines = [{"schema": "fidlio.plan/1", "run": "made", "meet": "step", "reads": 40}]
    lines += [{"file": f, "bytes": n, **({"mapped": True} if "m.bin" in f else {})} for f, n in FILES.items()]
    lines += [{"saved": name} for name in ("old.pt", "one.pt", "sub/two_0.pt", "sub/two_1.pt")]
    for what, waits, calls in (("load", True, [[0, 3, 1000, 0]]), ("save", True, [[1, 2, 4096, 0], [1, 1, 2 << 20, 0]]),
                               ("save", False, [[2, 2, 100, 0], [3, 1, 200, 1], [2, 1, 7, 0]])):
        lines.append({"checkpoint": what, "synced": what == "save", "waits": waits, "work": 0.002,
                      "when": ["start", 12], "calls": calls})
    lines.append({"rank": 0})
    for kind, epoch, steps, more in (("start", -1, 0, {}), ("load", -1, 0, {"checkpoint": 0}), ("training", 1, 4, {}),
                                     ("rest", -1, 0, {}), ("save", 1, 0, {"checkpoint": 1}), ("training", 1, 4, {}),
                                     ("evaluation", 1, 2, {}), ("rest", -1, 0, {}), ("training", 2, 4, {})):
        lines.append({"part": kind, "epoch": epoch, "pause": 0 if steps else 0.002, "behind": 0.001, **more,
                      "compute": [0.004] * steps})
    training = [*range(8), *range(10, 14)]
    for which in range(2):
        lines.append({"reader": ("process", "thread")[which]})
        for n, k in enumerate(training):
            if n % 2 == which:
                when = ["start", training[n - 2]] if n > 1 else ["part", 2, 0.001]
                reads = [[which, 4096 * k, 4096, 1 if which else 3], [2, 16384 * k, 4096], [which, 100, 50, 2]]
                lines.append({"step": k, "when": when, "work": 0.001, "stats": 1, "reads": reads})
    lines.append({"reader": "main"})
    lines.append({"step": None, "when": ["part", 0, 0], "work": 0, "stats": 0, "reads": [[3, 0, 128, 1]]})
    lines.append({"step": 8, "when": ["ask", 8], "work": 0, "stats": 0, "reads": [[3, 0, 4096]]})
    lines.append({"step": 9, "when": ["ask", 9], "work": 0.001, "stats": 0, "reads": [[3, 4096, 4096], [3, 0, 0, 2]]})
    Path(out).write_text("".join(json.dumps(o) + "\n" for o in lines))


MODULES = {
    "checkpointing/base_checkpointing": """
        import abc
        class BaseCheckpointing(abc.ABC):
            @abc.abstractmethod
            def save_state(self): ...
        """,
    "common/enumerations": """
        import enum
        DatasetType = enum.Enum("DatasetType", "TRAIN VALID")
        DataLoaderType = enum.Enum("DataLoaderType", "PYTORCH")
        """,
    "data_loader/base_data_loader": """
        class BaseDataLoader:
            def __init__(self, format_type, dataset_type, epoch, kind):
                self.dataset_type = dataset_type
        """,
    "utils/config": """
        class ConfigArguments:
            my_rank, comm_size = 0, 1
            @classmethod
            def get_instance(cls):
                return cls
        """,
    "utils/utility": """
        class DLIOMPI:
            @classmethod
            def get_instance(cls):
                return cls
            size = staticmethod(lambda: 1)
        """,
    "main": '''
        """main CONFIG LOG: epochs of training and evaluation; LOG gets all calls on files, line by line."""
        import ctypes, json, os, sys, threading, time
        from .common.enumerations import DatasetType
        from .utils.config import ConfigArguments
        log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        def note(*what):
            real["write"](log, (json.dumps([os.getpid(), threading.get_native_id(), *what]) + "\\n").encode())
        def name(fd):
            return os.readlink("/proc/self/fd/%d" % fd)
        real = {k: getattr(os, k) for k in ("preadv", "read", "write", "fsync", "open", "stat")}
        def watch(call, what):
            def watched(*args, **more):
                got = real[call](*args, **more)
                note(*what(args, got))
                return got
            setattr(os, call, watched)
        watch("preadv", lambda a, got: ("read", name(a[0]), a[2], got))
        watch("read", lambda a, got: ("load", name(a[0]), len(got)))
        watch("write", lambda a, got: ("save", name(a[0]), got))
        watch("fsync", lambda a, got: ("sync", name(a[0])))
        from fidlio import dlio
        faulted = ctypes.memmove
        def fault(to, at, n):
            note("fault", at)
            return faulted(to, at, n)
        ctypes.memmove = fault

        class Framework:
            def compute(self, batch, epoch, step, seconds):
                note("compute", epoch, seconds)
                time.sleep(seconds)

        class Stats:
            def __getattr__(self, what):
                return lambda *args: note(what, *args)

        class Loop:
            def __init__(self, config):
                self.framework, self.stats, self.config = Framework(), Stats(), config
                ConfigArguments.data_folder = config["dataset"]["data_folder"]
                ConfigArguments.checkpoint_folder = config["checkpoint"]["checkpoint_folder"]
                self.saving = dlio.Checkpoint.get_instance()
            def part(self, loader, epoch, most):
                step = 1
                for batch in loader.next():
                    self.framework.compute(batch, epoch, step, 99)
                    if step == self.next_checkpoint_step:
                        note("asks to save", epoch, step)
                        self.saving.save_checkpoint(epoch, step)
                    step += 1
                    if step > most:
                        break
                loader.finalize()
            def run(self):
                loaders = [dlio.Loader("npy", side, 1) for side in DatasetType]
                for loader in loaders:
                    loader.read()
                for epoch in range(1, self.config["train"]["epochs"] + 1):
                    self.next_checkpoint_step = self.config["checkpoint"]["steps_between_checkpoints"]
                    self.part(loaders[0], epoch, self.config["dataset"]["num_files_train"])
                    note("evaluates", epoch)
                    self.part(loaders[1], epoch, self.config["dataset"]["num_files_eval"])
        config, section = {}, None
        for line in open(sys.argv[1]):
            key, value = line.strip().split(": ", 1) if ": " in line else (line.strip()[:-1], None)
            if line.startswith("  "):
                config[section][key] = json.loads(value)
            elif value is None:
                section, config[key] = key, {}
        Loop(config).run()
        ''',
}


def package(folder):
    import textwrap
    for name, text in MODULES.items():
        path = Path(folder) / "dlio_benchmark" / (name + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        for init in (path.parent, Path(folder) / "dlio_benchmark"):
            (init / "__init__.py").touch()
        path.write_text(textwrap.dedent(text))


def same(path, log):
    calls = [json.loads(line) for line in open(log)]
    read, saved, order = defaultdict(list), defaultdict(list), []
    for pid, tid, what, *args in calls:
        if what == "read":
            read[tid].append(("/".join(args[0].split("/")[-2:]), *args[1:]))
        elif what == "save":
            saved[args[0].split("/checkpoints/")[1]].append(args[1])
        elif what == "load":
            saved["loaded"].append(args[1])
        elif what not in ("compute", "fault", "sync"):
            order.append([what, *args])
    lines = [json.loads(line) for line in open(path)]
    mapped = {o["file"] for o in lines if o.get("mapped")}
    files, wanted, faults = [o["file"] for o in lines if "file" in o], [], 0
    for o in lines:
        if "reader" in o:
            wanted.append([])
        elif "step" in o:
            reads = [(files[r[0]], r[1], r[2]) for r in o["reads"]]
            faults += sum(r[0] in mapped for r in reads)
            wanted[-1] += [r for r in reads if r[0] not in mapped]
    computed = [args[1] for _, _, what, *args in calls if what == "compute"]
    print("readers", sorted(wanted) == sorted(read.values()), "faults", sum(c[2] == "fault" for c in calls) == faults,
          "computed", len(computed), all(0 <= s <= 0.004 for s in computed))
    print("saved", dict(sorted(saved.items())), "synced", sum(c[2] == "sync" for c in calls))
    print("order", order)


if __name__ == "__main__":
    {"plan": plan, "package": package, "same": same}[sys.argv[1]](*sys.argv[2:])
