# SPDX-License-Identifier: GPL-3.0-or-later
"""corpus - recorded workloads in an archive each (tests/data/corpus), and the plan that they were recorded by"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import tarfile
import tempfile

import results

PLAN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "corpus.d", "plan")
ENDING = ".tar.xz"


class Workload:
    def __init__(self, name):
        self.name, self.limits, self.wrong, self.ranks = name, [], [], 1


def read_plan(path=PLAN):
    """{name: Workload}"""
    found = {}
    with open(path, encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) < 4 or words[1] not in ("limits", "wrong", "ranks"):
                raise RuntimeError("%s:%d: not WORKLOAD KIND NAME VALUE..." % (path, n))
            one = found.setdefault(words[0], Workload(words[0]))
            if words[1] == "wrong":
                one.wrong.append((words[2], words[3:]))
            else:
                setattr(one, words[1], words[3:] if words[1] == "limits" else int(words[3]))
    return found


def read_split(folder, workloads):
    """{workload: "judge" or "choose"} of split.tsv in a folder of archives.  Half judge, by the first digit of the name's
    SHA-256; a row that says choose instead has the day and the reason."""
    path, found = os.path.join(folder, "split.tsv"), {}
    with open(path, encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            words = line.rstrip("\n").split("\t")
            if n == 1:
                continue
            digit = hashlib.sha256(words[0].encode()).hexdigest()[0]
            by_hash = "judge" if int(digit, 16) >= 8 else "choose"
            if len(words) != 5 or words[2] != digit or words[1] not in (by_hash, "choose"):
                raise RuntimeError("%s:%d: not WORKLOAD SET HASH MOVED WHY as the hash of the name has it" % (path, n))
            if (words[1] != by_hash) != (words[3] != "-" and words[4] != "-"):
                raise RuntimeError("%s:%d: what was moved to choose has a day and a reason, nothing else has" % (path, n))
            found[words[0]] = words[1]
    for w in workloads:
        if w not in found:
            raise RuntimeError("%s: no row of %s; write it before you look at what was recorded" % (path, w))
    return found


def wrong_keys(name, plan):
    """The keys that are wrong in a run of that name, as causes have them; none of an emulation by another way."""
    workload, _, wrong, _ = results.parse(name)
    edits = dict(plan[workload.lower()].wrong).get(wrong, []) if wrong else []
    return ["workload." + re.split(r"[=*+]", e)[0] for e in edits]


def pack(run, archive, renamed):
    """The folder of a run as an archive, the same bytes each time; paths as [(old, new)] says."""
    with tarfile.open(archive + ".tmp", "w:xz") as tar:
        for where, folders, names in os.walk(run):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(where, name)
                entry = tarfile.TarInfo(os.path.join(os.path.basename(run), os.path.relpath(path, run)))
                with open(path, "rb") as f:
                    body = f.read()
                for old, new in renamed:
                    body = body.replace(old.encode(), new.encode())
                entry.size = len(body)
                with tempfile.SpooledTemporaryFile(1 << 26) as f:
                    f.write(body)
                    f.seek(0)
                    tar.addfile(entry, f)
    os.rename(archive + ".tmp", archive)


def keep_times(path, to):
    """Its times, without those at full speed that are 10 % above the shortest: others disturbed them."""
    with open(path, encoding="ascii") as f:
        lines = [line.split("\t") for line in f]
    least = min(float(words[1]) for words in lines if words[0] == "max" and words[2] == "0")
    with open(to, "w", encoding="ascii") as f:
        f.writelines("\t".join(words) for words in lines
                     if words[2] == "0" and (words[0] != "max" or float(words[1]) <= 1.1 * least))


def unpack(folder, name, scratch):
    """The folder, made in scratch, of an archived run; its times are not in it."""
    with tarfile.open(os.path.join(folder, name + ENDING)) as tar:
        for entry in tar:  # plain files below the run's own folder alone
            parts = entry.name.split("/")
            if not entry.isfile() or parts[0] != name or ".." in parts:
                raise RuntimeError("%s: '%s' is no file of the run" % (name + ENDING, entry.name))
            tar.extract(entry, scratch)
    return os.path.join(scratch, name)


def names_in(folder):
    return sorted(n[:-len(ENDING)] for n in os.listdir(folder) if n.endswith(ENDING))


def digests(fidlio, folder, out, wanted=lambda name: True, timed=False):
    """The paths of digests, made in out, of the runs in a folder of archives.  Their times lie beside them, or are
    in them (timed).  Out has a manifest of pairs of first recordings, too."""
    def one(name):
        scratch = os.path.join(out, name + ".traces")
        unpack(folder, name, scratch)
        times = os.path.join(folder, name + ".tsv")  # not there: it was not timed
        if timed and os.path.exists(times):
            shutil.copy(times, os.path.join(scratch, name, "throttle.tsv"))
        results.run(fidlio, "digest", "-q", os.path.join(scratch, name), "-o", out)
        shutil.rmtree(scratch)
        if os.path.exists(times):
            shutil.copy(times, out)
        return os.path.join(out, name + ".fidlio")
    os.makedirs(out, exist_ok=True)
    names = [n for n in names_in(folder) if wanted(n)]
    with open(os.path.join(out, "manifest"), "w", encoding="utf-8") as f:
        for real in [n for n in names if n.endswith("_r1")]:
            f.writelines("pair %s.fidlio %s.fidlio\n" % (real, other) for other in names
                         if results.parse(real)[:2] == (results.parse(other)[0], "real") and results.parse(other)[1] != "real")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, names))
