#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No circle of files inside any folder: what a file needs never needs the file.
. "$srcdir/tests/tap.sh"

circles () { python3 "$srcdir/tests/tree/circles.py" "$@"; }

# objects_of FOLDER: the built ones, by source: a build folder may hold objects of files that are gone
objects_of ()
{
    (cd "$srcdir" && find "$1" -name '*.c') | while read -r file; do
        dir=$builddir/${file%/*} base=${file##*/}
        for object in "$dir/.libs/${base%.c}.o" "$dir/${base%.c}.o"; do
            [ -f "$object" ] && echo "$object" && break
        done
    done
}

for folder in $(sed -n 's/^\([a-z][a-z]*\) .*/\1/p' "$srcdir/src/layers"); do
    case $folder in
    metrics) place=metrics ;;
    mpi) continue ;; # one file
    tools) place=tools ;;
    *) place=src/$folder ;;
    esac
    mapfile -t objects < <(objects_of $place)
    is "$(circles "${objects[@]}")" "" "$place has no circle (${#objects[@]} files)"
done

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
