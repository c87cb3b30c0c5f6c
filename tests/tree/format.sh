#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The source is laid out as .clang-format says, each file names its licence, and scripts/weigh counts.
. "$srcdir/tests/tap.sh"
cd "$srcdir" || exit 99

is "$(find src metrics tools tests scripts \( -name '*.[ch]' -o -name '*.sh' -o -name '*.py' -o -name '*.mk' -o -name '*.def' \
    -o -name '*.js' -o -name '*.awk' -o -name '*.bt' \) ! -path 'tests/fuzz/corpus/*' ! -path 'tests/data/*' \
    -exec grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' {} +)" "" "each source file names its licence"

case $(clang-format --version 2>/dev/null) in
*' version 14.'*)
    find src metrics tools tests -name '*.[ch]' -exec clang-format --dry-run {} + >"$tmp/said" 2>&1
    is "$(sed -n 's/:[0-9]*: warning.*//p' "$tmp/said" | sort -u)" "" "the layout is that of make format"
    printf 'int\nf (void)\n{\n  return 0;\n}\n' >"$tmp/bad.c"
    cp .clang-format "$tmp"
    like "$(clang-format --dry-run "$tmp/bad.c" 2>&1)" "should be clang-formatted" "another layout is found" ;;
*) skip "the layout is that of make format" "clang-format 14 is not installed" ;;
esac

if command -v clang-format >/dev/null && command -v git >/dev/null; then
    mkdir -p "$tmp/tree/src/batch" "$tmp/tree/src/compare" "$tmp/tree/scripts"
    cp scripts/weigh "$tmp/tree/scripts"
    cp src/layers "$tmp/tree/src"
    cd "$tmp/tree" || exit 99
    printf '#pragma once\nint fid_sides_compare (int a);\n' >src/batch/sides.h
    cat >src/batch/sides.c <<'END'
#include "batch/sides.h"
#include "compare/b.h"

static int half (int a)
{
    return a / 2;
}

int fid_sides_compare (int a)
{
    int other = 1; /* a word, not a call of other () */
    return half (a) + twice (a) + other;
}
END
    printf 'int twice (int a)\n{\n    return 2 * a;\n}\n' >src/compare/b.c
    printf 'int other (int a)\n{\n    return a;\n}\n' >src/compare/c.c
    git init -q . && git add . && scripts/weigh >"$tmp/weights" 2>&1
    is "$(sed 's/^\(.*[^ ]\)  *\([0-9.]*\)\( %\)\{0,1\}   .*/\1 \2/' "$tmp/weights" | tr '\n' ';')" \
        "lines of C 27;functions 4;headers 1;lines inside bodies 18.5;files a pair passes 1;" "lines, functions, headers, bodies, files"
    is "$(scripts/weigh --helpers)" "src/batch/sides.c:4 half (1 lines) in fid_sides_compare (2)" "helpers with one caller"
else
    skip "scripts/weigh" "clang-format or git is missing"
fi
tap_done
