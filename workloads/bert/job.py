# SPDX-License-Identifier: GPL-3.0-or-later
"""Masked-language-model pre-training: a small transformer, five record files, read in the main process.

Logs steps, blocks, checkpoints (not synced) and one evaluation."""
import glob
import os
import random
import struct

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import records
from torchjob import save, seed, step

SEQ, VOCAB, USED, BATCH = 512, 30522, 32, 48


def generate(folder, scale, rng):
    for k in range(5):
        bodies = []
        for _ in range(max(120, round(1600 * scale))):
            ids = rng.integers(0, VOCAB, SEQ, np.int32)
            where = np.sort(rng.choice(SEQ, 20, False)).astype(np.int32)
            a = np.concatenate([ids, np.ones(SEQ, np.int32), np.zeros(SEQ, np.int32), where, ids[where]])
            bodies.append(struct.pack("<HH", SEQ, 20) + a.tobytes())
        records.write(os.path.join(folder, "part-%05d-of-00005" % k), bodies)


def batches(source):
    while True:
        ids, lab = np.zeros((BATCH, USED), np.int64), np.full((BATCH, USED), -100, np.int64)
        for k in range(BATCH):
            record = next(source, None)
            if record is None:
                return
            a = np.frombuffer(record, np.int32, offset=4)
            ids[k] = a[:USED]
            where, true = a[3 * SEQ:3 * SEQ + 20], a[3 * SEQ + 20:]
            near = where < USED
            lab[k, where[near]] = true[near]
        yield torch.from_numpy(ids), torch.from_numpy(lab)


class Bert(nn.Module):
    def __init__(self, width=64, layers=1):
        super().__init__()
        self.tok, self.pos = nn.Embedding(VOCAB, width), nn.Embedding(USED, width)
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, 0.1, "gelu", batch_first=True)
        self.enc = nn.TransformerEncoder(layer, layers)

    def forward(self, ids, lab):
        h = self.enc(self.tok(ids) + self.pos.weight)
        chosen = lab != -100
        return F.cross_entropy(h[chosen] @ self.tok.weight.t(), lab[chosen])


def train(folder, saved, seed_n, log):
    log.begin()
    seed(seed_n)
    rng = random.Random(seed_n)
    model = Bert()
    opt = torch.optim.SGD(model.parameters(), 0.1, 0.9)
    files = sorted(glob.glob(os.path.join(folder, "part-*")))
    kept = files[:-1]
    rng.shuffle(kept)
    records_n = os.path.getsize(files[0]) // (12 + 4 + 4 + 4 * (3 * SEQ + 40))
    steps_n = 4 * records_n // BATCH // 3 * 3
    for key, value in (("global_batch_size", BATCH), ("max_sequence_length", USED), ("seed", seed_n)):
        log.event(key, value)
    log.run()
    source = batches(records.shuffled(records.interleave(kept, 4), records_n // 2, rng))
    for block in range(3):
        first = block * (steps_n // 3)
        log.start("block", first_step_num=first + 1)
        few = (b for b, _ in zip(source, range(steps_n // 3)))
        for ids, lab in log.steps(few, first + 1):
            loss = step(model, opt, model(ids, lab))
        log.stop("block", step_num=first + steps_n // 3)
        log.start("checkpoint", step_num=first + steps_n // 3)
        save(os.path.join(saved, "model.ckpt-%d.pt" % (first + steps_n // 3)),
             {"model": model.state_dict(), "optimizer": opt.state_dict()})
        log.stop("checkpoint", step_num=first + steps_n // 3)
    log.event("train_loss", loss)
    log.start("eval")
    model.eval()
    with torch.no_grad():
        losses = [float(model(*b)) for b, _ in zip(batches(records.read(files[-1])), range(max(1, steps_n // 8)))]
    log.event("eval_loss", float(np.mean(losses)))
    log.stop("eval")
    log.end()
