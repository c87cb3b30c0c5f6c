# SPDX-License-Identifier: GPL-3.0-or-later
"""Language-model training, samples by pread at random offsets, in the main process.

Each read waits for the storage: a job of latency, not of bandwidth.  Logs steps and checkpoints."""
import os

import numpy as np

import tokens
from tokens import generate  # noqa: F401


class Preads:
    def __init__(self, path):
        self.fd = os.open(path, os.O_RDONLY)
        self.n = os.fstat(self.fd).st_size // 2
        os.posix_fadvise(self.fd, 0, 0, os.POSIX_FADV_RANDOM)

    def read(self, i, n):
        return np.frombuffer(os.pread(self.fd, 2 * n, 2 * i), np.uint16)


def train(folder, saved, seed_n, log):
    tokens.train(folder, saved, seed_n, log, Preads, 99)
