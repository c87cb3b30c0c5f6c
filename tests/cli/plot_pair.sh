#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio plot: pictures of pairs, from result files and from runs.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
cat >texts.py <<'END'
import sys, xml.etree.ElementTree as T
print("|".join("".join(e.itertext()) for e in T.parse(sys.argv[1]).iter() if e.tag.endswith("}text")))
END
texts ()
{
    python3 texts.py "$1"
}

for pair in UNET3D_real_r2__UNET3D_dlio_r2 BERT_real_r2__BERT_dlio_r2 DLRM_real_r4__DLRM_dlio_r4; do
    real=$runs/${pair%__*} emulation=$runs/${pair#*__} result=out/$pair.json
    "$FIDLIO" compare -q "$real" "$emulation" -o out >table
    ok "$pair" "$FIDLIO" plot "$result" -o pair.svg
    overall=$(sed -n 's/^similarity \([0-9.]*\) .*/\1/p' table)
    like "$(texts pair.svg)" "similarity $overall for storage\\|breakdown: .*similarity.*amount.*DTW.*spectrum.*distribution.*timing.*data.read.*x[0-9.]+.*warping path: second run .[0-9.]+ s, at most [0-9.]+ s.*time from the start of the job.*frequency" \
        "breakdown, rates and spectra"
    ok "everything" "$FIDLIO" plot "$result" -a -o all.svg
    is "$(echo all-*.svg)" \
        "all-answer.svg all-breakdown.svg all-distributions.svg all-rates.svg all-spectra.svg" "a picture each"
    for what in all-*.svg; do
        unlike "$(texts "$what")" '(^|\|)(no data|-?nan|-?inf|-0)(\||$)' "$what has data"
    done
    rm -f all-*.svg
done

"$FIDLIO" plot "$real" "$emulation" >runs.svg
"$FIDLIO" plot "$result" >result.svg
ok "two runs give what their result gives" cmp runs.svg result.svg
"$FIDLIO" plot "$result" --what=distributions --resource=data.read -o c.svg
like "$(texts c.svg)" 'reads of training data: size of an operation.*reads of training data: time one operation takes' "one resource"
unlike "$(texts c.svg)" 'disk rea|disk wri|opens|writes' "and no other"
"$FIDLIO" plot "$result" --what=rates --start=10 --end=20 -o part.svg
like "$(texts part.svg)" '\|10\|.*\|20\|' "a part of the axis"

# --- other axes of time, charts without data, papers
"$FIDLIO" plot "$result" --what=rates --axis=percent -o percent.svg
like "$(texts percent.svg)" '\|0\|.*\|100\|share of each job, %' "0 to 100 % of each job"
u=out/UNET3D_real_r2__UNET3D_dlio_r2.json
"$FIDLIO" plot "$u" --what=rates --axis=phases -o phases.svg
like "$(texts phases.svg)" 'time of the real run, phases aligned' "phases aligned"
"$FIDLIO" plot "$u" --what=rates,spectra -o a.svg 2>left
like "$(cat left)" 'not drawn, because there is nothing: checkpoint.read$' "what would be empty is named"
"$FIDLIO" plot "$u" --what=distributions --preset=one-column -o one.svg
"$FIDLIO" plot "$u" --what=distributions --preset=two-column -o two.svg
like "$(head -n 2 one.svg)" 'width="321.26"' "85 mm"
like "$(head -n 2 two.svg)" 'width="672.76"' "178 mm"
unlike "$(texts one.svg)" 'similarity' "a caption says what it is"
height () { sed -n 's/.* height="\([0-9]*\).*viewBox.*/\1/p' "$1" | head -n 1; }
ok "one below the other" test "$(height one.svg)" -gt "$(($(height two.svg) * 3 / 2))"

python3 - "$u" <<'END'
import json, sys
path = sys.argv[1].replace(".json", ".series.json")
doc = json.load(open(path))
doc["spectra"] = []
json.dump(doc, open(path, "w"))
END
"$FIDLIO" plot "$u" -a -o less.svg 2>left
is "$?" 0 "all that there is"
like "$(cat left)" 'nothing: spectra$' "and what there is not"
ok "no picture of it" test ! -e less-spectra.svg -a -e less-rates.svg
exits 3 "only that" "$FIDLIO" plot "$u" --what=spectra

# --- from the result alone
rm out/*.series.json
ok "a breakdown needs no series" "$FIDLIO" plot "$result" --what=breakdown -o b.svg
exits 3 "rates do" "$FIDLIO" plot "$result" --what=rates
"$FIDLIO" compare -q "$real" "$emulation" -o out >table
sed -i 's/"key": "./"key": "x/' "out/$pair.series.json"
exits 3 "the series of another result" "$FIDLIO" plot "$result"
head -c 500 "$result" >out/cut.json
exits 3 "half a result" "$FIDLIO" plot out/cut.json
echo '{}' >out/other.json
exits 3 "another document" "$FIDLIO" plot out/other.json
exits 3 "a run that is none" "$FIDLIO" plot "$real" none
for bad in --what=cpu --what=rates,x --resource=ram --zoom=init --lanes=process '--all --what=distributions -o x.svg' --axis=hours \
    --preset=poster; do
    # shellcheck disable=SC2086
    exits 2 "$bad" "$FIDLIO" plot "$real" "$emulation" $bad
done
for gone in overlay warp cells steps cdf step-times sums roles places size-latency quantiles; do
    like "$("$FIDLIO" plot "$result" --what=$gone 2>&1)" \
        "takes breakdown, rates, spectra, distributions, answer, not '$gone'" "$gone names the five"
done
exits 2 "a resource of one run" "$FIDLIO" plot "$real" --resource=cpu
tap_done
