#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
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
for file in bash-completion/completions/fidlio zsh/site-functions/_fidlio fish/vendor_completions.d/fidlio.fish \
    man/man1/fidlio.1 man/man1/fidlio-compare.1; do
    is "$(find "$root" -path "*/share/$file" | wc -l | tr -d ' ')" 1 "so is $file"
done

# block_of LANGUAGE: the first block of that language in doc/library.md
block_of ()
{
    awk -v want="\`\`\`$1" '$0 == want && !done { on = 1; next }
        on && /^```/ { on = 0; done = 1 }
        on' "$srcdir/doc/library.md"
}
cc=$(setting CC)
sanitize=$(setting FID_CFLAGS | tr ' ' '\n' | grep '^-fsanitize') # one for all that is linked
if command -v pkg-config >/dev/null; then
    # our own .pc names paths below DESTDIR's root, and so do its dependencies'
    flags=$(PKG_CONFIG_PATH=${pc%/fidlio.pc} PKG_CONFIG_SYSROOT_DIR=$root pkg-config --cflags --libs fidlio)
    like "$flags" "-L$root.* -lfidlio" "pkg-config finds the library"
    block_of c >"$tmp/example.c"
    block_of text >"$tmp/want"
    # shellcheck disable=SC2086
    ok "the example of doc/library.md compiles against the installed copy" \
        $cc -std=c11 -pedantic -Wall -Wextra -Werror $sanitize -o "$tmp/example" "$tmp/example.c" $flags -lcjson -lm
    mkdir "$tmp/place"
    ln -s "$srcdir/tests" "$tmp/place/tests"
    is "$(cd "$tmp/place" && LD_LIBRARY_PATH=$libdir "$tmp/example" 2>&1)" "$(cat "$tmp/want")" \
        "and prints what the document shows"
else
    skip "the example of doc/library.md" "no pkg-config"
fi
if command -v g++ >/dev/null; then
    printf '#include <fidlio.h>\nint main () { fid_compare_options o = {}; return o.window != 0; }\n' >"$tmp/user.cc"
    ok "the header is C++, too" g++ -fsyntax-only -Wall -Werror -I"$(dirname "$(find "$root" -name fidlio.h)")" "$tmp/user.cc"
else
    skip "the header is C++, too" "no g++"
fi
program=$(find "$root" -path '*/bin/fidlio')
if [ -n "$program" ]; then
    like "$(LD_LIBRARY_PATH=$libdir "$program" --version)" "^fidlio $(setting PACKAGE_VERSION)" "the installed program runs"
else
    skip "the installed program runs" "there is none yet"
fi
tool=$(find "$root" -path '*/bin/fidlio-logs')
if [ -n "$tool" ]; then
    like "$(LD_LIBRARY_PATH=$libdir "$program" logs --help)" "^Usage: fidlio logs " "it starts the tools"
    mkdir "$tmp/path" && mv "$tool" "$tmp/path"
    like "$(PATH=$tmp/path:$PATH LD_LIBRARY_PATH=$libdir "$program" logs --help)" "^Usage: fidlio logs " "on PATH, too"
    exits 2 "a tool that is not installed" env LD_LIBRARY_PATH="$libdir" "$program" logs parse x
    like "$(LD_LIBRARY_PATH=$libdir "$program" logs parse x 2>&1)" \
        "^fidlio: fidlio-logs is not installed: it comes with the package fidlio-tools" "says so"
    mv "$tmp/path/fidlio-logs" "$tool"
else
    skip "the tools" "there are none yet"
fi
ok "make uninstall" make -C "$builddir" uninstall DESTDIR="$root"
is "$(find "$root" ! -type d)" "" "leaves nothing"
tap_done
