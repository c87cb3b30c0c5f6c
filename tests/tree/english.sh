#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Texts for people have no construction that is read twice (tests/tree/english.py lists them).  english.known
# has the exceptions; a line there that is needed no more is an error, so that the list only shrinks.
. "$srcdir/tests/tap.sh"

riddles () { python3 "$srcdir/tests/tree/english.py" "$@" | LC_ALL=C sort; }

cd "$srcdir" || exit 1
mapfile -t files < <(find src tools metrics -name '*.[ch]' -o -name '*.def' -o -name page.js | LC_ALL=C sort)
files+=(README.md CONTRIBUTING.md SECURITY.md python/README.md doc/*.md doc/developers/*.md doc/man/*.txt)
files+=(scripts/record scripts/throttle scripts/slow-storage scripts/emulate scripts/corpus)
riddles . "${files[@]}" >"$tmp/found"
LC_ALL=C sort tests/tree/english.known >"$tmp/known"
is "$(LC_ALL=C comm -23 "$tmp/found" "$tmp/known")" "" "no text has a new riddle (${#files[@]} files)"
is "$(LC_ALL=C comm -13 "$tmp/found" "$tmp/known")" "" "each exception is still needed ($(wc -l <"$tmp/known"))"

# --- that the check can fail
mkdir "$tmp/t"
printf '/* what is in a comment */\nputs ("what " "is read, those\\n"\n      "of it");\n' >"$tmp/t/a.c"
printf 'FID (A, "%s", "A B C D E F G H I J K L M N O P Q R S T U")\nFID (B, "there is no file; it is no file")\n' %s >"$tmp/t/b.def"
printf 'What is a run?\n\nNone tells,\none cannot tell.\n\n```sh\nwhat is code\n```\n\n| a | `cli/a`: what is a check |\n' >"$tmp/t/c.md"
printf '#!/bin/sh\n# what is a comment\necho "others"\ncat <<END\nif another\nEND\n' >"$tmp/t/d"
is "$(riddles "$tmp/t" a.c b.def c.md d)" "a.c: is read, those of it
a.c: what is read, those
b.def: file; it is no file
b.def: long: A B C D E F G H I J K L M N O P Q R S T U
c.md: None tells, one cannot
d: if another
d: others" "riddles are found in strings, documents and scripts; not in comments, questions and code"
tap_done
