# SPDX-License-Identifier: GPL-3.0-or-later
"""A job's plan (fidlio.plan/1), played inside DLIO: what `fidlio play` does without DLIO.

    python3 -m fidlio.dlio PLAN --data DIR FOLDER
    dlio_benchmark --config-dir FOLDER workload=plan

The first command writes what DLIO asks for: a configuration, which names the classes Loader and
Checkpoint, and an empty file for each step.  DLIO logs, computes (sleeps) and lets ranks meet; the
plan says what is read, when it may be read, and how long each step computes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import sys
from typing import Any, Callable, Iterator, NoReturn, Optional

from ._plan import Plan, PlanError, passes
from ._player import Player, Step

if "dlio_benchmark" in sys.modules:  # the command needs no DLIO
    from dlio_benchmark.checkpointing.base_checkpointing import BaseCheckpointing
    from dlio_benchmark.common.enumerations import DataLoaderType, DatasetType
    from dlio_benchmark.data_loader.base_data_loader import BaseDataLoader
    from dlio_benchmark.utils.config import ConfigArguments
else:
    BaseCheckpointing = BaseDataLoader = object

NEVER = 10**9  # steps between checkpoints: the plan says when

_player: Optional[Player] = None


def fail(e: Exception) -> NoReturn:
    from dlio_benchmark.utils.utility import DLIOMPI
    print(f"fidlio.dlio: {e}", file=sys.stderr, flush=True)
    if DLIOMPI.get_instance().size() > 1:
        if _player and _player.first:
            _player.remove()
        DLIOMPI.get_instance().comm().Abort(3)
    raise SystemExit(3)


def player() -> Player:
    global _player
    if not _player:
        _player = Player(ConfigArguments.get_instance())
    return _player


def guarded(do: Callable[[], Any]) -> Any:
    try:
        return do()
    except (OSError, PlanError) as e:
        fail(e)


class Loader(BaseDataLoader):  # type: ignore[misc]
    """workload.reader.data_loader_classname: fidlio.dlio.Loader"""

    def __init__(self, format_type: Any, dataset_type: Any, epoch: int) -> None:
        super().__init__(format_type, dataset_type, epoch, DataLoaderType.PYTORCH)

    def read(self) -> None:
        guarded(player)

    def next(self) -> Iterator[Step]:
        guarded(lambda: player().hook(sys._getframe()))
        steps = player().steps(self.dataset_type is DatasetType.TRAIN)
        while (step := guarded(lambda: next(steps, None))) is not None:
            yield step

    def finalize(self) -> None:
        guarded(lambda: player().rest())


class Checkpoint(BaseCheckpointing):  # type: ignore[misc]
    """workload.checkpoint.checkpoint_mechanism_classname: fidlio.dlio.Checkpoint"""

    _one: Optional[Checkpoint] = None

    def __init__(self) -> None:
        saves = [c for c in guarded(player).plan.checkpoints if c["checkpoint"] == "save"]
        all_bytes = sum(call[1] * call[2] for c in saves for call in c["calls"])
        self.checkpoint_size = all_bytes / max(1, len(saves)) / 2**30  # GB, as DLIO counts

    @classmethod
    def get_instance(cls) -> Checkpoint:
        cls._one = cls._one or cls()
        return cls._one

    def save_checkpoint(self, epoch: int, step_number: int) -> None:
        guarded(lambda: player().save())

    checkpoint = save_checkpoint  # in DLIO up to 2.0.0

    def load_checkpoint(self, epoch: int, step_number: int) -> None:
        pass  # the plan's are loaded where the job loaded them

    def finalize(self) -> None:
        pass


Checkpoint.__abstractmethods__ = frozenset()  # states and tensors: the plan has none


def configuration(plan: Plan, folder: str) -> dict[str, Any]:
    """What DLIO is told, so that it takes as many steps as the plan."""
    rank = plan.ranks[0]
    shape = passes(rank)
    if any(passes(r) != shape for r in plan.ranks) or not shape:
        raise PlanError("ranks take no steps, or other ones: DLIO cannot play that")
    steps = [max(side) for side in zip(*shape)]
    tested = [i for i, side in enumerate(shape, 1) if side[1]] or [1]
    between = tested[1] - tested[0] if len(tested) > 1 else len(shape)
    if tested != list(range(tested[0], len(shape) + 1, between)):
        tested, between = [1], 1  # some are without steps
    compute_s = [1e-6, 1e-6]  # means, for DLIO's own words
    for part in rank.parts:
        side = int(part["part"] == "evaluation")
        compute_s[side] += sum(part["compute"]) / max(1, sum(passed[side] for passed in shape))
    per_step = int(plan.head.get("bytes", 0) / len(rank.steps) / len(plan.ranks)) or 1
    return {
        "model": {"name": re.sub(r"[^A-Za-z0-9_.-]", "_", str(plan.head.get("run", "plan")))},
        "framework": "pytorch",
        "workflow": {"generate_data": False, "train": True, "evaluation": steps[1] > 0,
                     "checkpoint": any("checkpoint" in part for part in rank.parts)},
        "dataset": {"data_folder": os.path.join(folder, "dataset"), "format": "npy",
                    "num_files_train": steps[0] * len(plan.ranks), "num_samples_per_file": 1,
                    "num_files_eval": steps[1] * len(plan.ranks), "record_length_bytes": per_step},
        "reader": {"data_loader": "pytorch", "data_loader_classname": "fidlio.dlio.Loader",
                   "data_loader_sampler": "index", "batch_size": 1, "batch_size_eval": 1,
                   "read_threads": sum(r.kind != "main" for r in rank.readers)},
        "train": {"epochs": len(shape), "computation_time": compute_s[0]},
        "evaluation": {"eval_time": compute_s[1], "eval_after_epoch": tested[0],
                       "epochs_between_evals": between},
        "checkpoint": {"checkpoint_folder": os.path.join(folder, "checkpoints"),
                       "steps_between_checkpoints": NEVER,
                       "checkpoint_mechanism_classname": "fidlio.dlio.Checkpoint"},
        "output": {"folder": os.path.join(folder, "results")},
    }


def write(plan_path: str, data: str, folder: str) -> str:
    """Makes the folder for DLIO; how DLIO is started."""
    plan = Plan(plan_path)
    plan.check_files(data, False)
    folder = os.path.abspath(folder)
    config = configuration(plan, folder)
    if os.path.lexists(folder):
        raise PlanError(f"{folder}: is there already, and stays as it is: name another folder")
    os.makedirs(os.path.join(folder, "workload"))
    dataset = config["dataset"]["data_folder"]
    for side, key in (("train", "num_files_train"), ("valid", "num_files_eval")):
        os.makedirs(os.path.join(dataset, side))
        for i in range(config["dataset"][key]):
            open(os.path.join(dataset, side, f"step_{i + 1:07d}.npy"), "x").close()
    os.symlink(os.path.abspath(plan_path), os.path.join(dataset, "plan"))
    os.symlink(os.path.abspath(data), os.path.join(dataset, "data"))
    with open(os.path.join(folder, "workload", "plan.yaml"), "x", encoding="utf-8") as f:
        for section, keys in config.items():
            f.write(f"{section}: {keys}\n" if isinstance(keys, str) else f"{section}:\n")
            for key, value in keys.items() if isinstance(keys, dict) else ():
                f.write(f"  {key}: {json.dumps(value)}\n")
    ranks = f"mpirun -n {len(plan.ranks)} " if len(plan.ranks) > 1 else ""
    return f"{ranks}dlio_benchmark --config-dir {shlex.quote(folder)} workload=plan"


def main() -> None:
    text = argparse.ArgumentParser(
        prog="python3 -m fidlio.dlio",
        description="Write the folder by which DLIO plays the plan of a job (fidlio derive --for "
        "plan), and print the command that starts DLIO.")
    text.add_argument("plan")
    text.add_argument("folder", help="which is made: configuration, a file for each step, "
                      "checkpoints, results")
    text.add_argument("--data", required=True, metavar="DIR",
                      help="the files of the plan (fidlio play --make)")
    args = text.parse_args()
    try:
        print(write(args.plan, args.data, args.folder))
    except (OSError, PlanError) as e:
        print(f"fidlio.dlio: {e}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
