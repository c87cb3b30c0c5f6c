# SPDX-License-Identifier: GPL-3.0-or-later
"""fragile - what may hardly change how alike two runs are: fragile.py FIDLIO RUNS TMP; TAP

Each change is made in one run of a pair, and the similarity of every profile may move by ALLOWED.
"""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edits  # noqa: E402

ALLOWED = 0.02
LARGE_N = 65536
SMALL_N = 4096
CACHED_NS = 50000  # a call that takes no longer waited for no disk
PROFILES = {"storage", "read", "checkpoint", "metadata", "system"}
PAIRS = (("UNET3D_real_r2", "UNET3D_real_r4"), ("UNET3D_real_r4", "UNET3D_dlio_r2"),
         ("BERT_real_r2", "BERT_real_r4"), ("BERT_real_r4", "BERT_dlio_r2"),
         ("DLRM_real_r4", "DLRM_real_r7"), ("DLRM_real_r7", "DLRM_dlio_r4"))


def swapped(folder, _):
    """Lines stand up to five places elsewhere, with their stamps."""
    for name in edits.CALLS + ("bio",):
        path = edits.trace(folder, name)
        if not path:
            continue
        lines = edits.load(path)
        at = [i for i, line in enumerate(lines) if edits.is_event(line)]
        for first in range(0, len(at), 6):
            block = [lines[i] for i in at[first:first + 6]]
            block.sort(key=edits.odd)
            for i, line in zip(at[first:first + 6], block[::-1]):
                lines[i] = line
        edits.store(path, lines)


def shorter(folder, _):
    """Each large read of data is one byte shorter."""
    edits.swap_word(3, lambda n, _: n - 1, lambda w: edits.is_data(w) and int(w[3]) >= LARGE_N)(folder, _)


def thousandth(folder, _):
    """Samples have 0.999 times the bytes, offsets as well."""
    def call(w, line):
        if edits.is_data(w):
            w[2], w[3] = (str(round(int(x) * .999)) for x in w[2:4])
            return " ".join(w)
        return line
    edits.change(folder, ("read",), call)


def uncached(folder, _):
    """Small calls that the page cache served were not recorded."""
    edits.change(folder, ("read",), lambda w, line: None if edits.is_data(w) and int(w[3]) <= SMALL_N and
                 int(w[4]) <= CACHED_NS else line)


def turned(_folder, _):
    """The sides are the other way round."""


CHANGES = (turned, swapped, shorter, thousandth, uncached)


def similarities(fidlio, real, emulation):
    """{profile: similarity or None}"""
    done = subprocess.run([fidlio, "compare", "-q", "--format=json", real, emulation],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 4):
        raise RuntimeError(done.stderr.decode(errors="replace"))
    found = {p["profile"]: p["similarity"] for p in json.loads(done.stdout)["profiles"]}
    if set(found) != PROFILES:
        raise RuntimeError("profiles: " + " ".join(found))
    return found


def main():
    fidlio, runs, tmp = sys.argv[1:4]
    wanted = re.compile(sys.argv[4] if len(sys.argv) > 4 else "")
    n = 0
    for real, emulation in PAIRS:
        paths = [os.path.join(runs, r) for r in (real, emulation)]
        before = None
        for function in CHANGES:
            name = "%s %s: %s" % (real, emulation, function.__doc__.rstrip("."))
            if not wanted.search(name):
                continue
            before = before or similarities(fidlio, *paths)
            to = os.path.join(tmp, function.__name__, real)
            edits.EDITS["fragile"] = function
            try:
                after = similarities(fidlio, *paths[::-1]) if function is turned else \
                    similarities(fidlio, edits.made(paths[0], to, ["fragile"]), paths[1])
            except edits.Unchanged:
                continue  # it has no such calls
            moved = {p: (before[p], after[p]) for p in PROFILES if before[p] != after[p] and (
                before[p] is None or after[p] is None or abs(after[p] - before[p]) > ALLOWED)}
            n += 1
            print("%sok %d - %s" % ("not " if moved else "", n, name))
            for p, (a, b) in moved.items():
                print("#  %s: %s, then %s" % (p, a, b))
            sys.stdout.flush()
    print("1..%d" % n)
    return 0


if __name__ == "__main__":
    sys.exit(main())
