#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Logs of training programs: alone, beside strace, and what reads them.
. "$srcdir/tests/tap.sh"

data=$srcdir/tests/data
logs=$data/cases/training-logs
for log in detectron2 fairseq imagenet lightning megatron timm torchvision; do
    ok "$log.log is inspected" "$FIDLIO" inspect "$logs/$log.log"
done
like "$("$FIDLIO" inspect "$logs/megatron.log")" "8 steps, median 2.503 s" "its steps"
like "$("$FIDLIO" inspect "$logs/imagenet.log")" "71 steps, median 0.3" "steps that are logged each tenth"
like "$("$FIDLIO" inspect "$data/training_log_bare/words.log")" "3 epochs are told.*3 evaluations are told" \
    "words are counted"
like "$("$FIDLIO" logs summary -q "$logs/timm.log")" "Number of epochs: 2" "fidlio logs reads them, too"

# --- with strace beside it
pair=$data/plain_log
"$FIDLIO" job "$pair/real" >"$tmp/job.txt"
like "$(cat "$tmp/job.txt")" "steps  *16 of 0.3[0-9]* s of computation  .log: certain" "steps by the log"
like "$(cat "$tmp/job.txt")" "training  *32 files of 1 MiB" "files by strace"
like "$(cat "$tmp/job.txt")" "checkpoints  *2 of 8 MiB" "checkpoints by strace"
like "$(cat "$tmp/job.txt")" "evaluations  *0.*not known" "what a log does not tell is not known"
like "$("$FIDLIO" compare --real "$pair/real" --emulation "$pair/emulation")" "not valid for storage" "an answer"
tap_done
