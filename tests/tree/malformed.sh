#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each row of "Malformed input" in doc/formats.md names a test that exists.
. "$srcdir/tests/tap.sh"
doc=$srcdir/doc/formats.md

# rows DOC: "TEST<tab>DESCRIPTION" of the table's last column, `TEST`: DESCRIPTION
rows ()
{
    awk -F '|' '/^## / { on = $0 == "## Malformed input" }
        on && /^\|/ && !/^\|--/ && ++n > 1 {
            cell = $(NF - 1)
            sub(/^ *`/, "", cell)
            sub(/ *$/, "", cell)
            if (sub(/`: */, "\t", cell) != 1) cell = "\t" cell
            print cell
        }' "$1"
}

# missing TEST DESCRIPTION: whether tests/TEST.c (.sh, .py) lacks the text
missing ()
{
    [ -n "$1" ] && [ -n "$2" ] && grep -qsF -- "$2" "$srcdir/tests/$1.c" "$srcdir/tests/$1.sh" \
        "$srcdir/tests/$1.py" &&
        return 1
    return 0
}

rows "$doc" >"$tmp/rows"
is "$(($(wc -l <"$tmp/rows") >= 40))" 1 "the table has its rows"
while IFS="$(printf '\t')" read -r test what; do
    wrong=
    missing "$test" "$what" && wrong="no such text in tests/$test"
    is "$wrong" "" "$test: $what"
done <"$tmp/rows"

# A table that is wrong is caught.
printf '## Malformed input\n| a | b | c |\n|---|---|---|\n| x | y | `readers/test_load`: no such check |\n| x | y | z |\n' >"$tmp/bad.md"
is "$(rows "$tmp/bad.md" | while IFS="$(printf '\t')" read -r test what; do
    missing "$test" "$what" && echo missing
done | wc -l | tr -d ' ')" 2 "a row without its test is found"
tap_done
