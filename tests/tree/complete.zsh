# SPDX-License-Identifier: GPL-3.0-or-later
# complete.zsh FOLDER: what zsh offers for each line of standard input, by FOLDER/_fidlio; on one
# line each, sorted.  An interactive zsh in a pseudo-terminal completes, and writes down what it
# would list.
emulate -R zsh
zmodload zsh/zpty || exit 99
home=$(mktemp -d)
trap 'rm -rf $home' EXIT
offers=$home/offers
cat >$home/.zshrc <<'END'
unsetopt beep auto_list
fpath=($COMPLETIONS $fpath)
autoload -Uz compinit
compinit -u -D
compadd ()
{
    local -a hits
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A hits "$@"
        print -rl -- $hits >>$OFFERS
    fi
    builtin compadd "$@"
}
offer ()
{
    zle complete
    BUFFER=
    print done >>$OFFERS
}
zle -C complete complete-word _main_complete
zle -N offer
bindkey '^I' offer
# what is typed before the line editor starts may be lost
zle-line-init () { print done >>$OFFERS }
zle -N zle-line-init
END
: >$offers
zpty shell "TERM=dumb ZDOTDIR=$home COMPLETIONS=$1 OFFERS=$offers zsh -d -i"
until_written ()
{
    local -i i
    for ((i = 0; i < 6000; i++)); do
        [[ $(tail -n 1 $offers) == done ]] && return
        zpty -r -t shell >/dev/null
        sleep 0.01
    done
    print -u2 "zsh does not answer"
    exit 1
}
until_written
while IFS= read -r line; do
    : >$offers
    zpty -w -n shell "$line"$'\t'
    until_written
    grep -vxE 'done|' $offers | LC_ALL=C sort -u | tr '\n' ' '
    echo
done
zpty -d shell
