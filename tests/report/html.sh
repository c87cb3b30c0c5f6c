#!/bin/sh
# report.html is whole: its marks match, its links lead somewhere, it asks nobody
# for anything, and names cannot break it.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is missing"
page () { python3 "$srcdir/tests/report/page.py" "$@"; }

sh "$srcdir/tests/data/result/make.sh" "$tmp"
cd "$tmp" || exit 99
printf 'U_real\tU_<x>\tno & trace\n' >good/failed.tsv

"$FIDLIO" report -q good >/dev/null
ok "a page" page check good/report.html
is "$(page rows ranked good/report.html)" "B_real|1|B_dlio
B_real|2|U_dlio
B_real|3|U_dlio_2
U_real|=1|U_dlio
U_real|=1|U_dlio_2
U_real|3|B_dlio" "the ranking is that of ranking.tsv"
html=$(cat good/report.html)
like "$html" '<b>3 of 6 times a configuration is compared with a real run, it is valid for something' "the answer stands first"
like "$html" '<li class="rated-valid"><b>3</b>' "verdicts are counted"
like "$html" 'Noise: not known, taken as 0' "unknown noise is said"
unlike "$html" '[Ss]imilarity|as alike|[Uu]nrelated|chance level' "nothing of similarities"
like "$html" '<td>U_&lt;x&gt;</td><td>no &amp; trace</td>' "failures are listed"
like "$html" "content=\"default-src 'none'" "the page may load nothing"
unlike "$(printf '%s' "$html" | grep -v '^/\*! ')" 'https?://' "and names no server"

# every string of a result that could be markup
evil='<img src=x onerror=alert(1)>&amp;"'"'"
mkdir evil
EVIL=$evil python3 "$srcdir/tests/report/page.py" spoil good evil
"$FIDLIO" report -q evil >/dev/null
ok "names that are markup" page check evil/report.html
unlike "$(cat evil/report.html)" '<img' "stay text"

# results that are all refused
mkdir refused
for file in good/*__*.json; do sed 's/"unit": "ln"/"unit": "cubits"/' "$file" >"refused/${file#good/}"; done
"$FIDLIO" report -q refused >/dev/null 2>&1
ok "a page without any result has no dead links" page check refused/report.html
like "$(cat refused/report.html)" 'cubits' "and says what was refused"

"$FIDLIO" matrix -q -m "$srcdir/results/manifest" -o m >/dev/null
ok "a calibrated matrix" page check m/report.html
html=$(cat m/report.html)
like "$html" '<small>(all|some) of them real runs compared with real runs' "real runs among the verdicts are said"
like "$html" 'The highest score is that of <a href="#pair-[0-9]*">[A-Z0-9]*_dlio_r[0-9] with' "and the best"
like "$html" 'repeats</th><th scope="col">allowed</th><th scope="col">grade</th><th scope="col">clause' \
    "every measure with its noise, tolerance, grade and clause"
like "$html" 'Clauses of storage that are not met' "what is lost"
like "$html" 'workload\.workflow\.checkpoint</code>: change <code>false</code> to <code>true' "causes have their settings"
cp m/report.html once.html
"$FIDLIO" report -q m >/dev/null
ok "again gives the same bytes" cmp once.html m/report.html

# more pairs than a page has room for
mkdir many
page copies m many 37
"$FIDLIO" report -q many >/dev/null
pair_n=$(find many -name '*__*.json' | wc -l)
ok "a page of many pairs" page check many/report.html
ok "is below 20 MB" test "$(wc -c <many/report.html)" -lt 20000000
sections_n=$(grep -c 'class="view pair"' many/report.html)
ok "has sections of some ($sections_n of $pair_n)" test "$sections_n" -gt 100 -a "$sections_n" -lt "$pair_n"
like "$(cat many/report.html)" "this page has sections of the $sections_n nearest pairs; .*fidlio report one" "which it says"
is "$(grep -c '^<tr data-real' many/report.html)" "$pair_n" "all are ranked"
is "$(grep '^<tr data-real' many/report.html | grep -c 'href="[^#"]*__')" "$((pair_n - sections_n))" \
    "those without a section lead to their files"
like "$(cat many/report.html)" "The map of all pairs, [0-9]+ rows by [0-9]+ columns, would be empty nearly everywhere" \
    "a map of nothing is left out"
like "$(cat many/index.json)" '^  "matrix": null,$' "so is the matrix of index.json"
tap_done
