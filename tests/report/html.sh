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
like "$html" 'configurations of the emulator (is|are) valid for something</b>, held against the real runs of [0-9]+ workload' \
    "the answer stands first"
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
like "$html" '^<p class="lead"><b>[1-6] of 6 configurations of the emulator (is|are) valid for something</b>, held against the real runs of 3 workloads' \
    "configurations are counted, repeats once"
like "$html" '>unet3d <small>2 real runs; held against each other: <a href="#pair-[0-9]*">[01]\.[0-9]*</a> for system' \
    "how near real runs are to each other"
page numbers m/report.html >said
is "$?" 0 "the numbers of the page are those of the results"
diag "$(cat said)"
like "$html" '<code>workload:$' "settings as YAML"
like "$html" 'repeats</th><th scope="col">allowed</th><th scope="col">grade</th><th scope="col">clause' \
    "every measure with its noise, tolerance, grade and clause"
like "$html" 'Clauses of storage that are not met' "what is lost"
like "$html" 'workload\.workflow\.checkpoint</code></td><td class="n">false</td><td class="n"><b>true' "causes have their settings"
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
