#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The scripts that slurm-matrix writes hand on every name unchanged, whichever shell is /bin/sh.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
mkdir bin
# in place of Slurm's and of fidlio: prints a job number; prints its words
printf '#!/bin/sh\necho 7\n' >bin/sbatch
printf '#!/bin/sh\nprintf "%%s\\0" "$@"\n' >bin/words
chmod +x bin/*
PATH=$tmp/bin:$PATH
export PATH

names=("a b" ' ' "'" "''" "a'b" '"' '\' 'a\' $'a\\\t$(touch PWNED)' $'a\t$(touch PWNED)' '$(touch PWNED)'
    '`touch PWNED`' $'\n' $'a\ntouch PWNED\n' '; touch PWNED' '& touch PWNED' '| touch PWNED' '> PWNED'
    '*' '~' '$HOME' '!!' $'\e[2J' $'\xff\xc3' "'\$(touch PWNED)'" '#a' "\$'a'" '100%j')
for shell in dash bash; do
    command -v $shell >/dev/null || continue
    n=0
    for name in "${names[@]}"; do
        n=$((n + 1))
        FIDLIO=$tmp/bin/words "$srcdir/scripts/slurm-matrix" 2 "$tmp/r-$name" -- -m "$name" >said 2>&1 ||
            diag "$(cat said)"
        printf '%s\0' matrix -q -m "$name" -j 1 -o "$tmp/r-$name" --shard auto/2 >want
        $shell "$tmp/r-$name/slurm/shard.sh" >got 2>&1
        ok "$shell: name $n, in a shard" cmp want got
        printf '%s\0' merge "$tmp/r-$name" >want
        $shell "$tmp/r-$name/slurm/merge.sh" >got 2>&1
        ok "$shell: name $n, in the merge" cmp want got
    done
done
is "$(find . -name PWNED)" "" "and no name is run as a command"

# one place writes words for other scripts
is "$(cd "$srcdir" && grep -rlE 'printf.*%q|@Q}' scripts | grep -v quote.bash)" "" "no script writes bash's quotes"
tap_done
