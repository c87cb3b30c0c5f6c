# SPDX-License-Identifier: GPL-3.0-or-later
"""inputs: texts of formats that scripts/dev/make-trace does not write, as generators of lines."""
import gzip

BLOCK = 1 << 20
HASH = 9509357668201227806


def pfw(n):
    """A loop of steps: a fetch with its reads, then computing."""
    us = 1744611900000000
    yield '[\n{"id":1,"name":"HH","cat":"dftracer","pid":4242,"tid":4242,"ph":"M","args":' \
          '{"hhash":%d,"name":"node1","value":%d}}\n' % (HASH, HASH)
    for i in range(2, n, 10):
        head = '"pid":4242,"tid":4242,"ts":'
        tail = '"ph":"X","args":{"hhash":%d,"p_idx":%d,' % (HASH, i)
        file = 12046336058336786775 + i // 100
        if i % 100 == 2:
            yield '{"id":%d,"name":"FH","cat":"dftracer","pid":4242,"tid":4242,"ph":"M",' \
                  '"args":{"hhash":%d,"name":"/data/u/train/img_%d.npz","value":%d}}\n' \
                  % (i, HASH, i // 100, file)
        yield '{"id":%d,"name":"open","cat":"POSIX",%s%d,"dur":40,%s"level":11,"ret":16,' \
              '"fhash":%d,"flags":0}}\n' % (i, head, us, tail, file)
        for k in range(6):
            yield '{"id":%d,"name":"read","cat":"POSIX",%s%d,"dur":%d,%s"level":11,"fd":16,' \
                  '"fhash":%d,"ret":262144,"count":262144,"offset":%d}}\n' \
                  % (i + k, head, us + 50 + 90 * k, 50 + i % 37, tail, file, k << 18)
        yield '{"id":%d,"name":"close","cat":"POSIX",%s%d,"dur":3,%s"level":11,"ret":0,' \
              '"fhash":%d,"fd":16}}\n' % (i + 7, head, us + 600, tail, file)
        yield '{"id":%d,"name":"NPZReader.open","cat":"reader",%s%d,"dur":700,%s"level":10,' \
              '"epoch":"1","image_idx":"%d","step":"%d"}}\n' \
              % (i + 8, head, us, tail, i % 5000, i // 10)
        yield '{"id":%d,"name":"TorchFramework.compute","cat":"ai_framework",%s%d,"dur":900,%s' \
              '"level":8,"epoch":"1"}}\n' % (i + 9, head, us + 800, tail)
        us += 1800
    yield "]\n"


def pack(path, packed):
    """gzip members of 1 MiB of text, to the end of a line, as DFTracer packs."""
    with open(path, "rb") as f, open(packed, "wb") as out:
        while text := f.read(BLOCK) + f.readline():
            out.write(gzip.compress(text, 6))


def kineto(n):
    """A profile of PyTorch: operators, one span in fifty a step."""
    yield '{\n  "schemaVersion": 1,\n  "traceEvents": [\n'
    for i in range(n):
        step = i % 50 == 0
        yield ('  {\n    "ph": "X", "cat": "%s", "name": "%s", "pid": 7, "tid": 7,\n'
               '    "ts": %d.250, "dur": %d.500,\n    "args": {\n      "External id": %d, '
               '"Sequence number": %d, "Fwd thread id": 0\n    }\n  }%s\n'
               % ("user_annotation" if step else "cpu_op",
                  "ProfilerStep#%d" % (i // 50) if step else "aten::add", 2000000 + 2000 * i,
                  99000 if step else 1500, i, i, "," if i < n - 1 else ""))
    yield "  ]\n}\n"


def mllog(n):
    """A log as MLPerf's: every third line a step."""
    head = (':::MLLOG {"namespace": "", "time_ms": %d, "event_type": "%s", "key": "%s", '
            '"value": %s, "metadata": {"file": "main.py", "lineno": 1, "epoch_num": 1}}\n')
    t = 1772450605000
    yield head % (t, "INTERVAL_START", "epoch_start", "null")
    for i in range(n):
        t += 40
        yield head % (t, "POINT_IN_TIME", ("load_batch_mem", "all_compute", "step_end")[i % 3],
                      '{"duration": 40000000}')
    yield head % (t, "INTERVAL_END", "epoch_stop", "null")


def dlio(n):
    """DLIO's own log of an epoch."""
    def stamp(k):
        return "[INFO] 2026-11-21T%02d:%02d:%02d.%06d " % (k // 90000, k // 1500 % 60, k // 25 % 60,
                                                          k % 25 * 40000)
    yield stamp(0) + "Starting epoch 1: %d steps expected\n" % (n // 2)
    for i in range(1, n + 1):
        yield stamp(i) + "Rank 0 step %d %s 4 samples in 0.04%d s\n" % (
            (i + 1) // 2, "loaded" if i % 2 else "processed", i % 10)
    yield stamp(n + 25) + "Ending epoch 1 - %d steps completed in %.1f s\n" % (n // 2, n / 25)


def mawk(path, program):
    """mawk as a peer: it splits each line and sums a column."""
    return {"mawk": ["mawk", program, path]}
