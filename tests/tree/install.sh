#!/bin/sh
# What make install puts down is enough to build a program against, and make
# uninstall takes all of it away.
. "$srcdir/tests/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL # the make below is not a part of the one above

# setting NAME: a variable of the configured Makefile
setting ()
{
    sed -n "s/^$1 = //p" "$builddir/Makefile"
}
root=$tmp/root
ok "make install" make -C "$builddir" install DESTDIR="$root"
pc=$(find "$root" -name fidlio.pc)
libdir=${pc%/pkgconfig/fidlio.pc}
like "$pc" '/lib.*/pkgconfig/fidlio\.pc$' "fidlio.pc is installed"
is "$(find "$root" -path '*/completions/fidlio' | wc -l | tr -d ' ')" 1 "so is the completion"

cat >"$tmp/user.c" <<'END'
#include <fidlio.h>
#include <stdio.h>
int
main (void)
{
    struct fid_error err = {FID_OK, ""};
    printf ("%s %d\n", fid_version (), (int) err.status);
    return 0;
}
END
cc=$(setting CC)
if command -v pkg-config >/dev/null; then
    # our own .pc names paths below DESTDIR's root, and so do its dependencies'
    flags=$(PKG_CONFIG_PATH=${pc%/fidlio.pc} PKG_CONFIG_SYSROOT_DIR=$root pkg-config --cflags --libs fidlio)
    like "$flags" "-L$root.* -lfidlio" "pkg-config finds the library"
    sanitize=$(setting FID_CFLAGS | tr ' ' '\n' | grep '^-fsanitize') # one for all that is linked
    # shellcheck disable=SC2086
    ok "a program of somebody else's compiles" $cc -std=c11 -pedantic -Wall -Werror $sanitize \
        -o "$tmp/user" "$tmp/user.c" $flags
    is "$(LD_LIBRARY_PATH=$libdir "$tmp/user")" "$(setting PACKAGE_VERSION) 0" "and prints the version"
else
    skip "a program of somebody else's" "no pkg-config"
fi
if command -v g++ >/dev/null; then
    cp "$tmp/user.c" "$tmp/user.cc"
    ok "the header is C++, too" g++ -fsyntax-only -Wall -Werror -I"$(dirname "$(find "$root" -name fidlio.h)")" "$tmp/user.cc"
else
    skip "the header is C++, too" "no g++"
fi
if command -v nm >/dev/null; then
    is "$(nm -D --defined-only "$libdir/libfidlio.so" | awk '$3 !~ /^fid_/ { print $3 }')" "" \
        "the library exports fid_ names only"
else
    skip "the library exports fid_ names only" "no nm"
fi
program=$(find "$root" -path '*/bin/fidlio')
if [ -n "$program" ]; then
    like "$(LD_LIBRARY_PATH=$libdir "$program" --version)" "^fidlio $(setting PACKAGE_VERSION)" "the installed program runs"
else
    skip "the installed program runs" "there is none yet"
fi
ok "make uninstall" make -C "$builddir" uninstall DESTDIR="$root"
is "$(find "$root" ! -type d)" "" "leaves nothing"
tap_done
