#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --exclude-group: groups declared out of scope.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
u=$runs/UNET3D_real_r2
ud=$runs/UNET3D_dlio_r2

"$FIDLIO" compare -v "$u" "$ud" --profile=system --no-series -o all >all.txt
out=$("$FIDLIO" compare -v "$u" "$ud" --profile=system --exclude-group=gpu --exclude-group cpu --no-series -o some)
is "$?" 0 "compare"
like "$(printf '%s' "$out" | tr -s ' \n' ' ')" ' [0-9] of [0-9] groups; declared' "the table counts what is in scope"
like "$(printf '%s' "$out" | tr -s ' \n' ' ')" 'declared out of scope: cpu, gpu' "and names the rest"
like "$out" '^cpu  *0\.[0-9]' "which is shown all the same"
unlike "$(cat all.txt)" 'scope' "nothing is said where nothing is declared"

# overall is the geometric mean of the groups in scope
cat >mean.awk <<'EOF'
/^  "groups"/ { on = 1 }
/^  "overall"/ { on = 0; overall = 1 }
on && match ($0, /"group": "[a-z]*"/) { g = substr ($0, RSTART + 10, RLENGTH - 11) }
on && match ($0, /"grade": [0-9.e-]+/) && index (skip, g) == 0 {
    x = substr ($0, RSTART + 9, RLENGTH - 9); sum += log (x > 0.001 ? x : 0.001); n++
}
overall && match ($0, /"similarity": [0-9.e-]+/) { got = substr ($0, RSTART + 14, RLENGTH - 14); overall = 0 }
END { d = got - exp (sum / n); exit !(n > 3 && d < 1e-9 && d > -1e-9) }
EOF
ok "overall of all groups" awk -v skip=, -f mean.awk all/*.json
ok "overall of those in scope" awk -v skip=cpu,gpu -f mean.awk some/*.json
exits 1 "which is another number" awk -v skip=, -f mean.awk some/*.json
like "$(cat some/*.json)" '"out_of_scope": \["cpu", "gpu"\]' "coverage says so"
like "$(cat some/*.json)" '"exclude_groups": \["cpu", "gpu"\]' "so do the options"

# --- similarities, report, resuming
"$FIDLIO" calibrate -q "$runs"/*_real_* -o cal.json >/dev/null
similarity () { sed -n '/^  "overall"/,$s/^    "similarity": \([0-9.e-]*\).*/\1/p' "$1"; }
ok "a similarity" "$FIDLIO" compare "$u" "$ud" --profile=system --calibration=cal.json --no-series -o s1
ok "without cpu" "$FIDLIO" compare "$u" "$ud" --profile=system --calibration=cal.json --exclude-group=cpu --no-series -o s2
ok "is higher: DLIO sleeps" awk -v a="$(similarity s1/*.json)" -v b="$(similarity s2/*.json)" 'BEGIN { exit !(a != "" && b > a) }'
"$FIDLIO" matrix --real "$u" --emulation "$ud" --no-series -o m >/dev/null 2>&1
"$FIDLIO" matrix --real "$u" --emulation "$ud" --no-series -o m --exclude-group cpu >m.txt 2>err
like "$(cat err)" '^fidlio: 1 pairs compared, 0 kept' "other declarations, another result"
like "$(cat m/report.md)" '; declared out of scope: cpu\.$' "the report says it once"
"$FIDLIO" matrix --all-workloads --real "$u" --emulation "$runs/BERT_dlio_r2" --no-series -o m >m.txt 2>err
like "$(cat err m/report.md)" 'made with different options' "mixed declarations are warned of"
unlike "$(cat m/report.md)" '; declared out of scope: cpu\.$' "and not said of all"

# --- refused
exits 2 "no such group" "$FIDLIO" compare "$u" "$ud" --exclude-group=storage
exits 2 "not when calibrating" "$FIDLIO" calibrate "$runs"/BERT_real_* --exclude-group=cpu -o c.json
all=
for g in $("$FIDLIO" list resources --format=tsv | cut -f 2 | sed 1d | sort -u); do
    all="$all --exclude-group=$g"
done
# shellcheck disable=SC2086 # words
like "$("$FIDLIO" compare -v "$u" "$ud" $all 2>/dev/null)" '^no similarity: no resource that the profile grades' "nothing left: no similarity, which is said"
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok "schema" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/pair.schema.json" \
        all/*.json some/*.json s1/*.json s2/*.json m/*__*.json
else
    skip "schema" "python3-jsonschema is not installed"
fi
tap_done
