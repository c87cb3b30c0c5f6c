#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What other programs read: tables as csv, xlsx and for SQLite, traces for Perfetto, lines of
# blocks on a terminal.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
u=$runs/UNET3D_real_r2
ud=$runs/UNET3D_dlio_r2
name=UNET3D_real_r2__UNET3D_dlio_r2
look ()
{
    python3 "$srcdir/tests/cli/export.py" "$@"
}
python=$(command -v python3)
xlsx=no
case $("$FIDLIO" --version) in *"libxlsxwriter no"*) ;; *) xlsx=yes ;; esac

"$FIDLIO" matrix -q --all-workloads --no-calibration --real "$u" "$runs/BERT_real_r2" --emulation "$ud" "$runs/BERT_dlio_r2" -o m >/dev/null
"$FIDLIO" compare -q "$u" "$ud" >plain

# --- tables
for table in ranking facets breakdown findings parameters; do
    ok "$table" "$FIDLIO" report -q -n m --table $table --format csv -o $table.csv
    if [ -n "$python" ]; then
        ok "is RFC 4180" sh -c 'python3 "$1/tests/cli/export.py" csv $2.csv >$2.txt' sh "$srcdir" $table
    else
        skip "is RFC 4180" "python3 is missing"
    fi
    is "$("$FIDLIO" report -q -n m --table $table --format csv | cksum)" "$(cksum <$table.csv)" "the same on standard output"
done
is "$(cut -d , -f 1,11 ranking.csv | tr -d '\r' | sort | head -n 2 | tail -n 1)" "BERT_real_r2,UNET3D_dlio_r2" "rows of the ranking"
is "$(sed 1d parameters.csv | wc -l)" 4 "parameters: one row a pair"
is "$("$FIDLIO" compare -q "$u" "$ud" --format csv | sed 1d)" "$(grep "^UNET3D_real_r2,UNET3D_dlio_r2" facets.csv)" \
    "facets are those of compare"
is "$("$FIDLIO" report -q -n m --table facets --format json | grep -c '"facet": "volume"')" \
    "$(grep -c ',volume,' facets.csv)" "json has them, too"
exits 2 "an unknown table" "$FIDLIO" report m --table none
exits 5 "a file that cannot be written" "$FIDLIO" report -q -n m --format csv -o nowhere/x.csv

# texts that need quotes
cp -R m odd
sed 's/"text": "not compared: not recorded in either run"/"text": "say \\"a,b\\"; =1+1 \\u00e9"/' m/$name.json >odd/$name.json
"$FIDLIO" report -q -n odd --table findings --format csv -o odd.csv
if [ -n "$python" ]; then
    like "$(look csv odd.csv)" '"say \\"a,b\\"; =1\+1 \\u00e9"' "quotes and commas survive csv"
else
    skip "quotes and commas survive csv" "python3 is missing"
fi

# --- a workbook, of the tables of traces
sed 's/"name": "ProfilerStep#1"/"name": "say \\"a,b\\"; =1+1 \\u00e9"/' "$srcdir/tests/data/kineto/old.json" >odd.json
exits 2 "a workbook needs a file" "$FIDLIO" trace statistic odd.json --format xlsx
exits 2 "and has all tables" "$FIDLIO" trace statistic odd.json --format xlsx --table roles -o x.xlsx
exits 2 "compare writes none" "$FIDLIO" compare "$u" "$ud" --format xlsx
exits 2 "nor does report" "$FIDLIO" report m --format xlsx -o x.xlsx
if [ $xlsx = no ]; then
    exits 2 "built without libxlsxwriter" "$FIDLIO" trace statistic -q odd.json --format xlsx -o x.xlsx
    ok "no file is left" test ! -e x.xlsx
elif [ -z "$python" ]; then
    skip "a workbook" "python3 is missing"
else
    ok "a workbook" "$FIDLIO" trace statistic -q odd.json --format xlsx -o x.xlsx
    for table in operators categories roles; do
        "$FIDLIO" trace statistic -q odd.json --format csv --table $table >$table.csv
        python3 "$srcdir/tests/cli/export.py" csv $table.csv >$table.txt
        like "$(look xlsx x.xlsx)" "$table: $(wc -l <$table.csv) x [0-9]*, some numbers, head frozen" "the sheet $table"
        # numbers as numbers, the rest as text, nothing for what is missing
        ok "is that of csv" python3 -c 'import json, sys
def rows(path):
    return [json.loads(line) for line in open(path)]
want, got = rows(sys.argv[1]), rows(sys.argv[2])
assert len(want) == len(got)
for w, g in zip(want, got):
    g += [None] * (len(w) - len(g))
    for a, b in zip(w, g):
        assert (b is None and a == "") or (isinstance(b, float) and float(a) == b) or a == b, (a, b)' \
            $table.txt "$(look cells x.xlsx $table >$table.cells && echo $table.cells)"
    done
    ok "again, elsewhere" env TZ=Asia/Kolkata LC_ALL=de_DE.UTF-8 "$FIDLIO" trace statistic -q odd.json --format xlsx -o y.xlsx
    ok "gives the same bytes" cmp x.xlsx y.xlsx
    like "$(look cells x.xlsx operators)" 'say \\"a,b\\"; =1\+1 \\u00e9' "odd texts are texts, not formulas"
    exits 5 "a workbook that cannot be written" "$FIDLIO" trace statistic -q odd.json --format xlsx -o nowhere/x.xlsx
    is "$(ls x.xlsx* | tr '\n' ' ')" "x.xlsx " "nothing else is left"
fi

# --- a file of SQLite
exits 2 "SQLite needs a file" "$FIDLIO" report m --format sqlite
exits 2 "compare writes none of it" "$FIDLIO" compare "$u" "$ud" --format sqlite
case $("$FIDLIO" --version) in
*"SQLite no"*)
    exits 2 "built without SQLite" "$FIDLIO" report -q -n m --format sqlite -o x.sqlite
    ok "no file of SQLite is left" test ! -e x.sqlite
    ;;
*)
    ok "a file of SQLite" "$FIDLIO" report -q -n m --format sqlite -o x.sqlite
    if python3 -c 'import sqlite3' 2>err; then
        for table in ranking facets breakdown findings parameters; do
            ok "its $table are those of csv" python3 -c 'import json, sqlite3, sys
want = [json.loads(line) for line in open(sys.argv[2])]
rows = sqlite3.connect(sys.argv[1]).execute("SELECT * FROM " + sys.argv[3])
assert [column[0] for column in rows.description] == want[0]
got = rows.fetchall()
assert len(got) == len(want) - 1 > 0
for w, g in zip(want[1:], got):
    for a, b in zip(w, g):
        assert (b is None and a == "") or (isinstance(b, float) and float(a) == b) or a == b, (a, b)' \
                x.sqlite $table.txt $table
        done
        ok "a result is found by its pair, byte by byte" python3 -c 'import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
text, = base.execute("SELECT document FROM result WHERE real = ? AND emulation = ?", sys.argv[2].split("__")).fetchone()
assert text == open("m/" + sys.argv[2] + ".json").read()
plan = base.execute("EXPLAIN QUERY PLAN SELECT * FROM facets WHERE real = 1 AND emulation = 2").fetchall()
assert "SEARCH" in str(plan), plan' x.sqlite $name
    else
        skip "what it has" "python3 has no sqlite3"
    fi
    ok "again" "$FIDLIO" report -q -n m --format sqlite -o y.sqlite
    ok "gives the same file" cmp x.sqlite y.sqlite
    exits 5 "one that cannot be written" "$FIDLIO" report -q -n m --format sqlite -o nowhere/x.sqlite
    is "$(ls x.sqlite* | tr '\n' ' ')" "x.sqlite " "and nothing beside it"
    ;;
esac

# --- traces of events
ok "of all pairs" "$FIDLIO" report -q -n m --chrome-trace tr
is "$(find tr -type f | wc -l)" 4 "one a pair"
ok "of one" "$FIDLIO" compare -q "$u" "$ud" --chrome-trace one.json
ok "is the same" cmp one.json tr/$name.trace.json
if [ -n "$python" ]; then
    is "$(look trace one.json m/$name.series.json)" "" "two processes, phases, and counters that play the series back"
    sed 's/"dur": [0-9]*/"dur": 1/' one.json >bad.json
    like "$(look trace bad.json m/$name.series.json)" "phases of the real side" "the check can fail"
else
    skip "a trace has its structure" "python3 is missing"
fi
rm m/BERT_real_r2__BERT_dlio_r2.series.json
cp m/BERT_real_r2__UNET3D_dlio_r2.series.json m/$name.series.json
"$FIDLIO" report -n m --chrome-trace less >/dev/null 2>err
is "$?" 4 "pairs without series, or with those of another comparison: status 4"
is "$(find less -type f | wc -l)" 2 "the others are written"
like "$(cat err)" "BERT_real_r2 x BERT_dlio_r2 has no trace: .*BERT_dlio_r2.series.json" "what is missing is said"
like "$(cat err)" "UNET3D_real_r2 x UNET3D_dlio_r2 has no trace: .*from other traces of [A-Za-z0-9_]* than the result" "and what does not belong"

# --- lines of blocks
ok "no terminal: none" cmp plain "$("$FIDLIO" compare -q "$u" "$ud" --sparklines auto >auto && echo auto)"
"$FIDLIO" compare -q "$u" "$ud" --sparklines=always >drawn
is "$(grep -c '[▁▂▃▄▅▆▇█]' drawn)" 10 "always: a line a resource"
like "$(grep '^data.read .*▇' drawn)" '^data.read         [▁▂▃▄▅▆▇█]' "both sides of it"
is "$(awk '{ gsub(/[\200-\277]/, ""); if (length($0) > 80) n++ } END { print n + 0 }' drawn)" 0 "80 columns at most"
is "$(sed '/^series /,/^$/d' drawn)" "$(cat plain)" "the rest is as without"
exits 2 "--sparklines=maybe" "$FIDLIO" compare "$u" "$ud" --sparklines=maybe
is "$("$FIDLIO" compare -q "$u" "$ud" --sparklines=always --format csv | grep -c '▁')" 0 "tables for programs have none"
if command -v script >/dev/null && [ "$(script -qec 'echo yes' /dev/null | tr -d '\r\n')" = yes ]; then
    on_terminal () # on_terminal LOCALE: lines with blocks on a terminal
    {
        LC_ALL=$1 script -qec "'$FIDLIO' compare -v --color=never '$u' '$ud'" /dev/null | grep -c '▁'
    }
    is "$(on_terminal C.UTF-8)" 9 "a terminal with UTF-8"
    is "$(on_terminal C)" 0 "a terminal without"
else
    skip "a terminal with UTF-8" "script (util-linux) is missing"
fi
tap_done
