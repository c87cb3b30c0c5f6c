# SPDX-License-Identifier: GPL-3.0-or-later
"""Classification of clips of 60 to 700 kB in one pack file, read at random by three threads, five batches ahead.

Logs steps."""
import os
import queue
import threading

import numpy as np
import torch
import torch.nn.functional as F

from torchjob import conv_net, seed, step

BATCH, SIDE, THREADS, AHEAD = 6, 112, 3, 5


def generate(folder, scale, rng):
    sizes = rng.integers(60_000, 700_000, max(60, round(900 * scale)))
    np.save(os.path.join(folder, "index.npy"), np.concatenate([[0], np.cumsum(sizes)]))
    with open(os.path.join(folder, "clips.bin"), "wb") as f:
        for n in sizes:
            f.write(rng.bytes(int(n)))


def batches(path, at, order):
    """Tensors of each BATCH clips of the order, which the threads read."""
    fd = os.open(path, os.O_RDONLY)
    room, done = threading.Semaphore(AHEAD), {}
    todo, ready = queue.Queue(), threading.Condition()
    for k in range(len(order) // BATCH):
        todo.put(k)

    def work():
        while True:
            room.acquire()
            try:
                k = todo.get_nowait()
            except queue.Empty:
                return
            clips = []
            for i in order[k * BATCH:(k + 1) * BATCH]:
                clip = np.frombuffer(os.pread(fd, int(at[i + 1] - at[i]), int(at[i])), np.uint8)
                clips.append(clip[:3 * SIDE * SIDE].reshape(3, SIDE, SIDE).astype(np.float32) / 255 - clip.mean() / 255)
            with ready:
                done[k] = torch.from_numpy(np.stack(clips)), torch.from_numpy(order[k * BATCH:(k + 1) * BATCH] % 10)
                ready.notify_all()
    threads = [threading.Thread(target=work, daemon=True) for _ in range(THREADS)]
    for one in threads:
        one.start()
    for k in range(len(order) // BATCH):
        with ready:
            ready.wait_for(lambda k=k: k in done)
            batch = done.pop(k)
        room.release()
        yield batch
    os.close(fd)


def train(folder, _, seed_n, log):
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    at = np.load(os.path.join(folder, "index.npy"))
    order = np.random.default_rng(seed_n).permutation(len(at) - 1)
    log.event("train_samples", len(order))
    log.run()
    log.start("epoch", epoch_num=1)
    for x, y in log.steps(batches(os.path.join(folder, "clips.bin"), at, order), epoch_num=1):
        step(model, opt, F.cross_entropy(model(x), y))
    log.stop("epoch", epoch_num=1)
    log.end()
