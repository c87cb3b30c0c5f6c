"""attribution - is the cause that was put in the first that is told?

Emulations wrong on purpose, and perturbed ones, are compared with the emulation as meant,
which stands where the real run does.  WRONG and INJECTED name (resource, facet, word in the text)
of the cause; a cause is right if it agrees with one of these.
"""
import os

import entries
import perturbations
import retrieval
import rundir

WRONG = {"compute2x": [("steps", "marginal", "computes")],
         "nockpt": [("phases", "shape", "checkpoints")],
         "manyfiles": [("vfs.open", "volume", "opens")]}
SIZES = [("vfs.read", "marginal", "on average"), ("vfs.write", "marginal", "on average")]
# a gain is one of the gauges, too
VOLUMES = [("vfs.read", "volume", "the bytes"), ("vfs.write", "volume", "the bytes"),
           ("cpu", "volume", "CPU")]
INJECTED = {("size", 2): SIZES, ("size", 0.5): SIZES, ("gain", 2): VOLUMES,
            ("gain", 0.5): VOLUMES,
            # a DLIO log has no steps: longer evaluations are all a stretch leaves to see
            ("stretch", 1.5): [("steps", "marginal", "computes"), ("phases", "marginal", "evaluates")],
            ("drop", 99): [("phases", "shape", "checkpoints"), ("phases", "shape", "evaluates")]}


def place(causes, expected):
    """Place of the first cause that is right, from 1; None if none is."""
    for k, c in enumerate(causes, 1):
        if any((c["resource"], c["facet"]) == e[:2] and e[2] in c["text"] for e in expected):
            return k
    return None


def judge(fidlio, reference, changed, expected):
    causes = entries.compare(fidlio, reference, changed)["attribution"]["causes"]
    return place(causes, expected), causes[0]["text"] if causes else "none"


def sweep(fidlio, folders, scratch, quick, say):
    """[cause, level, workload, reference, place or None, what is told first]"""
    meant, wrong, rows = {}, [], []
    for f in folders:
        workload, kind, variant, _ = retrieval.parse(os.path.basename(f))
        if kind == "dlio" and not variant:
            meant.setdefault(workload, []).append(f)
        elif kind == "dlio" and variant in WRONG:
            wrong.append((workload, variant, f))
    for workload, variant, f in wrong:
        for reference in meant.get(workload, []):
            rows.append([variant, "", workload, os.path.basename(reference),
                         *judge(fidlio, reference, f, WRONG[variant])])
    for workload, runs in sorted(meant.items()):
        base = rundir.Run(runs[-1])
        references = runs[-1:] if quick else runs[-2:]
        for (kind, level), expected in INJECTED.items():
            say("attribution: %s %s %g" % (workload, kind, level))
            out = os.path.join(scratch, "%s_%s_%g" % (workload, kind, level))
            perturbations.perturb(base, kind, level).write(out)
            # what DLIO printed repeats its log, as it was before the change
            if os.path.exists(os.path.join(out, "stderr.txt")):
                os.remove(os.path.join(out, "stderr.txt"))
            for reference in references:
                rows.append([kind, level, workload, os.path.basename(reference),
                             *judge(fidlio, reference, out, expected)])
    return rows
