# SPDX-License-Identifier: GPL-3.0-or-later
# quote.bash - words for scripts that scripts write; to be sourced by bash.

# quoted WORD...: each in single quotes, for any shell of POSIX.  printf %q and ${x@Q} write
# $'...' for tabs and newlines, which dash takes for a dollar and a word.
quoted ()
{
    local word
    for word; do
        printf "'%s' " "${word//\'/"'\\''"}"
    done
}
