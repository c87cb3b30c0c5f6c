#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Digests that a matrix keeps: an unchanged run is not read again, a changed one is.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$tmp" || exit 99
mkdir runs
for run in DLRM_real_r4 DLRM_real_r7 DLRM_dlio_r4 DLRM_dlio_compute2x_r1; do
    cp -r "$srcdir/tests/data/runs/$run" runs
done
chmod -R u+w runs
gunzip -r runs # longer than what is sampled
find runs -type f -exec touch -d '2026-01-01 00:00:00' {} +

# matrix OPTION...: into m; its summary
matrix ()
{
    "$FIDLIO" matrix --no-series --real runs/*_real_* --emulation runs/*_dlio_* -o m "$@" 2>&1 |
        grep 'pairs compared'
}

# The times of the inodes are new, so that the first digests have no mark.
sleep 3
is "$(matrix)" "fidlio: 4 pairs compared, 0 kept as they were, 0 failed" "a matrix"
is "$(find m/.fidlio-digests -name '*.fidlio' | wc -l)" 4 "keeps a digest of each run"
cp -r m first
is "$(matrix)" "fidlio: 0 pairs compared, 4 kept as they were, 0 failed" "again: all pairs are kept"
rm "$(find m/.fidlio-digests -name '*.fidlio' | head -n 1)"
is "$(matrix)" "fidlio: 0 pairs compared, 4 kept as they were, 0 failed" "one digest is not there: all pairs are kept"
is "$(find m/.fidlio-digests -name '*.fidlio' | wc -l)" 4 "and the digest is made"
is "$(matrix --force)" "fidlio: 4 pairs compared, 0 kept as they were, 0 failed" "compared again"
ok "from digests: the same results" diff -r m first
"$FIDLIO" matrix -q --no-series --no-digests --real runs/*_real_* --emulation runs/*_dlio_* -o none >/dev/null 2>&1
ok "without digests: the same results" diff -r -x ".fidlio-*" m none
exits 1 "and none is kept" test -e none/.fidlio-digests

# A byte changes that no sample holds, and no time tells: read only if asked for.  No program
# can set the time of the inode back; that the marks leave it out lets a run be copied.
byte ()
{
    touch -r runs/DLRM_dlio_r4/meta.json stamp
    printf '%s' "$1" | dd of="$(ls runs/DLRM_dlio_r4/*read*)" bs=1 seek=6000 conv=notrunc 2>/dev/null
    touch -r stamp "$(ls runs/DLRM_dlio_r4/*read*)"
}
before=$(dd if="$(ls runs/DLRM_dlio_r4/*read*)" bs=1 skip=6000 count=1 2>/dev/null)
case $before in 9) other=8 ;; *) other=9 ;; esac
byte $other
sleep 3
is "$(matrix)" "fidlio: 0 pairs compared, 4 kept as they were, 0 failed" "files are not read again"
is "$(matrix --verify)" "fidlio: 2 pairs compared, 2 kept as they were, 0 failed" "but with --verify"
byte "$before"
sleep 3
is "$(matrix --verify)" "fidlio: 2 pairs compared, 2 kept as they were, 0 failed" "and back"
ok "the same results" diff -r -x ".fidlio-*" m first

# A new time, another size, one more run
touch runs/DLRM_real_r4/meta.json
is "$(matrix)" "fidlio: 0 pairs compared, 4 kept as they were, 0 failed" "another time alone changes nothing"
cp -r runs/DLRM_dlio_r4 runs/DLRM_dlio_new
sed -i '200d' runs/DLRM_dlio_new/*read*
is "$(matrix)" "fidlio: 2 pairs compared, 4 kept as they were, 0 failed" "a new run costs its row"

# damaged digests
for digest in m/.fidlio-digests/*.fidlio; do
    printf x | dd of="$digest" bs=1 seek=3000 conv=notrunc 2>/dev/null
done
is "$(matrix --force)" "fidlio: 6 pairs compared, 0 kept as they were, 0 failed" "damaged digests"
"$FIDLIO" matrix -q --no-series --no-digests --real runs/*_real_* --emulation runs/*_dlio_* -o other >/dev/null 2>&1
ok "are made anew: the same results" diff -r -x ".fidlio-*" m other
for digest in m/.fidlio-digests/*.fidlio; do
    "$FIDLIO" inspect "$digest" >/dev/null 2>>bad || diag "$digest is damaged"
done >bad
is "$(cat bad)" "" "and hold"
for digest in m/.fidlio-digests/*.fidlio; do : >"$digest"; done
is "$(matrix --force)" "fidlio: 6 pairs compared, 0 kept as they were, 0 failed" "empty ones"

# another folder, and calibrate
"$FIDLIO" calibrate runs/*_real_* -o a.json --digests=kept -q >a.txt
"$FIDLIO" calibrate runs/*_real_* -o b.json --digests=kept --verify -q >b.txt
ok "calibrate, from digests" cmp a.json b.json
is "$(find kept -name '*.fidlio' | wc -l)" 2 "kept where asked for"
tap_done
