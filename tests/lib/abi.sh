#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What libfidlio exports, needs and declares.
#
# abi.txt holds each declaration of fidlio.h and the size of each struct on x86-64.  After
# a change that only adds functions and structs, write it anew with
#   tests/lib/abi.sh --write   (in the build folder's environment: srcdir, builddir)
# and raise -version-info in src/lib/local.mk; any other change, also a member that is added, breaks
# programs that are already compiled.
. "$srcdir/tests/tap.sh"
header=$srcdir/src/fidlio.h
cc=$(sed -n 's/^CC = //p' "$builddir/Makefile")

# declarations HEADER: one a line, without comments and blanks that do not matter
declarations ()
{
    $cc -fpreprocessed -dD -E -P "$1" 2>"$tmp/warnings" |
        sed ':a; /\\$/ { N; s/\\\n//; ba; }' | grep -v '^#' | tr -s ' \n' '  ' | awk '
        { for (i = 1; i <= length($0); i++) {
              c = substr($0, i, 1)
              depth += (c == "{") - (c == "}")
              line = line c
              if (c == ";" && depth <= 1) { sub(/^ */, "", line); print line; line = "" }
          } }' | sed 's/^extern "C" { //; s/ *\([(),;{}*]\) */\1/g'
}

# functions HEADER, structs HEADER: names of those that are public or have members
functions ()
{
    declarations "$1" | sed -n 's/^FID_API[^(]*[ *]\(fid_[a-z0-9_]*\)(.*/\1/p' | LC_ALL=C sort
}
structs ()
{
    declarations "$1" | sed -n 's/^struct \(fid_[a-z0-9_]*\){.*/\1/p' | LC_ALL=C sort
}

# sizes HEADER: "struct NAME SIZE" of each
sizes ()
{
    {
        printf '#include <stdio.h>\n#include "%s"\nint main (void) {\n' "$1"
        for s in $(structs "$1"); do
            printf 'printf ("struct %s %%zu\\n", sizeof (struct %s));\n' "$s" "$s"
        done
        printf 'return 0; }\n'
    } >"$tmp/sizes.c"
    $cc -o "$tmp/sizes" "$tmp/sizes.c" && "$tmp/sizes"
}

if [ "$1" = --write ]; then
    { declarations "$header"; sizes "$header"; } >"$srcdir/tests/lib/abi.txt"
    exit
fi

is "$(declarations "$header")" "$(grep -v '^struct [a-z0-9_]* [0-9]*$' "$srcdir/tests/lib/abi.txt")" \
    "declarations are those of abi.txt"
if [ "$(uname -m)" = x86_64 ]; then
    is "$(sizes "$header")" "$(grep '^struct [a-z0-9_]* [0-9]*$' "$srcdir/tests/lib/abi.txt")" \
        "so are the sizes of structs"
else
    skip "so are the sizes of structs" "they are stored for x86-64"
fi

library=$builddir/.libs/libfidlio.so
if [ -f "$library" ] && command -v nm >/dev/null; then
    exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | LC_ALL=C sort)
    is "$exported" "$(functions "$header")" "what the library exports is what fidlio.h declares"
    [ "$(echo "$exported" | wc -l)" -lt 300 ] ||
        echo "# objects from before -fvisibility=hidden? make clean"
else
    skip "what the library exports is what fidlio.h declares" "no shared library, or no nm"
fi
if [ -f "$library" ] && command -v ldd >/dev/null; then
    unlike "$(ldd "$library")" 'cairo|xlsxwriter|libX|xcb|fontconfig|freetype' \
        "nothing that draws or writes workbooks is behind it"
else
    skip "nothing that draws or writes workbooks is behind it" "no shared library, or no ldd"
fi

missing=
for name in $(functions "$header") $(structs "$header"); do
    grep -qw "$name" "$srcdir/doc/library.md" || missing+="$name "
done
is "$missing" "" "doc/library.md names every function and struct"

printf '#include "%s"\n' "$header" >"$tmp/alone.c"
# shellcheck disable=SC2086
ok "the header is strict C11" $cc -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only "$tmp/alone.c"

# --- that these checks can fail
cat >"$tmp/other.h" <<'END'
#include <stddef.h>
/* comment ; { */
enum fid_a { FID_A, FID_B };
struct fid_b {
    size_t size; /* bytes */
    const char *name;
};
FID_API struct fid_b *fid_make (const char *name,
                                int n);
FID_API void fid_end (void);
END
is "$(declarations "$tmp/other.h")" 'enum fid_a{FID_A,FID_B};
struct fid_b{size_t size;
const char*name;
};
FID_API struct fid_b*fid_make(const char*name,int n);
FID_API void fid_end(void);' "declarations are read"
is "$(functions "$tmp/other.h" | tr '\n' ' ')$(structs "$tmp/other.h")" "fid_end fid_make fid_b" "and their names"
is "$(sed -i '/FID_API/,/;/d' "$tmp/other.h"; sizes "$tmp/other.h")" "struct fid_b 16" "structs are measured"
tap_done
