# SPDX-License-Identifier: GPL-3.0-or-later
"""JPEG images made from a seed, and read."""
import io

import numpy as np
from PIL import Image


KEPT = {}  # (side, label): what is dear to make


def jpeg(rng, bytes_n, label):
    """A JPEG of bytes_n bytes (14 kB and more), brighter with the label; what decoders skip fills it up."""
    side = int(max(64, (bytes_n / 0.52) ** 0.5)) // 24 * 24
    if (side, label) not in KEPT:
        coarse = rng.integers(0, 256, (side // 8 + 1, side // 8 + 1, 3), np.uint8)
        noise = rng.integers(0, 90, (side, side, 3), np.uint8)
        x = np.kron(coarse, np.ones((8, 8, 1), np.uint8))[:side, :side] // 2 + noise
        x[:, :, label % 3] = np.minimum(255, x[:, :, label % 3].astype(int) + 10 * (label % 7))
        out = io.BytesIO()
        Image.fromarray(x).save(out, "JPEG", quality=75)
        KEPT[side, label] = out.getvalue()
    made = KEPT[side, label]
    return made + rng.bytes(max(0, int(bytes_n) - len(made)))


def decoded(raw, side):
    """A float image of side x side, channels first."""
    image = Image.open(io.BytesIO(raw))
    image.draft("RGB", (side, side))  # decodes at a smaller scale, as the loaders of training do
    return np.asarray(image.convert("RGB").resize((side, side)), np.float32).transpose(2, 0, 1) / 255


def sizes(rng, n, mean, low, high, sigma=0.5):
    return np.clip(rng.lognormal(np.log(mean), sigma, n), low, high)
