#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""loop.py SHAPE-CHECKPOINT FOLDER: one small training loop, which writes beside its data what it did

FOLDER gets data/, saved/, truth.json (what the loop did, counted by itself) and calls.pfw, the
loop's calls on files as lines of DFTracer.  The first call makes the data (--make); the second is
the one to trace."""
import json
import mmap
import os
import queue
import random
import struct
import sys
import tarfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

COMPUTE_S = 0.02

# shape: files, samples of a file, epochs, samples of a batch, least and most bytes of a sample
SHAPES = {
    "plain": (64, 1, 2, 4, 9000, 40000),
    "threads": (72, 1, 2, 4, 9000, 40000),
    "workers": (60, 1, 3, 4, 9000, 40000),
    "queue": (96, 1, 1, 3, 9000, 40000),
    "shuffle": (4, 120, 1, 12, 9000, 14000),
    "mapped": (1, 240, 2, 8, 12288, 12288),
    "pread": (1, 160, 2, 8, 12300, 12300),
    "bigfile": (1, 480, 1, 12, 15000, 15000),
    "hdf5": (1, 144, 2, 6, 30000, 60000),
    "tar": (6, 32, 2, 6, 9000, 20000),
    "twopass": (1, 192, 2, 8, 9000, 9000),
}
# the same shapes with other numbers: plain-none-b and so on
OTHER = {
    "plain": (90, 1, 3, 6, 20000, 120000),
    "threads": (80, 1, 2, 5, 20000, 60000),
    "workers": (96, 1, 2, 8, 5000, 30000),
    "queue": (70, 1, 2, 5, 20000, 90000),
    "shuffle": (3, 200, 2, 20, 5000, 9000),
    "mapped": (1, 200, 2, 10, 20000, 20000),
    "pread": (1, 210, 3, 6, 5000, 5000),
    "bigfile": (1, 300, 2, 10, 22000, 22000),
    "hdf5": (1, 100, 3, 4, 20000, 90000),
    "tar": (5, 40, 1, 8, 15000, 30000),
    "twopass": (1, 120, 2, 4, 30000, 30000),
}
SAVES = {"none": 0, "one": 1, "three": 3, "sharded": 4}
LOOPS = ("plain-none plain-one plain-three threads-none threads-one workers-none workers-sharded "
         "queue-none queue-one shuffle-none shuffle-one mapped-none mapped-one pread-none pread-one "
         "pread-sharded bigfile-one bigfile-three hdf5-none hdf5-three tar-one tar-sharded "
         "twopass-none twopass-three").split()
LOOPS += [name + "-b" for name in LOOPS]
EVALUATED = ("plain-one", "workers-sharded", "hdf5-three")  # these have files of validation, too


# --- calls on files, each noted as DFTracer does

class Calls:
    def __init__(self, path):
        self.path, self.lines, self.lock = path, [], threading.Lock()

    def note(self, name, start_ns, **args):
        line = json.dumps({"id": len(self.lines), "name": name, "cat": "POSIX", "pid": os.getpid(),
                           "tid": threading.get_native_id(), "ts": start_ns // 1000,
                           "dur": (time.time_ns() - start_ns) // 1000, "ph": "X", "args": args})
        with self.lock:
            self.lines.append(line)

    def flush(self, part=""):
        with open(self.path + part, "w") as f:
            f.write("[\n" + "\n".join(self.lines) + "\n")


class File:
    def __init__(self, calls, path, flags=os.O_RDONLY):
        self.calls, self.path, start = calls, path, time.time_ns()
        self.fd = os.open(path, flags, 0o644)
        calls.note("open", start, fname=path, ret=self.fd)
        self.at = 0

    def read(self, n):
        start = time.time_ns()
        data = os.read(self.fd, n)
        self.calls.note("read", start, fname=self.path, ret=len(data), offset=self.at)
        self.at += len(data)
        return data

    def pread(self, n, offset):
        start = time.time_ns()
        data = os.pread(self.fd, n, offset)
        self.calls.note("pread", start, fname=self.path, ret=len(data), offset=offset)
        return data

    def write(self, data):
        start = time.time_ns()
        n = os.write(self.fd, data)
        self.calls.note("write", start, fname=self.path, ret=n, offset=self.at)
        self.at += n

    def seek(self, offset):
        os.lseek(self.fd, offset, os.SEEK_SET)
        self.at = offset

    def close(self):
        start = time.time_ns()
        os.close(self.fd)
        self.calls.note("close", start, fname=self.path, ret=0)

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.close()


class Buffered:
    """Reads a file in order through a buffer, as the C library does."""

    def __init__(self, file, size):
        self.file, self.size, self.kept = file, size, b""

    def read(self, n):
        while len(self.kept) < n:
            more = self.file.read(self.size)
            if not more:
                break
            self.kept += more
        data, self.kept = self.kept[:n], self.kept[n:]
        return data


# --- the data

def numbers_of(loop):
    shape = loop.split("-")[0]
    return OTHER[shape] if loop.endswith("-b") else SHAPES[shape]


def size_of(loop, i):
    least, most = numbers_of(loop)[4:]
    return random.Random(i).randint(least, most)


def names_of(shape, n):
    return {"shuffle": ["part-%05d-of-%05d" % (i, n) for i in range(n)],
            "tar": ["shard-%06d.tar" % i for i in range(n)], "mapped": ["tokens.bin"],
            "pread": ["records.bin"], "bigfile": ["corpus.bin"], "hdf5": ["train.h5"],
            "twopass": ["pairs.dat"]}.get(shape) or ["img_%05d.jpg" % i for i in range(n)]


def is_evaluated(loop):
    return loop[:-2] in EVALUATED if loop.endswith("-b") else loop in EVALUATED


def make_data(loop, folder):
    shape = loop.split("-")[0]
    file_n, each = numbers_of(loop)[:2]
    os.makedirs(folder + "/saved", exist_ok=True)
    sets = [("data", file_n)] + ([("held_out", 8)] if is_evaluated(loop) else [])
    for where, n in sets:
        os.makedirs(folder + "/" + where, exist_ok=True)
        for i, name in enumerate(names_of(shape, n) if where == "data" else
                                 ["img_%05d.jpg" % i for i in range(n)]):
            path = "%s/%s/%s" % (folder, where, name)
            sizes = [size_of(loop, i * each + k) for k in range(each if where == "data" else 1)]
            if shape == "tar":
                make_tar(path, sizes)
                continue
            with open(path, "wb") as f:
                if shape == "hdf5" and where == "data":  # a superblock, and an index of chunks
                    at = 2048 + 16 * each
                    f.write(b"\x89HDF\r\n\x1a\n".ljust(2048, b"\0"))
                    for s in sizes:
                        f.write(struct.pack("<QQ", at, s))
                        at += s
                for s in sizes:
                    f.write((struct.pack("<I", s) if shape == "shuffle" else b"") + os.urandom(s))


def make_tar(path, sizes):
    import io
    with tarfile.open(path, "w") as t:
        for i, s in enumerate(sizes):
            info = tarfile.TarInfo("%06d.jpg" % i)
            info.size = s
            t.addfile(info, io.BytesIO(os.urandom(s)))


# --- how batches are read

class Loop:
    def __init__(self, loop, folder):
        self.shape, self.save_kind = loop.split("-")[:2]
        self.folder, self.loop = folder, loop
        self.file_n, self.each, self.epochs, self.batch = numbers_of(loop)[:4]
        self.size = numbers_of(loop)[4]
        self.calls = Calls(folder + "/calls.pfw")
        self.paths = [folder + "/data/" + n for n in names_of(self.shape, self.file_n)]
        self.steps, self.saves, self.evaluations = 0, 0, 0
        self.taken, self.read_n, self.leads = 0, 0, []
        self.lock = threading.Lock()
        all_n = self.file_n * self.each
        self.steps_of_epoch = all_n // self.batch
        self.save_each = max(2, self.epochs * self.steps_of_epoch // 3)

    def read_whole(self, path):
        with File(self.calls, path) as f:
            while f.read(1 << 18):
                pass

    def order(self, n, epoch):
        at = list(range(n))
        random.Random(epoch + 7).shuffle(at)
        return at

    def batches_of_files(self, epoch):
        at = self.order(self.file_n, epoch)
        return [[self.paths[i] for i in at[k * self.batch:(k + 1) * self.batch]]
                for k in range(self.steps_of_epoch)]

    def read_batch(self, paths):
        for p in paths:
            self.read_whole(p)
        with self.lock:
            self.read_n += 1

    # each yields once for each batch that it has

    def plain(self, epoch):
        for b in self.batches_of_files(epoch):
            self.ask()
            self.read_batch(b)
            yield

    def threads(self, epoch):  # three threads, each on a batch of its own; four are asked for ahead
        todo = self.batches_of_files(epoch)
        with ThreadPoolExecutor(3) as pool:
            futures = [pool.submit(self.read_batch, b) for b in todo[:4]]
            for k in range(len(todo)):
                self.ask()
                futures[k].result()
                if k + 4 < len(todo):
                    futures.append(pool.submit(self.read_batch, todo[k + 4]))
                yield

    def workers(self, epoch):  # two processes, two batches asked of each
        todo = self.batches_of_files(epoch)
        links = []
        for w in range(2):
            ask_r, ask_w = os.pipe()
            done_r, done_w = os.pipe()
            pid = os.fork()
            if not pid:
                os.close(ask_w)
                self.calls.lines = []
                while True:
                    got = os.read(ask_r, 4)
                    if not got:
                        break
                    k, = struct.unpack("<I", got)
                    self.read_batch(todo[k])
                    os.write(done_w, got)
                self.calls.flush(".%d.%d" % (epoch, w))
                os._exit(0)
            os.close(ask_r)
            os.close(done_w)
            links.append((ask_w, done_r, pid))
        for k in range(4):
            os.write(links[k % 2][0], struct.pack("<I", k))
        for k in range(len(todo)):
            self.ask(lead=min(4, len(todo) - k))
            os.read(links[k % 2][1], 4)
            if k + 4 < len(todo):
                os.write(links[k % 2][0], struct.pack("<I", k + 4))
            yield
        for ask_w, _, _ in links:  # a later worker has the earlier ones' ends, too
            os.close(ask_w)
        for _, done_r, pid in links:
            os.waitpid(pid, 0)
            os.close(done_r)

    def queue(self, epoch):  # one thread reads into a queue of three batches
        q = queue.Queue(3)

        def feed():
            for b in self.batches_of_files(epoch):
                self.read_batch(b)
                q.put(b)
            q.put(None)
        threading.Thread(target=feed, daemon=True).start()
        while True:
            self.ask()
            if q.get() is None:
                self.leads.pop()
                return
            yield

    def shuffle(self, epoch):  # a buffer of 100 samples, filled in the order of the files
        kept, rng = [], random.Random(epoch)

        def samples():
            for i in self.order(self.file_n, epoch):
                with File(self.calls, self.paths[i]) as f:
                    b = Buffered(f, 65536)
                    while True:
                        head = b.read(4)
                        if len(head) < 4:
                            break
                        yield len(b.read(struct.unpack("<I", head)[0]))
        source, left = samples(), True
        for _ in range(self.steps_of_epoch):
            self.ask()
            for _ in range(self.batch):
                while left and len(kept) < 100:
                    s = next(source, None)
                    left = s is not None
                    kept += [s] if left else []
                kept.pop(rng.randrange(len(kept)))
            self.read_n += 1
            yield

    def mapped(self, epoch):
        size = self.size
        with File(self.calls, self.paths[0]) as f:
            m = mmap.mmap(f.fd, 0, prot=mmap.PROT_READ)
            at = self.order(self.each, epoch)
            for k in range(self.steps_of_epoch):
                self.ask()
                for i in at[k * self.batch:(k + 1) * self.batch]:
                    bytes(m[i * size:(i + 1) * size])
                self.read_n += 1
                yield
            m.close()

    def pread(self, epoch):
        size = self.size
        with File(self.calls, self.paths[0]) as f:
            at = self.order(self.each, epoch)
            for k in range(self.steps_of_epoch):
                self.ask()
                for i in at[k * self.batch:(k + 1) * self.batch]:
                    f.pread(size, i * size)
                self.read_n += 1
                yield

    def bigfile(self, epoch):  # in order, through a buffer
        with File(self.calls, self.paths[0]) as f:
            b = Buffered(f, 65536)
            for _ in range(self.steps_of_epoch):
                self.ask()
                for _ in range(self.batch):
                    b.read(self.size)
                self.read_n += 1
                yield

    def hdf5(self, epoch):  # the index, then chunks of several sizes, in another order each time
        with File(self.calls, self.paths[0]) as f:
            f.pread(8, 0)
            f.pread(2048, 0)
            index = f.pread(16 * self.each, 2048)
            at = self.order(self.each, epoch)
            for k in range(self.steps_of_epoch):
                self.ask()
                for i in at[k * self.batch:(k + 1) * self.batch]:
                    start, size = struct.unpack("<QQ", index[16 * i:16 * i + 16])
                    f.pread(size, start)
                self.read_n += 1
                yield

    def tar(self, epoch):  # members of archives, whose order is another one in each epoch
        def members():
            for i in self.order(self.file_n, epoch):
                with File(self.calls, self.paths[i]) as f:
                    with tarfile.open(fileobj=f, mode="r|") as t:
                        for m in t:
                            yield len(t.extractfile(m).read())
        source = members()
        for _ in range(self.steps_of_epoch):
            self.ask()
            for _ in range(self.batch):
                next(source)
            self.read_n += 1
            yield
        for _ in source:
            pass

    def twopass(self, epoch):  # one file, kept open; each step reads its batch by one call
        if not epoch:
            self.file = File(self.calls, self.paths[0])
        self.file.seek(0)
        for _ in range(self.steps_of_epoch):
            self.ask()
            self.file.read(self.batch * self.size)
            self.read_n += 1
            yield

    # --- the loop

    def ask(self, lead=None):
        self.leads.append(lead if lead is not None else self.read_n - self.taken)
        self.taken += 1

    def save(self):
        n, self.saves = SAVES[self.save_kind], self.saves + 1
        names = {1: ["model_step%d.pt"], 3: ["step-%d/weights.bin", "step-%d/optimizer.bin",
                                            "step-%d/state.json"]}.get(n)
        names = names or ["ckpt-%%d/shard_%d_of_%d.distcp" % (i, n) for i in range(n)]
        for i, name in enumerate(names):
            path = "%s/saved/%s" % (self.folder, name % self.steps)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with File(self.calls, path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as f:
                for _ in range(1 if name.endswith("json") else 3):
                    f.write(bytes(4000 if name.endswith("json") else 262144))

    def evaluate(self):
        self.evaluations += 1
        for i in range(8):
            self.read_whole("%s/held_out/img_%05d.jpg" % (self.folder, i))
            if i % 4 == 3:
                time.sleep(COMPUTE_S / 2)

    def run(self):
        for epoch in range(self.epochs):
            for _ in getattr(self, self.shape)(epoch):
                time.sleep(COMPUTE_S)
                self.steps += 1
                if SAVES[self.save_kind] and self.steps % self.save_each == 0:
                    self.save()
            if is_evaluated(self.loop):
                self.evaluate()
        self.leads.sort()
        truth = {"steps": self.steps, "epochs": self.epochs,
                 "readers": {"threads": 3, "workers": 2}.get(self.shape, 1),
                 "depth": self.leads[len(self.leads) // 2], "files": self.file_n,
                 "samples": self.file_n * self.each,
                 "order": "in order" if self.shape in ("bigfile", "twopass") else "shuffled",
                 "checkpoints": self.saves, "shards": SAVES[self.save_kind],
                 "evaluations": self.evaluations}
        self.calls.flush()
        with open(self.folder + "/truth.json", "w") as f:
            json.dump(truth, f)


def main():
    make = "--make" in sys.argv
    loop, folder = [a for a in sys.argv[1:] if a != "--make"]
    if make:
        make_data(loop, folder)
    else:
        Loop(loop, folder).run()


if __name__ == "__main__":
    main()
