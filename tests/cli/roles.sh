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

# --- what is read most has its role by that, whatever it is called; a configuration never has
# reads FOLDER NAME: 12 files of 512 KiB in 2 epochs; beside them 40 modules of 2 KiB
reads ()
{
    python3 -c 'import sys
t, n = 1795000000.0, 0
def call(s, d=.001):
    global t
    print("77 %.6f %s <%.6f>" % (t, s, d))
    t += d + .001
def whole(path, size, at_once):
    call("openat(AT_FDCWD, \"%s\", O_RDONLY) = 3" % path)
    for at in range(0, size, at_once):
        call("read(3, \"x\"..., %d) = %d" % (at_once, min(at_once, size - at)))
    call("read(3, \"\", %d) = 0" % at_once)
    call("close(3) = 0")
for i in range(40):
    whole("/usr/lib/python3/m%s.py" % (chr(97 + i % 26) * (1 + i // 26)), 2048, 2048)
for epoch in range(2):
    for i in range(12):
        whole(sys.argv[1] + "/" + sys.argv[2] % i, 524288, 131072)' "$1" "$2"
}
for of in '/d s-%04d.out' '/d s%d.log' '/d part_%02d.py' '/d %d.yaml' '/usr/share/d %03d.npz' '/v/site-packages/d x%d.bin'; do
    reads ${of% *} "${of#* }" >named.strace
    like "$("$FIDLIO" inspect named.strace)" '^data +behaviour +12 +144 +12 MiB' "data by what is done with it: $of"
done
{
    reads /d s%d.out | grep -v '/d/' | head -160
    for i in 1 2 3; do
        echo "77 1795000009.$i openat(AT_FDCWD, \"/opt/x/config.json\", O_RDONLY) = 3 <0.001>"
        echo "77 1795000009.${i}1 read(3, \"x\"..., 4096) = 700 <0.001>"
        echo "77 1795000009.${i}2 close(3) = 0 <0.001>"
    done
} >config.strace
unlike "$("$FIDLIO" inspect config.strace)" '^data +behaviour' 'a configuration is no data'

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
