# SPDX-License-Identifier: GPL-3.0-or-later
"""Image classification from tar shards (WebDataset), each read from front to back by one of two loader processes.

Logs epochs and steps."""
import glob
import io
import os
import random
import tarfile

import torch
import torch.nn.functional as F
from torch.utils.data import IterableDataset, get_worker_info

import pictures
from torchjob import conv_net, loader, save, seed, step

BATCH, SIDE = 32, 64


def generate(folder, scale, rng):
    for k in range(max(4, round(20 * scale))):
        with tarfile.open(os.path.join(folder, "shard-%06d.tar" % k), "w") as tar:
            for i, size in enumerate(pictures.sizes(rng, 120, 90e3, 30e3, 200e3)):
                for ending, body in (("jpg", pictures.jpeg(rng, size, i % 10)), ("cls", str(i % 10).encode())):
                    entry = tarfile.TarInfo("%06d_%04d.%s" % (k, i, ending))
                    entry.size = len(body)
                    tar.addfile(entry, io.BytesIO(body))


class Shards(IterableDataset):
    def __init__(self, folder, seed_n):
        self.paths = sorted(glob.glob(os.path.join(folder, "*.tar")))
        random.Random(seed_n).shuffle(self.paths)

    def __iter__(self):
        me = get_worker_info()
        for path in self.paths[me.id::me.num_workers]:
            with tarfile.open(path, "r|", bufsize=1 << 20) as tar:
                picture = None
                for entry in tar:
                    body = tar.extractfile(entry).read()
                    if entry.name.endswith(".jpg"):
                        picture = pictures.decoded(body, SIDE)
                    else:
                        yield torch.from_numpy(picture), int(body)


def train(folder, saved, seed_n, log):
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), 10)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    data = Shards(folder, seed_n)
    log.run()
    log.start("epoch", epoch_num=1)
    for x, y in log.steps(loader(data, BATCH, 2), epoch_num=1):
        step(model, opt, F.cross_entropy(model(x), y))
    log.stop("epoch", epoch_num=1)
    log.start("checkpoint", epoch_num=1)
    save(os.path.join(saved, "model.pth"), model.state_dict())
    log.stop("checkpoint", epoch_num=1)
    log.end()
