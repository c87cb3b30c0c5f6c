#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What packages say is what the tree has; scripts/dev/package-check builds and tries them.
. "$srcdir/tests/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL # the makes below are not a part of the one above

version=$(sed -n 's/^PACKAGE_VERSION = //p' "$builddir/Makefile")
like "$(head -n 1 "$srcdir/debian/changelog")" "^fidlio \($version-" "the version of debian/changelog"
like "$(cat "$srcdir/fidlio.spec")" "^Version: *$version\$" "the version of fidlio.spec"
like "$(cat "$srcdir/CITATION.cff")" "^version: $version\$" "the version of CITATION.cff"

library=$builddir/.libs/libfidlio.so.0
if [ -e "$library" ] && command -v nm >/dev/null; then
    is "$(sed -n 's/^ \([a-z0-9_]*\)@Base .*/\1/p' "$srcdir/debian/libfidlio0.symbols")" \
        "$(nm -D --defined-only "$library" | awk '{ print $3 }' | LC_ALL=C sort)" \
        "debian/libfidlio0.symbols has what the library exports"
else
    skip "debian/libfidlio0.symbols" "there is no shared library, or no nm"
fi

# --- the archive that make dist makes of a folder depends on its contents only
cat >"$tmp/Makefile" <<'END'
include Makefile
archive:
	cd $(place) && tardir=x && $(am__tar) >../$(name)
END
# archive_of NAME MTIME UMASK ORDER...: a folder made in that order, at that time, in a place of its own
archive_of ()
{
    name=$1 time=$2
    mkdir -p "$tmp/place $name/x"
    (
        umask "$3"
        shift 3
        for file; do
            echo "$file" >"$tmp/place $name/x/$file"
        done
        ln -s a "$tmp/place $name/x/link"
        touch -d "$time" "$tmp/place $name/x/"*
    )
    make -s -C "$builddir" -f "$tmp/Makefile" archive place="'$tmp/place $name'" name="$name" SOURCE_DATE_EPOCH=86400
}
if make -s -C "$builddir" -f "$tmp/Makefile" -n archive place=. name=x 2>/dev/null | grep -q -e --sort=name; then
    archive_of 1 2001-02-03 022 a b c
    archive_of 2 2011-12-13 077 c a b
    ok "archives of two folders with the same files are the same" cmp "$tmp/1" "$tmp/2"
    like "$(TZ=UTC tar -tvf "$tmp/1")" '^-rw-r--r-- 0/0 .* 1970-01-02 00:00 x/link$' "the time is that of SOURCE_DATE_EPOCH"
    archive_of 3 2001-02-03 022 a b d
    exits 1 "other files make another" cmp "$tmp/1" "$tmp/3"
else
    skip "archives" "no Makefile of automake"
fi
tap_done
