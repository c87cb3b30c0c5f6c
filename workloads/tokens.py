# SPDX-License-Identifier: GPL-3.0-or-later
"""Language-model training on one file of 16-bit tokens; how samples are read is the job's."""
import os

import numpy as np
import torch

from torchjob import Gpt, save, seed, step

LENGTH, BATCH, VOCABULARY = 64, 16, 2048


def generate(folder, scale, rng):
    with open(os.path.join(folder, "train.bin"), "wb") as f:
        for _ in range(max(2, round(48 * scale))):
            f.write(rng.integers(0, VOCABULARY, 4 << 20, np.uint16).tobytes())


def train(folder, saved, seed_n, log, reader, steps_n):
    """reader (path) has .n tokens, and .read (i, n): n of them from i on."""
    log.begin(seed=seed_n, global_batch_size=BATCH, max_sequence_length=LENGTH)
    seed(seed_n)
    model = Gpt(VOCABULARY, LENGTH, 64, 2)
    opt = torch.optim.AdamW(model.parameters(), 1e-3)
    data = reader(os.path.join(folder, "train.bin"))
    rng = np.random.default_rng(seed_n)
    steps_n = max(9, steps_n)

    def batches():
        for _ in range(steps_n):
            ids = [data.read(int(i), LENGTH + 1) for i in rng.integers(0, data.n - LENGTH - 1, BATCH)]
            yield torch.from_numpy(np.stack(ids).astype(np.int64))
    log.run()
    log.start("block", first_step_num=0)
    for k, ids in enumerate(log.steps(batches()), 1):
        loss = step(model, opt, model.loss(ids))
        if k % (steps_n // 3) == 0:
            log.event("train_loss", loss, step_num=k)
            log.start("checkpoint", step_num=k)
            save(os.path.join(saved, "ckpt_%d.pt" % k), {"model": model.state_dict(), "optimizer": opt.state_dict()})
            log.stop("checkpoint", step_num=k)
    log.stop("block", step_num=steps_n)
    log.end()
