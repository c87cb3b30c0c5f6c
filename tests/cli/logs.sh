#!/bin/bash
# fidlio logs parse, summary: training logs.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
plain=$srcdir/tests/cli/logs.py
cp "$srcdir/tests/data/joblogs/short.txt" L.txt

# --- where the log comes from, where the JSON goes
ok "a file" "$FIDLIO" logs parse L.txt -o a.json
"$FIDLIO" logs parse <L.txt >b.json
ok "standard input and output" cmp a.json b.json
cat L.txt | "$FIDLIO" logs parse >b.json
ok "a pipe" cmp a.json b.json
gzip -k L.txt
"$FIDLIO" logs parse L.txt.gz >b.json
ok "gzip" cmp a.json b.json
"$FIDLIO" logs parse <L.txt.gz >b.json
ok "gzip from standard input" cmp a.json b.json
sed 's/$/\r/' L.txt | "$FIDLIO" logs parse >b.json
ok "CRLF" cmp a.json b.json
{ printf '\357\273\277'; cat L.txt; } | "$FIDLIO" logs parse >b.json
ok "a byte order mark" cmp a.json b.json
TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$FIDLIO" logs parse L.txt >b.json
ok "the same bytes elsewhere" cmp a.json b.json
{ echo '{"batch-size": "256"}'; cat L.txt; } | "$FIDLIO" logs parse >b.json
ok "settings in braces before it" cmp a.json b.json
"$FIDLIO" logs parse --form=v1 L.txt >v1.json
sed '/"5": 1.0/d; s/"4": 0.5,/"4": 0.5/' a.json | "$FIDLIO" logs parse --form=v1 >b.json
ok "JSON of another form" cmp v1.json b.json
is "$("$FIDLIO" logs parse --system='p2 "1"' --batch-size=256 L.txt | tail -n 4)" '    },
    "computing_system": "p2 \"1\"",
    "batch_size": "256"
}' "the names of a machine and a batch"
is "$("$FIDLIO" logs parse --form=v1 --system=p2-1 L.txt | grep -c system)" 0 "which v1 does not have"

# --- summaries
"$FIDLIO" logs summary -q L.txt >a.txt
"$FIDLIO" logs summary -q a.json >b.txt
ok "of the log as of its JSON" cmp a.txt b.txt
"$FIDLIO" logs summary -q <a.json >b.txt
ok "of JSON on standard input" cmp a.txt b.txt
ok "into a file" "$FIDLIO" logs summary -q L.txt -o c.txt
ok "the same" cmp a.txt c.txt
like "$("$FIDLIO" logs summary L.txt 2>&1 >/dev/null)" "^fidlio: L.txt: n/a: the fit time, the model's save time$" "what is n/a is said"
is "$("$FIDLIO" logs summary -q L.txt 2>&1 >/dev/null)" "" "unless -q"

# --- against a plain version, to the byte
for seed in 1 2 3 4 5 6 7 8; do
    python3 "$plain" log $seed >r.txt
    for form in v1 v2; do
        python3 "$plain" json $form r.txt >want.json
        "$FIDLIO" logs parse --form=$form r.txt >got.json
        ok "log $seed, $form: JSON" cmp want.json got.json
        python3 "$plain" text $form want.json >want.txt
        "$FIDLIO" logs summary --form=$form r.txt >got.txt 2>said.txt
        ok "log $seed, $form: summary" diff want.txt got.txt
        is "$(cat said.txt)" "" "nothing is missing"
    done
done

# --- what is wrong
: >empty.txt
exits 0 "an empty log" "$FIDLIO" logs parse empty.txt
is "$("$FIDLIO" logs parse -q empty.txt)" '{
    "init": -1.0,
    "total_training": -1.0,
    "epochs": {}
}' "has no values"
like "$("$FIDLIO" logs parse empty.txt 2>&1 >/dev/null)" "contains no times of a training" "and it is said"
exits 0 "its summary" "$FIDLIO" logs summary empty.txt
: >empty.json
exits 3 "an empty JSON" "$FIDLIO" logs summary empty.json
printf '{\n"init": 1.0,,\n"epochs" {}}\n' >bad.json
exits 3 "malformed JSON" "$FIDLIO" logs summary bad.json
like "$("$FIDLIO" logs summary bad.json 2>&1)" "^fidlio: bad.json:3: this is not JSON" "with file and line"
like "$("$FIDLIO" logs summary <bad.json 2>&1)" "^fidlio: standard input:3: " "on standard input too"
exits 3 "no such file" "$FIDLIO" logs parse none.txt
exits 3 "a folder" "$FIDLIO" logs parse .
exits 5 "output that cannot be written" "$FIDLIO" logs parse L.txt -o none/a.json
exits 2 "no verb" "$FIDLIO" logs
exits 2 "an unknown verb" "$FIDLIO" logs frobnicate L.txt
exits 2 "two logs" "$FIDLIO" logs parse L.txt L.txt
exits 2 "an unknown form" "$FIDLIO" logs parse --form=v3 L.txt
if [ -w /dev/full ]; then
    exits 5 "a full disk" sh -c 'exec "$@" >/dev/full' sh "$FIDLIO" logs parse L.txt
else
    skip "a full disk" "no /dev/full"
fi
tap_done
