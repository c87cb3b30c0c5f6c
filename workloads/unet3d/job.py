# SPDX-License-Identifier: GPL-3.0-or-later
"""Image segmentation of volumes: a 3-D U-Net, one case in two .npy files, two loader processes, shuffled.

Logs steps, evaluations and checkpoints (synced)."""
import glob
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset

from torchjob import loader, on, save, seed, step


class Shape:
    """crop: depth, height and width that are trained on; channels: of the net's levels; workers: loader processes."""
    batch, crop, channels, workers, device = 2, (48, 48, 48), (8, 16, 48, 128, 320), 2, "cpu"


def generate(folder, scale, rng):
    train_n = max(4, round(24 * scale))
    for part, n in (("train", train_n), ("eval", max(2, round(4 * scale)))):
        os.makedirs(os.path.join(folder, part))
        for k in range(n):
            side = 144
            depth = max(64, int(np.clip(rng.lognormal(np.log(11e6), 0.5), 4e6, 30e6) / 4 / side / side))
            x = rng.standard_normal((1, depth, side, side), dtype=np.float32)
            zz, yy, xx = np.ogrid[0:depth, 0:side, 0:side]
            c = [rng.uniform(0.3, 0.7) * d for d in (depth, side, side)]
            ball = (zz - c[0]) ** 2 + (yy - c[1]) ** 2 + (xx - c[2]) ** 2 < rng.uniform(12, 24) ** 2
            x[0][ball] += 1.5
            np.save(os.path.join(folder, part, "case_%05d_x.npy" % k), x)
            np.save(os.path.join(folder, part, "case_%05d_y.npy" % k), ball[None].astype(np.uint8))


class Cases(Dataset):
    def __init__(self, folder, crop):
        self.x, self.crop = sorted(glob.glob(os.path.join(folder, "*_x.npy"))), crop

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        x, y = np.load(self.x[i]), np.load(self.x[i].replace("_x.npy", "_y.npy"))
        if self.crop:
            lo = [np.random.randint(max(1, d - c + 1)) for c, d in zip(self.crop, x.shape[1:])]
            at = (slice(None),) + tuple(slice(a, a + c) for a, c in zip(lo, self.crop))
            x, y = x[at].copy(), y[at].copy()
            x *= np.float32(np.random.uniform(0.7, 1.3))
        return torch.from_numpy(x), torch.from_numpy(y)


def block(i, o, stride=1):
    return nn.Sequential(nn.Conv3d(i, o, 3, stride, 1, bias=False), nn.InstanceNorm3d(o, affine=True), nn.ReLU(True))


class UNet(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.inp, self.mid = block(1, ch[0]), block(ch[-1], ch[-1])
        self.down = nn.ModuleList(block(a, b, 2) for a, b in zip(ch, ch[1:]))
        self.up = nn.ModuleList(nn.ConvTranspose3d(b, a, 2, 2) for a, b in zip(ch, ch[1:]))
        self.dec = nn.ModuleList(block(2 * a, a) for a in ch[:-1])
        self.out = nn.Conv3d(ch[0], 2, 1)

    def forward(self, x):
        skips = [self.inp(x)]
        for down in self.down:
            skips.append(down(skips[-1]))
        x = self.mid(skips.pop())
        for up, dec in zip(reversed(self.up), reversed(self.dec)):
            x = dec(torch.cat([up(x), skips.pop()], 1))
        return self.out(x)


def evaluate(model, batches, crop):
    scores = []
    with torch.no_grad():
        for x, y in batches:
            at = (slice(None), slice(None)) + tuple(slice((d - c) // 2, (d + c) // 2) for c, d in zip(crop, x.shape[2:]))
            found, true = model(x[at]).argmax(1), y[at][:, 0]
            scores.append((2 * float((found * true).sum()) + 1) / (float(found.sum() + true.sum()) + 1))
    return float(np.mean(scores))


def train(folder, saved, seed_n, log, shape=Shape):
    log.begin()
    seed(seed_n)
    model = UNet(shape.channels).to(shape.device)
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    cases = Cases(os.path.join(folder, "train"), shape.crop)
    batches, tests = loader(cases, shape.batch, shape.workers, True), loader(Cases(os.path.join(folder, "eval"), None), 1, 0)
    for key, value in (("global_batch_size", shape.batch), ("gradient_accumulation_steps", 1), ("seed", seed_n),
                       ("train_samples", len(cases)), ("eval_samples", len(tests.dataset))):
        log.event(key, value)
    log.run()
    for epoch in (1, 2):
        log.start("epoch", epoch_num=epoch)
        for x, y in on(shape.device, log.steps(batches, epoch_num=epoch)):
            loss = step(model, opt, F.cross_entropy(model(x), y[:, 0].long()))
        log.event("train_loss", loss, epoch_num=epoch)
        log.stop("epoch", epoch_num=epoch)
        log.start("eval", epoch_num=epoch)
        log.event("eval_accuracy", evaluate(model, on(shape.device, tests), shape.crop), epoch_num=epoch)
        log.stop("eval", epoch_num=epoch)
    log.start("checkpoint", epoch_num=epoch)
    save(os.path.join(saved, "ckpt_%d.pth" % epoch), {"model": model.state_dict(), "optimizer": opt.state_dict()}, True)
    log.stop("checkpoint", epoch_num=epoch)
    log.end()
