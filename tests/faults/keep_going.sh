#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --keep-going: a file that the system does not let be read is left out; the result says so first,
# is never kept, and never takes the place of a complete one.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
real=$runs/DLRM_real_r4
emulation=$runs/DLRM_dlio_r4
in=DLRM_real_r4/trace_write.out
why='DLRM_real_r4: trace_write.out.gz:'
pair=got/DLRM_real_r4__DLRM_dlio_r4.json
for kind in open read; do
    fault "$kind:1:5+" "$FIDLIO" compare "$real" "$emulation" -o "$kind" >out 2>err
    is "$?" 5 "$kind fails: status 5"
    ok "no result" test ! -e "$kind"
    fault "$kind:1:5+" "$FIDLIO" compare --keep-going "$real" "$emulation" -o "$kind" >out 2>err
    is "$?" 4 "with --keep-going status 4"
    like "$(head -n 1 out)" "^INCOMPLETE: not all was read: $why" "which is said first"
    like "$(cat "$kind"/*__DLRM_dlio_r4.json)" '"incomplete": "'"$why"'.*Input/output error"' "and in the result"
done
"$FIDLIO" compare --keep-going --format json "$real" "$emulation" >with 2>err
is "$?" 0 "without an error: status 0"
"$FIDLIO" compare --format json "$real" "$emulation" >without
ok "the same result" cmp with without

matrix () # matrix [fault KIND:N:ERRNO] OPTION...
{
    set -- "$@" --no-series -j 1 --real "$real" --emulation "$emulation" "$runs/DLRM_dlio_compute2x_r1" -o got
    if [ "$1" = fault ]; then
        what=$2
        shift 2
        fault "$what" "$FIDLIO" matrix "$@"
    else
        "$FIDLIO" matrix "$@"
    fi
}
in=DLRM_dlio_r4/trace_write.out
matrix fault open:1:13+ --keep-going >out 2>err
is "$?" 4 "matrix: status 4"
like "$(cat "$pair")" '"incomplete": "DLRM_dlio_r4: trace_write.out.gz: .*Permission denied"' "an incomplete result"
like "$(cat got/failed.tsv)" "^DLRM_real_r4	DLRM_dlio_r4	incomplete: .*Permission denied	kept$" "among those that failed"
like "$(cat got/report.md)" "Some results are incomplete" "which the report says"
"$FIDLIO" check --baseline got got >out 2>err
is "$?" 4 "the gate refuses it"
like "$(cat err)" "incomplete: DLRM_dlio_r4: trace_write" "with the reason"
"$FIDLIO" check --fail-above 1000 got >out 2>err
is "$?" 4 "limits do so, too"
like "$(cat err)" "incomplete: DLRM_dlio_r4: trace_write" "with the reason"
is "$(grep -c 'DLRM_dlio_r4 .*PASS' out)" 0 "and do not pass it"
matrix >out 2>err
is "$?" 0 "the next matrix"
like "$(cat err)" "1 pairs compared, 1 kept as they were, 0 failed" "compares it again"
is "$(grep -c incomplete "$pair")" 0 "it is complete"
cp "$pair" good
matrix fault open:1:13+ --keep-going --force >out 2>err
is "$?" 4 "again an error"
ok "the complete result stays" cmp good "$pair"
fault open:1:13+ "$FIDLIO" compare --keep-going "$real" "$emulation" -o got >out 2>err
is "$?" 4 "compare, too"
ok "leaves it" cmp good "$pair"
matrix >out 2>err
is "$(test -e got/failed.tsv && cat got/failed.tsv)" "" "nothing failed in the end"
tap_done
