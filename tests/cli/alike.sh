#!/bin/sh
# A raw run held against a processed tree: said, and both are read with the same filters.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

raw=$srcdir/tests/data/runs/UNET3D_real_r2
cd "$tmp" || exit 99

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
for disk in vda none; do
    "$FIDLIO" prepare "$raw" -o $disk --checkpoint-disk=$disk --no-ticks >/dev/null 2>&1
    tree=$disk/UNET3D_real_r2
    "$FIDLIO" compare --format=json "$raw" "$tree" >$disk.json 2>err
    is "$(python3 apart.py $disk.json)" "True" "checkpoint disk $disk: nothing is apart"
    like "$(cat $disk.json)" 'held against a processed tree' "which a finding explains"
    "$FIDLIO" compare --format=json "$tree" "$raw" >$disk.json 2>err
    is "$(python3 apart.py $disk.json)" "True" "the other way round"
done
like "$(cat none.json)" 'closes, write-back' "without write-back, where the tree has none"
"$FIDLIO" matrix -q --no-series --no-calibration --real "$raw" --emulation vda/UNET3D_real_r2 -o m
is "$(python3 apart.py m/*__*.json)" "True" "matrix, too"
"$FIDLIO" compare --format=json "$raw" "$raw" >same.json 2>err
is "$(python3 apart.py same.json) $(grep -c 'held against a processed tree' same.json)" "True 0" \
    "nothing of it between raw runs"
tap_done
