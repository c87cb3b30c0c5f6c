#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Manifests with names, and --list of plot, prepare and steps: all figures of a paper from one file.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99
ln -s "$srcdir/tests/data/runs" runs
cat >list <<'END'
# the pairs of a paper
name real8 runs/UNET3D_real_r2
name emulated8 runs/UNET3D_dlio_r2
pair real8 emulated8
END

# --- names
ok "a manifest with names" "$FIDLIO" matrix -q -m list -o res -j 1
ok "the result is called so" test -s res/real8__emulated8.json
like "$(cat res/real8__emulated8.json)" '"id": "real8"' "and the run in it"
printf 'name a runs/UNET3D_real_r2\nname a runs/UNET3D_dlio_r2\npair a a\n' >twice
exits 2 "a name twice" "$FIDLIO" matrix -m twice -o never
like "$("$FIDLIO" matrix -m twice -o never 2>&1)" 'twice:2: line 1 has this name' "is named with its line"
printf 'name UNET3D_dlio_r2 runs/UNET3D_real_r2\npair UNET3D_dlio_r2 runs/UNET3D_dlio_r2\n' >same
like "$("$FIDLIO" matrix -m same -o never 2>&1)" 'would both be called UNET3D_dlio_r2' "a name that another run has"
printf 'name a/b runs/UNET3D_real_r2\n' >slash
like "$("$FIDLIO" matrix -m slash -o never 2>&1)" "slash:1: a name is a word without '/'" "a name with a slash"
printf 'run a\n' >line
like "$("$FIDLIO" matrix -m line -o never 2>&1)" "line:1: expected 'real DIR'" "another line"

# --- plot
ok "pictures of all" "$FIDLIO" plot --list list -o p.svg
is "$(echo p*.svg)" "p-emulated8.svg p-real8.svg p-real8__emulated8.svg" "of runs and pairs"
ok "charts of runs only" "$FIDLIO" plot --list list -o r.svg --what phases,cpu
is "$(echo r*.svg)" "r-emulated8.svg r-real8.svg" "--what chooses"
echo "real nowhere" >>list
exits 4 "one run is missing" "$FIDLIO" plot --list list -o q.svg --what phases
is "$(echo q*.svg)" "q-emulated8.svg q-real8.svg" "the others are drawn"
exits 2 "no -o" "$FIDLIO" plot --list list
exits 2 "a run and a list" "$FIDLIO" plot --list list -o q.svg runs/UNET3D_real_r2
printf '# nothing\n' >empty
exits 2 "two lists" "$FIDLIO" plot --list list --list list -o q.svg
exits 2 "an empty list" "$FIDLIO" plot --list empty -o q.svg

# --- prepare
exits 4 "trees of all" "$FIDLIO" prepare -q --list list -o trees --log-only
is "$(cd trees && echo *)" "emulated8 real8" "of those that are there, by their names"

# --- steps
sh "$srcdir/tests/tools/steps/experiment.sh" unet3d original
sh "$srcdir/tests/tools/steps/experiment.sh" dlio emulated
printf 'name U original\nreal U\nemulation emulated\n' >experiments
"$FIDLIO" steps --list experiments -o steps >steps.txt
is "$?" 0 "statistics of each"
is "$(cd steps && echo *)" "U emulated" "in a folder of its own"
like "$(cat steps.txt)" '^U: UNET3D' "with its name"
"$FIDLIO" steps original -q -o one
ok "the same as by itself" cmp one/all_data.json steps/U/all_data.json
tap_done
