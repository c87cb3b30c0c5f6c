#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# files packed by zstd and xz are read as the plain ones
. "$srcdir/tests/tap.sh"
mkdir "$tmp/plain" && cp "$srcdir/tests/data/vmstat/odd.out" "$tmp/plain/vmstat.out"
# samples DIR: what inspect says of the samples
samples ()
{
    "$FIDLIO" inspect "$1" | grep -E '^(cpu|disk)'
}
want=$(samples "$tmp/plain")
for packer in zstd xz; do
    command -v "$packer" >/dev/null || {
        skip "$packer" "not installed"
        continue
    }
    ending=$packer
    [ "$packer" = xz ] || ending=zst
    file=$tmp/$packer/vmstat.out.$ending
    mkdir "$tmp/$packer"
    "$packer" -q -c "$tmp/plain/vmstat.out" >"$file"
    if ! "$FIDLIO" inspect "$tmp/$packer" >"$tmp/out" 2>&1; then
        like "$(cat "$tmp/out")" "unpack it with $packer -d" "$packer: without its library a way is named"
        continue
    fi
    is "$(samples "$tmp/$packer")" "$want" "$packer: the same samples"
    # cut: what is whole is used, and it is said
    head -c $(($(wc -c <"$file") - 30)) "$file" >"$tmp/cut" && mv "$tmp/cut" "$file"
    "$FIDLIO" inspect --strict "$tmp/$packer" >"$tmp/out" 2>&1
    is "$?" 3 "$packer: a cut file is named under --strict"
    # a window of 1.5 GiB, or 256 MiB, stated in the header of a small file
    mkdir "$tmp/$packer.window"
    "$packer" -q -c <"$tmp/plain/vmstat.out" | python3 -c '
import sys, zlib
d = bytearray(sys.stdin.buffer.read())
if d[:1] == b"\xfd":
    n = 4 * (d[12] + 1)
    d[16] = 37
    d[8 + n:12 + n] = zlib.crc32(d[12:8 + n]).to_bytes(4, "little")
else:
    d[5] = 18 << 3
sys.stdout.buffer.write(d)' >"$tmp/$packer.window/vmstat.out.$ending"
    exits 3 "$packer: a window that needs more memory than allowed" "$FIDLIO" inspect --strict "$tmp/$packer.window"
    like "$("$FIDLIO" inspect --strict "$tmp/$packer.window" 2>&1)" 'unpacking it needs more than 128 MiB of memory' \
        "$packer: which is said"
    # 260 MiB of lines that are skipped, packed into a thousandth
    mkdir "$tmp/$packer.bomb"
    {
        cat "$tmp/plain/vmstat.out"
        yes '' | head -c 272629760
    } | "$packer" -q -2 -c >"$tmp/$packer.bomb/vmstat.out.$ending"
    exits 3 "$packer: a file a thousand times as large when unpacked" "$FIDLIO" inspect --strict "$tmp/$packer.bomb"
    like "$("$FIDLIO" inspect --strict "$tmp/$packer.bomb" 2>&1)" 'over 1000 times as large when unpacked' \
        "$packer: which is said"
done
tap_done
