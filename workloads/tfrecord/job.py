# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification from TFRecord shards, read in order by a thread, with a shuffle buffer and two batches ahead.

Logs epochs and steps' numbers in blocks, no steps."""
import glob
import os
import queue
import random
import threading

import numpy as np
import torch
import torch.nn.functional as F

import pictures
import records
from torchjob import conv_net, save, seed, step

BATCH, SIDE = 32, 64


def generate(folder, scale, rng):
    per_shard = 150
    shards_n = max(2, round(16 * scale))
    for k in range(shards_n):
        sizes = pictures.sizes(rng, per_shard, 100e3, 40e3, 250e3)
        records.write(os.path.join(folder, "train-%05d-of-%05d" % (k, shards_n)),
                      [bytes([i % 10]) + pictures.jpeg(rng, s, i % 10) for i, s in enumerate(sizes)])


def ahead(batches, n):
    """Batches that a thread makes, n ahead."""
    q = queue.Queue(n)

    def fill():
        for b in batches:
            q.put(b)
        q.put(None)
    threading.Thread(target=fill, daemon=True).start()
    return iter(q.get, None)


def batches(source):
    kept = []
    for record in source:
        kept.append((pictures.decoded(record[1:], SIDE), record[0]))
        if len(kept) == BATCH:
            yield torch.from_numpy(np.stack([x for x, _ in kept])), torch.tensor([y for _, y in kept])
            kept = []


def train(folder, saved, seed_n, log):
    log.plain = True
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    files = sorted(glob.glob(os.path.join(folder, "train-*")))
    log.run()
    log.start("epoch", epoch_num=1)
    source = records.shuffled((r for f in files for r in records.read(f)), 256, random.Random(seed_n))
    steps_n = 0
    for x, y in log.steps(ahead(batches(source), 2)):
        step(model, opt, F.cross_entropy(model(x), y))
        steps_n += 1
    log.stop("epoch", epoch_num=1, step_num=steps_n)
    save(os.path.join(saved, "model.pth"), model.state_dict())
    log.end()
