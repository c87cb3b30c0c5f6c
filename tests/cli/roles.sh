#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The roles of files on recorded runs (tests/data/runs): what was read of data sets and
# written to checkpoints, as counted when the runs were recorded, by the names of files.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

cat >sum.py <<'END'
import json, sys
# MB of data and of checkpoints.  DLIO's BERT also reads 24 indexes of 48 kB in its data
# folder, which that count left out: 1.15 MB.
KNOWN = """
BERT_dlio_compute2x_r1 74.32 832.6
BERT_dlio_r2 74.32 832.6
BERT_real_r2 86.5 832.6
BERT_real_r4 86.8 832.6
DLRM_dlio_compute2x_r1 1048.5 0
DLRM_dlio_r4 1048.5 0
DLRM_real_r4 775.9 0
DLRM_real_r7 775.9 0
UNET3D_dlio_nockpt_r1 6993.7 0
UNET3D_dlio_r2 6993.7 87.6
UNET3D_real_r2 6652.4 87.6
UNET3D_real_r4 6652.4 87.6
"""
known = {f[0]: [float(x) for x in f[1:]] for f in map(str.split, KNOWN.strip().splitlines())}
for run in json.load(sys.stdin):
    mb = {e["resource"]: e["own"]["bytes"] / 1e6 for e in run["events"]}
    got = mb["data.read"], mb["checkpoint.write"]
    right = all(abs(g - w) <= 0.01 * w for g, w in zip(got, known[run["id"]]))
    small = mb["other.io"] < 0.1
    role = {r["role"]: r["rule"] for r in run["roles"] if r["read_bytes"] > 1e6}
    rule = "behaviour" if run["kind"] == "real" else "configuration"
    print(run["id"], right and small and role.get("data") == rule or (got, mb, role))
END
got=$("$FIDLIO" inspect --format=json "$runs"/[BDU]*)
is "$(printf '%s' "$got" | python3 sum.py | grep -vc 'True$')" 0 \
    "bytes of data and checkpoints, and which rule knew, in all runs"
[ "$(printf '%s' "$got" | python3 sum.py | grep -c 'True$')" -eq 12 ] || diag "$(printf '%s' "$got" | python3 sum.py)"
like "$("$FIDLIO" inspect "$runs/UNET3D_real_r2")" \
    '^data +behaviour +180 +5400 +6\.2 GiB +0 B  case_[0-9]+_[xy]\.npy' "roles in the table"

like "$("$FIDLIO" inspect "$runs/UNET3D_real_r2")" '^data +[56]\.[0-9]+ GiB' \
    "and of disk requests: nothing stays in the page cache of this run"

# a trace without sizes: the names of checkpoints tell
"$FIDLIO" inspect --format=json "$runs/UNET3D_real_r2" >phases.json
python3 "$srcdir/tests/cli/prepare.py" "$runs/UNET3D_real_r2" phases.json paper v1
like "$("$FIDLIO" inspect v1)" '^checkpoint +kind +2 +116 ' "writes without sizes"

# --- patterns
printf '%s\n' '# labels are not read for training' 'case_*_y.npy other' >mine
out=$("$FIDLIO" inspect --roles=mine "$runs/UNET3D_real_r2")
like "$out" '^data +behaviour +90 +2700 ' "the images"
like "$out" '^other +user +90 +2700 ' "the labels, by the user"
cp -R "$runs/UNET3D_real_r2" own
chmod u+w own
cp mine own/roles
like "$("$FIDLIO" inspect own)" '^other +user +90 +2700 ' "a file roles in the run's directory"
echo '*_y.npy checkpoint' >first
like "$("$FIDLIO" inspect --roles=first own)" '^checkpoint +user +90 +2700 ' "--roles comes first"
hash ()
{
    "$FIDLIO" inspect --format=json "$@" | python3 -c "import json, sys; print (json.load (sys.stdin)[0][\"hash\"])"
}
unlike "$(hash own)" "$(hash "$runs/UNET3D_real_r2")" "it is part of what identifies the run"
echo '*_y.npy labels' >wrong
exits 3 "a role that there is not" "$FIDLIO" inspect --roles=wrong own
awk 'BEGIN { for (i = 1; i <= 1001; i++) print "name" i "* data" }' >many
like "$("$FIDLIO" inspect --roles=many own 2>&1)" "many:1001: more than 1000 patterns" "too many patterns"
like "$("$FIDLIO" inspect --roles=wrong own 2>&1)" "wrong:1: 'labels' is not a role" "with file and line"
exits 3 "no such file" "$FIDLIO" inspect --roles=none own
tap_done
