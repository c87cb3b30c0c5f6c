#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The documentation is complete, distributed, and points at what exists.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/tree/lists.sh"
unset MAKEFLAGS MFLAGS # the make below has no jobs of the one above
cd "$srcdir" || exit 99

# What is distributed, and the tree's own files: git's list, or else the same.
make -s -C "$builddir" print-dist >"$tmp/dist"
if [ -e .git ] && git ls-files >"$tmp/tree" 2>/dev/null; then
    from_git=yes
else
    from_git=no
    tr '\n' '\0' <"$tmp/dist" | xargs -0 sh -c 'find "$@" -type f' sh >"$tmp/tree"
fi
LC_ALL=C sort -u -o "$tmp/tree" "$tmp/tree"
like "$(cat "$tmp/tree")" '^scripts/check$' "the list of files is one"

# --- every file is distributed
if [ $from_git = yes ]; then
    # a listed folder brings all that is in it
    missing=$(awk 'NR == FNR { dist[$0] = 1; next }
        { for (p = $0; ; ) {
              if (p in dist) next
              if (!sub(/\/[^\/]*$/, "", p)) break
          }
          print }' "$tmp/dist" "$tmp/tree" | grep -vx '.gitignore')
    is "$missing" "" "every tracked file is in the distribution (EXTRA_DIST or a _SOURCES)"
else
    skip "every tracked file is in the distribution" "no git here"
fi

# --- one row for each reader and each measure
readers=$(sed -n 's/^FID_READER (\([a-z0-9_]*\))$/\1/p' src/readers/readers.def)
metrics=$(for file in $(list_of METRICS metrics/local.mk); do basename "$file" .c; done)
like "$readers" "^csv_utc\$" "the list of readers is one"
# rows_in DOC NAME...: each name is in a table row or a heading of DOC
rows_in ()
{
    local doc=$1 name
    shift
    for name in "$@"; do
        like "$(cat "$doc")" "^(\||#)(.*[^a-z0-9_])?$name([^a-z0-9_]|\$)" "$doc has a row or a heading on $name"
    done
}
rows_in doc/formats.md $readers
rows_in doc/metrics.md $metrics
for name in $readers; do
    ok "the reader $name has fixtures, and a README says from where" test -s "tests/data/$name/README"
done
for name in $metrics; do
    ok "the measure $name has a test" test -f "tests/metrics/test_$name.c"
done

# --- relative links
bad=
links=0
while read -r md; do
    while read -r line target; do
        links=$((links + 1))
        case $target in
        *://* | mailto:* | '#'*) continue ;;
        esac
        target=${target%%#*}
        [ -e "$(dirname "$md")/$target" ] || bad+="$md:$line: $target"$'\n'
    done < <(awk -v want=links -f tests/tree/docs.awk "$md")
done < <(grep '\.md$' "$tmp/tree")
is "$bad" "" "links in *.md lead to files ($links links)"

# --- lines of documents: at most 100 characters; tables and code may be longer
long_lines ()
{
    local doc
    for doc; do
        awk '/^ *(```|~~~)/ { code = !code } { print code || /^ *\|/ ? "" : $0 }' "$doc" |
            LC_ALL=C.UTF-8 grep -nE '.{101}' | sed "s|:.*||; s|^|$doc:|"
    done
}
is "$(long_lines README.md CONTRIBUTING.md NOTES NEWS doc/*.md doc/developers/*.md)" "" \
    "lines of documents have at most 100 characters"

# --- the glossary names files that exist, and all of the model's words
gone=$(grep -oE '`(src|metrics|tools)/[a-z0-9_/.]+`' doc/glossary.md | tr -d '`' | LC_ALL=C sort -u |
    while read -r file; do [ -e "$file" ] || echo "$file"; done)
is "$gone" "" "files named in doc/glossary.md exist"
words=$(sed -nE 's/^    [FG] \([A-Z]+, "([a-z]+)".*/\1/p' src/model/facets.h src/model/resources.h)
like "$words" "^coupling\$" "the list of facets and groups is one"
for word in $words; do
    like "$(cat doc/glossary.md)" "[ (]${word}[ ,.]" "doc/glossary.md explains $word"
done

# --- paths of somebody's machine; recorded traces hold paths, that is what they trace
private='(^|[^A-Za-z0-9_.~}-])/(work|root|home|Users)/'
found=$(grep -v '^tests/data/.*/' "$tmp/tree" | tr '\n' '\0' |
    LC_ALL=C xargs -0 grep -aInE -- "$private" /dev/null)
is "$found" "" "no file names a path of a private machine"

# --- that these checks can fail
# promises FILE: rows of its first table that name no test, and tests named that do not exist
promises ()
{
    awk '/^\|---/ { on = 1; next } on && !/^\|/ { exit } on' "$1" | while read -r row; do
        named=$(printf '%s\n' "$row" | grep -oE 'tests/[a-z_/]+\.(sh|t)')
        [ -n "$named" ] || printf 'no test: %.40s\n' "$row"
        for name in $named; do
            [ -f "$name" ] || [ -f "${name%.t}.c" ] || echo "no such test: $name"
        done
    done
}
is "$(promises doc/developers/reliability.md)" "" "each promise of reliability.md names its tests, which exist"
printf '| a | b |\n|---|---|\n| x | tests/no/such.sh |\n| y | |\n| z | tests/tree/docs.sh tests/base/test_json.t |\n\n| other |\n' >"$tmp/promises.md"
is "$(promises "$tmp/promises.md" | tr '\n' ,)" "no such test: tests/no/such.sh,no test: | y | |," \
    "one that does not exist is found, and a promise without"
# configure's own list of libraries, from "libraries" to "libfuse3"
libraries=$(sed -n '/^  libraries /,/^  libfuse3 /p' configure.ac | sed -E 's/^  libraries +//; s/: found//; s/^  //; s/  +.*//' |
    tr ',' '\n' | sed 's/^ *//' | grep -vE '^(AVX|NEON)')
ok "configure lists libraries" test "$(printf '%s\n' "$libraries" | wc -l)" -gt 12
trusted=$(sed -n '/^- The libraries:/,/^- Other/p' SECURITY.md)
is "$(for name in $libraries; do echo "$trusted" | grep -qF "$name" || echo "$name"; done)" "" "SECURITY.md names each"
printf 'see [a](there.md), `[b](code)`\n```sh\n[c](fenced)\n```\n[d](x.md#part) [e](https://e.org)\n' >"$tmp/a.md"
is "$(awk -v want=links -f tests/tree/docs.awk "$tmp/a.md" | tr '\n' ,)" \
    "1 there.md,5 x.md#part,5 https://e.org," "links are found, code is not searched"
printf '%101s\n| %101s |\n```\n%101s\n```\n%100s\n' "" "" "" "" >"$tmp/long.md"
is "$(long_lines "$tmp/long.md")" "$tmp/long.md:1" "long lines are found, but not in tables and code"
printf 'READERS = \\\n  src/readers/a.c \\\n  src/readers/b_c.c\nOTHER = src/x.c\n' >"$tmp/local.mk"
is "$(list_of READERS "$tmp/local.mk" | tr '\n' ,)" "src/readers/a.c,src/readers/b_c.c," "lists are read to their end"
like "in /""root/x" "$private" "a private path is seen"
unlike "in build/""root/x or ~/""work/x" "$private" "a relative one is not"
tap_done
