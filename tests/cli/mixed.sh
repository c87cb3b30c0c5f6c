#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Raw traces beside a processed tree are refused with the command that mends it; what that command
# makes compares with the tree as equal.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$tmp" || exit 99
cp -R "$srcdir/tests/data/runs/UNET3D_real_r2" "a run's traces"
chmod -R u+w "a run's traces"
raw="a run's traces"
"$FIDLIO" prepare -q --bare "$srcdir/tests/data/runs/UNET3D_real_r2" -o trees
tree=trees/UNET3D_real_r2

# equal JSON: the measures whose distance is not 0, of resources that are compared
cat >apart.py <<'END'
import json, sys
doc = json.load(open(sys.argv[1]))
def measures(node):
    if isinstance(node, dict):
        if "distance" in node and "name" in node:
            yield node
        for child in node.values():
            yield from measures(child)
    elif isinstance(node, list):
        for child in node:
            yield from measures(child)
all_n, apart = 0, set()
for m in measures(doc):
    all_n += m["distance"] is not None
    if m["distance"] is not None and m["distance"] > 1e-9:
        apart.add(m["name"])
print(all_n > 100, *sorted(apart))
END
exits 3 "raw traces beside a processed tree" "$FIDLIO" compare "$raw" "$tree"
exits 3 "the other way round" "$FIDLIO" compare "$tree" "$raw"
said=$("$FIDLIO" compare "$raw" "$tree" 2>&1)
like "$said" 'UNET3D_real_r2 is a processed tree, which lacks part of the traces that a run.s traces has' \
    "said"
PATH=$(dirname "$FIDLIO"):$PATH
like "$said" ': fidlio prepare --bare -o prepared ' "with the command"
eval "\"\$FIDLIO\" ${said##*: fidlio}" >/dev/null 2>&1
ok "which makes a tree" test -s "prepared/$raw/read.out"
"$FIDLIO" compare --format=json "prepared/$raw" "$tree" >same.json 2>err
is "$(python3 apart.py same.json)" "True" "equal to the tree of the same recording"

# of several runs on a side
"$FIDLIO" prepare -q --bare "$srcdir/tests/data/runs/UNET3D_real_r4" -o trees
exits 3 "repeats of both kinds" "$FIDLIO" compare trees/UNET3D_real_r4 "$tree" "$raw"
exits 3 "repeats of both kinds on a side" "$FIDLIO" compare --force --real "$raw" --real trees/UNET3D_real_r4 \
    --emulation "$tree"

# a digest is not what trees are made of
"$FIDLIO" digest -q "$raw" -o raw.fidlio
like "$("$FIDLIO" compare raw.fidlio "$tree" 2>&1)" 'fidlio prepare --bare -o prepared FOLDER$' "of a digest"

# a batch: the error of that pair alone
mkdir real && cp -R "$srcdir/tests/data/runs/UNET3D_real_r4" real/
"$FIDLIO" matrix -q --no-series --no-calibration --real "$raw" --emulation "$tree" real/UNET3D_real_r4 \
    -o m >said 2>&1
is "$?" 4 "matrix does the other pairs"
like "$(cat said m/index.json)" 'fidlio prepare --bare -o prepared' "and says what mends this one"
is "$(find m -name '*__*.json' | wc -l | tr -d ' ')" 1 "one result"
is "$("$FIDLIO" nearest -q "$raw" --among "$tree" real --format=json 2>err | grep -c 'fidlio prepare --bare -o')" 1 \
    "nearest says so of the member"
tap_done
