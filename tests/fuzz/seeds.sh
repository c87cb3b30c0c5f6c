#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# seeds.sh DIR: writes seeds for the fuzz targets to DIR/<target>/, cut from the fixtures of
# tests/data and made by $FIDLIO from tests/fuzz/corpus/run; $srcdir is the top of the sources
set -eu
to=$1
run=$srcdir/tests/fuzz/corpus/run
work=$to/work
mkdir -p "$to/reader" "$to/text" "$to/files" "$to/json" "$to/document" "$to/plan" "$to/run" "$to/report" "$work"

# unpack FILE DIR: the files that FILE holds (fuzz.h)
unpack ()
{
    awk -v dir="$2" '
        /^%% / { file = dir "/" $2; folder = file; sub (/\/[^\/]*$/, "", folder)
                 system ("mkdir -p " folder); printf "" >file; next }
        file { print >file }' "$1"
}

# pack DIR SIDE: the files below DIR as those of SIDE (fuzz.h)
pack ()
{
    (cd "$1" && find . -type f ! -name 'README*' ! -name 'broken*' | LC_ALL=C sort) | while read -r file; do
        echo "%% $2/${file#./}"
        head -c 40000 "$1/$file"
        echo
    done
}

# --- readers: each fixture with the name of its reader
for dir in "$srcdir"/tests/data/*/; do
    reader=$(basename "$dir")
    grep -q "FID_READER ($reader)" "$srcdir/src/readers/readers.def" || continue
    for file in "$dir"*; do
        [ "${file##*/}" != README ] && [ -f "$file" ] || continue
        { echo "$reader ${file##*/}"; head -c 20000 "$file"; } >"$to/reader/$reader-${file##*/}"
        case $file in
            *.json) head -c 8000 "$file" >"$to/json/$reader-${file##*/}" ;;
        esac
    done
    [ ! -f "$dir/good.out" ] || head -c 1500 "$dir/good.out" >"$to/text/$reader"
done
printf '0, -1, 1.5e3, 0x7f, 1676121078.123456, 2023-02-11T12:34:56.789+01:00, 23:59:60, 02/29/2024\n' \
    >"$to/text/numbers"
printf 'a/b<c>&"d"\033[31m|`*_%%41\342\200\256\n' >"$to/text/names"
gzip -nc "$to/text/numbers" >"$to/text/gzip"
cat "$to/text/gzip" "$to/text/gzip" >"$to/text/members"
for name in bpftrace_bio bpftrace_read sar strace time_align; do # long enough for threads
    gzip -nc "$to/text/$name"
done >"$work/many"
cat "$to/text/bpftrace_bio" "$to/text/sar" "$to/text/strace" "$to/text/numbers" | gzip -nc >"$work/large"
head -c 1600 "$work/many" >"$to/text/cut"
mv "$work/many" "$work/large" "$to/text"
cp -R "$to/text" "$to/word"
# patterns of training logs, in front of lines of each
sed -n 's/^ *\(.*FID_LOG_[A-Z_]*,\)\{0,1\} *"\(.*\)"}*,*$/\2/p' "$srcdir/src/readers/trainlog/layouts.c" |
    sed 's/\\"/"/g' | LC_ALL=C sort -u | while read -r pattern; do
    n=$((${n:-0} + 1))
    { printf '%s\n' "$pattern"; cat "$srcdir"/tests/data/training_log*/*.log "$srcdir/tests/data/joblogs/short.txt" |
        awk 'NR % 9 == 1' | cut -c1-200; } >"$to/word/pattern$n"
done
printf '{"traceEvents": [{"a": [1, 2, 3, null, 4, 5, 6]}, {"b": NaN,}], "baseTimeNanoseconds": 7}' \
    >"$to/json/events"
printf '[1, -2.5e-3, "\\u00e4\\ud83d\\ude00\\n", true, false, null, {}, []]' >"$to/json/values"

# --- what is done to files
t=$(printf "\t")
cat >"$to/files/files" <<END
write${t}a${t}text
write${t}a${t}twice, ${t}20000
abort${t}a${t}never
folder${t}deep/er//est
write${t}deep/file${t}text
link${t}deep/b${t}a
link${t}a${t}a
link${t}none/a${t}a
link${t}c${t}none
link${t}c${t}deep
copy${t}a${t}other text${t}9000
copy${t}deep${t}text
sync${t}deep
sync${t}none
remove${t}deep
remove${t}none
END
cat >"$to/files/links" <<END
write${t}a${t}text
symlink${t}l${t}a
symlink${t}m${t}l
symlink${t}dangling${t}later
symlink${t}loop${t}loop
symlink${t}out${t}../out
symlink${t}full${t}/dev/full
fifo${t}fifo
write${t}m${t}through
write${t}dangling${t}made
write${t}loop${t}never
write${t}out/new${t}outside
write${t}full${t}lost
write${t}full${t}lost${t}90000
write${t}fifo${t}flow
write${t}a/b${t}never
write${t}${t}never
link${t}copied${t}m
folder${t}deep
symlink${t}deep/up${t}../a
link${t}again${t}deep/up
copy${t}l${t}in its place
fifo${t}deep/fifo
symlink${t}deep/out${t}../out
sync${t}deep
remove${t}deep
remove${t}out
END
cat >"$to/files/left" <<END
left${t}a${t}3600${t}1
left${t}b${t}5${t}1
left${t}c${t}700
left-folder${t}tree${t}3600${t}1
left-folder${t}tree${t}5${t}1
left-folder${t}deep/tree${t}5
fill${t}tree${t}text
fill${t}tree${t}again
fill${t}none/tree${t}never
folder${t}deep
write${t}deep/x.tmp${t}text
write${t}deep/x.7-0.tmp.tmp${t}text
write${t}deep/-1.tmp${t}text
left${t}deep/c${t}3600
sweep${t}deep
sweep${t}.
sweep${t}none
END
cat >"$to/files/pairs" <<END
pair${t}U_real_r1${t}U_dlio_r1
pair${t}a__b_${t}__c
pair${t}../.%41/_${t}x.series
pair${t}${t}empty
failed${t}a${t}b
failed${t}a b${t}${t}1
failed${t}a${t}b${t}1
END
printf 'pair\t%0120d_\t%0120d\n' 1 2 >>"$to/files/pairs"

# --- plans
for ranks in 1 2; do
    python3 "$srcdir/tests/plan/plans" make "$work/plan" "$ranks"
    { echo "3 2 2 0.5"; awk 'NR < 60 && !/"step": (1[1-9]|2[0-9])/' "$work/plan"; } >"$to/plan/made$ranks"
done
cat >"$to/plan/small" <<'END'
2 2 3 1.5
{"schema":"fidlio.plan/1","run":"r","meet":"step"}
{"file":"a","bytes":100}
{"file":"m","bytes":8,"mapped":true}
{"saved":"c/d"}
{"checkpoint":"save","synced":true,"waits":false,"work":0.25,"when":["start",1],"calls":[[0,2,10,0],[0,1,3,1]]}
{"checkpoint":"load","waits":true,"work":0,"when":["part",2,0],"calls":[[0,1,3,0]]}
{"rank":0}
{"part":"start","pause":1,"behind":0,"compute":[]}
{"part":"training","epoch":1,"pause":0,"behind":0.5,"compute":[0.5,1]}
{"part":"load","epoch":1,"pause":0,"behind":0,"checkpoint":1,"compute":[]}
{"part":"evaluation","epoch":1,"pause":0,"behind":0,"compute":[1e-3]}
{"reader":"process"}
{"step":0,"when":["part",1,0.125],"work":0.5,"stats":2,"reads":[[0,0,12,1],[0,12,20,2]]}
{"step":1,"when":["start",0],"work":0.5,"stats":0,"reads":[[0,32,12]]}
{"reader":"main"}
{"step":null,"when":["ask",1],"work":0,"stats":0,"reads":[[1,0,8,3]]}
{"step":2,"when":["part",3,0],"work":0,"stats":0,"reads":[[0,0,100,3]]}
END
sed 's/"step":[012],/"step":null,/; s/"meet":"step"/"meet":"never"/' "$to/plan/small" >"$to/plan/idle"

# --- documents that fidlio makes of two small runs, and one that is longer and made by hand
for name in dlrm unet3d; do
    mkdir -p "$work/$name"
    unpack "$run/$name" "$work/$name"
    cp "$run/$name" "$to/run/$name"
done
# options of a comparison before the files, repeats, roles, a profile of one's own
with ()
{
    name=$1
    shift
    printf '%s\n' "$@" | cat - "$run/dlrm" >"$to/run/$name"
}
with digest digest score warp find
with whole 'window whole' 'per step' all-processes gains 'dt 0.5' 'tolerance 0.2'
with training 'window TRAINING' 'per second' 'band 2' 'penalty 0.1' 'zone 3600' 'exclude 5' 'profile 4'
with startup 'window startup' keep-going day-first threads
with changed digest 'change 300 7' 'change 1200 255'
{
    echo calibrate
    cat "$run/dlrm"
    sed -n '/^%% real/,/^%% emulation/p' "$run/dlrm" | sed '$d' |
        sed 's|^%% real/|%% real2/|; s/31228/31229/; s/  832  /  842  /'
    sed -n '/^%% emulation/,$p' "$run/dlrm" |
        sed 's|^%% emulation/|%% emulation2/|; s/  832  /  842  /'
    printf '%%%% roles\n*.bin data\n/ckpt/* checkpoint\n%%%% profile\n'
    cat "$srcdir/profiles/system.conf"
} >"$to/run/repeats"
# runs that were made up, whole and of different amounts, with GPUs
made ()
{
    to_dir=$work/$1
    shift
    "$srcdir/scripts/dev/make-trace" --gpus 1 "$@" "$to_dir" >/dev/null
    head -n 200 "$to_dir/trace_time_align.out" >"$to_dir/cut"
    mv "$to_dir/cut" "$to_dir/trace_time_align.out"
}
made M_real_r1 --events 700 --duration 60
made M_real_r2 --events 720 --duration 60
made M_dlio_r1 --events 700 --duration 60 --emulation
made M_dlio_r2 --events 2000 --duration 90 --seed 3 --emulation
{ printf 'score\nwarp\ngains\n'; pack "$work/M_real_r1" real; pack "$work/M_dlio_r1" emulation; } \
    >"$to/run/made"
{ printf 'digest\nwindow whole\n'; pack "$work/M_real_r1" real; pack "$work/M_dlio_r2" emulation; } \
    >"$to/run/more"
{ printf 'calibrate\n'; pack "$work/M_real_r1" real; pack "$work/M_real_r2" real2
  pack "$work/M_dlio_r1" emulation; pack "$work/M_dlio_r2" emulation2; } >"$to/run/several"
{ printf 'gains\noperators\n'; pack "$srcdir/tests/data/workers/npz_w4_b4" real
  pack "$srcdir/tests/data/workers/npy_w8_b2" emulation; } >"$to/run/workers"
{ printf 'find\n'; pack "$srcdir/tests/data/ranks/real_x4" real/unet3d/run1
  pack "$srcdir/tests/data/ranks/dlio_x4" emulation/run1
  pack "$srcdir/tests/data/ranks/dlio_x4" emulation/run2; } >"$to/run/trees"
{ echo digest; pack "$srcdir/tests/data/ranks/real_x4" real
  pack "$srcdir/tests/data/ranks/dlio_x4" emulation; } >"$to/run/ranks"
{ echo operators; pack "$srcdir/tests/data/kineto" real
  pack "$srcdir/tests/data/kineto" emulation; } >"$to/run/operators"
# ... and the fixtures of each reader as runs; those of processed trees are years apart from this
# log, and would be compared for minutes
for dir in "$srcdir"/tests/data/*/; do
    reader=$(basename "$dir")
    case $reader in processed_*) continue ;; esac
    grep -q "FID_READER ($reader)" "$srcdir/src/readers/readers.def" || continue
    { printf 'find\ndigest\n'; pack "$dir" real; pack "$work/M_dlio_r1" emulation |
        sed -n '/dlio.log/,/^%% .*bio/p' | sed '$d'; pack "$dir" emulation; } >"$to/run/of-$reader"
done
mkdir -p "$work/other"
unpack "$run/dlrm" "$work/other"
mv "$work/dlrm/real" "$work/D_real_r1"
mv "$work/dlrm/emulation" "$work/D_dlio_r1"
mv "$work/other/real" "$work/D_real_r2"
sed -i.old 's/31228/31229/; s/  832  /  842  /' "$work/D_real_r2"/trace_read.out
rm -f "$work/D_real_r2"/*.old
(
    cd "$work"
    "$FIDLIO" matrix -q -j 1 --real D_real_r1 D_real_r2 M_real_r1 M_real_r2 \
        --emulation D_dlio_r1 M_dlio_r1 M_dlio_r2 \
        --series-points 20 --series-fine 60 -o results >/dev/null 2>&1 || :
    "$FIDLIO" baseline -q save results -o baseline.json >/dev/null
)
sh "$srcdir/tests/data/result/make.sh" "$work/made"
for kind in good broken; do
    for file in "$work/made/$kind"/*.json; do
        { echo result; cat "$file"; } >"$to/document/result-${file##*/}"
    done
done
pair=$work/results/D_real_r1__D_dlio_r1
{ echo result; cat "$pair.json"; } >"$to/document/result"
{ echo series; cat "$pair.series.json"; } >"$to/document/series"
{ echo calibration; cat "$work/results/calibration.json"; } >"$to/document/calibration"
{ echo baseline; cat "$work/baseline.json"; } >"$to/document/baseline"
for file in "$srcdir"/profiles/*.conf; do
    { echo profile; cat "$file"; } >"$to/document/profile-${file##*/}"
done
{ echo prior; cat "$srcdir/profiles/prior.conf"; } >"$to/document/prior"
{ echo manifest; cat "$srcdir/tests/data/runs/manifest"; } >"$to/document/manifest"
printf 'roles\n# mine\n*.npz data\n/ckpt/* checkpoint\n' >"$to/document/roles"
printf 'thresholds\n*  overall  0.2\nunet3d disk 0.5 # least\n* data.read.bytes 0.9\n' \
    >"$to/document/thresholds"
printf 'order\nfirst\nsecond\n' >"$to/document/order"

# --- folders of results
{
    for file in "$work"/made/good/U_real*.json "$pair.json" "$pair.series.json"; do
        echo "%% ${file##*/}"
        cat "$file"
    done
    printf '%%%% failed.tsv\nA_real\tA_dlio\tno trace\nB_real\tB_dlio\tfull disk\tkept\nhalf\n'
} >"$to/report/all"
{ echo "%% ${pair##*/}.json"; cat "$pair.json"
  echo "%% ${pair##*/}.series.json"; cat "$pair.series.json"; } >"$to/report/series"
made=$work/results/M_real_r1__M_dlio_r
{ echo series; cat "${made}1.series.json"; } >"$to/document/series-made"
{ echo result; cat "${made}2.json"; } >"$to/document/result-made"
for kind in '' pairs files; do
    {
        echo "$kind"
        for file in "${made}1.json" "${made}1.series.json" "${made}2.json" "${made}2.series.json"; do
            echo "%% ${file##*/}"
            cat "$file"
            echo
        done
    } >"$to/report/whole$kind"
done
for file in "$work"/made/good/*.json; do
    echo "%% ${file##*/}"
    cat "$file"
done >"$to/report/made"
for extra in tables pairs gates files; do
    { echo "$extra"; cat "$to/report/all"; } >"$to/report/$extra"
done
{
    printf 'history\n'
    cat "$to/report/series"
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        echo "%% history/$i.json"
        cat "$work/baseline.json"
    done
    printf '%%%% thresholds\n*  overall  0.2\n* disk 0.5\n'
} >"$to/report/history"
rm -rf "$work"

# --- inputs that libFuzzer grew, and that reach lines which those above do not: one a line
for file in "$srcdir"/tests/fuzz/corpus/grown/*; do
    i=0
    while read -r line; do
        i=$((i + 1))
        echo "$line" | base64 -d >"$to/${file##*/}/grown-$i"
    done <"$file"
done
