# SPDX-License-Identifier: GPL-3.0-or-later
"""Regression on chunks of 512 KiB of one HDF5 file at random, read by the training itself, twice; a synced
checkpoint after each pass.

Logs steps and checkpoints."""
import os

import h5py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from torchjob import save, seed, step

BATCH, EPOCHS, SHAPE = 6, 2, (128, 1024)


def generate(folder, scale, rng):
    n = max(36, round(480 * scale))
    with h5py.File(os.path.join(folder, "train.h5"), "w") as f:
        x = f.create_dataset("x", (n, *SHAPE), "f4", chunks=(1, *SHAPE))
        for i in range(n):
            x[i] = rng.standard_normal(SHAPE, np.float32)


def train(folder, saved, seed_n, log):
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = nn.Sequential(nn.Conv1d(128, 192, 7, 2), nn.ReLU(True), nn.Conv1d(192, 192, 7, 2), nn.ReLU(True),
                          nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(192, 1))
    opt = torch.optim.SGD(model.parameters(), 0.01, 0.9)
    with h5py.File(os.path.join(folder, "train.h5"), "r") as f:
        x = f["x"]
        log.event("train_samples", len(x))
        log.run()
        for epoch in range(1, EPOCHS + 1):
            order = np.random.default_rng(seed_n + epoch).permutation(len(x))
            batches = (torch.from_numpy(np.stack([x[i] for i in order[k:k + BATCH]]))
                       for k in range(0, len(order) - BATCH + 1, BATCH))
            log.start("epoch", epoch_num=epoch)
            for batch in log.steps(batches, epoch_num=epoch):
                step(model, opt, F.mse_loss(model(batch).ravel(), batch.mean((1, 2))))
            log.stop("epoch", epoch_num=epoch)
            log.start("checkpoint", epoch_num=epoch)
            save(os.path.join(saved, "checkpoint_%d.pt" % epoch),
                 {"model": model.state_dict(), "optimizer": opt.state_dict(), "buffer": torch.randn(2000, 1000)}, True)
            log.stop("checkpoint", epoch_num=epoch)
    log.end()
