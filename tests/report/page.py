#!/usr/bin/python3
"""Look into report.html without a browser.

page.py check FILE         marks match, ids are unique, links lead somewhere,
                           nothing is fetched
page.py rows ID FILE       the first three cells of the rows of that table
page.py expected DIR       the rows of the table of workloads, by results without repeats
page.py numbers FILE       the numbers of pairs and configurations are those of their result files
page.py spoil FROM TO      results with $EVIL in every text that is free
page.py copies FROM TO N   results N times over, under other names
"""
import html.parser
import json
import os
import re
import sys
import urllib.parse
from pathlib import Path

VOID = {"meta", "br", "input", "img", "link", "hr", "wbr"}
FETCHES = {"src", "srcset", "data", "action", "poster", "background"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.bad, self.ids, self.links = [], [], set(), []
        self.table, self.rows, self.cell = None, {}, None
        self.widths = []

    def complain(self, what):
        self.bad.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attrs):
        attr = dict(attrs)
        svg = "svg" in self.open or tag == "svg"
        if len(attr) != len(attrs):
            self.complain(f"<{tag}> has an attribute twice")
        if "id" in attr:
            if attr["id"] in self.ids:
                self.complain(f"id {attr['id']} twice")
            self.ids.add(attr["id"])
        if tag == "a" and not svg:
            self.links.append(attr.get("href") or "")
        for name in attr:
            if name in FETCHES or name.startswith("on") or (name == "href" and tag != "a"):
                self.complain(f"<{tag} {name}> is not wanted")
        if tag == "table":
            self.table = attr.get("id")
            self.width, self.spans = None, []
        if tag == "tr":
            self.row, self.n = [], len(self.spans)
            self.spans = [rows - 1 for rows in self.spans if rows > 1]
        if tag in ("td", "th"):
            self.row.append("")
            self.n += int(attr.get("colspan", 1))
            if int(attr.get("rowspan", 1)) > 1:  # cells of the rows below
                self.spans.append(int(attr["rowspan"]) - 1)
            self.cell = True
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.complain(f"</{tag}> closes {self.open[-1:]}")
            return
        self.open.pop()
        if tag in ("td", "th"):
            self.cell = None
        if tag == "tr":
            if self.width is not None and self.n != self.width:
                self.complain(f"a row of {self.n} cells in a table of {self.width}")
            self.width = self.n
            self.rows.setdefault(self.table, []).append(self.row)

    def handle_data(self, data):
        if self.cell:
            self.row[-1] += data


def read(path):
    page = Page()
    page.feed(Path(path).read_text(encoding="utf-8"))
    page.close()
    return page


def check(path):
    page = read(path)
    bad = page.bad + [f"<{tag}> is not closed" for tag in page.open]
    for link in page.links:
        if not link.startswith("#"):
            link = link.partition("#")[0]
        if link.startswith("#"):
            if link[1:] not in page.ids:
                bad.append(f"{link} leads nowhere")
        elif ":" in link or link.startswith("/"):
            bad.append(f"{link} leaves the folder")
        elif not (Path(path).parent / urllib.parse.unquote(link)).exists():
            bad.append(f"{link} is not there")
    print("\n".join(bad))
    return bool(bad)


def rows(table, path):
    for row in read(path).rows[table][1:]:
        print("|".join(cell.strip() for cell in row[:3]).removesuffix(" real"))


def expected(folder):
    table, columns = {}, set()
    for path in sorted(Path(folder).glob("*__*.json")):
        doc = json.loads(path.read_text())
        real, emulation = doc["real"], doc["emulation"]
        row = table.setdefault((emulation["workload"], emulation["id"]), {})
        row[real["workload"]] = doc["overall"]["score"]
        columns.add(real["workload"])
    for (_, name), row in sorted(table.items()):
        print("|".join([name] + [f"{row[c]:.2f}" for c in sorted(columns)][:2]))


def close(shown, number, digits):
    """Whether a number as shown is that of the file; a dash for none."""
    if number is None or shown in ("\u2013", "-1"):
        return number is None and shown in ("\u2013", "-1")
    return abs(float(shown) - number) <= 0.5000001 * 10 ** -digits


def result_of(path, section):
    """The result that the section links to."""
    name = re.findall(r'All numbers of this pair: <a href="([^"]*)"', section)[-1]
    return json.loads((Path(path).parent / urllib.parse.unquote(name)).read_text())


def of_measures(section, doc):
    """(what, shown, number, digits) of each row in the table of measures."""
    rows = re.findall(r'<tr><td title="[^"]*">[^<]*</td><th[^>]*>([^<]*)</th>(.*?)</tr>',
                      section[section.index('class="measures"'):])
    for row, m in zip(rows, [m for r in doc["resources"] for m in r["measures"]], strict=True):
        if m["distance"] is not None:
            yield m["name"], re.search(r'data-v="([^"]*)"', row[1])[1], m["grade"], 4


def of_resources(section, doc):
    table = section[section.index('class="breakdown"'):]
    rows = re.findall(r'<tr><th scope="row">[^<]*</th><td>[^<]*</td>(.*?)</tr>',
                      table[:table.index("</table>")])
    for row, r in zip(rows, doc["resources"], strict=True):
        if r["status"] == "compared":
            yield r["resource"], re.search(r'data-v="([^"]*)"', row)[1], r["grade"], 4


def of_causes(section, doc):
    found = re.findall(r'<code>([^<]*)</code></td><td class="n">([^<]*)</td><td class="n"><b>([^<]*)'
                       r'</b></td><td class="n"[^>]*>([^<]*) <small>', section)
    known = {c["key"]: c for c in doc["causes"] if c["key"]}
    for key, was, to, after in found:
        c = known[key]
        if (was, to) != (c["from"], c["to"]):
            yield key, "0", 1, 0
        yield key, after, c["score_after"], 2


def factor(m):
    """The delta of a ratio as it should be shown; None for other measures."""
    detail = m["detail"]
    if m["unit"] != "ln" or not all(isinstance(detail.get(k), (int, float)) and detail[k] > 0
                                    for k in ("real", "emulation")):
        return None
    x = detail["emulation"] / detail["real"]
    return f"\u00d7{x:.2f}" if 0.1 <= x < 10 else None


def of_workload(section, docs):
    """(what, shown, number, digits) of the cells of a table of configurations side by side."""
    table = section[section.index('class="side-by-side"'):section.index("</table>")]
    heads = [docs[i] for i in re.findall(r'<a href="#(pair-[0-9]+)"', table[:table.index("</thead>")])]
    for row in re.findall(r'<tr><th scope="row">([a-z_.]+)\*? <small>.*?</td>(.*?)</tr>', table):
        cells = re.findall(r'<td class="(h h[0-9]|none)"(.*?)</td>', row[1])
        for doc, (kind, cell) in zip(heads, cells, strict=True):
            m = next((m for r in doc["resources"] for m in r["measures"] if m["name"] == row[0]), None)
            if kind == "none" or m is None:
                continue
            yield row[0], re.search(r'data-v="([^"]*)"', cell)[1], m["grade"], 4
            want = factor(m)
            if want and want not in cell:
                yield f"{row[0]}: no {want}", "0", 1, 0


SIDES = {"real": "real", "second": "emulation"}
BYTES = {"B": 1, "KiB": 2 ** 10, "MiB": 2 ** 20, "GiB": 2 ** 30, "TiB": 2 ** 40}


def of_lines(section, doc):
    """What the script draws over time: the values of each resource's first series."""
    first = list({s["resource"]: s for s in reversed(doc["series"])}.values())[::-1]
    for figure in section.split('<figure class="series" ')[1:]:
        series = first[int(re.match(r'data-k="([0-9]*)"', figure)[1])]
        shown = json.loads(re.search(r'<script type="application/json">(.*?)</script>', figure)[1])
        for side, drawn in zip(("real", "emulation"), shown):
            values = series[side]["values"] if series[side] else []
            for seen, number in zip(drawn["y"], values, strict=True):
                yield f"{series['resource']} over time", seen, number, 5e-4


def of_bars(section, doc):
    verbs = {"read": "read_bytes", "written": "write_bytes", "from disk": "disk_read_bytes",
             "to disk": "disk_write_bytes"}
    roles = {r["role"]: r for r in doc["access"]["roles"]["of"]}
    for role, verb, side, text in re.findall(
            r"<title>([a-z ]*), (read|written|from disk|to disk), (real|second) run: ([^<]*)</title>",
            section):
        size, _, unit = text.partition(" ")
        yield (f"{role} {verb}", float(size) * BYTES[unit or "B"],
               roles[role.removeprefix("role ")][SIDES[side]][verbs[verb]], 5e-3)


def of_phases(section, doc):
    table = section[section.index('<table class="phases">'):]
    rows = re.findall(r"<tr><th scope=\"row\">[^<]*</th><td[^>]*>[^<]*</td>(.*?)</tr>",
                      table[:table.index("</table>")], re.S)
    for i, row in enumerate(rows):
        for column, cell in zip(doc["cells"]["columns"], re.findall(r"<td[^>]*>([^<]*)</td>", row),
                                strict=True):
            for side, text in zip(("real", "emulation"), cell.split(", ")):
                number = column[side][i] if column[side] else None
                if text == "&lt;0.01":
                    text, number = "0", 0 if 0 < number < 0.005 else 1
                if text != "\u2013":
                    yield f"{column['resource']} in a phase", float(text), number, 5e-2


def of_captions(section, doc):
    mean = re.search(r"Mean demand: ([0-9.e+-]*) and ([0-9.e+-]*)\s+MiB/s", section)
    for side, text in zip(SIDES.values(), mean.groups() if mean else ()):
        yield "mean demand", float(text), doc["demand"][side]["mean"], 5e-3
    for text, side in re.findall(r" Of ([0-9]*) reads of the (real|second) run", section):
        yield "reads of data", float(text), doc["access"]["places"][SIDES[side]]["n"], 0


def of_charts(path, section, doc):
    """(what, shown, number, how far they may be apart) of charts, from the series file."""
    name = f"{doc['real']['id']}__{doc['emulation']['id']}.series.json"
    series = json.loads((Path(path).parent / name).read_text())
    for of in (of_lines, of_bars, of_phases, of_captions):
        yield from of(section, series)


def numbers(path):
    text = Path(path).read_text(encoding="utf-8")
    parts = re.split(r'<section class="view(?: pair)?" id="([^"]*)">', text)
    parts = dict(zip(parts[1::2], parts[2::2]))
    sections = [s for name, s in parts.items() if name.startswith("pair-")]
    docs = {name: result_of(path, s) for name, s in parts.items() if name.startswith("pair-")}
    n, chart_n, bad = 0, 0, []
    for name, section in parts.items():
        if not name.startswith("workload-"):
            continue
        for what, seen, number, digits in of_workload(section, docs):
            n += 1
            if not close(seen, number, digits):
                bad.append(f"{name} {what}: {seen}, not {number}")
    if not n:
        bad.append("no numbers side by side")
    for section in sections:
        doc = result_of(path, section)
        score = re.search(r"Score <b>([^<]*)</b>", section)
        shown = [("score", score[1], doc["overall"]["score"], 3)] if score else []
        for what, seen, number, digits in [*shown, *of_measures(section, doc),
                                           *of_resources(section, doc), *of_causes(section, doc)]:
            n += 1
            if not close(seen, number, digits):
                bad.append(f"{doc['real']['id']} {doc['emulation']['id']} {what}: {seen}, not {number}")
        for what, seen, number, part in of_charts(path, section, doc):
            chart_n += 1
            if (seen is None) != (number is None) or \
                    number is not None and abs(seen - number) > part * abs(number) + 1e-9:
                bad.append(f"{doc['real']['id']} {doc['emulation']['id']} {what}: {seen}, not {number}")
    print("\n".join(bad or [f"{n} numbers of {len(sections)} pairs, {chart_n} of their charts"]))
    return bool(bad) or n < 200 or chart_n < 10000


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
            cause["text"] = cause["key"] = cause["from"] = cause["to"] = evil
        (Path(here) / path.name).write_text(json.dumps(doc))


def copies(there, here, n):
    for path in sorted(Path(there).glob("*__*.json")):
        if path.name.endswith(".series.json"):
            continue
        doc = json.loads(path.read_text())
        names = [doc[side]["id"] for side in ("real", "emulation")]
        for k in range(int(n)):
            for side, name in zip(("real", "emulation"), names):
                doc[side]["id"] = f"{name}_{k}"
            text = json.dumps(doc, separators=(",", ":"))
            (Path(here) / f"{names[0]}_{k}__{names[1]}_{k}.json").write_text(text)


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    sys.exit({"check": check, "rows": rows, "expected": expected, "numbers": numbers,
              "spoil": spoil, "copies": copies}[command](*arguments))
