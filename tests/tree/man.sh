#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command has a manual page with all of its options, and the pages are well-formed.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"

# page NAME: of this build, or of the tarball
page ()
{
    if [ -f "$builddir/doc/$1.1" ]; then echo "$builddir/doc/$1.1"; else echo "$srcdir/doc/$1.1"; fi
}
# the page as people read it, on one line
words ()
{
    MANWIDTH=70 mandoc -T ascii "$1" | col -bx | tr -s ' \n' ' '
}

names=fidlio
for name in $(commands); do
    names="$names fidlio-$name"
    like "$(cat "$srcdir/doc/man/$name.txt")" '^\[examples\]$' "doc/man/$name.txt has examples"
    # the options as --help prints them by default, not as the page's maker sees them
    "$FIDLIO" "$name" --help | sed -nE 's/^ +((-., )?--.*)/\1/p' | sed 's/  .*//' |
        grep -oE -- '--[a-z][a-z-]+' | LC_ALL=C sort -u >"$tmp/help"
    sed 's/\\f[A-Z]//g; s/\\-/-/g' "$(page "fidlio-$name")" | awk '/^\.TP/ { getline; print }' |
        grep -oE -- '--[a-z][a-z-]+' | LC_ALL=C sort -u >"$tmp/page"
    ok "$name has options" test "$(wc -l <"$tmp/help")" -ge 7
    is "$(cat "$tmp/page")" "$(cat "$tmp/help")" "the page of $name has its options"
    like "$(cat "$(page fidlio)")" "^\.BR fidlio.-$name \(1\)" "fidlio(1) names fidlio-$name"
done
if command -v mandoc >/dev/null; then
    for name in $names; do
        ok "mandoc has nothing to warn of in $name.1" mandoc -T lint -W warning "$(page "$name")"
    done
    like "$(words "$(page fidlio-matrix)")" \
        "-j, --jobs=N Pairs at a time \(default: .*SEE ALSO fidlio\(1\), .*fidlio-merge\(1\)" "a page, as it is read"
else
    skip "mandoc has nothing to warn of" "mandoc is not installed"
fi
if command -v man >/dev/null && man --help 2>&1 | grep -q -e --warnings; then
    for name in $names; do
        is "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$(page "$name")" 2>&1 >/dev/null)" "" \
            "groff has nothing to warn of in $name.1"
    done
else
    skip "groff has nothing to warn of" "no man with --warnings"
fi

# --- what the maker does with texts
cat >"$tmp/fidlio" <<'END'
#!/bin/sh
if [ "$1" = --help ]; then
    printf '%s\n' 'Usage: fidlio [OPTION...] COMMAND' 'Does things.' '' 'Commands:' '  fold      folds' '  unfold    unfolds'
else
    printf '%s\n' 'Usage: fidlio fold [OPTION...] FILE' '  or:  fidlio fold [OPTION...] DIR' \
        'Fold FILE (see `fidlio unfold'\'').' '' \
        '  -o, --output=FILE, --to=FILE     Write to C:\x-y' '      --seed[=N]     Start' '' \
        ' Every command:' '      --quiet     Be quiet'
fi
END
chmod +x "$tmp/fidlio"
mkdir "$tmp/texts"
printf '[--quiet]\nVery.\n' >"$tmp/texts/options.txt"
cat >"$tmp/texts/fold.txt" <<'END'
# a comment
[description]
.start with `code` and *files*

Second --output paragraph.
: `term`
Its text.
[--output]
Added.
[examples]
fidlio fold a\b
[see also]
fold(1)
END
made=$("$srcdir/scripts/dev/man-page" "$tmp/fidlio" 7 2020-01-02 "$tmp/texts" fold)
is "$made" '.\" Made by scripts/dev/man-page from --help and doc/man
.TH FIDLIO\-FOLD 1 2020-01-02 "fidlio 7" "User Commands"
.SH NAME
fidlio\-fold \- folds
.SH SYNOPSIS
.B fidlio fold
[\fIOPTION\fR...] FILE
.br
.B fidlio fold
[\fIOPTION\fR...] DIR
.SH DESCRIPTION
Fold FILE (see \fBfidlio unfold\fR).
.PP
\&.start with \fBcode\fR and \fIfiles\fR
.PP
Second \fB\-\-output\fR paragraph.
.TP
\fBterm\fR
Its text.
.SH OPTIONS
.TP
\fB\-o\fR, \fB\-\-output\fR=\fIFILE\fR, \fB\-\-to\fR=\fIFILE\fR
Write to C:\ex\-y.
Added.
.TP
\fB\-\-seed\fR[=\fIN\fR]
Start.
.SS Every command
.TP
\fB\-\-quiet\fR
Be quiet.
Very.
.SH EXIT STATUS
0 if all is done; \fBfidlio\fR(1) has the others.
.SH EXAMPLES
.EX
fidlio fold a\eb
.EE
.SH SEE ALSO
.BR fidlio (1),
.BR fidlio\-unfold (1),
.BR fold (1)' "a page"
printf '[--outputs]\nText.\n' >"$tmp/texts/fold.txt"
exits 1 "an option that the command has not" "$srcdir/scripts/dev/man-page" "$tmp/fidlio" 7 2020-01-02 "$tmp/texts" fold
printf '[examples]\na\n[examples]\nb\n' >"$tmp/texts/fold.txt"
exits 1 "a section twice" "$srcdir/scripts/dev/man-page" "$tmp/fidlio" 7 2020-01-02 "$tmp/texts" fold
exits 1 "a command that is not there" "$srcdir/scripts/dev/man-page" "$tmp/fidlio" 7 2020-01-02 "$tmp/texts" flod
exits 127 "a program that cannot be run" "$srcdir/scripts/dev/man-page" "$tmp/missing" 7 2020-01-02 "$tmp/texts" fold
# options that several commands have are options of one at least
for file in $(list_of COMMANDS "$srcdir/src/cli/local.mk"); do
    name=$(basename "$file" .c)
    "$srcdir/scripts/dev/help-table" "$FIDLIO" "${name#cmd_}"
done | grep -E '^option' | cut -f 2 | tr , '\n' | sed -n 's/^--.*/[&]/p' | LC_ALL=C sort -u >"$tmp/all"
is "$(grep '^\[' "$srcdir/doc/man/options.txt" | grep -vxFf "$tmp/all")" "" "doc/man/options.txt is about options that exist"
tap_done
