#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.html in a real browser: headless Chromium, driven by playwright-core, and axe-core
# (npm, its version and hash in package-lock.json).
#
# CHROMIUM names the browser.  Skipped, with a message, where there is no
# Chromium or no npm, or where the package cannot be had.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

for name in ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome; do
    CHROMIUM=$(command -v "$name") && break
done
[ -n "$CHROMIUM" ] || skip_all "Chromium is not installed (Debian: apt-get install chromium)"
command -v python3 >/dev/null || skip_all "python3 is missing"
command -v node >/dev/null || skip_all "node is not installed (Debian: apt-get install nodejs npm)"
command -v npm >/dev/null || skip_all "npm is not installed (Debian: apt-get install npm)"
export CHROMIUM

# the package, in the build folder; again only when the lock file changes
NODE_MODULES_AT=$builddir/tests/browser
export NODE_MODULES_AT
lock=$srcdir/tests/browser/package-lock.json
if ! cmp -s "$lock" "$NODE_MODULES_AT/package-lock.json" ||
    [ ! -f "$NODE_MODULES_AT/node_modules/axe-core/axe.js" ]; then
    mkdir -p "$NODE_MODULES_AT"
    rm -f "$NODE_MODULES_AT/package-lock.json"
    cp "$srcdir/tests/browser/package.json" "$NODE_MODULES_AT"
    cp "$lock" "$tmp/lock"
    cp "$lock" "$NODE_MODULES_AT"
    chmod u+w "$NODE_MODULES_AT"/package*.json
    if ! (cd "$NODE_MODULES_AT" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 \
        --fetch-timeout=60000) >"$tmp/npm.out" 2>&1; then
        rm -f "$NODE_MODULES_AT/package-lock.json"
        diag "$(tail -n 5 "$tmp/npm.out")"
        skip_all "playwright-core or axe-core cannot be installed by npm"
    fi
fi

cd "$tmp" || exit 99
HOME=$tmp # whatever a browser leaves
export HOME
"$FIDLIO" matrix -q -m "$srcdir/results/manifest" -o m >/dev/null || exit 99


# a pair whose first series has a million values on each side, one of them high
mkdir big
cp m/BERT_real_r2__BERT_dlio_r2*.json big
python3 - big/BERT_real_r2__BERT_dlio_r2.series.json <<'END' || exit 99
import json, sys
path = sys.argv[1]
doc = json.load(open(path))
for side in ("real", "emulation"):
    track = doc["series"][0][side]
    track["dt_s"] *= len(track["values"]) / 1e6
    track["values"] = [i % 97 for i in range(1000000)]
    track["values"][345678] = 30000
    track["min"] = track["max"] = track["decimated_from"] = track["fine"] = None
json.dump(doc, open(path, "w"))
END
"$FIDLIO" report -q big >/dev/null || exit 99

# a history of 14 results: from the 8th on one configuration has half the similarity
mkdir history now
cp m/*__*.json now
python3 - <<'END' || exit 99
import json
from pathlib import Path
for i in range(14):
    to = Path(f"history/{i:02d}")
    to.mkdir()
    for path in Path("now").glob("*__*.json"):
        if path.name.endswith(".series.json"):
            continue
        doc = json.loads(path.read_text())
        if i >= 7 and doc["emulation"]["id"] == "DLRM_dlio_r4":
            doc["overall"]["similarity"] *= 0.5
        (to / path.name).write_text(json.dumps(doc))
END
cp history/13/*.json now
"$FIDLIO" report -q now --history history >/dev/null || exit 99

# a report whose ranking has no rows; storages bound the job only below rates between theirs
mkdir cut
python3 - <<'END' || exit 99
import base64, json, re, zlib
from pathlib import Path
def cut(found):
    doc = json.loads(zlib.decompress(base64.b64decode(found[2])))
    doc["rows"] = []
    doc["window"], doc["outOfScope"] = "TRAINING", "gpu"
    doc["lists"][-1]["repeat"].update(error=None, similarity=None)
    for l in doc["lists"]:
        for e in l["of"]:
            rates = sorted(s[1] for s in e["answer"]["at"] if s[1] is not None)
            e["answer"]["bound"] = (rates[0] + rates[1]) / 2
    return found[1] + base64.b64encode(zlib.compress(json.dumps(doc).encode())).decode() + "<"
def many(found):
    doc = json.loads(zlib.decompress(base64.b64decode(found[2])))
    for e in doc["lists"][0]["of"]: # timed where reads wait, too
        at = e["answer"]["at"]
        at.append(["throttled read_ms=5,readahead_kib=128"] + [None] * 3 + at[0][4:])
    doc["lists"] += [dict(l, name="other " + l["name"]) for l in doc["lists"]]
    return found[1] + base64.b64encode(zlib.compress(json.dumps(doc).encode())).decode() + "<"
text = Path("m/report.html").read_text()
Path("cut/many.html").write_text(re.sub(r'(id="d-all">)([^<]*)<', many, text))
text, n = re.subn(r'(id="d-all">)([^<]*)<', cut, text)
assert n == 1
Path("cut/report.html").write_text(text)
END

status=0
node "$srcdir/tests/browser/report.mjs" m big now cut || status=$?
exit "$status"
