#!/bin/sh
# Every option that --help lists is in the man page, and the other way round.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"

man=$srcdir/doc/fidlio.1

# the long options of a text, one a line
long_options ()
{
    grep -oE -- '(^|[^a-z-])--[a-z][a-z-]+' | sed 's/.*--/--/' | LC_ALL=C sort -u
}

for file in $(list_of COMMANDS "$srcdir/src/cli/local.mk"); do
    name=$(basename "$file" .c)
    "$FIDLIO" "${name#cmd_}" --help
done >"$tmp/help.txt"
# the lists of options only: their texts and the usage lines may name others
sed -nE 's/^ +((-., )?--.*)/\1/p' "$tmp/help.txt" | sed 's/  .*//' | long_options >"$tmp/help"
# tagged paragraphs are what explains an option
sed 's/\\-/-/g' "$man" | awk '/^\.TP/ { getline; print } /^\.SS/ { print } /^With$/ || /^With / { getline; print } /^\.BI? / { print }' |
    sed 's/\\f[A-Z]//g' | long_options >"$tmp/man"
ok "there are options" test "$(wc -l <"$tmp/help")" -gt 20
is "$(LC_ALL=C comm -23 "$tmp/help" "$tmp/man")" "" "every option of --help is in the man page"
is "$(LC_ALL=C comm -13 "$tmp/help" "$tmp/man")" "" "every option of the man page is in a --help"
tap_done
