#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio logs parse, summary: training logs.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
plain=$srcdir/tests/cli/logs.py
cp "$srcdir/tests/data/joblogs/short.txt" L.txt

# --- where the log comes from, where the JSON goes
ok "a file" "$FIDLIO" logs parse L.txt -o a.json
"$FIDLIO" logs parse <L.txt >b.json
ok "standard input and output" cmp a.json b.json
cat L.txt | "$FIDLIO" logs parse >b.json
ok "a pipe" cmp a.json b.json
gzip -k L.txt
"$FIDLIO" logs parse L.txt.gz >b.json
ok "gzip" cmp a.json b.json
"$FIDLIO" logs parse <L.txt.gz >b.json
ok "gzip from standard input" cmp a.json b.json
sed 's/$/\r/' L.txt | "$FIDLIO" logs parse >b.json
ok "CRLF" cmp a.json b.json
{ printf '\357\273\277'; cat L.txt; } | "$FIDLIO" logs parse >b.json
ok "a byte order mark" cmp a.json b.json
TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$FIDLIO" logs parse L.txt >b.json
ok "the same bytes elsewhere" cmp a.json b.json
{ echo '{"batch-size": "256"}'; cat L.txt; } | "$FIDLIO" logs parse >b.json
ok "settings in braces before it" cmp a.json b.json
"$FIDLIO" logs parse --form=v1 L.txt >v1.json
sed '/"5": 1.0/d; s/"4": 0.5,/"4": 0.5/' a.json | "$FIDLIO" logs parse --form=v1 >b.json
ok "JSON of another form" cmp v1.json b.json
is "$("$FIDLIO" logs parse --system='p2 "1"' --batch-size=256 L.txt | tail -n 4)" '    },
    "computing_system": "p2 \"1\"",
    "batch_size": "256"
}' "the names of a machine and a batch"
"$FIDLIO" logs parse --system='p2 "1"' --batch-size=256 L.txt >named.json
is "$("$FIDLIO" logs parse named.json)" "$(cat named.json)" "which are read again"
is "$("$FIDLIO" logs parse --form=v1 --system=p2-1 L.txt | grep -c system)" 0 "which v1 does not have"

# --- summaries
"$FIDLIO" logs summary -q L.txt >a.txt
"$FIDLIO" logs summary -q a.json >b.txt
ok "of the log as of its JSON" cmp a.txt b.txt
"$FIDLIO" logs summary -q <a.json >b.txt
ok "of JSON on standard input" cmp a.txt b.txt
ok "into a file" "$FIDLIO" logs summary -q L.txt -o c.txt
ok "the same" cmp a.txt c.txt
like "$("$FIDLIO" logs summary L.txt 2>&1 >/dev/null)" "^fidlio: L.txt: n/a: the fit time, the model's save time$" "what is n/a is said"
is "$("$FIDLIO" logs summary -q L.txt 2>&1 >/dev/null)" "" "unless -q"

# --- against a plain version, to the byte
for seed in 1 2 3 4 5 6 7 8; do
    python3 "$plain" log $seed >r.txt
    for form in v1 v2; do
        python3 "$plain" json $form r.txt >want.json
        "$FIDLIO" logs parse --form=$form r.txt >got.json
        ok "log $seed, $form: JSON" cmp want.json got.json
        python3 "$plain" text $form want.json >want.txt
        "$FIDLIO" logs summary --form=$form r.txt >got.txt 2>said.txt
        ok "log $seed, $form: summary" diff want.txt got.txt
        is "$(cat said.txt)" "" "nothing is missing"
    done
done

# --- logs and runs that the other commands read
cat >dlio.log <<'END'
[OUTPUT] 2025-03-02T09:00:00.000000 Running DLIO [Training] with 2 process(es)
[OUTPUT] 2025-03-02T09:00:10.000000 Starting epoch 1: 2 steps expected
[OUTPUT] 2025-03-02T09:00:10.500000 Starting block 1
[OUTPUT] 2025-03-02T09:00:20.000000 Ending block 1 - 2 steps completed in 9.50 s
[OUTPUT] 2025-03-02T09:00:20.500000 Ending epoch 1 - 2 steps completed in 10.50 s
[OUTPUT] 2025-03-02T09:00:21.000000 Starting eval - 1 steps expected
[OUTPUT] 2025-03-02T09:00:23.000000 Ending eval - 1 steps completed in 2.00 s
[OUTPUT] 2025-03-02T09:00:24.000000 Starting epoch 2: 2 steps expected
[OUTPUT] 2025-03-02T09:00:24.000000 Starting block 1
[OUTPUT] 2025-03-02T09:00:32.000000 Ending block 1 - 2 steps completed in 8.00 s
[OUTPUT] 2025-03-02T09:00:32.000000 Ending epoch 2 - 2 steps completed in 8.00 s
[OUTPUT] 2025-03-02T09:00:33.000000 Starting eval - 1 steps expected
END
is "$("$FIDLIO" logs parse dlio.log 2>err)" '{
    "init": 10.0,
    "total_training": 32.0,
    "epochs": {
        "1": {
            "validation_time": 2.0,
            "epoch_time": 10.5
        },
        "2": {
            "epoch_time": 8.0
        }
    }
}' "the epochs of DLIO"
like "$(cat err)" '^fidlio: dlio\.log: read as dlio_log$' "which is told"
like "$(cat err)" '^fidlio: dlio\.log: 1 spans never end: left out$' "and what never ends"
cat >mllog.txt <<'END'
:::MLLOG {"namespace": "", "time_ms": 1676121200000, "event_type": "INTERVAL_START", "key": "init_start", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": 1676121204000, "event_type": "INTERVAL_END", "key": "init_stop", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": 1676121205000, "event_type": "INTERVAL_START", "key": "training_start", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": 1676121235000, "event_type": "INTERVAL_END", "key": "training_stop", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": 1676121235000, "event_type": "INTERVAL_START", "key": "eval_start", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": 1676121236500, "event_type": "INTERVAL_END", "key": "eval_stop", "value": null, "metadata": {}}
END
is "$("$FIDLIO" logs parse -q mllog.txt | tr -d ' \n')" \
    '{"init":4.0,"total_training":36.5,"epochs":{"1":{"validation_time":1.5,"epoch_time":30.0}}}' "MLLOG events, without epochs"
{
    sed 1,2d mllog.txt | sed 's/training_st\([a-z]*\)\(.*\)"metadata": {}/epoch_st\1\2"metadata": {"epoch_num": 1}/'
    for key in start:45000 stop:55000; do
        echo ":::MLLOG {\"namespace\": \"\", \"time_ms\": 16761212${key#*:}, \"event_type\": \"X\", \"key\": \"epoch_${key%:*}\", \"value\": null, \"metadata\": {\"epoch_num\": 2}}"
    done
} >some.txt
is "$("$FIDLIO" logs parse -q some.txt | tr -d ' \n')" \
    '{"init":-1.0,"total_training":50.0,"epochs":{"1":{"validation_time":1.5,"epoch_time":30.0},"2":{"validation_time":0.0,"epoch_time":10.0}}}' "an epoch that is not evaluated"
runs=$srcdir/tests/data/runs
"$FIDLIO" logs parse "$runs/UNET3D_dlio_r2" -o run.json
cat >steps.py <<'END'
import json, sys
log, run = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))[0]
steps = [s for e in log["epochs"].values() for s in e["steps"].values()]
print(len(log["epochs"]), len(steps), all(s > 0 for s in steps), log["init"] > 0, log["total_training"] > 0)
END
"$FIDLIO" inspect --format=json "$runs/UNET3D_dlio_r2" >inspect.json
is "$(python3 steps.py run.json inspect.json | cut -d' ' -f3-)" "True True True" "a run: steps of its epochs"
ok "its summary" "$FIDLIO" logs summary "$runs/UNET3D_dlio_r2" -o run.summary
"$FIDLIO" logs summary run.json 2>err >json.summary
ok "as of its JSON" cmp run.summary json.summary
ok "its picture" "$FIDLIO" logs plot "$runs/UNET3D_dlio_r2" -o run.svg
exits 3 "a run without phases and steps" "$FIDLIO" logs parse "$srcdir/tests/data/bpftrace_read"

# --- what is wrong
: >empty.txt
exits 0 "an empty log" "$FIDLIO" logs parse empty.txt
is "$("$FIDLIO" logs parse -q empty.txt)" '{
    "init": -1.0,
    "total_training": -1.0,
    "epochs": {}
}' "has no values"
like "$("$FIDLIO" logs parse empty.txt 2>&1 >/dev/null)" "contains no times of a training" "and it is said"
exits 0 "its summary" "$FIDLIO" logs summary empty.txt
: >empty.json
exits 3 "an empty JSON" "$FIDLIO" logs summary empty.json
printf '{\n"init": 1.0,,\n"epochs" {}}\n' >bad.json
exits 3 "malformed JSON" "$FIDLIO" logs summary bad.json
like "$("$FIDLIO" logs summary bad.json 2>&1)" "^fidlio: bad.json:2: this is not JSON" "with file and line"
like "$("$FIDLIO" logs summary <bad.json 2>&1)" "^fidlio: standard input:2: " "on standard input too"
exits 3 "no such file" "$FIDLIO" logs parse none.txt
mkdir folder
exits 3 "a folder without a run" "$FIDLIO" logs parse folder
exits 5 "output that cannot be written" "$FIDLIO" logs parse L.txt -o none/a.json
exits 2 "no verb" "$FIDLIO" logs
exits 2 "an unknown verb" "$FIDLIO" logs frobnicate L.txt
exits 2 "two logs" "$FIDLIO" logs parse L.txt L.txt
exits 2 "an unknown form" "$FIDLIO" logs parse --form=v3 L.txt
if [ -w /dev/full ]; then
    exits 5 "a full disk" sh -c 'exec "$@" >/dev/full' sh "$FIDLIO" logs parse L.txt
else
    skip "a full disk" "no /dev/full"
fi
tap_done
