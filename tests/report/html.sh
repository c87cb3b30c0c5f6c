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
U_real|=1|U_dlio
U_real|=1|U_dlio_2" "the ranking is that of ranking.tsv, for pairs of one workload"
html=$(cat good/report.html)
like "$html" '2 real runs and 3 runs of the emulator; 3 pairs of both, 3 pairs of different workloads\.' \
    "what is counted is what is listed"
is "$(page rows resembles good/report.html)" "$(page expected good)" \
    "pairs of different workloads are a table of configurations and workloads"
like "$html" 'configurations of the emulator (is|are) valid for something</b>, held against the real runs of [0-9]+ workload' \
    "the answer stands first"
like "$html" 'Noise</a>: not known, taken as 0' "unknown noise is said"
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
like "$(cat many/report.html)" "this page has sections of the $sections_n nearest pairs; the others have pages of their own" "which it says"
is "$(grep -c '^<tr data-real' many/report.html)" "$pair_n" "all are ranked"
is "$(grep '^<tr data-real' many/report.html | grep -c 'href="pairs/[^#"]*__')" "$((pair_n - sections_n))" \
    "those without a section lead to their pages"
is "$(find many/pairs -name '*.html' | wc -l)" "$((pair_n - sections_n))" "which are there"

like "$(cat many/index.json)" '^  "matrix": null,$' "an index of many pairs has no matrix"

# the page of a pair shows what a section shows
last=$(grep -o 'href="pairs/[^"]*' many/report.html | tail -n 1 | cut -d/ -f2)
ok "a page of one pair" page check "many/pairs/$last"
mkdir one
cp "many/${last%.html}.json" one
"$FIDLIO" report -q one >/dev/null
# $1: a page.  The section of its pair, without the links to other sections, in which the
# number of the pair and the folder of its result do not count
section () { sed -n '/^<h1><span class="real">/,/^<\/section>/p' "$1" | sed 's/pair-[0-9]*-/pair-1-/g; s|href="\.\./|href="|'; }
section one/report.html >section.one
section "many/pairs/$last" >section.alone
ok "the same as the section of a report of one pair" cmp section.one section.alone
ok "and not empty" test "$(wc -l <section.one)" -gt 100
like "$(cat "many/pairs/$last")" 'href="\.\./report\.html#all">All pairs<' "leads back"
like "$(cat "many/pairs/$last")" "default-src 'none'" "asks nobody for anything"

# pages are made again where they have to be, and only there
marks () { (cd many/pairs && stat -c '%n %i' *.html) | sort; }
other=$(grep -o 'href="pairs/[^"]*' many/report.html | sed -n 2p | cut -d/ -f2)
third=$(grep -o 'href="pairs/[^"]*' many/report.html | sed -n 3p | cut -d/ -f2)
cp "many/pairs/$last" last.before
marks >before
sed -i 's/"text":"\([^"]*\)"/"text":"\1!"/' "many/${last%.html}.json"
rm "many/pairs/$other"
printf X >>"many/pairs/$third"
"$FIDLIO" report -q many >/dev/null
marks >after
is "$(comm -13 before after | cut -d' ' -f1 | sort)" "$(printf '%s\n' "$last" "$other" "$third" | sort -u)" \
    "pages of a changed pair, deleted and edited ones are made again, no others"
ok "of the pair as it is now" test "$(cmp last.before "many/pairs/$last" | wc -l)" -gt 0
unlike "$(tail -c 2 "many/pairs/$third")" 'X' "what was edited is gone"

sed -i '1s/fidlio [^,]*/fidlio 0.0/' "many/pairs/$third"
"$FIDLIO" report -q many >/dev/null
unlike "$(head -n 1 "many/pairs/$third")" 'fidlio 0\.0' "one of another version is made again"

# those of pairs that are gone are removed, what somebody else wrote is not
rm "many/${last%.html}.json" "many/${other%.html}.json"
printf 'mine\n' >many/pairs/note.html
printf 'mine\n' >>"many/pairs/$other"
"$FIDLIO" report -q many >/dev/null
ok "the page of a pair that is gone" test ! -e "many/pairs/$last"
ok "an edited one stays" test -s "many/pairs/$other"
ok "so does a file of somebody else" test -s many/pairs/note.html
rm many/pairs/note.html "many/pairs/$other"
"$FIDLIO" report -q -j1 many >/dev/null
cp many/report.html j1.html
(cd many/pairs && cat *.html | cksum) >j1.sum
rm -r many/pairs
"$FIDLIO" report -q many >/dev/null
(cd many/pairs && cat *.html | cksum) >j2.sum
ok "the same bytes with one thread" cmp j1.html many/report.html
ok "in pages of pairs, too" cmp j1.sum j2.sum
find many -name '*__*.json' | sort | tail -n +20 | xargs rm
"$FIDLIO" report -q many >/dev/null
ok "no folder for nothing" test ! -e many/pairs
tap_done
