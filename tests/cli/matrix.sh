#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio matrix on recorded runs (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
u=$runs/UNET3D_real_r2
b=$runs/BERT_real_r2
ud=$runs/UNET3D_dlio_r2
bd=$runs/BERT_dlio_r2

# --- within a workload
out=$("$FIDLIO" matrix -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o own 2>err)
is "$?" 0 "matrix"
is "$(cd own && echo *__*_r2.json)" "BERT_real_r2__BERT_dlio_r2.json UNET3D_real_r2__UNET3D_dlio_r2.json" \
    "each emulation with the real run of its workload"
is "$(tail -n 2 err)" "fidlio: 2 pairs compared, 0 kept as they were, 0 failed
fidlio: 2 pairs of different workloads left out (--all-workloads compares them)" "which is said"
like "$out" '^UNET3D_dlio_r2  CANNOT TELL: [0-9]+ % off ' "a line for each configuration"
is "$(printf '%s\n' "$out" | grep -c dlio)" 2 "and no more"
is "$("$FIDLIO" matrix -q -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o own 2>&1)" "" "-q is quiet"
"$FIDLIO" matrix -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o own >/dev/null 2>err
is "$(head -n 2 err | tail -n 1)" "fidlio: 0 pairs compared, 2 kept as they were, 0 failed" "what was left out is remembered"
"$FIDLIO" matrix --all-workloads -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o own >/dev/null 2>err
is "$(tail -n 1 err)" "fidlio: 2 pairs compared, 2 kept as they were, 0 failed" "until it is asked for"
exits 3 "no pair within a workload" "$FIDLIO" matrix --real "$u" --emulation "$bd" -o nothing

# --- and all with all
out=$("$FIDLIO" matrix --all-workloads -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o m 2>err)
is "$?" 0 "matrix"
is "$(cd m && find . -type f ! -name '*.series.json' ! -path '*/.fidlio-digests/*' | LC_ALL=C sort | tr '\n' ' ')" "./.fidlio-cache ./BERT_real_r2__BERT_dlio_r2.json \
./BERT_real_r2__UNET3D_dlio_r2.json ./UNET3D_real_r2__BERT_dlio_r2.json ./UNET3D_real_r2__UNET3D_dlio_r2.json \
./index.json ./ranking.tsv ./report.html ./report.md " "its files"
is "$(cd m && echo *.series.json)" "BERT_real_r2__BERT_dlio_r2.series.json BERT_real_r2__UNET3D_dlio_r2.series.json \
UNET3D_real_r2__BERT_dlio_r2.series.json UNET3D_real_r2__UNET3D_dlio_r2.series.json" "and the series of each pair"
is "$(tail -n 1 err)" "fidlio: 4 pairs compared, 0 kept as they were, 0 failed" "no progress bar in a pipe"
is "$out" "$("$FIDLIO" report -n m)" "prints the ranking"
is "$(awk -F '\t' '$4 == 1 { print $1, $11 }' m/ranking.tsv)" "BERT_real_r2 BERT_dlio_r2
UNET3D_real_r2 UNET3D_dlio_r2" "each real run has its own emulation first"
ok "pair by pair as compare does it" "$FIDLIO" compare -q "$u" "$ud" -o c
ok "to the byte" cmp c/UNET3D_real_r2__UNET3D_dlio_r2.json m/UNET3D_real_r2__UNET3D_dlio_r2.json
"$FIDLIO" compare -q --series-fine 16384 "$u" "$ud" -o c >/dev/null
ok "the series too, with as many finer values" cmp c/UNET3D_real_r2__UNET3D_dlio_r2.series.json m/UNET3D_real_r2__UNET3D_dlio_r2.series.json

# --- the same whatever -j, order, time zone and locale
ok "-j 1" "$FIDLIO" matrix --all-workloads -j 1 --real "$u" "$b" --emulation "$ud" "$bd" -o m1
ok "the same files" diff -r -x .fidlio-digests m m1
ok "elsewhere" env TZ=America/Lima LC_ALL=fr_FR.UTF-8 "$FIDLIO" matrix --all-workloads -j 7 --emulation "$bd" \
    --emulation "$ud" --real "$b" --real "$u" --real "$u/" --results m7
ok "the same files" diff -r -x .fidlio-digests m m7

# --- resuming
touch -d '2001-01-01' m/*.json
"$FIDLIO" matrix --all-workloads -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o m >/dev/null 2>err
is "$(tail -n 1 err)" "fidlio: 0 pairs compared, 4 kept as they were, 0 failed" "nothing is compared twice"
is "$(find m -name '*__*' -newermt 2002-01-01)" "" "nor written"
rm m/BERT_real_r2__BERT_dlio_r2.json
head -c 3000 m/UNET3D_real_r2__UNET3D_dlio_r2.json >cut.json
cp cut.json m/UNET3D_real_r2__UNET3D_dlio_r2.json
"$FIDLIO" matrix --all-workloads -j 2 --real "$u" "$b" --emulation "$ud" "$bd" -o m >/dev/null 2>err
is "$(tail -n 1 err)" "fidlio: 2 pairs compared, 2 kept as they were, 0 failed" "a missing and a cut result are made anew"
ok "as before" diff -r -x .fidlio-digests m m1
"$FIDLIO" matrix --window=TRAINING --real "$u" --emulation "$ud" -o m >/dev/null 2>err
like "$(cat err)" "^fidlio: 1 pairs compared, 0 kept" "other options, another result"
like "$(cat err)" "different windows" "and what is mixed is said"
"$FIDLIO" matrix --force --real "$u" --emulation "$ud" -o m >/dev/null 2>err
like "$(cat err)" "^fidlio: 1 pairs compared, 0 kept" "--force"
cp -R "$ud" UNET3D_dlio_r2
chmod -R u+w UNET3D_dlio_r2
"$FIDLIO" matrix --real "$u" --emulation UNET3D_dlio_r2 -o m >/dev/null 2>err
like "$(cat err)" "^fidlio: 0 pairs compared, 1 kept" "the same traces in another place"
rm UNET3D_dlio_r2/cpu.out*
"$FIDLIO" matrix --real "$u" --emulation UNET3D_dlio_r2 -o m >/dev/null 2>err
like "$(cat err)" "^fidlio: 1 pairs compared, 0 kept" "changed traces"

# --- results that this batch did not write are not kept
again () # again WANT WHAT: what matrix does with the pair in m
{
    "$FIDLIO" matrix --real "$u" --emulation UNET3D_dlio_r2 -o m >/dev/null 2>err
    like "$(cat err)" "^fidlio: $1" "$2"
}
again "0 pairs compared, 1 kept" "unchanged"
sed -i 's/"grade": 0/"grade": 0.0/' m/UNET3D_real_r2__UNET3D_dlio_r2.json
again "1 pairs compared, 0 kept" "an edited result"
sed -i 's/[0-9a-f]\{16\}\tUNET3D_real_r2__UNET3D_dlio_r2/0123456789abcdef\tUNET3D_real_r2__UNET3D_dlio_r2/' m/.fidlio-cache
again "1 pairs compared, 0 kept" "a result of another method"
again "0 pairs compared, 1 kept" "compared once"
rm m/.fidlio-cache
again "1 pairs compared, 0 kept" "a result of unknown origin"
head -c 100 m/.fidlio-cache >cache.cut
cp cache.cut m/.fidlio-cache
again "1 pairs compared, 0 kept" "a cut line"

# --- pairs that fail
mkdir empty
exits 4 "an empty run among others" "$FIDLIO" matrix --real "$u" empty none --emulation "$ud" -o f
is "$(cut -f 1,2 f/failed.tsv)" "$(printf 'empty\tUNET3D_dlio_r2')" "failed.tsv has it, and not the name of a run that is nowhere"
exits 4 "a run that is nowhere" "$FIDLIO" matrix -q --real "$u" none --emulation "$ud" -o nowhere
like "$("$FIDLIO" matrix -q --real "$u" none --emulation "$ud" -o nowhere 2>&1)" "none x UNET3D_dlio_r2 was not compared: none: No such file" "is said"
exits 0 "once it is not named any more, nothing failed" "$FIDLIO" matrix -q --real "$u" --emulation "$ud" -o nowhere
unlike "$(cat f/failed.tsv f/report.md f/index.json)" "$tmp|$srcdir" "tells no paths"
like "$(cat f/report.md)" '^\* empty x UNET3D_dlio_r2: empty: ' "report.md lists them"
ok "the others are there" test -s f/UNET3D_real_r2__UNET3D_dlio_r2.json
exits 4 "still known when other pairs are compared" "$FIDLIO" matrix --all-workloads --real "$u" --emulation "$bd" -o f
cp -R "$b/." empty
exits 1 "check does not pass over pairs that failed" "$FIDLIO" check f --fail-below=0
exits 0 "it is well again" "$FIDLIO" matrix --all-workloads --real empty --emulation "$ud" -o f
ok "and off the list" test ! -e f/failed.tsv
mv empty away
mkdir empty
cp f/empty__UNET3D_dlio_r2.json old.json
exits 4 "its directory is not mounted" "$FIDLIO" matrix --real empty --emulation "$ud" -o f
ok "its earlier result stays" cmp f/empty__UNET3D_dlio_r2.json old.json
like "$("$FIDLIO" matrix --real empty --emulation "$ud" -o f 2>&1)" 'empty x UNET3D_dlio_r2 was not compared again: .*; its earlier result stays' "which is said"
is "$(grep ^empty f/failed.tsv | cut -f 4)" kept "and noted"
exits 1 "check does not pass over it" "$FIDLIO" check f --fail-below=0
rmdir empty
exits 4 "its directory is missing" "$FIDLIO" matrix -q --real empty --emulation "$ud" -o f
ok "its earlier result stays then, too" cmp f/empty__UNET3D_dlio_r2.json old.json
exits 4 "other pairs are compared" "$FIDLIO" matrix -q --all-workloads --real "$u" --emulation "$bd" -o f
is "$(grep ^empty f/failed.tsv | cut -f 4)" kept "it is still known"
mv away empty
"$FIDLIO" matrix -q --all-workloads --real empty --emulation "$ud" -o f
ok "and compared when it is there again" test ! -e f/failed.tsv
rm -rf empty
mkdir empty
echo nothing >empty/trace.txt
exits 4 "broken again" "$FIDLIO" matrix --real empty --emulation "$ud" -o f
ok "its old result is gone" test ! -e f/empty__UNET3D_dlio_r2.json
exits 3 "nothing could be compared" "$FIDLIO" matrix --real empty --emulation none -o g

# --- manifest
mkdir sub
cat >sub/manifest <<END
# all of these
real $u
emulation ../UNET3D_dlio_r2

pair	$b	$bd
END
"$FIDLIO" matrix -m sub/manifest -o mm >/dev/null 2>err
is "$(tail -n 1 err)" "fidlio: 2 pairs compared, 0 kept as they were, 0 failed" "a manifest: all of some, and one pair"
echo 'pairs a b' >>sub/manifest
exits 2 "a line that is none" "$FIDLIO" matrix -m sub/manifest -o mm
like "$("$FIDLIO" matrix -m sub/manifest -o mm 2>&1)" 'sub/manifest:6: ' "is named"
echo 'pair a' >sub/manifest
exits 2 "half a pair" "$FIDLIO" matrix -m sub/manifest -o mm
exits 3 "no manifest" "$FIDLIO" matrix -m none -o mm

# --- usage
mkdir -p x/run y/run
"$FIDLIO" matrix -q --real x/run y/run --emulation "$ud" -o xy 2>/dev/null
is "$(cut -f1 xy/failed.tsv | tr '\n' ' ')" "x+run y+run " "two runs of one name: their folders tell them apart"
exits 2 "no runs" "$FIDLIO" matrix -o mm
exits 2 "no emulations" "$FIDLIO" matrix --real "$u" -o mm
exits 2 "no place for results" "$FIDLIO" matrix --real "$u" --emulation "$ud"
exits 2 "a run of no side" "$FIDLIO" matrix "$u" --emulation "$ud" -o mm
exits 2 "no threads" "$FIDLIO" matrix -j 0 --real "$u" --emulation "$ud" -o mm
: >file
exits 5 "a place that cannot be made" "$FIDLIO" matrix --real "$u" --emulation "$ud" -o file/x
mkdir -p t/UNET3D_real_r2__UNET3D_dlio_r2.json
exits 5 "a result that cannot be written" "$FIDLIO" matrix --real "$u" --emulation "$ud" -o t

# --- progress and signals
like "$("$FIDLIO" matrix --force --progress --real "$u" --emulation "$ud" -o mm 2>&1 | tr '\r' '\n')" \
    '^\[#+\] 1/1 pairs, [0-9.]+/s, 0:00 left' "--progress"
for name in 1 2 3 4; do
    cp -R "$u" "copy$name"
    cp -R "$ud" "twin$name"
done
set -- --real copy? --emulation twin?
# as soon as it has written two results, however slow the machine is
"$FIDLIO" matrix -j 1 --no-calibration "$@" -o s >/dev/null 2>&1 &
pid=$!
polls=0
until [ "$(find s -name '*__*.json' ! -name '*.series.json' 2>/dev/null | wc -l)" -ge 2 ] ||
    [ "$polls" -ge 1200 ]; do
    sleep 0.1
    polls=$((polls + 1))
done
kill -TERM $pid
wait $pid
is "$?" 143 "ended by a signal"
is "$(find s -name '*.json.*' ! -name '*.series.json')" "" "no half file stays"
bad=
for file in s/*__*.json; do
    python3 -m json.tool "$file" >/dev/null 2>&1 || bad="$bad $file"
done
is "$bad" "" "what is there is whole"
"$FIDLIO" matrix -j 2 --no-calibration "$@" -o s >/dev/null 2>err
is "$?" 0 "the rest is compared the next time"
like "$(tail -n 1 err)" ' pairs compared, [1-9][0-9]* kept as they were, 0 failed' "what was written is kept"
is "$(find s -name '*__*.json' ! -name '*.series.json' | wc -l)" 16 "all of it"
is "$(find s -name '*__*.series.json' | wc -l)" 16 "and its series"

# --- a run of both sides would make its mean error too small
exits 2 "a run on both sides" "$FIDLIO" matrix -q --real copy1 copy2 --emulation copy2/ -o sides
like "$("$FIDLIO" matrix -q --real copy1 copy2 --emulation ./copy2 -o sides 2>&1)" '^fidlio: (\./)?copy2 stands on both sides' "is named"
is "$(find sides -name '*.json')" "" "no result is written"
mkdir elsewhere && cp -R "$u" elsewhere/other && echo "{}" >elsewhere/other/meta.json
exits 3 "a copy under another path" "$FIDLIO" matrix -q --all-workloads --real copy1 --emulation elsewhere/other -o copies
like "$("$FIDLIO" matrix --all-workloads --real copy1 --emulation elsewhere/other -o copies 2>&1)" \
    'elsewhere/other holds the same calls as .*copy1, to the nanosecond: a copy' "is found by its calls, and named"
is "$(find copies -name '*__*.json')" "" "no result is written for it"
printf 'pair copy1 copy1\n' >itself
exits 2 "a pair of a run with itself" "$FIDLIO" matrix -q -m itself -o sides
for command in compare answer; do
    like "$("$FIDLIO" $command --real copy1 --real copy2 --emulation copy2/ 2>&1)" ': copy2 stands on both sides' "$command"
done

# --- a calibration made on the way is the one in the file
set -- --real "$runs"/UNET3D_real_* "$runs"/BERT_real_* --emulation "$ud"
ok "repeats: calibrated" "$FIDLIO" matrix -q -j 2 "$@" -o auto
ok "with the file it wrote" "$FIDLIO" matrix -q -j 2 "$@" --calibration=auto/calibration.json -o frozen
hash=$(sed -n 's/.*"hash": "\(.*\)",/\1/p' auto/calibration.json | head -n 1)
like "$(cat auto/UNET3D_real_r2__UNET3D_dlio_r2.json)" "\"calibration\": \"$hash\"" "results name it by its hash"
ok "the same results" diff -r -x calibration.json -x ".fidlio-*" auto frozen
tap_done
