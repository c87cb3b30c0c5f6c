#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio inspect on recorded runs (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

out=$("$FIDLIO" inspect "$runs/UNET3D_real_r2")
is "$?" 0 "inspect"
like "$out" '^UNET3D_real_r2: real run of unet3d, 20[0-9-]*T[0-9:.]* to ' "what it is and when"
for file in "$runs/UNET3D_real_r2"/*; do
    like "$out" "^$(basename "$file") +[a-z_]+ +(boot|utc|local|app) " "$(basename "$file") with its reader and clock"
done
like "$out" '^boot +[1-9][0-9]* +[0-9.]+ +[0-9.]+ +-?[0-9.]+  [1-9]' "a clock, its anchors and uncertainty"
like "$out" '^block\.read +[1-9][0-9]* +[0-9.]+ ([KMG]i)?B ' "operations and bytes of a resource"
like "$out" '^cpu +[1-9][0-9]* +1\.00 ' "samples and their distance"
like "$out" '^TRAINING +[1-9][0-9]* +[0-9]' "phases"
like "$out" '^[1-9][0-9]* steps, median' "steps"
is "$(printf '%s\n' "$out" | awk 'length > 84')" "" "no wider than file names make it"
like "$("$FIDLIO" inspect "$runs/UNET3D_dlio_r2")" '^UNET3D_dlio_r2: emulation of unet3d, ' "an emulation"
is "$(TZ=Asia/Tokyo "$FIDLIO" inspect "$runs/UNET3D_real_r2")" "$out" "another time zone"

cat >sum.py <<'END'
import json, sys
for run in json.load(sys.stdin):
    read = next(e for e in run["events"] if e["resource"] == "data.read")
    print(run["id"], run["kind"], run["workload"], read["own"]["operations"] > 0,
          all(f["reader"] or not f["used"] for f in run["files"]))
END
is "$("$FIDLIO" inspect --format=json "$runs/UNET3D_real_r2" "$runs/BERT_dlio_r2" | python3 sum.py)" \
    "UNET3D_real_r2 real unet3d True True
BERT_dlio_r2 emulation bert True True" "JSON of two runs"

# --- the tables say what the JSON says
cat >tables.py <<'END'
import json, re, sys
text, doc = open(sys.argv[1]).read(), json.load(open(sys.argv[2]))[0]
tables = {}
for block in re.split(r"\n\n", text):
    lines = [re.split(r" {2,}", l.strip()) for l in block.splitlines()]
    tables.setdefault((lines[0][0], lines[0][1] if len(lines[0]) > 1 else ""), lines[1:])
fixed = lambda x, n: "-" if x is None else "%.*f" % (n, x)
def size(x):
    unit = ["B", "KiB", "MiB", "GiB"]
    while x >= 1000 and len(unit) > 1:
        x, unit = x / 1024, unit[1:]
    return ("%.3g" % x if x < 999.5 else "%.0f" % x) + " " + unit[0]
kinds = ["events", "samples", "phases", "steps", "anchors"]
def check(what, name, want):
    rows = [r[:len(w)] for r, w in zip(tables[name], want)]
    print(what, rows == want or (rows, want))
check("files", ("file", "reader"), [[f["file"], f["reader"], f["clock"], next(
    ("%d %s" % (f[k], k) for k in kinds if f[k]), "facts"), str(f["rejected"]), fixed(f["span_s"], 1)] for f in doc["files"]])
check("resources", ("resource", "own"), [[e["resource"], str(e["own"]["operations"]),
    "-" if e["resource"] == "data.open" or e["first_s"] is None else size(e["own"]["bytes"]), str(e["writeback"]["operations"]),
    str(e["foreign"]["operations"]), fixed(e["first_s"], 1), fixed(e["last_s"], 1)] for e in doc["events"] if e["traced"]])
check("roles", ("role", "decided by"), [[r["role"], r["rule"], str(r["files"]), str(r["operations"]),
    size(r["read_bytes"]), size(r["written_bytes"]), r["example"]] for r in doc["roles"]])
check("disk", ("role", "read from disk"), [[r["role"] or "unknown", size(r["read_bytes"]), size(r["written_bytes"])]
    for r in doc["block_roles"]])
check("samples", ("resource", "samples"), [[e["resource"], str(e["samples"]), fixed(e["period_s"], 2), fixed(e["first_s"], 1),
    fixed(e["last_s"], 1)] for e in doc["samples"]])
names = list(dict.fromkeys(r[0] for r in tables["phase", "spans"] if len(r) == 3))
check("phases", ("phase", "spans"), [[n, str(sum(p["phase"] == n for p in doc["phases"])),
    fixed(sum(p["end_s"] - p["start_s"] for p in doc["phases"] if p["phase"] == n), 2)] for n in names])
print("all phases", set(names) == {p["phase"] for p in doc["phases"]})
check("epochs", ("epoch", "s"), [[str(e["epoch"]), fixed(e["span_s"], 2), str(e["steps"]), "%.0f" % (100 * e["computing"]),
    size(e["read_bytes"]), size(e["storage_bytes"])] for e in doc["epochs"]])
print("steps", ["%d steps, median %.3f s" % (doc["steps"], doc["step_s"])] == re.findall(r"^\d+ steps, median.*$", text, re.M))
print("rejects", all(len(f["rejects"]) == f["rejected"] for f in doc["files"]))
print("span", re.findall(r", ([0-9.]+) s$", text.split("\n\n")[0]) == [fixed(doc["span_s"], 1)])
END
for run in DLRM_dlio_r4 UNET3D_dlio_r2; do
    "$FIDLIO" inspect "$runs/$run" >tables.txt
    "$FIDLIO" inspect --format=json "$runs/$run" >tables.json
    is "$(python3 tables.py tables.txt tables.json | grep -v ' True$')" "" "$run: tables and JSON agree"
done

# --- when monitors read: iostat and mpstat, by different events
like "$out" 'iostat\.json\.gz: read 0\.[0-9]* \+- 0\.0[0-9] s later than stamped' "the lag of iostat"
cat >lag.py <<'END'
import json, sys
for run in json.load(sys.stdin):
    lags = [f["reading_lag"] for f in run["files"] if (f["reading_lag"] or {}).get("corrected")]
    apart = max(l["lag_s"] for l in lags) - min(l["lag_s"] for l in lags)
    print(run["id"], len(lags), apart <= sum(l["uncertainty_s"] for l in lags))
END
is "$("$FIDLIO" inspect --format=json "$runs/UNET3D_real_r2" "$runs/DLRM_dlio_r4" | python3 lag.py)" \
    "UNET3D_real_r2 2 True
DLRM_dlio_r4 1 True" "certain lags of a run agree"

# --- a run with something wrong in it
cp -R "$runs/UNET3D_real_r2" odd
chmod -R u+w odd
gzip -dc odd/trace_read.out.gz | sed '5s/.*/no line of this trace/; 9s/.*/nor this/' >odd/trace_read.out
rm odd/trace_read.out.gz
echo "about nothing" >odd/notes.txt
like "$("$FIDLIO" inspect odd)" '^trace_read\.out +bpftrace_read +boot +[0-9]+ events +2 ' "rejected lines are counted"
like "$("$FIDLIO" inspect odd)" '^  trace_read\.out:5: ' "the first is told"
unlike "$("$FIDLIO" inspect odd)" '^  trace_read\.out:9: ' "the others are not"
like "$("$FIDLIO" inspect -v odd)" '^  trace_read\.out:9: ' "but for -v"
like "$("$FIDLIO" inspect odd)" '^notes\.txt +- ' "a file nobody reads"

# --- more events than there is memory for: what is counted stays
"$srcdir/scripts/dev/make-trace" --events=200000 much 2>/dev/null
cat >counts.py <<'END'
import json, sys
run = json.load(sys.stdin)[0]
print([f["code"] for f in run["findings"] if f["code"] == "rows_merged"],
      [(e["resource"], e["own"]) for e in run["events"]])
END
all=$("$FIDLIO" inspect --format=json much | python3 counts.py)
few=$("$FIDLIO" inspect --format=json --memory=1M much | python3 counts.py)
like "$all" "^\[\] .*data.read" "events that fit are kept one by one"
is "$few" "['rows_merged']${all#\[\]}" "beyond --memory they are merged and counted the same"
exits 2 "no size" "$FIDLIO" inspect --memory=many much
exits 2 "nothing" "$FIDLIO" inspect --memory=0 much

# --- errors
mkdir empty
exits 3 "an empty directory" "$FIDLIO" inspect empty
exits 3 "no directory" "$FIDLIO" inspect none
exits 3 "a file" "$FIDLIO" inspect sum.py
exits 4 "one of two" "$FIDLIO" inspect empty odd
exits 3 "JSON of nothing" "$FIDLIO" inspect --format=json empty
exits 2 "no run" "$FIDLIO" inspect
exits 2 "csv" "$FIDLIO" inspect --format=csv odd
# --- which epochs the storage delivered
for how in memory log; do
    cp -r "$srcdir/tests/data/runs/UNET3D_dlio_r2" $how && chmod -R u+w $how
done
python3 - memory/trace_bio.out.gz <<'END'
import gzip, sys
lines = gzip.open(sys.argv[1], "rt").read().split("\n")
stamp = [int(x.split()[0]) for x in lines if x[:1].isdigit()]
end = stamp[0] + (stamp[-1] - stamp[0]) * 0.4
kept = [x for x in lines if not x[:1].isdigit() or " R " not in x or int(x.split()[0]) < end]
gzip.open(sys.argv[1], "wt").write("\n".join(kept))
END
sed -i '/"event_lines"/,/}/d' memory/meta.json
rm log/trace_*
text=$("$FIDLIO" inspect memory | tr -s ' \n' ' ')
like "$text" 'epoch s steps computing % data read from the storage 1 [0-9.]+ 40 98 1.3 GiB 1.3 GiB 2 ' \
    "what the calls of an epoch read, and what the storage delivered"
like "$text" 'from epoch [34] on the storage was not measured: it delivers 0.0 % of the data' \
    "from which epoch on it did not"
unlike "$("$FIDLIO" inspect "$srcdir/tests/data/runs/UNET3D_dlio_r2")" 'was not measured' \
    "a run that reads from the disk all the time"
text=$("$FIDLIO" inspect log | tr -s ' \n' ' ')
like "$text" ' 1 [0-9.]+ 40 98 [0-9.]+ GiB [0-9.]+ GiB .*data read: samples of the steps, by their configured size; from the storage: the disk rate' \
    "without traces: by steps and the disk rate"
zcat -f log/iostat.json* | sed 's/"rMB\/s": [0-9.]*/"rMB\/s": 0.00/' >iostat.json
rm log/iostat.json* && mv iostat.json log/
like "$("$FIDLIO" inspect --format=json log | tr -s ' \n' ' ')" '"not_measured_from_epoch": 2' \
    "no traffic of the disk from epoch 2 on"

tap_done
