#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs and the library have what configure found to harden them with.
. "$srcdir/tests/tap.sh"

command -v readelf >/dev/null || skip_all "no readelf"
has=$(sed -n 's/^#define HARDENING "\(.*\)"$/\1/p' "$builddir/config.h")
[ -n "$has" ] || skip_all "configured without (--disable-hardening, or a compiler that has nothing)"
diag "$has"

# built NAME: the program, not libtool's script that starts it
built ()
{
    if [ -f "$builddir/.libs/$1" ]; then echo "$builddir/.libs/$1"; else echo "$builddir/$1"; fi
}

# has WHAT TEXT ERE: some line of what readelf says matches
has ()
{
    ok "$1" grep -qE -e "$3" "$2"
}

for name in fidlio fidlio-logs fidlio-prepare fidlio-steps fidlio-trace fidlio-whatif libfidlio.so; do
    readelf -Whdl "$(built $name)" >"$tmp/parts" 2>&1
    readelf -Ws "$(built $name)" >"$tmp/symbols" 2>&1
    case ", $has," in *", PIE,"*) has "$name: at any address" "$tmp/parts" 'Type: *DYN' ;; esac
    case ", $has," in *", RELRO,"*)
        has "$name: relocations are read-only" "$tmp/parts" ' GNU_RELRO '
        has "$name: all of them, from the start" "$tmp/parts" 'BIND_NOW|FLAGS.*NOW' ;;
    esac
    case ", $has," in *", stack protector,"*)
        has "$name: stack protector" "$tmp/symbols" '__stack_chk_fail' ;;
    esac
    case ", $has,:$name" in
    *:fidlio-whatif) ;; # calls nothing that has a checked form
    *", FORTIFY "*) has "$name: checked library calls" "$tmp/symbols" '__[a-z]*_chk' ;;
    esac
    case ", $has," in *", CET,"*)
        readelf -Wn "$(built $name)" >"$tmp/notes" 2>&1
        has "$name: indirect jumps and returns are checked" "$tmp/notes" 'IBT, SHSTK' ;;
    esac
    has "$name: no code on the stack" "$tmp/parts" 'GNU_STACK .* RW '
done

# the test notices a program without them
printf 'int main (void) { return 0; }\n' >"$tmp/plain.c"
if cc=$(sed -n 's/^CC = //p' "$builddir/Makefile") && [ -n "$cc" ] &&
    $cc -fcf-protection=none -no-pie -Wl,-z,norelro -o "$tmp/plain" "$tmp/plain.c" 2>/dev/null; then
    readelf -Whdln "$tmp/plain" >"$tmp/parts"
    exits 1 "a program without is told apart" grep -E 'Type: *DYN| GNU_RELRO |IBT, SHSTK|BIND_NOW' "$tmp/parts"
fi
# objects have the note where the compiler gives it, though the program may lack it
case $(sed -n 's/^HARDEN_CFLAGS = //p' "$builddir/Makefile") in *-fcf-protection*)
    readelf -Wn "$builddir/src/cli/main.o" "$builddir"/src/base/.libs/text.o >"$tmp/notes" 2>&1
    is "$(grep -c 'IBT, SHSTK' "$tmp/notes")" 2 "objects: indirect jumps and returns are checked" ;;
esac
tap_done
