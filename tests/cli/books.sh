#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a run read has to add up: recorded runs of which reads are taken out of the trace.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$(cd "$srcdir/tests/data/runs" && pwd)
cd "$tmp" || exit 99

# edited RUN HOW: a copy of a run in the folder HOW.  drop: without reads of data; few: with one of
# 50; mapped: with the first read of each open alone.  -blind: without block requests and log, too.
edited ()
{
    mkdir -p "$2"
    cp -r "$runs/$1" "$2/" && chmod -R u+w "$2"
    # the recorder's count of lines would tell, too
    sed -i 's/"trace_read.out": [0-9]*/"trace_read.out": 0/' "$2/$1/meta.json"
    case $2 in *-blind) rm "$2/$1"/trace_bio.out.gz ;; esac
    sed -i '/"event_lines"/,/}/d' "$2/$1/meta.json" # or the recorder's counts would tell
    python3 - "$2/$1/trace_read.out.gz" "${2%-blind}" <<'END'
import gzip, re, sys
path, how = sys.argv[1:]
kept, n = [], 0
for line in gzip.open(path, "rt"):
    w = line.split()
    data = len(w) == 6 and re.search(r"case_|img_|train|test|part|\.tfrecord|terabyte", w[5])
    n += bool(data)
    if data and how == "few" and n % 50 or data and how == "drop":
        continue
    if data and how == "mapped" and w[2] != "0":
        continue
    if data and how == "holes" and n % 11 == 0:
        continue
    kept.append(line)
gzip.open(path, "wt", compresslevel=1).write("".join(kept))
END
}

# answer HOW PROFILE
answer ()
{
    "$FIDLIO" answer --profile "$2" "$1/UNET3D_real_r2" "$1/UNET3D_dlio_r2" 2>&1 | tr '\n' ' '
}

for how in drop few mapped drop-blind few-blind mapped-blind; do
    edited UNET3D_real_r2 $how
    edited UNET3D_dlio_r2 $how
    out=$(answer $how storage)
    like "$out" 'cannot tell for storage' "$how on both sides: cannot tell"
    unlike "$out" '% off|accelerators' "$how: nothing is said of the error"
done
like "$(answer drop storage)" 'cannot tell for storage: some run has no known reads of data' 'no reads'
like "$(answer drop storage)" 'UNET3D_dlio_r2: no reads of data were traced; the steps consumed about 5.5[0-9]* GiB' \
    'how much it was, by the sizes of its configuration'
like "$(answer few storage)" 'UNET3D_real_r2: [0-9.]* GiB of the data were not read by calls that were traced' \
    'one read of fifty'
like "$(answer mapped storage)" 'not read by calls that were traced .*mapped files' 'mapped files'
like "$(answer mapped read)" 'cannot tell for read' 'the same for reading'
like "$(answer drop checkpoint)" 'not valid for checkpoint' 'checkpoints do not hang on it'

edited UNET3D_real_r2 holes

like "$("$FIDLIO" answer holes/UNET3D_real_r2 2>&1 | tr '\n' ' ')" \
    'answer is not known.* [0-9.]* [MG]iB of the data were not read by calls that were traced .they lie between reads' \
    'one read in eleven is lost: they leave holes'

# a comparison says it first
for how in drop few mapped; do
    out=$("$FIDLIO" compare -v $how/UNET3D_real_r2 $how/UNET3D_dlio_r2 2>err | tr '\n' ' ')
    like "$out" "the benchmark's answer is unknown: .*real job: .*emulation: .*cannot tell for storage: " \
        "compare, $how: cannot tell, and what was not seen"
    unlike "$out" 'accelerators are busy|GB/s feeds' "compare, $how: no capacity"
    like "$out" ' no similarity: (some run has no known reads of data|the figures for the real job.s reads contradict each other)' \
        "compare, $how: no number, and why"
    "$FIDLIO" compare --format=json $how/UNET3D_real_r2 $how/UNET3D_dlio_r2 2>err | python3 -c '
import json, sys
doc = json.load(sys.stdin)
print(*sorted((p["profile"], p["similarity"] is None) for p in doc["profiles"]
              if p["verdict"] == "cannot tell"))' >numbers
    unlike "$(cat numbers)" "'(storage|read)', False" "compare, $how: unseen is not agreement"
    like "$(cat numbers)" "'storage', True" "compare, $how: in JSON, too"
done

edited DLRM_real_r4 drop
edited BERT_real_r2 few
like "$("$FIDLIO" job drop/DLRM_real_r4)" 'not seen  *no reads of data were traced' 'fidlio job says it'
like "$("$FIDLIO" job few/BERT_real_r2)" 'not seen .*were not read by calls' 'of files read by a buffer, too'

# a check that cannot fail is none: recorded runs as they are
for run in "$runs"/*_r[0-9]*; do
    "$FIDLIO" job "$run" 2>&1
done >all.txt
unlike "$(cat all.txt)" '^not seen' 'the books of recorded runs balance'
tap_done
