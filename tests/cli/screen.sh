#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What compare, matrix and compare of several print fits a terminal of 24 lines, the verdict last.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
real=$runs/UNET3D_real_r2
dlio=$runs/UNET3D_dlio_r2
nockpt=$runs/UNET3D_dlio_nockpt_r1
cd "$tmp" || exit 99
cp -R "$dlio" UNET3D_dlio_other

# fits NAME WIDTH: the file NAME is a screen with a verdict on its last line
fits ()
{
    ok "$1: at most 24 lines" test "$(wc -l <"$1")" -le 24
    is "$(awk -v width="$2" 'length > width' "$1")" "" "$1: at most $2 columns"
    like "$(tail -n 1 "$1")" '(YES|NO|CANNOT TELL)(: |$)' "$1: the verdict stands last"
}

export COLUMNS=80
"$FIDLIO" compare "$real" "$dlio" >one
fits one 80
"$FIDLIO" compare --real "$real" --real "$runs/UNET3D_real_r4" --emulation "$dlio" >pooled
fits pooled 80
"$FIDLIO" compare "$real" "$dlio" "$nockpt" UNET3D_dlio_other >three
fits three 80
is "$(grep -cE '^UNET3D_[a-z0-9_]* +(YES|NO|CANNOT TELL): ' three)" 3 "a verdict a line"
"$FIDLIO" matrix -q --real "$real" "$runs/BERT_real_r2" "$runs/DLRM_real_r4" \
    --emulation "$dlio" "$nockpt" "$runs/BERT_dlio_r2" "$runs/DLRM_dlio_r4" -o m >/dev/null
"$FIDLIO" report -n m >matrix
fits matrix 80
is "$(grep -c ', profile storage; ' matrix)" 3 "a heading for each workload"
"$FIDLIO" compare "$runs/UNET3D_real_r2" "$runs/BERT_dlio_r2" >other
fits other 80
"$FIDLIO" compare "$srcdir/tests/data/pfw/real" "$srcdir/tests/data/pfw/dlio" >pfw
fits pfw 80

# --- no answer: why, in place of the table
mkdir bare
cp "$dlio/dlio.log.gz" bare
"$FIDLIO" compare "$real" bare >unknown 2>err
fits unknown 80
like "$(sed -n 2p unknown)" "^the benchmark's answer is unknown: " "without an answer the reason is in its place"
why=$(sed -n "2s/.*unknown: \([^;]*\).*/\1/p" unknown)
is "$(grep -cF "$(echo "$why" | cut -c1-40)" unknown)" 1 "the reason stands there once"
is "$(tail -n 1 unknown)" "storage CANNOT TELL" "and the verdict last, without it"

# --- several, one of which has no answer, and a long name
long=UNET3D_with_a_name_that_is_longer_than_a_narrow_terminal
cp -R "$nockpt" $long
"$FIDLIO" compare "$real" bare $long >several 2>err
fits several 80
is "$(sed -n '4,$p' several | cut -c1-4 | tr '\n' ' ')" "bare UNET bare UNET " "each emulation has its own line, before the known one, too"
ok "with all details, too" "$FIDLIO" compare -v "$real" bare $long
COLUMNS=40 "$FIDLIO" compare "$real" $long "$nockpt" >several
fits several 40
is "$("$FIDLIO" compare --format=md "$real" $long "$nockpt" | grep 'CANNOT TELL' | grep -c '\.\.')" 0 "a document has whole verdicts"

# --- other widths
for width in 30 50 120; do
    COLUMNS=$width "$FIDLIO" compare "$real" "$dlio" >wide
    fits wide $width
done
# cut NAME: numbers of a screen that lost their last digits; such a table lacks columns instead
cut_numbers () { grep -E "^[a-z]+\.[a-z]+ " "$1" | grep -vE "^[a-z_.]+ +[0-9]\.[0-9]{2}( +(-|x[0-9.]+|[0-9]+\.[0-9]{2}( oct| dec)?))*$"; }
for width in 30 40 50; do
    COLUMNS=$width "$FIDLIO" compare "$real" "$dlio" >narrow
    is "$(cut_numbers narrow)" "" "$width columns: no number is cut"
    like "$(cat narrow)" "^resource +similarity.*  \.\.$" "$width columns: the head says that columns are missing"
done
like "$(cat wide)" '^disk.write|^other.io +0\.[0-9]+ +x1\.00 \(1\.00\)' "a wide terminal shows grades, too"
like "$(cat wide)" '\(-5 %\)' "and all storages"
if command -v script >/dev/null; then
    script -qec "stty cols 60; env -u COLUMNS '$FIDLIO' compare --color=never '$real' '$dlio'" typed </dev/null >/dev/null
    is "$(tr -d '\r' <typed | grep -v '^Script' | awk 'length > 60')" "" "the terminal says how wide it is"
else
    skip "the terminal says how wide it is" "script is missing"
fi
tap_done
