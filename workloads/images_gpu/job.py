# SPDX-License-Identifier: GPL-3.0-or-later
"""The images job with a net that needs a GPU: sides of 224, eight loader processes, two epochs.

Logs as images does: epochs and evaluations, neither steps nor checkpoints."""
import jobs
import torchjob

images = jobs.load("images")


def generate(folder, scale, rng):
    images.generate(folder, 2.5 * scale, rng)


def train(folder, saved, seed_n, log):
    class Shape(images.Shape):
        side, channels, workers, epochs, device = 224, (3, 256, 512, 1024), 8, 2, torchjob.gpu()
    images.train(folder, saved, seed_n, log, Shape)
