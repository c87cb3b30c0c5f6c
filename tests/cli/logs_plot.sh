#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio logs plot: pictures of training logs.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
data=$srcdir/tests/data/joblogs
"$FIDLIO" --version >version
grep -q 'cairo no' version && cairo=no || cairo=yes

# texts FILE: the texts of an SVG picture, in one line
cat >texts.py <<'END'
import sys, xml.etree.ElementTree as T
print("|".join("".join(e.itertext()) for e in T.parse(sys.argv[1]).iter() if e.tag.endswith("}text")))
END
texts ()
{
    python3 texts.py "$1"
}

# --- one log
"$FIDLIO" logs plot "$data/short.txt" >a.svg
ok "the picture of a short log, to the byte" cmp a.svg "$data/short.svg"
like "$(texts a.svg)" '^Steps execution time\|Epoch 1\|.*execution time \(s\)\|.*T Mi Iavg .0\.625 s.*\|step index\|' "title, legend, axes"
"$FIDLIO" logs parse "$data/short.txt" | "$FIDLIO" logs plot >b.svg
ok "of its JSON: the same" cmp a.svg b.svg
TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$FIDLIO" logs plot "$data/short.txt" -o b.svg
ok "the same elsewhere" cmp a.svg b.svg
"$FIDLIO" logs plot "$data/short.txt" -t 'A & <B>' --width=500px -o c.svg
like "$(texts c.svg)" '^A & <B>\|' "a title"
like "$(cat c.svg)" '<svg [^>]*width="500"' "a width"
job=$data/logs/result-p2-1-256-e1.txt
"$FIDLIO" logs plot "$job" -o d.svg
like "$(texts d.svg)" '\|Epoch 1\|Epoch 2\|Epoch 3\|Epoch 4\|Epoch 5\|' "every epoch in the legend"
python3 "$srcdir/tests/cli/logs.py" job 7 60 30 0.25 >many.txt
"$FIDLIO" logs plot many.txt -o e.svg
like "$(texts e.svg)" '\|Epoch 1\|Epoch 60\|Epochs 2 to 59, later ones darker\|.*\|median\|middle half' "of many some"
python3 "$srcdir/tests/cli/logs.py" job 7 400 100 0.25 >more.txt
"$FIDLIO" logs plot more.txt -o f.svg
like "$(texts f.svg)" '\|Epoch 1\|Epoch 400\|median\|least to greatest of all epochs\|' "of a great many an area"
ok "of moderate size" test "$(wc -c <f.svg)" -lt 100000
if [ $cairo = yes ]; then
    ok "PNG" "$FIDLIO" logs plot "$job" -o a.png
    is "$(head -c 4 a.png | tail -c 3)" PNG "is one"
    ok "PDF" "$FIDLIO" logs plot "$job" -o a.pdf
    is "$(head -c 4 a.pdf)" %PDF "is one"
else
    exits 2 "PNG in a build without cairo" "$FIDLIO" logs plot "$job" -o a.png
fi

# --- the times as a table
is "$("$FIDLIO" logs plot --table "$data/short.txt")" "step  epoch 1
   1      9.0
   2      0.5
   3      0.5
   4      0.5
   5      1.0" "a table"
printf '2 step training time: 2s\n1 step training time: 1s\nEpoch time: 4s\n3 step training time: 1e-6s\n' >gaps.txt
is "$("$FIDLIO" logs plot --table --format=csv gaps.txt)" "$(printf 'step,epoch 1,epoch 2\r\n1,1.0,\r\n2,2.0,\r\n3,,1e-06\r')" "sorted, with gaps, as CSV"
ok "as JSON" sh -c '"$1" logs plot --table --format=json gaps.txt | python3 -m json.tool' sh "$FIDLIO"
ok "into a file" "$FIDLIO" logs plot --table gaps.txt -o table.txt
is "$(wc -l <table.txt)" 4 "with a line each"

# --- several on a page
ok "a page of three" "$FIDLIO" logs plot "$data"/logs/result-*.txt -o all.html
is "$(grep -c '<section' all.html)" 3 "three pictures"
is "$(sed -n 's|<h2>\(.*\)</h2>|\1|p' all.html | tr '\n' ,)" "p2-1 / 256 / e1,p2-1 / 512 / e1,p3-2 / 256 / e1," "with headings"
unlike "$(cat all.html)" '(src|href)=' "nothing is loaded"
exits 4 "one cannot be drawn" "$FIDLIO" logs plot "$data"/logs/*.txt -o some.html
is "$(grep -c '<section' some.html)" 3 "the others are"
like "$("$FIDLIO" logs plot "$data"/logs/*.txt -o some.html 2>&1)" "notes.txt: no steps to draw" "and it is said"
exits 3 "none can" "$FIDLIO" logs plot "$data/logs/notes.txt" none.txt -o none.html
ok "no page of nothing" test ! -e none.html
"$FIDLIO" logs parse --system='<p2>' --batch-size=1 "$data/short.txt" -o x.json
ok "one on a page, a title" "$FIDLIO" logs plot x.json -t 'a & b' -o one.html
like "$(cat one.html)" '<title>a &amp; b</title>' "is escaped"
like "$(cat one.html)" '<h2>&lt;p2&gt; / 1 / x</h2>' "headings too"

# --- what is wrong
exits 3 "a log without steps" "$FIDLIO" logs plot "$data/logs/notes.txt"
exits 2 "several without a page" "$FIDLIO" logs plot a b
exits 2 "several in a picture" "$FIDLIO" logs plot a b -o all.svg
exits 2 "an unknown ending" "$FIDLIO" logs plot "$job" -o a.gif
exits 2 "a width that is none" "$FIDLIO" logs plot "$job" --width=wide
exits 2 "a picture's title for a summary" "$FIDLIO" logs summary -t x "$job"
exits 2 "a format without a table" "$FIDLIO" logs plot --format=csv "$job"
exits 5 "a folder that is not there" "$FIDLIO" logs plot "$job" -o none/a.svg
tap_done
