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
    mkdir -p "$tmp/tree/src/batch" "$tmp/tree/src/compare" "$tmp/tree/src/readers" "$tmp/tree/scripts"
    cp scripts/weigh "$tmp/tree/scripts"
    cd "$tmp/tree" || exit 99
    printf '#pragma once\nint twice (int a);\nint other (int a);\nint reads (int a);\n' >src/compare/b.h
    cat >src/batch/sides.c <<'END'
#include "compare/b.h"

static int half (int a)
{
    return reads (a) / 2;
}

int fid_sides_compare (int a)
{
    return half (a) + twice (a);
}

int main (int argc, char **argv)
{
    (void)argv;
    return other (fid_sides_compare (argc)) == 0;
}
END
    printf '#include "compare/b.h"\n\nint twice (int a)\n{\n    return 2 * a;\n}\n' >src/compare/b.c
    printf '#include "compare/b.h"\n\nint other (int a)\n{\n    return a;\n}\n' >src/compare/c.c
    printf '#include "compare/b.h"\n\nint reads (int a)\n{\n    return other (a);\n}\n' >src/readers/d.c
    git init -q . && git add . && FIDLIO=none scripts/weigh >"$tmp/weights" 2>&1
    is "$(sed -n 's/^\([a-z].*[^ ]\)  *\([0-9.][0-9.]*\)\( %\)\{0,1\}   .*/\1 \2/p' "$tmp/weights" | tr '\n' ';')" \
        "lines of C 45;functions 6;headers 1;lines inside bodies 15.6;" "lines, functions, headers, bodies"
    like "$(cat "$tmp/weights")" "files a pair passes  *not measured" "without a program no files of a pair"
    is "$(scripts/weigh --helpers)" "src/batch/sides.c:3 half (1 lines) in fid_sides_compare (1)" "helpers with one caller"
    if command -v valgrind >/dev/null && command -v gcc >/dev/null; then
        gcc -g -O0 -Isrc -o program src/*/*.c
        is "$(FIDLIO=./program scripts/weigh --pair)" "src/batch/sides.c
src/compare/b.c" "files that a pair enters: not what is before it, nor what reads its runs"
    else
        skip "files that a pair enters" "gcc or valgrind is missing"
    fi
else
    skip "scripts/weigh" "clang-format or git is missing"
fi
tap_done
