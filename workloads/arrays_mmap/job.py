"""Image classification on NumPy arrays, each mapped by np.load (mmap_mode="r") and used as a whole, two epochs.

Its reads are page faults, which tracers of calls do not see.  Logs epochs and steps."""
import glob
import os

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import Dataset

from torchjob import conv_net, loader, seed, step

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
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    data = Arrays(folder)
    log.event("train_samples", len(data))
    log.run()
    for epoch in range(1, EPOCHS + 1):
        log.start("epoch", epoch_num=epoch)
        for x, y in log.steps(loader(data, BATCH, 2, True), epoch_num=epoch):
            step(model, opt, F.cross_entropy(model(x), y))
        log.stop("epoch", epoch_num=epoch)
    log.end()
