# SPDX-License-Identifier: GPL-3.0-or-later
"""Language-model training, samples at random offsets of a file that is mapped into memory.

Its reads are page faults, which tracers of calls do not see.  Logs steps and checkpoints."""
import os

import numpy as np

import tokens
from tokens import generate  # noqa: F401


class Mapped:
    def __init__(self, path):
        self.n = os.path.getsize(path) // 2
        self.a = np.memmap(path, np.uint16, "r")

    def read(self, i, n):
        return self.a[i:i + n]


def train(folder, saved, seed_n, log):
    tokens.train(folder, saved, seed_n, log, Mapped, 99)
