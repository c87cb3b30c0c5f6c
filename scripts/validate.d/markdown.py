"""markdown - the tables of doc/validation.md"""
import math

import ladder


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["--:"] * (len(head) - 1)) + "|"]
    lines += ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def number(x, digits=2):
    return "-" if x is None else ("%.*f" % (digits, x)).replace("-0.00", "0.00")


def level(name, x):
    if x is None:
        return "none"
    return "1/%d" % round(1 / x) if name == "split" else "%g" % x


def matrix(cells, what, key, digits=2):
    """Rows of the matrix against ladders; a miss is in bold."""
    names = [n for n in ladder.LADDERS if any(c[0] == n and c[2] == what for c in cells)]
    rows = []
    for row in sorted({c[1] for c in cells if c[2] == what}):
        line = [row]
        for name in names:
            n = next((c[3] for c in cells if c[:3] == (name, row, what)), None)
            good = n and (n["pass_alone"] if key.endswith("alone") or key == "still" else n["pass"])
            text = number(n[key], digits) if n else ""
            line.append(text if not n or good else "**%s**" % text)
        rows.append(line)
    return table(["row"] + names, rows)


def ladder_part(cells, info):
    count = {}
    for name, row, what, n in cells:
        for key in ("pass", "pass_alone"):
            a, b = count.get((what, key), (0, 0))
            count[what, key] = (a + bool(n[key]), b + 1)

    def of(what, key):
        return "%d of %d" % count.get((what, key), (0, 0))
    out = ["## Graded perturbations\n",
           "%d base runs (%s), %d comparisons, up to %d seeds.\n" % (
               len(info["pairs"]), ", ".join("%s against %s" % (b, r) for r, b in info["pairs"]),
               info["comparisons"], info["seeds"]),
           "| | of a repeat | of the run itself |\n|---|--:|--:|\n"
           "| target cells with tau-b >= 0.9 at every seed's median | %s | %s |\n"
           "| off-target cells within noise (9 of 10 entries) | %s | %s |\n" % (
               of("target", "pass"), of("target", "pass_alone"),
               of("off", "pass"), of("off", "pass_alone")),
           "### What must move: tau-b of level and distance, reference is a repeat\n",
           matrix(cells, "target", "tau"),
           "### The same, reference is the run itself\n", matrix(cells, "target", "tau_alone"),
           "### What must not move: share of entries within noise, reference is a repeat\n",
           matrix(cells, "off", "quiet"),
           "### The same by what the change alone adds: share with d <= 2c\n",
           matrix(cells, "off", "still"),
           "### Where target cells miss\n\nOf the cells below 0.9 (reference is a repeat), by resource: "
           "medians of tau-b, and the median c (distance of repeats).\n",
           table(["ladder", "row", "resource", "tau-b", "alone", "c", "entries"],
                 [[name, row, resource, number(tau), number(alone), "%.3g" % c, count]
                  for name, row, what, n in cells if what == "target" and not n["pass"]
                  for resource, tau, alone, c, count in n["by_resource"]]),
           "### Where off-target cells miss\n\nOf the cells below 0.9 (reference is a repeat): entries "
           "that miss, the median c of these and the most that the change alone adds, median.\n"]
    rows = []
    for name, row, what, n in cells:
        if what == "off" and not n["pass"]:
            rows += [[name, row, resource, "%d of %d" % (missed, of_n), "%.3g" % c, "%.3g" % added]
                     for resource, missed, of_n, c, added in n["misses"]]
    out.append(table(["ladder", "row", "resource", "miss", "c", "d"], rows))
    out.append("### Intervals and sensitivity of target cells\n")
    rows = []
    for name, row, what, n in cells:
        if what == "target":
            low, high = n["interval"]
            rows.append([name, row, number(n["tau"]), "%s .. %s" % (number(low), number(high)),
                         number(n["worst_seed"]), number(n["tau_alone"]), level(name, n["sensed"]),
                         "%d %%" % round(100 * n["sensed_share"]), n["entries"]])
    out.append(table(["ladder", "row", "tau-b", "95 %", "worst seed", "alone", "seen from",
                      "ever seen", "entries"], rows))
    return "\n".join(out)


def way_table(found, name, ways):
    """One set of queries: every way to measure, with its numbers and their p."""
    rows = []
    for way in ways:
        n = next((f[3] for f in found if f[0] == name and f[1:3] == way), None)
        if n:
            row = [" ".join(x for x in way if x)]
            for key, p in zip(("recall", "mrr", "auc"), n["p"]):
                row += [number(n[key], 3), number(p, 4)]
            rows.append(row + [number(n["margin"]), n["order"]])
    return table(["measures", "Recall@1", "p", "MRR", "p", "AUC", "p", "margin",
                  "wrong one is further"], rows)


def retrieval_part(found, wrong):
    out = ["## Retrieval\n"]
    rows = [[name, n["queries"], number(n["recall"], 3), number(n["mrr"], 3), number(n["auc"], 3),
             " ".join(number(p, 4) for p in n["p"]), number(n["margin"], 3), ", ".join(n["missed"]) or "-"]
            for name, what, _, n in found if what == "all"]
    out.append(table(["set", "queries", "Recall@1", "MRR", "AUC", "p of the three", "margin", "missed"],
                     rows))
    ways = []
    for _, what, which, _ in found:
        if (what, which) not in ways:
            ways.append((what, which))
    for name in ("real, held-out", "emulated, held-out", "wrong on purpose"):
        if any(f[0] == name for f in found):
            out += ["### Baselines and ablation: %s\n" % name, way_table(found, name, ways)]
    if wrong:
        out.append("### The emulation that is wrong on purpose against the one as meant\n")
        good = sum(d > most for _, _, d, _, most in wrong)
        out.append("Below every emulation as meant: %d of %d (real run, emulation).\n" % (
            good, len(wrong)))
        out.append(table(["real", "wrong emulation", "its similarity", "as meant", ""],
                         [[r, q, number(math.exp(-d), 3),
                           "%s .. %s" % (number(math.exp(-most), 3), number(math.exp(-least), 3)),
                           "below" if d > most else "between" if d > least else "**above**"]
                          for r, q, d, least, most in wrong]))
    return "\n".join(out)


def robustness_part(rows):
    if not rows:
        return ""
    worst = min(rows, key=lambda r: r[2]["tau"])
    out = ["## Robustness\n",
           "Worst rank correlation of the whole ranking: %s, with %s %s.\n" % (
               number(worst[2]["tau"], 3), worst[0], worst[1]),
           table(["changed", "to", "tau-b", "mean of real runs", "worst real run", "own workload first",
                  "similarity moves (median)", "(most)"],
                 [[what, value, number(n["tau"], 3), number(n["mean"], 3), number(n["worst"], 2),
                   number(n["recall"], 2), number(n["moved"], 3), number(n["moved_most"], 3)]
                  for what, value, n in rows])]
    return "\n".join(out)


def falsealarms_part(rows):
    def line(r, *first):
        interval = "%.3f .. %.3f" % (float(r[8]), float(r[9]))
        return [*first, *r[1:7], interval, r[10]]
    head = ["runs a side", "lowered by (margins)", "trials", "FAIL", "INCONCLUSIVE", "PASS",
            "share of FAIL, 95 %", "FAIL of overall"]
    return "\n".join([
        "## False alarms of the gate\n", table(head, [line(r) for r in rows if r[0] == "all"]),
        "### The same runs on both sides, by configuration\n",
        table(["configuration"] + head,
              [line(r, r[0]) for r in rows if r[0] != "all" and float(r[2]) == 0])])


def attribution_part(rows):
    groups = {}
    for cause, level, workload, _, place, first in rows:
        groups.setdefault((cause, level, workload), []).append((place, first))
    lines = [["all", "", "", len(rows), sum(r[4] == 1 for r in rows),
              sum(r[4] is not None for r in rows), ""]]
    for (cause, level, workload), found in groups.items():
        missed = [first for place, first in found if place != 1]
        lines.append([cause, level, workload, len(found), sum(p == 1 for p, _ in found),
                      sum(p is not None for p, _ in found), missed[0] if missed else ""])
    return "\n".join(["## Attribution\n", table(
        ["cause put in", "level", "workload", "comparisons", "told first", "told at all",
         "else first"], lines)])
