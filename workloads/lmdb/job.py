# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification on records of 20 to 90 kB in an LMDB environment, which maps its file; two loader processes,
shuffled.

Its reads are page faults.  Logs steps."""
import os

import lmdb
import numpy as np
import torch
from torch.utils.data import Dataset

from torchjob import train_pictures

BATCH, SIDE = 16, 64


def generate(folder, scale, rng):
    with lmdb.open(folder, map_size=1 << 30, readahead=False) as env, env.begin(write=True) as t:
        for k in range(max(64, round(4000 * scale))):
            t.put(b"%08d" % k, rng.bytes(int(rng.integers(20_000, 90_000))))
    os.unlink(os.path.join(folder, "lock.mdb"))


class Records(Dataset):
    def __init__(self, folder):
        self.folder, self.env = folder, None
        with lmdb.open(folder, readonly=True, lock=False) as env:
            self.n = env.stat()["entries"]

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not self.env:  # each process has its own
            self.env = lmdb.open(self.folder, readonly=True, lock=False, readahead=False)
        with self.env.begin(buffers=True) as t:
            record = np.frombuffer(t.get(b"%08d" % i), np.uint8)
            mean = record.mean(dtype=np.float32)  # touches all of it
            return torch.from_numpy(record[:3 * SIDE * SIDE].reshape(3, SIDE, SIDE).astype(np.float32) - mean), i % 10


def train(folder, _, seed_n, log):
    train_pictures(Records(folder), BATCH, 1, seed_n, log)
    log.end()
