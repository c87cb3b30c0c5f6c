# SPDX-License-Identifier: GPL-3.0-or-later
"""Four ranks of MPI that meet at each step: each reads its share of .npz files itself, and gradients are averaged.

The first rank logs steps, as public reference trainings do."""
import glob
import os

import numpy as np

RANKS, BATCH = 4, 2


def generate(folder, scale, rng):
    os.makedirs(os.path.join(folder, "train"))
    for k in range(max(16, round(400 * scale)) // 8 * 8):
        side = int(rng.integers(440, 560))
        np.savez(os.path.join(folder, "train", "sample_%05d.npz" % k),
                 x=rng.standard_normal((side, side), dtype=np.float32), y=np.int64(k % 10))


def train(folder, _, seed_n, log):
    from mpi4py import MPI
    world = MPI.COMM_WORLD
    rank = world.Get_rank()
    log.quiet = rank != 0
    log.begin(seed=seed_n, global_batch_size=BATCH * RANKS)
    files = sorted(glob.glob(os.path.join(folder, "train", "*.npz")))
    np.random.default_rng(seed_n).shuffle(files)
    mine = files[rank::RANKS]
    rng = np.random.default_rng(seed_n)
    w1, w2 = rng.standard_normal((4096, 256)) / 64, rng.standard_normal((256, 10)) / 16
    log.event("train_samples", len(files))

    def batches():
        for k in range(0, len(mine) - BATCH + 1, BATCH):
            x, y = np.empty((BATCH, 4096)), np.zeros((BATCH, 10))
            for i, path in enumerate(mine[k:k + BATCH]):
                with np.load(path) as f:
                    a, label = f["x"], int(f["y"])
                x[i] = a[:384, :384].reshape(64, 6, 64, 6).mean((1, 3)).ravel()
                y[i, label] = 1
            yield x, y
    log.run()
    log.start("epoch", epoch_num=1)
    for x, y in log.steps(batches(), epoch_num=1):
        for _ in range(4):
            h = np.maximum(x @ w1, 0)
            out = h @ w2
            p = np.exp(out - out.max(1, keepdims=True))
            d = p / p.sum(1, keepdims=True) - y
            g2, g1 = h.T @ d, x.T @ ((d @ w2.T) * (h > 0))
            for g, w in ((g1, w1), (g2, w2)):
                mean = np.empty_like(g)
                world.Allreduce(g, mean)
                w -= 0.01 * mean / RANKS
        world.Barrier()
    log.stop("epoch", epoch_num=1)
    log.end()
