# SPDX-License-Identifier: GPL-3.0-or-later
"""The unet3d job on a GPU: crops of 64 x 128 x 128, a wider net, four loader processes, four times the cases.

Logs steps, evaluations and a checkpoint (synced)."""
import jobs
import torchjob

unet3d = jobs.load("unet3d")


def generate(folder, scale, rng):
    unet3d.generate(folder, 4 * scale, rng)


def train(folder, saved, seed_n, log):
    class Shape(unet3d.Shape):
        crop, channels, workers, device = (64, 128, 128), (32, 64, 128, 256, 320), 4, torchjob.gpu()
    unet3d.train(folder, saved, seed_n, log, Shape)
