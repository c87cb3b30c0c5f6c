#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio report --history: a known step, no step, one version; the trends of the overview.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/check/pairs.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"
page () { python3 "$srcdir/tests/report/page.py" "$@"; }
cd "$tmp" || exit 99

# 14 results of one run: from the 8th on the similarity falls from about 0.7 to about 0.5, and the
# grade of the bytes from 0.5 to 0.2
for day in 01 02 03 04 05 06 07 08 09 10 11 12 13 14; do
    noise=$((${day#0} % 3))
    pair "level/$day" R_r1 E_r1 "0.70$noise" "0.6$noise"
    if [ "${day#0}" -le 7 ]; then
        pair "step/$day" R_r1 E_r1 "0.70$noise" "0.6$noise"
    else
        pair "step/$day" R_r1 E_r1 "0.50$noise" "0.6$noise"
        sed -i '/"data.read.bytes"/,/"grade"/s/"grade": 0.5/"grade": 0.2/' "step/$day"/*.json
    fi
done

out=$("$FIDLIO" report --history=step --format=tsv 2>err)
is "$?" 0 "a history"
is "$(printf '%s\n' "$out" | cut -f 1-6)" "$(printf '%s\t' configuration of index entry before)after
$(printf '%s\t' E overall 7 08 0.7010)0.5010
$(printf '%s\t' E data.read.bytes 7 08 0.5000)0.2000" "the similarity and the clause that changed, and when"
is "$("$FIDLIO" check --history=step --format=tsv 2>/dev/null)" "$(printf '%s\n' "$out" | grep -v bytes)" \
    "as the gate finds it"
like "$(cat err)" '^fidlio: 2 changes in [0-9]+ series of 14 stored results$' "is counted"
ok "a page" page check step/history.html
# in_page ID FILE EXPRESSION: of the data d
in_page () { page data "$1" "$2" | python3 -c "import json, sys; d = json.load(sys.stdin); print($3)"; }
is "$(in_page history step/history.html 'len(d["changes"]), d["searched"] > 2, len(d["entries"])')" "2 True 14" "which counts alike"
is "$(in_page history step/history.html 'd["changes"][0][:4]')" "['08', 'E', 'overall', 0.701]" "and has the same numbers"
is "$(in_page history step/history.html '[t["changes"][0][:2] for c in d["configs"] for t in c["of"] if t["what"] == "similarity"]')" \
    "[[7, '08']]" "a chart says when"
cp step/history.html once.html
"$FIDLIO" report -q --history=step
ok "again gives the same bytes, its own page is no entry" cmp once.html step/history.html
rm step/history.html
"$FIDLIO" report -q -n --history=step
ok "-n writes none" test ! -e step/history.html

"$FIDLIO" report -q --history=level
is "$(in_page history level/history.html 'd["changes"]')" "[]" "without a step none"

mkdir one
cp -r step/14 one
"$FIDLIO" report --history=one 2>err
is "$?" 0 "one version"
like "$(cat err)" 'too few results: .* chance with 12' "is too few"
is "$(in_page history one/history.html 'd["searched"], len(d["entries"]), d["least"]')" "0 1 12" "the page says so"
ok "and is whole" page check one/history.html

# the overview of the latest
cp -r step/14 now
"$FIDLIO" report -q now
unlike "$(page data all now/report.html)" '"trend"' "no history, no trend"
"$FIDLIO" report now --history=step >out 2>err
is "$?" 0 "results and their history"
like "$(cat err)" 'of 15 stored results' "are one entry more"
is "$(in_page all now/report.html '[e["trend"]["changes"][0][1] for l in d["lists"] for e in l["of"]]')" "['08']" \
    "the overview has trends, and what changed"
is "$(in_page all now/report.html 'd["history"]') $(in_page history now/history.html 'd["beside"]')" "1 1" "and the pages lead to each other"
"$FIDLIO" report step/14 --history=step >out 2>err
like "$(cat err)" 'of 14 stored results' "unless they are one already"
"$FIDLIO" report -q now
unlike "$(page data all now/report.html)" '"trend"' "without it the page is as before"

exits 3 "no such directory" "$FIDLIO" report --history=nowhere
exits 2 "one table" "$FIDLIO" report --history=step --table=facets
profile="read"
pair step/15 R_r1 E_r1 0.7 0.6
exits 2 "entries of different profiles" "$FIDLIO" report --history=step
tap_done
