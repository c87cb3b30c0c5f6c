# SPDX-License-Identifier: GPL-3.0-or-later
"""results - running fidlio, and what its result files say"""
import fnmatch
import json
import os
import re
import subprocess

NAME = re.compile(r"(?P<workload>.+?)_(?P<kind>real|dlio)(_(?P<wrong>[a-z]\w*))?_r(?P<repeat>\d+)$")


def parse(path):
    """(workload, real or dlio, what is wrong or None, repeat) of a run's name, or None."""
    m = NAME.match(os.path.basename(path))
    return (m["workload"], m["kind"], m["wrong"], int(m["repeat"])) if m else None


def run(program, *arguments, statuses=(0,)):
    """What the program prints; raises on an exit status that is not in statuses."""
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if done.returncode not in statuses:
        raise RuntimeError("%s %s: status %d: %s" % (
            program, " ".join(arguments), done.returncode, done.stderr.decode(errors="replace").strip()))
    return done.stdout.decode()


def compare(fidlio, real, emulation, *options):
    return json.loads(run(fidlio, "compare", "-q", "--format=json", *options, real, emulation))


def matrix(fidlio, pairs, out, *options):
    """{(real, emulation): result} of the (real, emulation) folders or digests in pairs."""
    os.makedirs(out)
    manifest = os.path.join(out, "manifest")
    with open(manifest, "w", encoding="utf-8") as f:
        f.writelines("pair %s %s\n" % p for p in pairs)
    run(fidlio, "matrix", "-q", "--no-series", "-m", manifest, "-o", out, *options,
        statuses=(0, 4))
    found = {}
    for real, emulation in pairs:
        ids = tuple(os.path.basename(p).removesuffix(".fidlio") for p in (real, emulation))
        with open(os.path.join(out, "%s__%s.json" % ids), encoding="utf-8") as f:
            found[ids] = json.load(f)
    return found


def similarity(result):
    return result["overall"]["similarity"]


def measures(result, *patterns):
    """{RESOURCE.QUANTITY: measure} of what was compared, by shell patterns.

    answer.error stands for the answer: its error as the distance, its verdict as the clause."""
    of = result["answer"]
    answer = {"name": "answer.error", "distance": of["error"],
              "clause": {"valid": "met", "not valid": "not met"}.get(of["verdict"], "open")}
    return {m["name"]: m for m in [answer] + [m for r in result["resources"] for m in r["measures"]]
            if m["distance"] is not None and
            any(fnmatch.fnmatchcase(m["name"], p) for p in patterns or ("*",))}


def resource(result, name):
    return next(r for r in result["resources"] if r["resource"] == name)


def first_cause(result):
    """The first cause that has a key of the configuration."""
    return next((c for c in result["causes"] if c["key"]), None)
