#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.html is whole: its marks match, it asks nobody for anything, its data are those of the
# results, names cannot break it, and many pairs fit.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is missing"
page () { python3 "$srcdir/tests/report/page.py" "$@"; }
# in_page FILE EXPRESSION: of its data d, a document by id
in_page () { page data "$1" "$2" | python3 -c "import json, sys; d = json.load(sys.stdin); print($3)"; }

sh "$srcdir/tests/data/result/make.sh" "$tmp"
cd "$tmp" || exit 99
printf 'U_real\tU_<x>\tno & trace\n' >good/failed.tsv

"$FIDLIO" report -q good >/dev/null
ok "a page" page check good/report.html
is "$(page rows good/report.html)" "B_real|1|B_dlio
U_real|=1|U_dlio
U_real|=1|U_dlio_2" "the ranking is that of ranking.tsv, for pairs of one workload"
is "$(page plain good/report.html)" "bert|1|B_dlio
unet3d|=1|U_dlio
unet3d|=1|U_dlio_2" "configurations without JavaScript"
is "$(in_page all good/report.html 'd["failed"]')" "[['U_real', 'U_<x>', 'no & trace']]" "failures are in the data"
is "$(in_page all good/report.html 'len({r[1] for r in d["rows"]}), d["pairs"], sum(r[11] == 2 for r in d["rows"])')" "2 6 3" \
    "pairs of different workloads, too"
is "$(in_page 1 good/report.html '[(r[0], [c[0] for c in r[2:]], r[4][2]) for r in d["breakdown"]]')" \
    "[('block reads', ['x0.80', None, '-', '1.00 oct', '0.10'], 'fewer than two periods'), ('CPU', [None, '0.10', None, None, None], None)]" \
    "the breakdown of a pair, with what could not be measured"
html=$(cat good/report.html)
like "$html" "content=\"default-src 'none'" "the page may load nothing"
unlike "$(printf '%s' "$html" | grep -v '^/\*! ' | sed 's|http://www.w3.org/2000/svg||')" 'https?://' "and names no server"
unlike "$(cat "$srcdir/src/report/html/page.js")" 'innerHTML|outerHTML|insertAdjacent|document\.write|eval *\(|new Function' \
    "the script makes no markup of texts"

# every string of a result that could be markup
evil='<script><img src=x onerror=alert(1)>&amp;"'"'"
mkdir evil
EVIL=$evil python3 "$srcdir/tests/report/page.py" spoil good evil
"$FIDLIO" report -q evil >/dev/null
ok "names that are markup" page check evil/report.html
unlike "$(cat evil/report.html)" '<img' "stay text"
is "$(in_page all evil/report.html '"<script><img src=x onerror=alert(1)>&amp;" in d["rows"][0][1]')" True "and are whole in the data"

# results that are all refused
mkdir refused
for file in good/*__*.json; do sed 's/"unit": "ln"/"unit": "cubits"/' "$file" >"refused/${file#good/}"; done
"$FIDLIO" report -q refused >/dev/null 2>&1
ok "a page without any result" page check refused/report.html
like "$(in_page all refused/report.html 'd["failed"]')" 'cubits' "says what was refused"

"$FIDLIO" matrix -q -m "$srcdir/results/manifest" -o m >/dev/null
ok "a calibrated matrix" page check m/report.html
page numbers m/report.html >said
is "$?" 0 "the numbers of the page are those of the results"
diag "$(cat said)"
is "$(in_page all m/report.html '[(l["name"], [e["name"] for e in l["of"]], l["reals"]) for l in d["lists"] if l["of"]]')" \
    "[('bert', ['BERT_dlio_r2', 'BERT_dlio_compute2x_r1'], 2), ('dlrm', ['DLRM_dlio_r4', 'DLRM_dlio_compute2x_r1'], 2), ('unet3d', ['UNET3D_dlio_r2', 'UNET3D_dlio_nockpt_r1'], 2)]" \
    "configurations by workload, the one whose answer is least off first"
is "$(in_page all m/report.html '[[r[1:3] for r in d["rows"] if r[0] == l["repeat"]["i"]] for l in d["lists"] if l["repeat"]]')" \
    "[[['BERT_real_r2', 'BERT_real_r4']], [['DLRM_real_r4', 'DLRM_real_r7']], [['UNET3D_real_r4', 'UNET3D_real_r2']]]" "real runs against each other apart"
said=$("$FIDLIO" answer --format=json "$srcdir/tests/data/runs/UNET3D_real_r4" "$srcdir/tests/data/runs/UNET3D_dlio_r2" |
    python3 -c 'import json, sys; print("%.4f" % json.load(sys.stdin)["answer"]["error"])')
is "$(in_page all m/report.html '"%.4f" % [r for r in d["rows"] if r[1:3] == ["UNET3D_real_r4", "UNET3D_dlio_r2"]][0][7]')" "$said" \
    "the error is that of fidlio answer"
is "$(grep -c 'class="fid-plot"' m/report.html)" 3 "three pictures without JavaScript"

# a workload whose answer has no storages has no picture, and takes no other's place
mkdir flat
cp m/*__*.json flat
for file in flat/BERT*_dlio*.json; do
    case $file in *.series.json) continue ;; esac
    python3 - "$file" <<'END'
import json, sys
doc = json.load(open(sys.argv[1]))
doc["answer"]["scenarios"] = []
json.dump(doc, open(sys.argv[1], "w"))
END
done
"$FIDLIO" report -q flat >/dev/null
ok "answers without storages" page check flat/report.html
is "$(grep -c 'class="fid-plot"' flat/report.html) $(sed -n '/<noscript>/,/<.noscript>/p' flat/report.html | grep -c '<h2>')" "2 2" \
    "have no picture"

ok "18 pairs with all recorded bins take less than 1 MB" test "$(wc -c <m/report.html)" -lt 1000000
is "$(in_page 13 m/report.html 'len(d["series"]) > 5, d["series"][0]["side"][0]["dt"] <= 0.02, len(d["steps"][0])')" \
    "True True 200" "a pair has its series and the length of each step"
cp m/report.html once.html
"$FIDLIO" report -q m >/dev/null
ok "again gives the same bytes" cmp once.html m/report.html
"$FIDLIO" report -q -j1 m >/dev/null
ok "with one thread, too" cmp once.html m/report.html

# many pairs: less of each
mkdir many
page copies m many 23
"$FIDLIO" report -q many >/dev/null
pair_n=$(find many -name '*__*.json' ! -name '*.series.json' | wc -l)
ok "a page of $pair_n pairs" page check many/report.html
ok "is below 10 MB ($(wc -c <many/report.html))" test "$(wc -c <many/report.html)" -lt 10000000
is "$(grep -c '^<script type="application/octet-stream" id="d-[0-9]' many/report.html)" "$pair_n" "all have their details"
ok "with series" test "$(in_page 1 many/report.html 'len(d["series"])')" -gt 3
is "$(in_page all many/report.html 'len(d["rows"])')" "$pair_n" "all are ranked"
like "$(cat many/index.json)" '^  "matrix": null,$' "an index of many pairs has no matrix"

# more than fit: those in the first places
mkdir thick
page thick m thick 23
"$FIDLIO" report -q thick >/dev/null
ok "a page of pairs that do not fit" page check thick/report.html
ok "is below 10 MB ($(wc -c <thick/report.html))" test "$(wc -c <thick/report.html)" -lt 10000000
detailed=$(page first thick/report.html)
is "$?" 0 "no pair has details before one in a better place"
ok "all in the first places have details ($detailed)" test "$detailed" -gt 276
ok "not all" test "$detailed" -lt "$pair_n"
is "$(in_page all thick/report.html 'len(d["rows"])')" "$pair_n" "all are ranked"
tap_done
