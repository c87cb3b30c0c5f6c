#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Names of runs that are not friendly: every pair has a file of its own and a place in all tables.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
long=$(printf '%0150d' 0)
cd "$tmp" || exit 99
mkdir in
hostile () # hostile NAME...: an emulation of that name
{
    for name; do
        cp -R "$runs/DLRM_dlio_r4" "in/$name"
    done
}
hostile __x _ .hid x__ x_ _x a__b a b__c %41 A % -rf x.series x.json "=1+1" '<b>&' "it's" 'a|b' \
    "$long" "${long}1" "$(printf 'new\nline')" "$(printf 'tab\there')" "$(printf 'esc\033[31m')" \
    "$(printf '\377')" "$(printf '\376')" "$(printf 'back\342\200\256wards')" "$(printf 'c1\302\233')"
n=$(find in -mindepth 1 -maxdepth 1 -print0 | tr -dc '\0' | wc -c)
ok "at least 25 of them ($n)" test "$n" -ge 25
# as emulations, and some of them as the real run
"$FIDLIO" matrix -q -j 2 --no-series --no-calibration --emulation in/* in/.hid in/__x \
    --real "$runs/DLRM_real_r4" -o r >out 2>err
is "$?" 0 "they are compared"
is "$(cat err)" "" "without a complaint"
count () # count FILE...
{
    echo $#
}
is "$(count r/*__*.json)" "$n" "a result for each"
is "$(count r/.*__*.json)" 1 "none is hidden" # the pattern itself
is "$(grep -o '"emulation": "[^"]*"' r/index.json | sort -u | wc -l | tr -d ' ')" "$n" "each in the index"
is "$(tail -n +2 r/ranking.tsv | wc -l | tr -d ' ')" "$n" "and in the ranking"
ok "the texts are UTF-8" sh -c 'iconv -f UTF-8 -t UTF-8 r/ranking.tsv r/index.json r/report.md r/report.html >/dev/null'
is "$(cat r/*.tsv r/*.md r/*.json r/*.html | tr -dc '\033' | wc -c | tr -d ' ')" 0 "without ESC"
"$FIDLIO" matrix -j 2 --no-series --no-calibration --emulation in/* in/.hid --real "$runs/DLRM_real_r4" -o r >out 2>err
like "$(cat err)" " 0 pairs compared, $n kept as they were, 0 failed" "all are kept"
mkdir real && for name in a__b a x_ x; do cp -R "$runs/DLRM_real_r4" "real/$name"; done
"$FIDLIO" matrix -q --no-series --no-calibration --real real/a__b real/a real/x_ real/x -o two \
    --emulation in/b__c in/_x "$runs/DLRM_dlio_r4" --all-workloads >out 2>err
is "$(tail -n +2 two/ranking.tsv | wc -l | tr -d ' ')" 12 "as the real run, too: a__b with c is not a with b__c"

# --- what programs take for more than text
"$FIDLIO" report -q -n r --format csv >ranking.csv
is "$(grep -c "^'*=1+1,\|,'=1+1" ranking.csv)" 1 "csv: no formula"
is "$(grep -c ",=1+1" ranking.csv)" 0 "not one"
mkdir "$(printf 'esc\033[31m\302\233\342\200\256')"
"$FIDLIO" inspect "$(printf 'esc\033[31m\302\233\342\200\256')" 2>err
is "$(cat err)" "fidlio: esc?[31m??: none of its 0 files is of a format fidlio reads" "no escape sequence in messages"
is "$(grep -c '<b>' r/report.md)" 0 "Markdown: no HTML"
is "$({ "$FIDLIO" compare -q --format=md "$runs/DLRM_real_r4" 'in/<b>&'; "$FIDLIO" inspect --format=md 'in/<b>&'; } |
    grep -c '<')" 0 "not of a pair or a run, either"
for option in profile window storage calibration roles; do
    "$FIDLIO" compare --$option="$(printf 'x\033[31m\302\233\n')" "$runs/DLRM_real_r4" in/a >out 2>err
    unlike "$?" '^0$' "--$option of a name with an escape sequence"
    is "$(tr -dc '\033\233' <err | wc -c | tr -d ' ')" 0 "is said without it: $(head -n 1 err)"
done
printf 'data \033[31mx*\n' >"$(printf 'roles\033[31m')"
"$FIDLIO" compare --roles="$(printf './roles\033[31m')" "$runs/DLRM_real_r4" in/a >out 2>err
is "$(tr -dc '\033' <err | wc -c | tr -d ' ')" 0 "and so is a line of a file: $(head -n 1 err)"
cp -R "$runs/DLRM_dlio_r4" in/series-files
ok "a run called series-files is compared" "$FIDLIO" compare -q --results sf "$runs/DLRM_real_r4" in/series-files
ok "and reported" "$FIDLIO" report -q sf

# --- what is no file
cp -R "$runs/DLRM_real_r4" odd
mkfifo odd/trace_pipe.out
ln -s /dev/zero odd/trace_zero.out
ln -s . odd/round
mv odd/meta.json elsewhere.json && ln -s ../elsewhere.json odd/meta.json
"$FIDLIO" inspect --format json "$runs/DLRM_real_r4" | sed "s/DLRM_real_r4/odd/g" | grep '"hash"' >want
"$FIDLIO" inspect --format json odd | grep '"hash"' >got
ok "FIFOs and devices are passed over, links are followed" cmp want got
"$FIDLIO" inspect odd 2>&1 >/dev/null | sort >err
is "$(cat err)" "fidlio: odd/meta.json: a link out of the directory, which is followed
fidlio: odd/trace_pipe.out: a FIFO, which is skipped
fidlio: odd/trace_zero.out: a device, which is skipped" "inspect says so"

# --- a document of too many values is refused before memory is taken for them
mkdir many
python3 -c 'print("{\"schema\": \"fidlio.result/1\", \"x\": [" + "[]," * 9000000 + "1]}")' >many/a__b.json
most=65536 # KiB; sanitizers keep memory of their own
if ldd "$FIDLIO" | grep -qE 'lib(asan|ubsan)'; then most=1048576; fi
said=$(python3 -c '
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], stderr=subprocess.PIPE, check=False)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < int(sys.argv[1]), done.stderr.decode())' \
    "$most" "$FIDLIO" report many)
is "$said" "3 True fidlio: many/a__b.json:1: more than 8388608 values, the most of a document" \
    "9 million values are refused within 64 MiB"
rm -r many

# --- results from elsewhere
mkdir -p made/out
for id in ../../x a/b .. ; do
    sed "s|\"id\": \"DLRM_real_r4\"|\"id\": \"$id\"|" "r/DLRM_real_r4__a.json" >made/x__a.json
    "$FIDLIO" report made --chrome-trace made/out >out 2>err
    is "$?" 3 "a result of a run called $id is refused"
    like "$(cat err)" "x__a.json: not a result file: 'id' of real is not the name of a run: '$id'" "which is said"
done
is "$(find . -name '*.trace.json')" "" "nothing is written"
tap_done
