#!/bin/sh
# report.html is whole: its marks match, its links lead somewhere, it asks nobody
# for anything, and names cannot break it.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is missing"
page () { python3 "$srcdir/tests/report/page.py" "$@"; }

cp -R "$srcdir/tests/data/result/good" "$tmp"
chmod -R u+w "$tmp/good"
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
like "$html" 'not rated' "without a calibration nothing is rated"
unlike "$html" 'rated-repeat"><b>' "and no verdict is counted"
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

"$FIDLIO" matrix -q -m "$srcdir/results/manifest" -o m >/dev/null
ok "a calibrated matrix" page check m/report.html
html=$(cat m/report.html)
like "$html" '<li class="rated-repeat"><b>6</b>' "verdicts are counted"
like "$html" 'repeats</th><th scope="col">unrelated' "with ceilings and floors"
cp m/report.html once.html
"$FIDLIO" report -q m >/dev/null
ok "again gives the same bytes" cmp once.html m/report.html
tap_done
