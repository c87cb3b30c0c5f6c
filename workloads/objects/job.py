# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification on shards in an object store: two loader processes GET ranges, shuffled, two epochs; a checkpoint is PUT.

No trace of files sees its data; the server's log of requests does.  Logs steps and checkpoints."""
import glob
import http.client
import io
import os
import subprocess
import sys

import numpy as np
import torch
from torch.utils.data import Dataset

from torchjob import train_pictures

BATCH, EPOCHS, SIDE, A_SHARD = 16, 2, 256, 96
RECORD = 3 * SIDE * SIDE
SERVER = "OBJECTS_SERVER"  # where a server is that serves the data already; else one is started


def generate(folder, scale, rng):
    for k in range(max(1, round(10 * scale))):
        with open(os.path.join(folder, "shard-%05d.bin" % k), "wb") as f:
            f.write(rng.integers(0, 256, A_SHARD * RECORD, np.uint8).tobytes())


class Records(Dataset):
    def __init__(self, server, shard_n):
        self.server, self.n, self.store = server, shard_n * A_SHARD, None

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not self.store:  # each loader process has its own connection
            self.store = http.client.HTTPConnection(self.server)
        first = i % A_SHARD * RECORD
        self.store.request("GET", "/train/shard-%05d.bin" % (i // A_SHARD),
                           headers={"Range": "bytes=%d-%d" % (first, first + RECORD - 1)})
        answer = self.store.getresponse()
        body = answer.read()
        if answer.status != 206 or len(body) != RECORD:
            raise RuntimeError("the server answers %d, %d bytes" % (answer.status, len(body)))
        x = np.frombuffer(body, np.uint8).reshape(3, SIDE, SIDE)[:, ::4, ::4]
        return torch.from_numpy(x.astype(np.float32) / 255), i % 10


def put(server, key, state):
    body = io.BytesIO()
    torch.save(state, body)
    store = http.client.HTTPConnection(server)
    store.request("PUT", "/train/" + key, body.getvalue())
    if store.getresponse().status != 200:
        raise RuntimeError("the server does not take " + key)
    store.close()


def train(folder, saved, seed_n, log):
    server, own = os.environ.get(SERVER), None
    if not server:
        own = subprocess.Popen([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "server.py"),
                                folder, os.path.join(saved, "requests.json")], stdout=subprocess.PIPE, text=True)
        server = own.stdout.readline().strip()
    data = Records(server, len(glob.glob(os.path.join(folder, "shard-*.bin"))))
    model = train_pictures(data, BATCH, EPOCHS, seed_n, log)
    log.start("checkpoint", epoch_num=EPOCHS)
    put(server, "saved/model.pth", model.state_dict())
    log.stop("checkpoint", epoch_num=EPOCHS)
    log.end()
    if own:
        own.kill()
        own.wait()
