# SPDX-License-Identifier: GPL-3.0-or-later
# export.py - look into what fidlio exports
#
#   python3 export.py xlsx FILE               sheets as "name: rows x columns, numbers, frozen"
#   python3 export.py cells FILE SHEET        a sheet, one row a line, cells as JSON
#   python3 export.py csv FILE                a table as JSON, one row a line (RFC 4180, strictly)
#   python3 export.py trace FILE SERIES       nothing, or what is wrong with a trace of events
import csv
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def column_of(ref):
    n = 0
    for c in re.match("[A-Z]+", ref).group():
        n = n * 26 + ord(c) - ord("A") + 1
    return n - 1


def sheets(path):
    """{name: (rows, whether the first row is frozen)}; numbers are floats."""
    book = zipfile.ZipFile(path)
    assert book.testzip() is None
    shared = []
    for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iter(MAIN + "si"):
        shared.append("".join(t.text or "" for t in item.iter(MAIN + "t")))
    target = {}
    for rel in ElementTree.fromstring(book.read("xl/_rels/workbook.xml.rels")):
        target[rel.get("Id")] = "xl/" + rel.get("Target")
    out = {}
    for sheet in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(MAIN + "sheet"):
        root = ElementTree.fromstring(book.read(target[sheet.get(REL + "id")]))
        pane = root.find(f"{MAIN}sheetViews/{MAIN}sheetView/{MAIN}pane")
        frozen = pane is not None and pane.get("state") == "frozen" and pane.get("ySplit") == "1"
        rows = []
        for row in root.iter(MAIN + "row"):
            cells = []
            for cell in row:
                at = column_of(cell.get("r"))
                cells += [None] * (at + 1 - len(cells))
                value = cell.find(MAIN + "v")
                if value is not None:
                    cells[at] = shared[int(value.text)] if cell.get("t") == "s" else float(value.text)
            rows.append(cells)
        out[sheet.get("name")] = rows, frozen
    return out


def strict_csv(path):
    """Rows; lines end in CR LF, quotes are where they must be."""
    with open(path, newline="", encoding="utf-8") as f:
        text = f.read()
    assert text.endswith("\r\n"), "the last line does not end"
    bare = re.sub('"(?:[^"]|"")*"', "", text)
    assert '"' not in bare, "a quote stands alone"
    assert bare.replace("\r\n", "").find("\n") < 0 and bare.replace("\r\n", "").find("\r") < 0
    rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
    assert len({len(row) for row in rows}) == 1, "rows differ in length"
    return rows


def trace_faults(path, series_path):
    with open(path, encoding="utf-8") as f:
        trace = json.load(f)
    with open(series_path, encoding="utf-8") as f:
        series = json.load(f)
    events, faults = trace["traceEvents"], []
    zero = trace["otherData"]["job_begins_us"]
    sides = ["real", "emulation"]
    names = {e["pid"]: e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"}
    if names != {i + 1: f"{s}: {series[s]['run']}" for i, s in enumerate(sides)}:
        faults.append(f"processes: {names}")
    begins = [e["ts"] for e in events if e["ph"] == "i"]
    if begins != [zero, zero]:
        faults.append(f"the job begins at {begins}")
    for e in events:
        if e["ph"] not in "MXCi" or e["pid"] not in (1, 2):
            faults.append(f"{e}")
        if e["ph"] != "M" and (e["ts"] < 0 or e["ts"] != int(e["ts"])):
            faults.append(f"time of {e}")
    for i, side in enumerate(sides):
        spans = [(e["ts"] - zero, e["dur"]) for e in events if e["ph"] == "X" and e["pid"] == i + 1]
        want = [(p["start_s"] * 1e6, (p["end_s"] - p["start_s"]) * 1e6) for p in series["phases"][side]]
        if len(spans) != len(want) or any(abs(a - b) > 2 for s, w in zip(spans, want) for a, b in zip(s, w)):
            faults.append(f"phases of the {side} side")
        for t in series["series"]:
            name = f"{t['resource']} {t['quantity']} [{t['unit']}]"
            got = [(e["ts"] - zero, e["args"][t["quantity"]]) for e in events
                   if e["ph"] == "C" and e["pid"] == i + 1 and e["name"] == name]
            if any(a[0] >= b[0] for a, b in zip(got, got[1:])):
                faults.append(f"{side} {name}: time goes back")
            if t[side] is None:
                if got:
                    faults.append(f"{side} {name}: from nowhere")
                continue
            # played back, the counter is the series
            at, value = 0, None
            for k, x in enumerate(t[side]["values"]):
                now = (t[side]["t0_s"] + k * t[side]["dt_s"]) * 1e6
                while at < len(got) and got[at][0] <= now + 1:
                    value = got[at][1]
                    at += 1
                if x is not None and x != value:
                    faults.append(f"{side} {name}: {value} at {now} us, not {x}")
                    break
    return faults


what, path = sys.argv[1:3]
if what == "xlsx":
    for name, (rows, frozen) in sheets(path).items():
        number_n = sum(isinstance(cell, float) for row in rows for cell in row)
        print(f"{name}: {len(rows)} x {len(rows[0])}, {'some' if number_n else 'no'} numbers"
              f"{', head frozen' if frozen else ''}")
elif what == "cells":
    for row in sheets(path)[sys.argv[3]][0]:
        print(json.dumps(row))
elif what == "csv":
    for row in strict_csv(path):
        print(json.dumps(row))
else:
    for fault in trace_faults(path, sys.argv[3])[:20]:
        print(fault)
