# SPDX-License-Identifier: GPL-3.0-or-later
"""Recommendation: a small DLRM, one binary file, batches read whole by pread, three ahead in one thread.

Logs steps and evaluations amid the training."""
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from torchjob import seed, step

WORDS, BATCH, ROWS, TABLES = 40, 16384, 20000, 6


def generate(folder, scale, rng):
    for name, batches_n in (("terabyte_train.bin", max(8, round(90 * scale))), ("terabyte_test.bin", max(3, round(12 * scale)))):
        with open(os.path.join(folder, name), "wb") as f:
            for _ in range(batches_n):
                a = rng.integers(0, ROWS, (BATCH, WORDS), np.int32)
                a[:, 0] = a[:, 14] % 2
                f.write(a.tobytes())


class Batches:
    def __init__(self, path, ahead=3):
        self.fd, self.size, self.ahead = os.open(path, os.O_RDONLY), BATCH * WORDS * 4, ahead
        self.n = os.fstat(self.fd).st_size // self.size
        self.pool = ThreadPoolExecutor(1)

    def read(self, i):
        a = torch.from_numpy(np.frombuffer(os.pread(self.fd, self.size, i * self.size), np.int32).reshape(-1, WORDS).copy())
        return torch.log1p(a[:, 1:14].float()), a[:, 14:14 + TABLES].long(), a[:, 0].float()

    def __iter__(self):
        queue = [self.pool.submit(self.read, i) for i in range(min(self.ahead, self.n))]
        for i in range(self.n):
            if i + self.ahead < self.n:
                queue.append(self.pool.submit(self.read, i + self.ahead))
            yield queue.pop(0).result()


class Dlrm(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.emb = nn.Embedding(TABLES * ROWS, dim, sparse=True)
        self.register_buffer("base", torch.arange(TABLES) * ROWS)
        self.bot = nn.Sequential(nn.Linear(13, 64), nn.ReLU(), nn.Linear(64, dim), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(dim + (TABLES + 1) ** 2, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, dense, cat):
        d = self.bot(dense)
        z = torch.cat([d[:, None], self.emb(cat + self.base)], 1)
        return self.top(torch.cat([d, torch.bmm(z, z.transpose(1, 2)).flatten(1)], 1))[:, 0]


def train(folder, _, seed_n, log):
    log.begin()
    seed(seed_n)
    model = Dlrm()
    opt = torch.optim.SGD(model.parameters(), 0.1)
    data, tests = Batches(os.path.join(folder, "terabyte_train.bin")), Batches(os.path.join(folder, "terabyte_test.bin"))
    for key, value in (("global_batch_size", BATCH), ("train_samples", data.n * BATCH),
                       ("eval_samples", tests.n * BATCH), ("seed", seed_n)):
        log.event(key, value)
    log.run()
    source, part_n = iter(data), data.n // 2
    for part in range(2):
        log.start("training", step_num=part * part_n + 1)
        few = (b for _, b in zip(range(part_n), source))
        for dense, cat, label in log.steps(few, part * part_n + 1):
            loss = step(model, opt, F.binary_cross_entropy_with_logits(model(dense, cat), label))
        log.stop("training", step_num=(part + 1) * part_n)
        log.event("train_loss", loss, step_num=(part + 1) * part_n)
        log.start("eval", step_num=(part + 1) * part_n)
        with torch.no_grad():
            right = [float(((model(d, c) > 0) == (y > 0.5)).float().mean()) for d, c, y in tests]
        log.event("eval_accuracy", float(np.mean(right)), step_num=(part + 1) * part_n)
        log.stop("eval", step_num=(part + 1) * part_n)
    log.end()
