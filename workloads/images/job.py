# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification: a small convolutional net, JPEG files in class folders, two loader processes, shuffled.

Logs as the public reference of ResNet does: epochs and evaluations, neither steps nor checkpoints."""
import glob
import os

import torch
import torch.nn.functional as F
from torch.utils.data import Dataset

import pictures
from torchjob import accuracy, conv_net, loader, on, save, seed, step

CLASSES = 10


class Shape:
    """side: of the images that are trained on; channels: of the net; workers: loader processes."""
    batch, side, channels, workers, epochs, device = 32, 64, (3, 32, 64, 128), 2, 1, "cpu"


def generate(folder, scale, rng):
    for part, n in (("train", max(64, round(2400 * scale))), ("val", max(32, round(320 * scale)))):
        for k, size in enumerate(pictures.sizes(rng, n, 80e3, 18e3, 170e3)):
            where = os.path.join(folder, part, "n%08d" % (k % CLASSES))
            os.makedirs(where, exist_ok=True)
            with open(os.path.join(where, "n%08d_%d.JPEG" % (k % CLASSES, k)), "wb") as f:
                f.write(pictures.jpeg(rng, size, k % CLASSES))


class Images(Dataset):
    def __init__(self, folder, side):
        self.paths, self.side = sorted(glob.glob(os.path.join(folder, "*", "*.JPEG"))), side

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        with open(self.paths[i], "rb") as f:
            raw = f.read()
        return torch.from_numpy(pictures.decoded(raw, self.side)), int(os.path.basename(os.path.dirname(self.paths[i]))[1:])


def train(folder, saved, seed_n, log, shape=Shape):
    log.plain = True
    log.begin(seed=seed_n, global_batch_size=shape.batch)
    seed(seed_n)
    model = conv_net(shape.channels, CLASSES).to(shape.device)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    data, tests = (Images(os.path.join(folder, part), shape.side) for part in ("train", "val"))
    log.event("train_samples", len(data))
    log.event("eval_samples", len(tests))
    log.run()
    log.start("block", first_epoch_num=1, epoch_count=shape.epochs)
    for epoch in range(1, shape.epochs + 1):
        log.start("epoch", epoch_num=epoch)
        for x, y in on(shape.device, log.steps(loader(data, shape.batch, shape.workers, True))):
            step(model, opt, F.cross_entropy(model(x), y))
        log.stop("epoch", epoch_num=epoch)
    log.stop("block", first_epoch_num=1)
    save(os.path.join(saved, "model.pth"), model.state_dict())
    log.start("eval", epoch_num=epoch)
    tests = on(shape.device, loader(tests, shape.batch, shape.workers))
    log.event("eval_accuracy", accuracy(model, tests), epoch_num=epoch)
    log.stop("eval", epoch_num=epoch)
    log.end()
