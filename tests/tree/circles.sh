#!/bin/sh
# No circle inside src/compare: what a file needs never needs the file.
. "$srcdir/tests/tap.sh"

circles () { python3 "$srcdir/tests/tree/circles.py" "$@"; }

dir=$builddir/src/compare/.libs
[ -d "$dir" ] || dir=$builddir/src/compare
# by source: a build folder may hold objects of files that are gone
set --
for file in "$srcdir"/src/compare/*.c; do
    set -- "$@" "$dir/$(basename "$file" .c).o"
done
is "$(circles "$@")" "" "src/compare has no circle"

# --- that the check can fail
cat >"$tmp/a.c" <<'END'
int b (void);
int a (void) { return b (); }
END
cat >"$tmp/b.c" <<'END'
int c (void);
int b (void) { return c (); }
END
echo 'int a (void); int c (void) { return a (); }' >"$tmp/c.c"
echo 'int a (void); int d (void) { return a (); }' >"$tmp/d.c"
(cd "$tmp" && ${CC:-cc} -c a.c b.c c.c d.c) || exit 99
is "$(circles "$tmp"/*.o)" "a b c" "a circle of three is found, what only uses it is not in it"
tap_done
