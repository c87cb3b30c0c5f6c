#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio plot: pictures of recorded runs.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
"$FIDLIO" --version >version
grep -q 'cairo no' version && cairo=no || cairo=yes

# texts FILE: the texts of an SVG picture, in one line; empty if it is no XML
cat >texts.py <<'END'
import sys, xml.etree.ElementTree as T
print("|".join("".join(e.itertext()) for e in T.parse(sys.argv[1]).iter() if e.tag.endswith("}text")))
END
texts ()
{
    python3 texts.py "$1"
}
# png_size FILE: width x height
png_size ()
{
    python3 -c 'import struct, sys; print("%dx%d" % struct.unpack(">II", open(sys.argv[1], "rb").read(24)[16:]))' "$1"
}

for run in UNET3D_real_r2 BERT_dlio_r2 DLRM_real_r4; do
    ok "$run" "$FIDLIO" plot "$runs/$run" -o "$run.svg"
    like "$(texts "$run.svg")" "^$run .*INIT.*TRAINING.*CPU.*user.*disk .*MiB/s.*data reads.*block requests.*events.*time from the start of the job \(s\).*open.*VFS.*BIO" \
        "every panel that was recorded"
    unlike "$(texts "$run.svg")" "GPU|no data|not " "and none that was not"
    ok "of moderate size" test "$(wc -c <"$run.svg")" -lt 200000
done
"$FIDLIO" plot "$runs/UNET3D_real_r2" >stdout.svg
ok "without -o it is on standard output" cmp stdout.svg UNET3D_real_r2.svg
TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$FIDLIO" plot "$runs/UNET3D_real_r2" >other.svg
ok "the same bytes elsewhere" cmp stdout.svg other.svg

"$FIDLIO" plot "$runs/UNET3D_real_r2" --zoom=first_5min >five.svg
like "$(texts five.svg)" '\|60\|' "a run of 80 s to its end"
unlike "$(texts five.svg)" '\|(180|240)\|' "and no further, of five minutes that were asked for"

# --- what is shown
"$FIDLIO" plot "$runs/UNET3D_real_r2" --what=phases >phases.svg
like "$(texts phases.svg)" '^UNET3D_real_r2 .*INIT.*TRAINING' "phases alone"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --what=gpu,phases --title='A & <B>' >what.svg
like "$(texts what.svg)" '^A & <B>\|' "a title"
like "$(texts what.svg)" 'GPU not recorded' "what was asked for and is not there"
unlike "$(texts what.svg)" 'CPU' "and nothing else"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --lanes=process --what=lanes >lanes.svg
like "$(texts lanes.svg)" 'main \([0-9]+\) VFS.*worker 1 \([0-9]+\) VFS.*worker 2 \([0-9]+\) VFS' "a lane for each process"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --lanes=worker --what=lanes >workers.svg
unlike "$(texts lanes.svg)" '[0-9]+ python3? ' "all of them are known"
like "$(texts workers.svg)" 'training VFS.*training BIO.*loaders open.*loaders VFS' "lanes of what trains and what loads"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --start=10 --end=20 >part.svg
like "$(texts part.svg)" '\|10\|11\|12\|.*\|20\|time' "a part"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --what=histograms >hist.svg
like "$(texts hist.svg)" "data.read, n = 4500.*size, median 4 KiB.*data.open, n = 900.*checkpoint.write, n = 114" "histograms"
unlike "$(texts hist.svg)" "CPU|events" "and no timeline"

# --- zooms
ok "all zooms" "$FIDLIO" plot -q "$runs/UNET3D_real_r2" -a -o z.svg
is "$(echo z-*.svg)" \
    "z-first_5min.svg z-first_ckpt.svg z-first_epoch.svg z-first_eval.svg z-first_training.svg z-init.svg z-last_2min.svg z-last_5s.svg z-overview.svg" \
    "a picture each"
"$FIDLIO" plot "$runs/UNET3D_real_r2" --zoom=last_5s --title="$("$FIDLIO" plot "$runs/UNET3D_real_r2" --zoom=last_5s | sed -n 's|<title>\(.*\)</title>|\1|p' | head -n 1)" >one.svg
ok "one alone is the same" cmp one.svg z-last_5s.svg
out=$("$FIDLIO" plot "$runs/DLRM_real_r4" -a -o d.svg 2>&1)
like "$out" 'no picture first_ckpt' "a phase the run does not have is told"
exits 3 "and an error by name" "$FIDLIO" plot "$runs/DLRM_real_r4" --zoom=first_ckpt

# --- an older processed tree names its epochs
mkdir -p v1/mllog_data
cp "$srcdir/tests/data/processed_timeline/epochs.csv" v1/mllog_data/timeline.csv
"$FIDLIO" plot v1 --zoom=first_epoch --what=phases -o epoch.svg
like "$(texts epoch.svg)" '\|20\|' "the first epoch of 27 s"
unlike "$(texts epoch.svg)" '\|(60|80)\|' "and no other"

# --- several runs
mkdir some
for run in DLRM_real_r4 BERT_dlio_r2; do
    ln -s "$runs/$run" some/$run
done
ok "--each" "$FIDLIO" plot -q --each -o each.svg --what=cpu some/*
ok "--each makes its folder" "$FIDLIO" plot -q --each -o new/folder/.svg --what=cpu some/*
is "$(ls new/folder)" "BERT_dlio_r2.svg
DLRM_real_r4.svg" "where pictures have the names of the runs"
is "$(echo each*.svg)" "each-BERT_dlio_r2.svg each-DLRM_real_r4.svg" "a picture of each run"
"$FIDLIO" plot "$runs/BERT_dlio_r2" --what=cpu >alone.svg
ok "as of the run alone" cmp alone.svg each-BERT_dlio_r2.svg
"$FIDLIO" plot -q --each -a -o zoom.svg some/BERT_dlio_r2 2>/dev/null
ok "all zooms of each" test -s zoom-BERT_dlio_r2-init.svg
ok "result files" "$FIDLIO" plot -q --each -o pair.svg --what=breakdown "$srcdir"/results/BERT_real_r2__BERT_*.json
ok "under their names" test -s pair-BERT_real_r2__BERT_dlio_r2.svg
mkdir some/empty
mkdir batch && cp "$srcdir"/results/BERT_real_r2__BERT_dlio_r2*.json batch && echo '{"schema": "fidlio.index/3"}' >batch/index.json && echo "{}" >batch/other.series.json
ok "all of a batch's folder" "$FIDLIO" plot -q --each -o batch.svg --what=breakdown batch/*.json
is "$(ls batch-*.svg)" "batch-BERT_real_r2__BERT_dlio_r2.svg" "its series and its index are no pairs"
out=$("$FIDLIO" plot --each -o rest.svg --what=cpu some/* 2>&1)
is "$?" 4 "one that cannot be drawn"
like "$out" 'some/empty' "is named"
is "$(echo rest*.svg)" "rest-BERT_dlio_r2.svg rest-DLRM_real_r4.svg" "the others are drawn"
exits 3 "none of them" "$FIDLIO" plot --each -o rest.svg some/empty some/none
exits 2 "two pictures of one name" "$FIDLIO" plot --each -o rest.svg "$runs/BERT_dlio_r2" some/BERT_dlio_r2
exits 2 "no place" "$FIDLIO" plot --each some/*
exits 2 "runs and result files" "$FIDLIO" plot --each -o rest.svg some/BERT_dlio_r2 "$srcdir/results/README.md"

# --- formats and sizes
"$FIDLIO" plot "$runs/BERT_dlio_r2" --width=500px --height=10cm >size.svg
like "$(head -n 2 size.svg)" 'width="500" height="377.95"' "px and cm of SVG"
if [ $cairo = yes ]; then
    ok "PNG" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o p.png --width=900px --height=700
    is "$(png_size p.png)" 900x700 "so many pixels"
    ok "PNG in cm" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o p.png --width=2in --height=50.8mm --dpi=300 --what=cpu
    is "$(png_size p.png)" 600x600 "300 an inch"
    ok "PDF" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o p.pdf
    like "$(head -c 8 p.pdf)" '^%PDF-' "is one"
else
    exits 2 "no PNG without cairo" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o p.png
fi

# --- what was not traced is drawn if it is asked for
mkdir few
cp "$runs/UNET3D_real_r2"/cpu.out.gz "$runs/UNET3D_real_r2"/*.log.gz "$runs/UNET3D_real_r2/meta.json" few
"$FIDLIO" plot few -o few.svg
unlike "$(texts few.svg)" 'not traced|block requests|not recorded|GPU|disk' "a run without traces has no charts of them"
"$FIDLIO" plot few --what=phases,gpu,disk,io -o few.svg
like "$(texts few.svg)" 'GPU.*not recorded.*disk not recorded.*data reads.*not traced.*block requests.*not traced' "but those that are asked for say so"

# --- many events: memory and picture do not grow with them
cp -R "$runs/BERT_dlio_r2" many
chmod -R u+w many
"$FIDLIO" plot many --what=lanes >few.svg
for i in $(seq 40); do gzip -dc many/trace_read.out.gz; done >many.out
rm many/trace_read.out.gz
mv many.out many/trace_read.out
"$FIDLIO" plot many --what=lanes >many.svg
ok "forty times the events, the same picture size" \
    test "$(wc -c <many.svg)" -lt $((2 * $(wc -c <few.svg)))
like "$(texts few.svg)" 'VFS' "with something in it"

# --- errors
exits 2 "no run" "$FIDLIO" plot
exits 2 "two runs" "$FIDLIO" plot a b c
exits 3 "no such run" "$FIDLIO" plot none
mkdir empty
exits 3 "an empty directory" "$FIDLIO" plot empty
exits 2 "a format nobody knows" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o x.gif
exits 5 "a directory that is not there" "$FIDLIO" plot "$runs/BERT_dlio_r2" -o none/x.svg
exits 3 "a time nothing was traced in" "$FIDLIO" plot "$runs/BERT_dlio_r2" --start=5000 --end=5001
for bad in --what=ram --lanes=both --zoom=last --width=0 --width=4m --height=-3 --dpi=0 --start=x \
    --all '--start=5 --end=5' '--zoom=init --start=1' --width=1cm --width=900cm; do
    # shellcheck disable=SC2086
    exits 2 "$bad" "$FIDLIO" plot "$runs/BERT_dlio_r2" $bad
done
tap_done
