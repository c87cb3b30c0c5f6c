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
like "$("$FIDLIO" inspect "$data/training_log_bare/words.log")" "3 epochs are logged.*3 evaluations are logged" \
    "words are counted"
like "$("$FIDLIO" logs summary -q "$logs/timm.log")" "Number of epochs: 2" "fidlio logs reads them, too"

# --- with strace beside it
pair=$data/plain_log
"$FIDLIO" job "$pair/real" >"$tmp/job.txt"
like "$(cat "$tmp/job.txt")" "steps  *16 of 0.3[0-9]* s of computation  .log: certain" "steps by the log"
like "$(cat "$tmp/job.txt")" "training  *32 files of 1 MiB" "files by strace"
like "$(cat "$tmp/job.txt")" "checkpoints  *2 of 8 MiB" "checkpoints by strace"
like "$(cat "$tmp/job.txt")" "evaluations  *0.*not known" "what a log does not tell is not known"
like "$("$FIDLIO" compare -v --real "$pair/real" --emulation "$pair/emulation")" "not valid for storage" "an answer"

# --- patterns of the user
own=$data/log_pattern
cd "$tmp" || exit 99
sed 's/batch/Teil/; s/^Epoch/Runde/' "$own/train.log" >unknown.log
exits 3 "a log of no layout that is known" "$FIDLIO" inspect unknown.log
like "$("$FIDLIO" inspect unknown.log 2>&1)" "log-pattern" "with what says it"
like "$("$FIDLIO" inspect "$data/training_log_bare/loop_untimed.log" | tr -s '\n ' ' ')" "60 steps have.*ts '%F %.T'" \
    "steps without times, with what records them"
like "$("$FIDLIO" inspect "$own/train.log" | tr -s '\n ' ' ')" "a time but not the number of steps" "a time that may be of a step or of ten"
"$FIDLIO" inspect --log-pattern "$own/trainer.patterns" "$own/train.log" >own.txt
like "$(tr '\n' ' ' <own.txt)" "TRAINING  *2  *20.00.*EVAL  *2  *6.00.*CHECKPOINT  *2  *3.00" "spans by own patterns"
like "$(cat own.txt)" "80 steps, median 0.250 s" "each tenth step is logged: they are all counted"
like "$("$FIDLIO" logs summary -q --log-pattern "$own/trainer.patterns" "$own/train.log" | tr '\n' ' ')" \
    "Total time spent on validations: 6.0.*Number of steps: 80" "fidlio logs takes them"
like "$("$FIDLIO" job --log-pattern "$own/trainer.patterns" "$own/train.log")" "steps  *80 of 0.2" "a job"
{ cat "$own/train.log"; echo "Epoch time: 3.0s"; } >both.log
is "$("$FIDLIO" logs parse -q --log-pattern "$own/trainer.patterns" both.log | grep -c '"40": 0.25')" 2 \
    "before the layouts that are known"
is "$("$FIDLIO" logs parse -q --log-pattern "$own/trainer.patterns" "$data/joblogs/short.txt")" \
    "$("$FIDLIO" logs parse -q "$data/joblogs/short.txt")" "other logs are read as without"
mkdir real emulation
sed 's/^epoch 1$/&\nloop 1 of 8: 300 ms\nloop 2 of 8: 300 ms/' "$pair/real/train.log" >real/train.log
cp "$pair/real/strace.out" real
cp "$pair/emulation/"* emulation
echo 'step loop {step} of {total}: {time_ms} ms' >loop.patterns
for verb in compare answer; do
    ok "$verb takes them" "$FIDLIO" "$verb" --log-pattern loop.patterns --real real --emulation emulation
done
# wrong LINE: what is said of a file whose third line is that
wrong ()
{
    printf '# comment\nstep a {step}\n%s\n' "$1" >wrong.patterns
    "$FIDLIO" inspect --log-pattern wrong.patterns "$own/train.log" 2>said.txt
    set -- $?
    echo "$(cat said.txt) status $1"
}
like "$(wrong 'steps a {step}')" "wrong.patterns:3: 'steps' is not a kind of line.*status 3" "an unknown kind"
like "$(wrong 'step took {time_s} s')" "wrong.patterns:3: the pattern has no \{step\}.*status 3" "a step without a number"
like "$(wrong 'epoch {epok}')" "wrong.patterns:3: \{epok\} is not a value of a pattern.*status 3" "an unknown value"
like "$(wrong 'epoch {epoch')" "wrong.patterns:3: a \{ has no \}.*status 3" "a brace that is not closed"
like "$(wrong 'eval')" "wrong.patterns:3: a pattern is missing.*status 3" "no pattern"
echo 'eval a' >wrong.patterns
like "$("$FIDLIO" logs parse --log-pattern wrong.patterns "$own/train.log" 2>&1)" \
    "wrong.patterns:1: the first line is that of a step" "no step"
like "$("$FIDLIO" inspect --log-pattern loop.patterns --log-pattern wrong.patterns "$own/train.log" 2>&1)" \
    "wrong.patterns:1: the first line is that of a step" "nor in a second file"
: >empty.patterns
exits 3 "no patterns" "$FIDLIO" inspect --log-pattern empty.patterns "$own/train.log"
exits 3 "no such file" "$FIDLIO" inspect --log-pattern none "$own/train.log"
cp "$own/trainer.patterns" other.patterns
like "$("$FIDLIO" inspect --log-pattern "$own/trainer.patterns" --log-pattern other.patterns "$own/train.log" | tr -s '\n ' ' ')" \
    "its lines fit both *trainer.patterns and other.patterns" "two layouts that fit as well are refused"
mkdir two
cp "$own/train.log" two
"$FIDLIO" digest -q --log-pattern "$own/trainer.patterns" two -o a.digest
sed 's/{time_ms} ms/{elapsed} ms/' "$own/trainer.patterns" >two.patterns
"$FIDLIO" digest -q --log-pattern two.patterns two -o b.digest
ok "a run that is read by other patterns is another run" sh -c '! cmp -s a.digest b.digest'
tap_done
