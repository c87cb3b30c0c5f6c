# SPDX-License-Identifier: GPL-3.0-or-later
"""Regression of cosmological parameters: a small 3-D net, one HDF5 file of 2 to 16 MB a sample, four loader processes.

Logs steps and epochs."""
import glob
import os

import h5py
import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import Dataset

from torchjob import conv_net, loader, seed, step

BATCH = 4


def generate(folder, scale, rng):
    for part, n in (("train", max(8, round(100 * scale))), ("validation", max(4, round(12 * scale)))):
        os.makedirs(os.path.join(folder, part))
        for k in range(n):
            side = int((np.clip(rng.lognormal(np.log(4e6), 0.4), 2e6, 16e6) / 8) ** (1 / 3))
            with h5py.File(os.path.join(folder, part, "univ_%05d.hdf5" % k), "w") as f:
                f["full"] = rng.poisson(2.0, (side, side, side, 4)).astype(np.int16)
                f["unitPar"] = rng.uniform(-1, 1, 4).astype(np.float32)


class Universes(Dataset):
    def __init__(self, folder):
        self.paths = sorted(glob.glob(os.path.join(folder, "*.hdf5")))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        with h5py.File(self.paths[i], "r") as f:
            x, y = f["full"][:], f["unitPar"][:]
        at = np.random.randint(x.shape[0] - 32, size=3)
        crop = x[at[0]:at[0] + 32, at[1]:at[1] + 32, at[2]:at[2] + 32].astype(np.float32).transpose(3, 0, 1, 2)
        return torch.from_numpy(np.log1p(crop)), torch.from_numpy(y)


def train(folder, _, seed_n, log):
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((4, 16, 64, 128), 4, 3)
    opt = torch.optim.Adam(model.parameters(), 1e-3)
    data, tests = (Universes(os.path.join(folder, p)) for p in ("train", "validation"))
    log.event("train_samples", len(data))
    log.event("eval_samples", len(tests))
    log.run()
    log.start("epoch", epoch_num=1)
    for x, y in log.steps(loader(data, BATCH, 4, True), epoch_num=1):
        for _ in range(6):  # several updates a batch, so that computing takes longer than decoding
            loss = step(model, opt, F.mse_loss(model(x), y))
    log.event("train_loss", loss, epoch_num=1)
    log.stop("epoch", epoch_num=1)
    log.start("eval", epoch_num=1)
    model.eval()
    with torch.no_grad():
        log.event("eval_loss", float(np.mean([float(F.mse_loss(model(x), y)) for x, y in loader(tests, BATCH, 4)])), epoch_num=1)
    log.stop("eval", epoch_num=1)
    log.end()
