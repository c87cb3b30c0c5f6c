#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio-ucr: formats, tables of expected results, and what it refuses.
. "$srcdir/tests/tap.sh"

ucr=$builddir/tests/validate/fidlio-ucr
small=$srcdir/tests/data/ucr_small
tab=$(printf '\t')

# --- the made-up sets are what the script makes
for set in Bumps Ragged; do
    for part in TRAIN TEST; do
        awk -v set=$set -v part=$part -f "$srcdir/tests/validate/make-small.awk" >"$tmp/made"
        ok "${set}_$part.tsv is made by make-small.awk" cmp "$tmp/made" "$small/${set}_$part.tsv"
    done
done

# --- one set, many spellings
# spelled FORM FILE: the tab-separated FILE in another format
spelled ()
{
    case $1 in
    spaces) sed 's/^\([0-9]*\)/  \1.0000000e+00/; s/\t/   /g' "$2" ;;
    commas) sed 's/\t/,/g' "$2" ;;
    spaced-commas) sed 's/\t/ , /g; s/$/\r/' "$2" ;;
    question-marks) sed 's/NaN/?/g' "$2" ;;
    ts)
        printf '# made of a tsv\n@problemName Made\n@equalLength false\n\n@data\n'
        sed 's/\tNaN//g; s/\t/,/g; s/^\([0-9]*\),\(.*\)/\2:\1/' "$2"
        ;;
    ts-padded) sed 's/NaN/?/g; s/\t/,/g; s/^\([0-9]*\),\(.*\)/\2 : \1/' "$2" ;;
    gzip) gzip -c "$2" ;;
    esac
}
for set in Bumps Ragged; do
    run="--window 0 --window 30 --window 100 --omega 0.02"
    # shellcheck disable=SC2086
    want=$("$ucr" $run "$small/${set}_TRAIN.tsv" "$small/${set}_TEST.tsv" | grep -v "$tab-$tab/")
    for form in spaces commas spaced-commas question-marks ts ts-padded gzip; do
        spelled $form "$small/${set}_TRAIN.tsv" >"$tmp/train"
        spelled $form "$small/${set}_TEST.tsv" >"$tmp/test"
        # shellcheck disable=SC2086
        is "$("$ucr" $run "$tmp/train" "$tmp/test" | grep -v "$tab-$tab/")" "$want" "$set: $form reads the same"
    done
done
like "$want" "^dtw${tab}-${tab}[01]\.[0-9]{4}${tab}[0-9]+/27\$" "error and counts are printed"
like "$("$ucr" "$small/Ragged_TRAIN.tsv" "$small/Ragged_TEST.tsv")" \
    "^ed$tab-$tab-$tab.*14 to 20 samples cannot be compared by ed" "unequal lengths: Euclid says why not"

# --- tables
ok "the small table is met" "$ucr" --expect "$small/expected.tsv"
like "$("$ucr" -e "$small/expected.tsv")" '^# [0-9]{2} agree, 0 differ, 0 failed, 0 not run' "all of it was run"
row="Bumps${tab}Bumps_TRAIN.tsv${tab}Bumps_TEST.tsv"
{
    grep '^Bumps' "$small/expected.tsv" | head -n 1
    printf '%s\tdtw\t-\t0.1234\n%s\tadtw\t0.02\t1/28\n' "$row" "$row"
    printf 'Ragged\tRagged_TRAIN.tsv\tRagged_TEST.tsv\ted\t-\t0.1\n'
    printf 'Far\tFar/Far_TRAIN.tsv\tFar/Far_TEST.tsv\ted\t-\t0.1\n'
} >"$tmp/wrong.tsv"
exits 1 "a table that is not met fails" "$ucr" --expect "$tmp/wrong.tsv" --data "$small"
said=$("$ucr" --expect "$tmp/wrong.tsv" --data "$small" 2>&1)
like "$said" "^agrees${tab}Bumps" "the right line agrees"
like "$said" "^differs${tab}Bumps${tab}dtw${tab}-${tab}0\.1234${tab}0\.[0-9]{4} \(" "a wrong error is reported"
like "$said" "^differs${tab}Bumps${tab}adtw${tab}0\.02${tab}1/28$tab" "a wrong count is reported"
like "$said" "^failed${tab}Ragged${tab}ed$tab.*cannot be compared" "so is a line that cannot be run"
like "$said" "^not run${tab}Far$tab.*Far/Far_TRAIN\.tsv\$" "missing files are listed"
like "$said" '^# 1 agree, 2 differ, 1 failed, 1 not run' "and all are counted"
like "$said" 'wrong\.tsv: 3 of 4 lines do not agree$' "the message says how many"
cp "$small/Bumps_TRAIN.tsv" "$small/Bumps_TEST.tsv" "$tmp"
sed -n 1p "$tmp/wrong.tsv" >"$tmp/one.tsv"
ok "paths are relative to the table" "$ucr" --expect "$tmp/one.tsv"
(cd "$tmp" && exec "$ucr" --expect one.tsv >said)
like "$(cat "$tmp/said")" '^agrees' "also in the folder itself"
sed -n 5p "$tmp/wrong.tsv" >"$tmp/far.tsv"
exits 3 "nothing run is not a success" "$ucr" --expect "$tmp/far.tsv"
printf '%s\tdtw\t-\n' "$row" >"$tmp/short.tsv"
exits 2 "a table with a broken line is refused" "$ucr" --expect "$tmp/short.tsv"
like "$("$ucr" --expect "$tmp/short.tsv" 2>&1)" 'short\.tsv:1: 5 fields' "and the line is named"

# --- the published table is well formed (its files are not here)
lines=$(grep -c '^[A-Z]' "$srcdir/tests/validate/published.tsv")
like "$("$ucr" --expect "$srcdir/tests/validate/published.tsv" --data "$tmp/nowhere" 2>&1)" \
    "^# 0 agree, 0 differ, 0 failed, $lines not run" "published.tsv: $lines lines are understood"

# --- input that is refused: refused DATA WHAT REASON, escapes in DATA
refused ()
{
    printf '%b' "$1" >"$tmp/bad"
    shift
    exits 3 "$1" "$ucr" "$tmp/bad" "$small/Bumps_TEST.tsv"
    like "$tap_said" "bad:.*$2|bad: $2" "... and says why"
}
refused '1\t2\tx\n' "a word for a number" "1: not a number: 'x'"
refused '1\t2\t3\n2\tNaN\t3\n' "a value missing inside" '2: a value is missing inside'
refused '1,2,,3\n' "an empty field" "1: not a number: ''"
refused '1\t2\n2\tNaN\tNaN\n' "padding only" '2: a series without values'
refused '1\n' "a label only" '1: a series without values'
refused '?\t1\n' "no label" '1: no label'
refused '1\tinf\n' "infinity" "1: not a number: 'inf'"
refused '@data\n1,2,3\n' ".ts without labels" "2: no ':' before a label"
refused '1,2:\n' ".ts with an empty label" '1: no label'
refused '1,2:3,4:a\n' ".ts with two dimensions" 'several dimensions'
refused '1\t2\n@data\n' "a header inside" 'a header line after data'
refused '\n' "an empty file" 'no series'
exits 3 "a missing file" "$ucr" "$tmp/none" "$small/Bumps_TEST.tsv"
exits 2 "one file" "$ucr" "$small/Bumps_TEST.tsv"
exits 2 "no file" "$ucr"
exits 2 "a table and files" "$ucr" --expect "$tmp/one.tsv" a b
exits 2 "a window beyond 100 %" "$ucr" --window 101 a b
exits 2 "a window that is no number" "$ucr" --window wide a b
exits 2 "a negative omega" "$ucr" --omega -1 a b
tap_done
