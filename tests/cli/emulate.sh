#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio emulate with a stand-in for DLIO and a recorder that hands out shipped runs: its stages, what
# stops it, and that it goes on.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml"
command -v python3 >/dev/null || skip_all "no python3"
RUNS=$(cd "$srcdir/tests/data/runs" && pwd)
here=$(cd "$srcdir/tests/cli" && pwd)
export RUNS FIDLIO_RECORDER="$here/fake_recorder" HOOKS="$tmp/hooks" PATH="$tmp/bin:$PATH"
mkdir "$tmp/hooks" "$tmp/bin" "$tmp/job" "$tmp/data"
ln -s "$here/fake_dlio" "$tmp/bin/dlio_benchmark"
cd "$tmp/job" || exit 99

# the job: writes its log where it likes; waits while hooks/block_job is there
cat >train <<END
#!/bin/sh
echo job >>"$HOOKS/jobs"
[ ! -e "$HOOKS/fail_job" ] || { echo "no GPU"; exit 4; }
while [ -e "$HOOKS/block_job" ]; do sleep 0.1; done
mkdir -p logs && gzip -dc "$RUNS/DLRM_real_r4/dlrm_tera.log.gz" >logs/dlrm_tera.log
END
chmod +x train
emulate () { "$FIDLIO" emulate --only dlio --rounds 0 --max-runs 1 --data "$tmp/data/$1" -o "$@"; }

# --- from a command to a certificate
emulate e -- ./train --fast >out.txt 2>err.txt
is $? 0 "a certificate"
like "$(cat err.txt)" 'not traced as reads' "what will not be seen is said before it starts"
like "$(cat err.txt)" 'the emulations. files take up to [0-9]+ MiB of [0-9]+ free MiB in .*; a process of DLIO may use [0-9]+ MiB' \
    "as are the disk and the memory that DLIO may have"
like "$(cat err.txt)" 'recorders run at the priority of this command \(nice -?[0-9]+\)' "and the recorders' priority"
is "$(grep -c '^ulimit -d [0-9]* ' e/generate e/benchmark | tr '\n' ' ')" "e/generate:1 e/benchmark:1 " \
    "each process of DLIO has a limit of memory"
like "$(cat e/recorder)" "--evict .*/data/e/data " "the data alone are evicted from the page cache"
unlike "$(cat e/recorder)" '--drop-caches' "and not what other programs have there"
like "$(cat err.txt)" "the job's log is .*/logs/dlrm_tera.log" "the log is found among the files that the job wrote"
like "$(cat e/certificate.md)" '^(valid|not valid|cannot tell) for storage' "the certificate has the answer"
like "$(cat e/certificate.md)" 'What DLIO cannot stand for' "and what cannot be answered for"
ok "the configuration is there" grep -q num_files_train e/dlio.yaml
ok "and the page" grep -q '<html' e/report.html
is "$(python3 -c 'import json; c = json.load(open("e/certificate.json"))
print(c["schema"], c["verdict"] in ("valid", "not valid", "cannot tell"), 0 <= c["answer"]["low"] <= c["answer"]["high"])')" \
    "fidlio.certificate/1 True True" "the same as JSON, with the interval"
is "$(cat "$HOOKS/dlio_calls" | tr '\n' ' ')" "run_generate run " "DLIO made its files, and ran"
like "$(cat e/dlio.yaml)" "data_folder: .*$tmp/data/e" "in the folder that was named"
emulate e >again.txt 2>err.txt
is "$?/$(cat "$HOOKS/jobs" | wc -l)/$(wc -l <"$HOOKS/dlio_calls")" "0/1/2" "called again, nothing runs again"
ok "the certificate is the same" cmp out.txt again.txt
exits 2 "another job in the same folder" emulate e -- ./train --slow
like "$(emulate e -- ./train --slow 2>&1)" 'begun with a different command' "and why"

# --- a log in a layout of one's own
cat >eigen <<END
#!/bin/sh
mkdir -p logs && for i in 1 2 3; do echo "Runde \$i nach 250 ms"; done >logs/eigen.log
END
chmod +x eigen
echo 'step Runde {step} nach {time_ms} ms' >eigen.patterns
unlike "$(emulate l -- ./eigen 2>&1)" "the job's log is /" "no layout knows its lines"
like "$(emulate m --log-pattern eigen.patterns -- ./eigen 2>&1)" "the job's log is .*/logs/eigen.log" \
    "they are known by a pattern"
exits 3 "a pattern file that is not there" emulate n --log-pattern none -- ./eigen

# --- recorded runs
ok "a job that is recorded already" emulate r --real "$RUNS/DLRM_real_r4"
ok "it is not recorded again" test ! -e r/real

# --- what fails
: >"$HOOKS/fail_job"
exits 1 "a job that fails" emulate f -- ./train
like "$(emulate f 2>&1)" 'the job ended with status 4: .*output.log' "with the place of its output"
ok "no stage is complete" test ! -e f/real
rm "$HOOKS/fail_job"
: >"$HOOKS/fail_run_generate"
exits 1 "DLIO that cannot make its files" emulate f
like "$(emulate f 2>&1)" 'DLIO: no room' "with what it said"
rm "$HOOKS/fail_run_generate"
jobs=$(wc -l <"$HOOKS/jobs")
ok "it goes on when that is mended" emulate f
is "$(wc -l <"$HOOKS/jobs")" "$jobs" "without the job"
mkdir "$tmp/data/full" && echo mine >"$tmp/data/full/file"
exits 2 "a folder with files of others" emulate full --real "$RUNS/DLRM_real_r4"
is "$(cat "$tmp/data/full/file")" mine "is left alone"
mkdir "$tmp/small"
# shellcheck disable=SC2016 # for the inner shell
said=$(unshare --mount sh -c 'mount -t tmpfs -o size=64k none "$1" && shift && exec "$@"' sh "$tmp/small" "$FIDLIO" emulate \
    --only dlio --rounds 0 --max-runs 1 --data "$tmp/small/x" -o s --real "$RUNS/DLRM_real_r4" 2>&1)
case $said in
*unshare:* | *mount:*) skip "a disk that is too small" "not root" ;;
*) like "$said" "small/x/data: the emulations. files need [0-9]+ MiB, 0 are free; name a folder with --data" \
    "a disk that is too small is said before anything is made" ;;
esac
rm "$tmp/bin/dlio_benchmark"
cp "$(command -v sh)" "$tmp/bin/none"
exits 2 "no DLIO" env PATH="$tmp/bin:/usr/bin:/bin" PYTHONPATH= "$FIDLIO" emulate --only dlio -o n --real "$RUNS/DLRM_real_r4"
like "$(env PATH="$tmp/bin:/usr/bin:/bin" PYTHONPATH= "$FIDLIO" emulate --only dlio -o n --real "$RUNS/DLRM_real_r4" 2>&1)" 'pip install' \
    "and the line that installs it"
ok "--dlio names it" emulate d --dlio "$here/fake_dlio" --real "$RUNS/DLRM_real_r4"
ln -s "$here/fake_dlio" "$tmp/bin/dlio_benchmark"

# --- kill -9 at each stage
# killed STAGE: a call that is killed while that stage waits
killed ()
{
    : >"$HOOKS/block_$1"
    "$FIDLIO" emulate --only dlio --rounds 0 --max-runs 1 --data "$tmp/data/k" -o k -- ./train >k.txt 2>&1 &
    pid=$!
    n=0
    while [ $((n += 1)) -lt 600 ]; do # a busy machine takes its time
        sleep 0.2
        case $1 in
        job) [ -e k/record.log ] && [ "$(wc -l <"$HOOKS/jobs")" -gt "$jobs" ] && break ;;
        *) [ "$(tail -1 "$HOOKS/dlio_calls")/$(wc -l <"$HOOKS/dlio_calls")" = "$1/$2" ] && break ;;
        esac
    done
    kill -KILL $pid
    wait $pid 2>/dev/null
    n=0
    until flock -n k/lock true || [ $((n += 1)) -ge 100 ]; do sleep 0.2; done
    ok "killed in $1: what it started ends, too" test $n -lt 100
    rm "$HOOKS/block_$1"
}
jobs=$(wc -l <"$HOOKS/jobs")
: >"$HOOKS/dlio_calls"
killed job
ok "killed while the job runs: no stage is complete" test ! -e k/real
killed run_generate 1
ok "killed while DLIO makes its files: the job is recorded" test -e k/real
killed run 3
ok "killed while DLIO runs: no step is complete" test ! -e k/tune/steps/000
emulate k >k.txt 2>&1
is "$?/$(($(wc -l <"$HOOKS/jobs") - jobs))" "0/2" "it goes on to the end; the job ran again only where it was not complete"
rm -f k/certificate.* k/derived.* k/job.json
calls=$(wc -l <"$HOOKS/dlio_calls")
ok "stages that are lost are made again" emulate k
ok "with the certificate" test -s k/certificate.json
is "$(wc -l <"$HOOKS/dlio_calls")" "$calls" "from the runs that are there"
echo '{' >k/plan.json
exits 3 "a damaged plan" emulate k

# --- bad input
exits 2 "no command and no run" "$FIDLIO" emulate -o z
exits 2 "a command and a run" "$FIDLIO" emulate -o z --real "$RUNS/DLRM_real_r4" -- true
exits 2 "runs that are no number" "$FIDLIO" emulate -o z --max-runs many -- true
exits 3 "a run that is not there" "$FIDLIO" emulate -o z --real none
exits 2 "an unknown option" "$FIDLIO" emulate --nonsense
exits 3 "a run without reads" "$FIDLIO" emulate -o y --real "$srcdir/tests/cli"
tap_done
