# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification on NumPy arrays, each mapped by np.load (mmap_mode="r") and used as a whole, two epochs.

Its reads are page faults, which tracers of calls do not see.  Logs epochs and steps."""
import glob
import os

import numpy as np
import torch
from torch.utils.data import Dataset

from torchjob import train_pictures

BATCH, EPOCHS, SIDE = 8, 2, 64


def generate(folder, scale, rng):
    for k in range(max(16, round(200 * scale))):
        side = int(rng.integers(400, 900))
        np.save(os.path.join(folder, "array_%05d.npy" % k), rng.integers(0, 256, (3, side, side), np.uint8))


class Arrays(Dataset):
    def __init__(self, folder):
        self.paths = sorted(glob.glob(os.path.join(folder, "*.npy")))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        a = np.load(self.paths[i], mmap_mode="r")
        mean = a.mean(dtype=np.float32)  # touches all of it
        return torch.from_numpy(a[:, :SIDE, :SIDE].astype(np.float32) - mean), i % 10


def train(folder, _, seed_n, log):
    train_pictures(Arrays(folder), BATCH, EPOCHS, seed_n, log)
    log.end()
