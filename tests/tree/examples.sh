#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The shell examples of README.md, CONTRIBUTING.md and doc/ run as they stand.
#
# A block marked ```sh is run by `sh -eu` with fidlio on PATH, in a scratch
# folder that shows the tree's tests, doc and results; the blocks of one file
# share that folder and run in order.  <!-- not run: reason --> above a block
# leaves it out.  With arguments, those files.
. "$srcdir/tests/tap.sh"

# blocks_of FILE DIR: list the blocks, leave their text in DIR
blocks_of ()
{
    mkdir -p "$2"
    awk -v want=blocks -v out="$2" -f "$srcdir/tests/tree/docs.awk" "$1"
}

# run_blocks FILE NAME: one check for each block
run_blocks ()
{
    local place number line what reason
    place=$(mktemp -d "$tmp/place.XXXXXX")
    for link in tests doc results; do
        ln -s "$srcdir/$link" "$place/$link"
    done
    while read -r number line what reason; do
        case $what in
        skip) skip "$2:$line" "$reason" ;;
        error) tap_result 1 "$2:$line: $reason" ;;
        run)
            if [ ! -x "$FIDLIO" ] && grep -qw fidlio "$place.sh/$number.sh"; then
                skip "$2:$line" "the program is not built"
                continue
            fi
            ok "$2:$line" env -C "$place" PATH="$(dirname "$FIDLIO"):$PATH" \
                timeout 120 sh -eu "$place.sh/$number.sh"
            ;;
        esac
    done < <(blocks_of "$1" "$place.sh")
}

[ $# -gt 0 ] || set -- "$srcdir"/README.md "$srcdir"/CONTRIBUTING.md "$srcdir"/doc/*.md "$srcdir"/doc/developers/*.md
for file; do
    [ -f "$file" ] && run_blocks "$file" "${file#"$srcdir"/}"
done

# --- that an example can fail
cat >"$tmp/a.md" <<'END'
<!-- not run: needs a GPU -->

```sh
false
```
Text.
```sh
echo one >file
```
~~~
```sh
false
```
~~~
```sh
grep -q two file
```
```console
$ false
```
<!-- not run: -->
```sh
echo end
END
is "$(run_blocks "$tmp/a.md" a.md | grep -v '^#' | sed 's/ok [0-9]*/ok/')" \
    "ok - a.md:3 # SKIP needs a GPU
ok - a.md:7
not ok - a.md:15
not ok - a.md:21: a block that is not run needs a reason
ok - a.md:22
not ok - a.md:22: a code block without end" "left out, run, failing and unfinished blocks"
tap_done
