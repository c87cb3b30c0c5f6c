# SPDX-License-Identifier: GPL-3.0-or-later
"""Object detection: large images (0.3 to 3 MB), and evaluations that read nearly as much as the training.

Two loader processes.  Logs as the public reference does: epochs and evaluations, no steps."""
import glob
import os

import torch
import torch.nn.functional as F
from torch.utils.data import Dataset

import pictures
from torchjob import accuracy, conv_net, loader, save, seed, step

BATCH, SIDE = 8, 128


def generate(folder, scale, rng):
    for part, n in (("train", max(16, round(160 * scale))), ("validation", max(8, round(120 * scale)))):
        os.makedirs(os.path.join(folder, part))
        for k, size in enumerate(pictures.sizes(rng, n, 1e6, 3e5, 3e6)):
            with open(os.path.join(folder, part, "%016x.jpg" % int(rng.integers(1 << 62))), "wb") as f:
                f.write(pictures.jpeg(rng, size, k % 10))


class Pictures(Dataset):
    def __init__(self, folder):
        self.paths = sorted(glob.glob(os.path.join(folder, "*.jpg")))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        with open(self.paths[i], "rb") as f:
            raw = f.read()
        return torch.from_numpy(pictures.decoded(raw, SIDE)), raw[1000] % 10


def train(folder, saved, seed_n, log):
    log.plain = True
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.01, 0.9)
    data, tests = (Pictures(os.path.join(folder, p)) for p in ("train", "validation"))
    log.event("train_samples", len(data))
    log.event("eval_samples", len(tests))
    log.run()
    for epoch in (1, 2):
        log.start("epoch", epoch_num=epoch)
        for x, y in log.steps(loader(data, BATCH, 2, True)):
            step(model, opt, F.cross_entropy(model(x), y))
        log.stop("epoch", epoch_num=epoch)
        save(os.path.join(saved, "model_%d.pth" % epoch), model.state_dict())
        log.start("eval", epoch_num=epoch)
        log.event("eval_accuracy", accuracy(model, loader(tests, BATCH, 2)), epoch_num=epoch)
        log.stop("eval", epoch_num=epoch)
    log.end()
