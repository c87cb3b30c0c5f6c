# SPDX-License-Identifier: GPL-3.0-or-later
"""TFRecord files: length, its checksum, body, its checksum.  (Checksums are not computed: 0.)"""
import collections
import struct


def write(path, bodies):
    with open(path, "wb") as f:
        for body in bodies:
            f.write(struct.pack("<QI", len(body), 0) + body + b"\0\0\0\0")


def read(path, buffer_n=262144):
    with open(path, "rb", buffering=buffer_n) as f:
        while True:
            head = f.read(12)
            if len(head) < 12:
                return
            yield f.read(struct.unpack("<Q", head[:8])[0] + 4)[:-4]


def interleave(files, cycle):
    """A record of each of `cycle' files in turn."""
    todo = collections.deque(files)
    live = collections.deque(read(todo.popleft()) for _ in range(min(cycle, len(todo))))
    while live:
        one = live.popleft()
        try:
            yield next(one)
            live.append(one)
        except StopIteration:
            if todo:
                live.append(read(todo.popleft()))


def shuffled(records, size, rng):
    """Through a buffer of `size' records, which is filled first."""
    kept = []
    for record in records:
        if len(kept) < size:
            kept.append(record)
            continue
        i = rng.randrange(size)
        out, kept[i] = kept[i], record
        yield out
    rng.shuffle(kept)
    yield from kept
