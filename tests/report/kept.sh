#!/bin/sh
# A report that would have the same bytes is not made again, and never is an old one kept.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$tmp" || exit 99
mkdir r
cp "$srcdir"/results/UNET3D_real_*__UNET3D_*.json r
one=r/UNET3D_real_r2__UNET3D_dlio_r2.json
files="report.html report.md ranking.tsv index.json"

# report NAME OPTION...: run it; what it prints and says goes to out.NAME and err.NAME
report () { name=$1; shift; "$FIDLIO" report "$@" r >"out.$name" 2>"err.$name"; echo $? >>"err.$name"; }
# $1: made or kept.  The inode of a file that is written again is another one.
inodes () { (cd r && stat -c '%i %n' $files); }
did () {
    want=$1 what=$2
    shift 2
    inodes >before
    report did "$@"
    inodes >after
    if cmp -s before after; then got=kept; else got=made; fi
    is "$got" "$want" "$what"
}

report first
did kept "nothing changed: the report is kept"
ok "the same is printed" cmp out.first out.did
ok "the same is said, with the same status" cmp err.first err.did
"$FIDLIO" report r/ >out.slash 2>&1
ok "under another name of the directory, too" cmp out.first out.slash
did made "the record is of that name"
sleep 3 # from here on files are old enough to be told by their times
did kept "still"
did kept "and still"
like "$(cat r/.fidlio-cache-report)" "$(printf '^out\ts[0-9a-f]{16}\treport.html$')" "without reading it"

# one byte of a result, at the same length and with the time of before
score=$(sed -n 's/^ *"score": 0\.6\([0-9]*\),*$/\1/p' "$one" | head -n 1)
ok "a score (0.6$score)" test "${#score}" -gt 5
cp -p "$one" old
sed -i "s/0\.6$score/0.5$score/" "$one"
touch -r old "$one"
is "$(wc -c <"$one")" "$(wc -c <old)" "as long"
did made "one byte of a result"
like "$(cat r/ranking.tsv)" "0\.5$(echo "$score" | cut -c1-4)" "is in the report"
cp r/report.html new.html
did kept "then it is kept"
cp -p old "$one"
did made "the old one again"
cmp -s new.html r/report.html && same=yes || same=no
is "$same" no "which shows"

for file in $files; do
    rm "r/$file"
    report deleted
    ok "$file is there again" test -s "r/$file"
    cp "r/$file" good
    printf x | dd of="r/$file" bs=1 seek=100 conv=notrunc 2>dd.err
    report edited
    ok "an edited $file is made again" cmp good "r/$file"
done

did kept "all as it was"
cp "$one" r/UNET3D_real_r2__another.json
sed -i 's/"id": "UNET3D_dlio_r2"/"id": "another"/' r/UNET3D_real_r2__another.json
did made "another result"
like "$(cat out.did)" another "is ranked"
rm r/UNET3D_real_r2__another.json
did made "a result that is gone"
printf 'a\tb\tno trace\n' >r/failed.tsv
did made "a pair that failed"
like "$(cat err.did)" 'a x b was not compared: no trace' "is said"
cp err.did said
did kept "kept"
ok "and said again" cmp said err.did
is "$(tail -n 1 err.did)" 4 "with its status"
"$FIDLIO" report -q r 2>err.quiet >out.quiet
is "$(cat err.quiet)" "" "but not with -q"
rm r/failed.tsv
did made "that it failed is gone"
printf '{' >r/UNET3D_real_r2__UNET3D_dlio_r2.series.json
did made "series that cannot be used"
like "$(cat err.did)" 'reported without pictures' "are named"
cp err.did said
did kept "kept"
ok "and named again" cmp said err.did
rm r/UNET3D_real_r2__UNET3D_dlio_r2.series.json
did made "no series"

# what is not the terminal's table is made from the results
did kept "another format leaves the files" --format=csv
ok "but is as ever" test "$("$FIDLIO" report -n --format=csv r | cksum)" = "$(cksum <out.did)"
did kept "another table, too" --table=facets

# another version, another program, a record that is cut or not one
sed -i '1s/\t[^\t]*/\t0.0.9/' r/.fidlio-cache-report
did made "another version"
cp "$FIDLIO" other
chmod u+w other
printf x >>other
"$(pwd)/other" report -q r >out.other 2>err.other
if [ -s err.other ]; then
    diag "$(cat err.other)" # a script of libtool
else
    did made "another program"
fi
report again
head -c 300 r/.fidlio-cache-report >shorter
cp shorter r/.fidlio-cache-report
did made "a record that is cut"
sed '$d' r/.fidlio-cache-report >shorter
cp shorter r/.fidlio-cache-report
did made "by a line"
printf 'in\t\0\n\n\377' >r/.fidlio-cache-report
did made "not a record"
did kept "kept in the end"
tap_done
