# SPDX-License-Identifier: GPL-3.0-or-later
"""Saving and loading of checkpoints in shards: four writers, each a process with a quarter of the tensors of a
decoder-only model (the layout of an 8B one, scaled down), synced; between them some training on data in memory.

The writers save while the training waits; in the end a checkpoint is loaded.  Logs steps and checkpoints."""
import multiprocessing
import os

import torch

from torchjob import Gpt, save, seed, step

WRITERS, ROUNDS, STEPS = 4, 3, 12


def generate(folder, scale, _):
    with open(os.path.join(folder, "layers"), "w", encoding="ascii") as f:
        f.write("%d\n" % max(1, round(12 * scale)))


def layout(layers_n, width=512, vocabulary=8192):
    """The tensors of the model and, twice as large, of its optimizer."""
    found = {"embed": (vocabulary, width), "out": (vocabulary, width)}
    for k in range(layers_n):
        found.update({"l%d.qkv" % k: (width, 3 * width // 2), "l%d.o" % k: (width, width),
                      "l%d.up" % k: (width, 7 * width // 2), "l%d.gate" % k: (width, 7 * width // 2),
                      "l%d.down" % k: (7 * width // 2, width)})
    return found


def shard(saved, round_n, rank, layers_n):
    torch.set_num_threads(1)
    torch.manual_seed(rank)
    mine = {k: s for i, (k, s) in enumerate(layout(layers_n).items()) if i % WRITERS == rank}
    state = {k: torch.randn(s) for k, s in mine.items()}
    where = os.path.join(saved, "global_step%d" % round_n)
    os.makedirs(where, exist_ok=True)
    save(os.path.join(where, "mp_rank_%02d_model_states.pt" % rank), state, True)


def train(folder, saved, seed_n, log):
    with open(os.path.join(folder, "layers"), encoding="ascii") as f:
        layers_n = int(f.read())
    log.begin(seed=seed_n, global_batch_size=16)
    seed(seed_n)
    model = Gpt(8192, 64, 64, 2)
    opt = torch.optim.AdamW(model.parameters(), 1e-3)
    ids = torch.randint(0, 8192, (16, 65))
    log.run()
    for k in range(1, ROUNDS + 1):
        log.start("block", first_step_num=(k - 1) * STEPS)
        for _ in log.steps(range(STEPS), (k - 1) * STEPS):
            loss = step(model, opt, model.loss(ids))
        log.stop("block", step_num=k * STEPS)
        log.start("checkpoint", step_num=k * STEPS)
        writers = [multiprocessing.Process(target=shard, args=(saved, k, r, layers_n)) for r in range(WRITERS)]
        for one in writers:
            one.start()
        for one in writers:
            one.join()
            if one.exitcode:
                raise RuntimeError("a writer ended with status %d" % one.exitcode)
        log.stop("checkpoint", step_num=k * STEPS)
    log.event("train_loss", loss)
    where = os.path.join(saved, "global_step%d" % ROUNDS)
    for name in sorted(os.listdir(where)):
        with open(os.path.join(where, name), "rb") as f:
            os.posix_fadvise(f.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # as after a restart
    log.start("checkpoint_load", step_num=ROUNDS * STEPS)
    total = sum(t.numel() for name in sorted(os.listdir(where)) for t in torch.load(os.path.join(where, name)).values())
    log.stop("checkpoint_load", step_num=ROUNDS * STEPS)
    log.event("parameters_loaded", total)
    log.end()
