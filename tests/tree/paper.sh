#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of doc/paper.md are in the pages that it names.
. "$srcdir/tests/tap.sh"
doc=$srcdir/doc

# verdicts PAGE: the tables that scripts/validate writes there
verdicts ()
{
    sed -n '/^<!-- scripts\/validate --only answers writes the verdicts from here -->$/,/^<!-- the verdicts end here -->$/p' "$1"
}
verdicts "$doc/paper.md" >"$tmp/paper"
verdicts "$doc/validation.md" >"$tmp/validation"
ok "there are verdicts" test "$(wc -l <"$tmp/paper")" -gt 12
ok "they are the same in both (else scripts/validate --only answers with both as --doc)" diff -u "$tmp/validation" "$tmp/paper"

# rows PAPER: "PAGE<tab>FIGURE" of each row | what | FIGURE | [name](PAGE#part) |
rows ()
{
    sed -nE 's/\\\|/\r/g; s/^\|[^|]*\| ([^|]*) \| \[[^]]*\]\(([^)#]*)(#[^)]*)?\) \|$/\2\t\1/p' "$1" | tr '\r' '|'
}

# missing PAPER: figures that are not in their pages, whose lines may break anywhere
missing ()
{
    rows "$1" | while IFS="$(printf '\t')" read -r page figure; do
        tr '\n' ' ' <"$doc/$page" | tr -s ' ' | grep -qF -- "$figure" || printf '%s: %s\n' "$page" "$figure"
    done
}
ok "the paper has rows with a page" test "$(rows "$doc/paper.md" | wc -l)" -gt 4
is "$(missing "$doc/paper.md")" "" "each figure is in its page"
printf '| a | no such figure | [plan](plan.md#x) |\n| b | # A job | [plan](plan.md) |\n' >"$tmp/bad.md"
is "$(missing "$tmp/bad.md")" "plan.md: no such figure" "a figure that is not there is found"
tap_done
