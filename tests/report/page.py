#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Look into report.html without a browser.

page.py check FILE         marks match, nothing is fetched, the data can be read
page.py data ID FILE       the data of that id as JSON, texts as they are
page.py rows FILE          real run, place and second run of the ranking, pairs of one workload
page.py plain FILE         place and configuration of the table without JavaScript
page.py numbers FILE       the numbers of the page are those of the result and series files
page.py spoil FROM TO      results with $EVIL in every text that is free
page.py copies FROM TO N   results N times over, under other names; with their series
page.py thick FROM TO N    the same without series, each with 24 000 letters that cannot be packed
page.py first FILE         how many pairs have details; no pair without has a better place
"""
import base64
import html.parser
import json
import math
import os
import random
import re
import sys
import zlib
from pathlib import Path

VOID = {"meta", "br", "input", "img", "link", "hr", "wbr"}
FETCHES = {"src", "srcset", "data", "action", "poster", "background"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.bad, self.ids, self.rows, self.cell = [], [], set(), [], False

    def complain(self, what):
        self.bad.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attrs):
        attr = dict(attrs)
        if len(attr) != len(attrs):
            self.complain(f"<{tag}> has an attribute twice")
        if attr.get("id") in self.ids:
            self.complain(f"id {attr['id']} twice")
        if "id" in attr:
            self.ids.add(attr["id"])
        for name in attr:
            if name in FETCHES or name.startswith("on") or (name == "href" and tag != "a"):
                self.complain(f"<{tag} {name}> is not wanted")
        if tag == "tr":
            self.rows.append([])
        self.cell = tag == "td"
        if self.cell:
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        self.cell = False
        if not self.open or self.open[-1] != tag:
            self.complain(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.cell:
            self.rows[-1][-1] += data


def read(path):
    page = Page()
    page.feed(Path(path).read_text(encoding="utf-8"))
    page.close()
    return page


def data_of(path):
    """{id: document} of the page."""
    text = Path(path).read_text(encoding="utf-8")
    found = re.findall(r'<script type="application/octet-stream" id="d-([a-z0-9]+)">([A-Za-z0-9+/=]*)</script>', text)
    return {name: json.loads(zlib.decompress(base64.b64decode(data))) for name, data in found}


def check(path):
    page, data = read(path), data_of(path)
    bad = page.bad + [f"<{tag}> is not closed" for tag in page.open]
    wanted = {i for i in page.ids if i.startswith("d-")}
    if wanted != {"d-" + i for i in data} or not wanted & {"d-all", "d-history"}:
        bad.append(f"data {sorted(data)}, elements {sorted(wanted)}")
    print("\n".join(bad))
    return bool(bad)


def data(name, path):
    print(json.dumps(data_of(path)[name], indent=1, ensure_ascii=False))


def rows(path):
    for row in data_of(path)["all"]["rows"]:
        if row[11] != 2:
            print(f"{row[1]}|{'=' if row[4] else ''}{row[3]}|{row[2]}")


def plain(path):
    for row in read(path).rows:
        if row:
            print("|".join(row[:3]))


# --- numbers

def same(seen, number, part=1e-4):
    return seen is None if number is None else seen is not None and math.isclose(seen, number, rel_tol=part, abs_tol=1e-9)


def of_answer(seen, a):
    for name in ("error", "low", "high"):
        yield name, seen[name], a[name], 1e-4
    for shown, s in zip(seen["at"], a["scenarios"], strict=True):
        yield "MB/s", shown[1], s["read_mib_s"] and s["read_mib_s"] * 1.048576, 1e-4
        for k, side in ((5, "real"), (6, "emulation")):
            yield "times as long", shown[k][0], s[side], 1e-4
            yield "measured", shown[k][3], s["measured"] and s["measured"][side], 1e-4


def of_measures(seen, doc):
    for (_, _, shown), r in zip(seen["measures"], doc["resources"], strict=True):
        for s, m in zip(shown, r["measures"], strict=True):
            if s[0] != m["name"]:
                yield f"{m['name']} is {s[0]}", 0, 1, 0
            yield m["name"], s[7], m["grade"], 1e-4


def of_causes(seen, doc):
    for shown, c in zip(seen["causes"], doc["causes"], strict=True):
        want = [[c[k] for k in ("key", "from", "to")]] if c["key"] else []
        want += [[a[k] for k in ("key", "from", "to")] for a in c["also"]]
        if shown["text"] != c["text"] or shown["set"] != want:
            yield f"cause {shown}", 0, 1, 0


def of_profiles(seen, doc):
    known = {p["profile"]: p for p in doc["profiles"]}
    for shown in seen["profiles"]:
        p = known.pop(shown["profile"])
        unmet = [c["text"] for c in p["clauses"] if c["status"] != "met"]
        if shown["text"] != p["text"] or [c[2] for c in shown["unmet"]] != unmet or shown["met"] != p["met"]:
            yield f"profile {shown['profile']}", 0, 1, 0
    if known:
        yield f"profiles {list(known)}", 0, 1, 0


def of_series(seen, doc):
    """The mean of each side of each series is that of the file, to a step of its values."""
    first = {}
    for s in doc["series"]:
        first.setdefault(s["resource"], s)
    moving = [s for s in first.values() if any(s[k] and max((v or 0 for v in s[k]["values"]), default=0) > 0
                                               for k in ("real", "emulation"))]
    for shown, s in zip(seen["series"], moving, strict=True):
        for side, k in zip(shown["side"], ("real", "emulation"), strict=True):
            if not side:
                continue
            y = [float(v) * shown["step"] for v in side["y"].split(",") if v]
            values = [v for v in s[k]["values"] if v is not None]
            mean, want = sum(y) / len(y), sum(values) / len(values)
            yield f"mean of {s['resource']}", mean if abs(mean - want) > shown["step"] + 0.02 * want else want, want, 1e-9


def numbers(path):
    n, bad, folder = 0, [], Path(path).parent
    for name, seen in data_of(path).items():
        if name == "all":
            continue
        doc = json.loads((folder / seen["file"]).read_text())
        series = json.loads((folder / seen["file"].replace(".json", ".series.json")).read_text())
        checks = [("similarity", seen["similarity"], doc["overall"]["similarity"], 1e-4), *of_answer(seen["answer"], doc["answer"]),
                  *of_measures(seen, doc), *of_causes(seen, doc), *of_profiles(seen, doc), *of_series(seen, series)]
        for what, shown, number, part in checks:
            n += 1
            if not same(shown, number, part):
                bad.append(f"{seen['file']} {what}: {shown}, not {number}")
    print("\n".join(bad or [f"{n} numbers"]))
    return bool(bad) or n < 2000


# --- results to show

def spoil(there, here):
    evil = os.environ["EVIL"]
    for path in sorted(Path(there).glob("*__*.json")):
        doc = json.loads(path.read_text())
        for side in ("real", "emulation"):
            doc[side]["id"] += evil
            doc[side]["workload"] = evil
            for file in doc[side]["inputs"]:
                file["file"] = file["reader"] = evil
            doc["alignment"]["clock"][side]["how"] = evil
        doc["warnings"].append(evil)
        doc["tool"]["version"] = evil
        for finding in doc["findings"]:
            finding["text"] = evil
        for resource in doc["resources"]:
            for measure in resource["measures"]:
                measure["metric"] = measure["quantity"] = measure["reason"] = evil
        for profile in doc["profiles"]:
            profile["profile"] = profile["text"] = evil
            for clause in profile["clauses"]:
                clause["name"] = clause["text"] = evil
        doc["overall"]["profile"] = doc["overall"]["noise"] = evil
        for cause in doc["causes"]:
            cause["what"] = cause["text"] = cause["key"] = cause["from"] = cause["to"] = evil
        (Path(here) / path.name).write_text(json.dumps(doc))


def copies(there, here, n, letters=0):
    some = random.Random(1)
    for path in sorted(Path(there).glob("*__*.json")):
        doc = json.loads(path.read_text())
        if letters and path.name.endswith(".series.json"):
            continue
        names = [doc[side]["id"] for side in ("real", "emulation")]
        end = ".series.json" if path.name.endswith(".series.json") else ".json"
        for k in range(int(n)):
            for side, name in zip(("real", "emulation"), names):
                doc[side]["id"] = f"{name}_{k}"
            if letters:
                doc["warnings"] = [base64.b64encode(some.randbytes(letters * 3 // 4)).decode()]
            text = json.dumps(doc, separators=(",", ":"))
            (Path(here) / f"{names[0]}_{k}__{names[1]}_{k}{end}").write_text(text)


def thick(there, here, n):
    copies(there, here, n, 24000)


def first(path):
    data, at, last = data_of(path), {}, {True: -1, False: math.inf}
    for row in data["all"]["rows"]:
        ranked = (row[1], row[11])  # a list: real runs against real runs have one of their own
        at[ranked] = at.get(ranked, -1) + 1
        has = str(row[0]) in data
        last[has] = (max if has else min)(last[has], at[ranked])
    print(len(data) - 1)
    return last[True] > last[False]


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    sys.exit({"check": check, "data": data, "rows": rows, "plain": plain, "numbers": numbers,
              "spoil": spoil, "copies": copies, "thick": thick, "first": first}[command](*arguments))
