"""Image classification: a small convolutional net, JPEG files in class folders, two loader processes, shuffled.

Logs as the public reference of ResNet does: epochs and evaluations, neither steps nor checkpoints."""
import glob
import os

import torch
import torch.nn.functional as F
from torch.utils.data import Dataset

import pictures
from torchjob import accuracy, conv_net, loader, save, seed, step

BATCH, SIDE, CLASSES = 32, 64, 10


def generate(folder, scale, rng):
    for part, n in (("train", max(64, round(2400 * scale))), ("val", max(32, round(320 * scale)))):
        for k, size in enumerate(pictures.sizes(rng, n, 80e3, 18e3, 170e3)):
            where = os.path.join(folder, part, "n%08d" % (k % CLASSES))
            os.makedirs(where, exist_ok=True)
            with open(os.path.join(where, "n%08d_%d.JPEG" % (k % CLASSES, k)), "wb") as f:
                f.write(pictures.jpeg(rng, size, k % CLASSES))


class Images(Dataset):
    def __init__(self, folder):
        self.paths = sorted(glob.glob(os.path.join(folder, "*", "*.JPEG")))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        with open(self.paths[i], "rb") as f:
            raw = f.read()
        return torch.from_numpy(pictures.decoded(raw, SIDE)), int(os.path.basename(os.path.dirname(self.paths[i]))[1:])


def train(folder, saved, seed_n, log):
    log.plain = True
    log.begin(seed=seed_n, global_batch_size=BATCH)
    seed(seed_n)
    model = conv_net((3, 32, 64, 128), CLASSES)
    opt = torch.optim.SGD(model.parameters(), 0.05, 0.9)
    data, tests = Images(os.path.join(folder, "train")), Images(os.path.join(folder, "val"))
    log.event("train_samples", len(data))
    log.event("eval_samples", len(tests))
    log.run()
    log.start("block", first_epoch_num=1, epoch_count=1)
    log.start("epoch", epoch_num=1)
    for x, y in log.steps(loader(data, BATCH, 2, True)):
        step(model, opt, F.cross_entropy(model(x), y))
    log.stop("epoch", epoch_num=1)
    log.stop("block", first_epoch_num=1)
    save(os.path.join(saved, "model.pth"), model.state_dict())
    log.start("eval", epoch_num=1)
    log.event("eval_accuracy", accuracy(model, loader(tests, BATCH, 2)), epoch_num=1)
    log.stop("eval", epoch_num=1)
    log.end()
