# SPDX-License-Identifier: GPL-3.0-or-later
# lists.sh - the lists that the build is made from; to be sourced
case $0 in */lists.sh) echo "1..0 # SKIP functions that other tests source" ;; esac

# commands: their names, of the program and of tools/
commands ()
{
    list_of COMMANDS "$srcdir/src/cli/local.mk" | sed 's/.*cmd_//; s/\.c$//'
    { list_of TOOLS "$srcdir/tools/local.mk"; list_of SCRIPT_TOOLS "$srcdir/scripts/local.mk"; } | sed 's/^fidlio-//'
}

# list_of VARIABLE FILE: the words of a make variable that is a plain list
list_of ()
{
    awk -v name="$1" '
        $1 == name && ($2 == "=" || $2 == "+=") { on = 1; sub(/^[^=]*=/, "") }
        on { more = sub(/\\$/, ""); print; on = more }' "$2" | tr -s ' \t' '\n' | sed '/^$/d'
}
