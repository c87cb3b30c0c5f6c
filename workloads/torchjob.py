# SPDX-License-Identifier: GPL-3.0-or-later
"""What the jobs in torch share."""
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader


def seed(n):
    torch.manual_seed(n)
    np.random.seed(n)
    torch.set_num_threads(1)


def seed_worker(_):
    np.random.seed(torch.initial_seed() % 2 ** 32)


def loader(data, batch, workers, shuffle=False, **more):
    return DataLoader(data, batch, shuffle=shuffle, num_workers=workers, drop_last=True,
                      worker_init_fn=seed_worker, **more)


def gpu():
    if not torch.cuda.is_available():
        raise RuntimeError("no GPU here")
    return "cuda"


def on(device, batches):
    """Batches on the device, one at a time."""
    for batch in batches:
        yield [part.to(device) for part in batch]


def step(model, opt, loss):
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def train_pictures(data, batch, epochs, seed_n, log):
    """Trains a small network on pictures of ten kinds, with two workers; the network."""
    log.begin(seed=seed_n, global_batch_size=batch)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    log.event("train_samples", len(data))
    log.run()
    for epoch in range(1, epochs + 1):
        log.start("epoch", epoch_num=epoch)
        for x, y in log.steps(loader(data, batch, 2, True), epoch_num=epoch):
            step(model, opt, F.cross_entropy(model(x), y))
        log.stop("epoch", epoch_num=epoch)
    return model


def save(path, state, fsync=False):
    """Into a file object: by name torch saves with calls that the tracer of writes does not see."""
    with open(path, "wb") as f:
        torch.save(state, f)
        if fsync:
            f.flush()
            os.fsync(f.fileno())


def conv_net(channels, classes, dims=2):
    conv, norm, pool = (nn.Conv2d, nn.BatchNorm2d, nn.AdaptiveAvgPool2d) if dims == 2 else (
        nn.Conv3d, nn.BatchNorm3d, nn.AdaptiveAvgPool3d)
    layers = []
    for i, o in zip(channels, channels[1:]):
        layers += [conv(i, o, 3, 2, 1, bias=False), norm(o), nn.ReLU(True), conv(o, o, 3, 1, 1, bias=False),
                   norm(o), nn.ReLU(True)]
    return nn.Sequential(*layers, pool(1), nn.Flatten(), nn.Linear(channels[-1], classes))


def accuracy(model, batches):
    model.eval()
    right = n = 0
    with torch.no_grad():
        for x, y in batches:
            right += int((model(x).argmax(1) == y).sum())
            n += len(y)
    model.train()
    return right / max(n, 1)


class Gpt(nn.Module):
    """A small decoder-only transformer."""

    def __init__(self, vocabulary, length, width, layers):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True)
        self.enc = nn.TransformerEncoder(layer, layers)
        self.out = nn.Linear(width, vocabulary)
        self.register_buffer("mask", torch.triu(torch.full((length, length), float("-inf")), 1))

    def forward(self, ids):
        n = ids.shape[1]
        return self.out(self.enc(self.tok(ids) + self.pos.weight[:n], self.mask[:n, :n]))

    def loss(self, ids):
        logits = self(ids[:, :-1])
        return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1))
