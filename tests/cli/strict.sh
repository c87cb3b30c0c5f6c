#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# inspect --strict: 0 for whole runs, 3 for each with one file truncated, emptied or noise.
# STRICT_RUNS selects other runs than the shipped ones.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

# copy.py RUN: a copy without gzip, as it was recorded; prints its files
cat >copy.py <<'END'
import gzip, os, shutil, sys
shutil.rmtree("run", ignore_errors=True)
for folder, _, names in os.walk(sys.argv[1]):
    to = os.path.join("run", os.path.relpath(folder, sys.argv[1]))
    os.makedirs(to, exist_ok=True)
    for name in sorted(names):
        path = os.path.join(folder, name)
        data = gzip.open(path).read() if name.endswith(".gz") else open(path, "rb").read()
        name = name[:-3] if name.endswith(".gz") else name
        open(os.path.join(to, name), "wb").write(data)
        print(os.path.relpath(os.path.join(to, name), "run"))
END
# damage.py FILE HOW: the file as it was goes to "before"
cat >damage.py <<'END'
import random, shutil, sys
path, how = "run/" + sys.argv[1], sys.argv[2]
shutil.copyfile(path, "before")
data = open(path, "rb").read()
if how == "truncated":
    data = data[:len(data) // 2]
    while data.endswith(b"\n"):
        data = data[:-1]
elif how == "shortened": # whole lines
    data = b"".join(data.splitlines(True)[:max(1, len(data.splitlines()) // 2)])
elif how == "emptied":
    data = b""
else:
    rng = random.Random(1)
    data = bytes(rng.randrange(256) for _ in range(min(len(data), 5000)))
open(path, "wb").write(data)
END

# Files that hold no more than names and settings: what is left of them after whole lines
# were taken away is as good as the whole.
settings='config.yaml|overrides.yaml|stderr.txt'

exits 0 "every shipped run is whole" "$FIDLIO" inspect --strict "$runs"/[BDU]*_r*
for run in ${STRICT_RUNS:-"$runs/BERT_real_r2" "$runs/DLRM_dlio_r4"}; do
    name=$(basename "$run")
    python3 copy.py "$run" >files
    is "$(wc -l <files)" "$(find "$run" -type f | wc -l)" "$name: every file"
    exits 0 "$name" "$FIDLIO" inspect --strict run
    for how in truncated shortened emptied noise; do
        missed=
        while read -r file; do
            [ $how != shortened ] || ! echo "$file" | grep -qE "(^|/)($settings)\$" || continue
            python3 damage.py "$file" $how
            status=0
            "$FIDLIO" inspect --strict run >/dev/null 2>&1 || status=$?
            [ $status -eq 3 ] || missed="$missed $file($status)"
            cp before "run/$file"
        done <files
        is "$missed" "" "$name: any file $how"
    done
done
python3 damage.py "$(head -n 1 files)" noise
"$FIDLIO" inspect --format=json run >plain.json 2>/dev/null
is "$("$FIDLIO" inspect --strict --format=json run 2>err)" "$(cat plain.json)" \
    "the report is as without it"
tap_done
