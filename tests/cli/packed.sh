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
done
tap_done
