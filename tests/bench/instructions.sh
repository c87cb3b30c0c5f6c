#!/bin/sh
# Instructions of fixed kernels (portable C), held against tests/bench/instructions.txt.
#   tests/bench/instructions.sh --write    prints a new table
. "$srcdir/tests/tap.sh"

program=$builddir/tests/bench/kernels
table=$srcdir/tests/bench/instructions.txt
command -v valgrind >/dev/null || skip_all "no valgrind here"
compiler=$(sed -n 's/^#define BUILT_BY "\(.*\)"$/\1/p' "$builddir/config.h")
case $(nm "$program" 2>/dev/null) in
*__asan_init*) skip_all "this build counts its own checks" ;;
esac

# count KERNEL: instructions, or nothing
count ()
{
    "$program" "$1" >/dev/null || return 0 # it says itself whether its work is right
    FIDLIO_ISA=portable valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" 2>&1 |
        sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p'
}

base=$(count nothing)
[ -n "$base" ] || skip_all "valgrind does not run the program here"
if [ "${1-}" = --write ]; then
    echo "# kernel, instructions beyond start-up, $compiler"
    for kernel in $("$program" | sed 1d); do
        echo "$kernel $(($(count "$kernel") - base))"
    done
    exit 0
fi
case $(head -n 1 "$table") in
*", $compiler") ;;
*) skip_all "the counts are of another compiler or other options than $compiler" ;;
esac

# Other machines take other variants of libc's functions: a few per cent.
sed 1d "$table" >"$tmp/table"
while read -r kernel want; do
    got=$(count "$kernel")
    if [ -z "$got" ]; then
        tap_result 1 "$kernel" || diag "its work is wrong, or is none of the program's"
        continue
    fi
    got=$((got - base))
    if [ $((got * 100)) -le $((want * 105)) ]; then
        tap_result 0 "$kernel"
    else
        tap_result 1 "$kernel" || diag "$got instructions, $want before: find out why, or write a new table"
    fi
    [ $((got * 100)) -ge $((want * 90)) ] || diag "$kernel: $got instructions, $want before: the table can be tightened"
done <"$tmp/table"
is "$("$program" | sed 1d | sort)" "$(cut -d' ' -f1 "$tmp/table" | sort)" "the table has every kernel"
tap_done
