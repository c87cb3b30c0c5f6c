# SPDX-License-Identifier: GPL-3.0-or-later
# completion-script.awk - see completion-script, which calls it
#
# After reading, for each of command_n commands: name[c], summary[c], words[c] (what may come
# first, such as "parse summary"), kind[c] and kind[c, word] (of other arguments: FILE, DIR or ""),
# and option_n[c] options with all_names, argument, text, offers ("job whole", FILE, DIR or "")
# and the flags optional and repeats, each under c, i.  Command 0, without a name, is none yet.

# what may follow: values of the list, else by the argument's name
function offers_of(command, names, arg,   n, part, i, key)
{
    n = split(names, part, ",")
    for (i = 1; i <= n; i++) {
        if ((key = command " " part[i]) in values || (key = part[i]) in values) {
            used[key] = 1
            return arg == "" ? "" : values[key]
        }
    }
    if (arg ~ /FILE/)
        return "FILE"
    return arg ~ /DIR|RESULTS|FOLDER/ ? "DIR" : ""
}

# the first words of --help's text
function short(s)
{
    gsub(/  +/, " ", s)
    if (length(s) > 60)
        sub(/[;:] .*| \(.*/, "", s)
    return s
}

function quoted(s)
{
    gsub(quote, quote "\\" quote quote, s)
    return quote s quote
}

from == "values" && !/^#/ && NF {
    n = split($0, part, " ")
    key = part[1] ~ /^--/ ? part[1] : part[1] " " part[2]
    at = part[1] ~ /^--/ ? 2 : 3
    for (values[key] = part[at++]; at <= n; at++)
        values[key] = values[key] " " part[at]
}
from == "values" { next }
$1 == "command" { name[++command_n] = $2; summary[command_n] = $3 }
$1 == "of" { c = $2 == "" ? 0 : c + 1; kind[c] = "" }
$1 == "usage" {
    one = $2 ~ /FILE|LOG|JSON|json|CONFIG|TRACE/ ? "FILE" : $2 ~ /[A-Z]/ ? "DIR" : ""
    split($2, part, " ")
    if (part[1] ~ /^[a-z0-9]+$/) {
        words[c] = words[c] (words[c] == "" ? "" : " ") part[1]
        kind[c, part[1]] = one
    }
    if (kind[c] != "FILE" && one != "")
        kind[c] = one
}
$1 == "option" && seen[c, $2]++ { next } # several verbs of trace have it
$1 == "option" {
    i = ++option_n[c]
    all_names[c, i] = $2
    optional[c, i] = $3 ~ /^\[/
    argument[c, i] = $3
    gsub(/^\[|\]$/, "", argument[c, i])
    repeats[c, i] = $3 ~ /\.\.\./ || $4 ~ /repeatable/
    text[c, i] = short($4)
    offers[c, i] = offers_of(name[c], $2, argument[c, i])
}

# --- bash: a function that prints what may follow "COMMAND", "COMMAND options" or "COMMAND --OPTION"
# --OPTION= has a value only in the same word
function bash_case(key, offered) { print "    " quoted(key) ") echo " quoted(offered) " ;;" }
function bash(   c, i, n, part, j, list)
{
    for (c = 1; c <= command_n; c++)
        words[0] = words[0] (c > 1 ? " " : "") name[c]
    for (c = 0; c <= command_n; c++) {
        list = ""
        for (i = 1; i <= option_n[c]; i++) {
            n = split(all_names[c, i], part, ",")
            for (j = 1; j <= n; j++) {
                if (part[j] ~ /^--/)
                    list = list (list == "" ? "" : " ") part[j] (argument[c, i] == "" ? "" : "=")
                if (argument[c, i] != "")
                    bash_case(name[c] " " part[j] (optional[c, i] ? "=" : ""), offers[c, i])
            }
        }
        bash_case(name[c] " options", list)
        bash_case(name[c] " ", words[c] == "" ? kind[c] : words[c])
        n = c ? split(words[c], part, " ") : 0
        for (j = 1; j <= n; j++)
            bash_case(name[c] " " part[j], after(c, part[j]))
    }
}
# what follows a first word
function after(c, word,   key)
{
    key = name[c] " " word
    if (key in values) {
        used[key] = 1
        return values[key]
    }
    return kind[c, word]
}

# --- zsh: specifications of _arguments
function zsh_text(s)
{
    gsub(/\\/, "\\\\", s)
    gsub(/:/, "\\:", s)
    gsub(/\[/, "\\[", s)
    gsub(/\]/, "\\]", s)
    return s
}
function zsh_action(s)
{
    if (s == "DIR")
        return "_files -/"
    if (s ~ /FILE/) # with or without values
        return s == "FILE" ? "_files" : "_alternative \"values\\:value\\:(" \
            substr(s, 1, length(s) - 5) ")\" \"files\\:file\\:_files\""
    return s == "" ? " " : "(" s ")"
}
function zsh(   c, i, n, part, j, rest, spec)
{
    print "    local -a commands=("
    for (c = 1; c <= command_n; c++)
        print "        " quoted(name[c] ":" zsh_text(summary[c]))
    print "    )"
    print "    case $command in"
    for (c = 0; c <= command_n; c++) {
        print "    " (c ? name[c] : quote quote) ")"
        print "        specs=("
        for (i = 1; i <= option_n[c]; i++) {
            rest = "[" zsh_text(text[c, i]) "]"
            if (argument[c, i] != "")
                rest = rest (optional[c, i] ? "::" : ":") zsh_text(argument[c, i]) ":" zsh_action(offers[c, i])
            n = split(all_names[c, i], part, ",")
            for (j = 1; j <= n; j++) {
                spec = part[j]
                if (argument[c, i] != "")
                    spec = spec (part[j] ~ /^--/ ? (optional[c, i] ? "=-" : "=") : "+")
                if (repeats[c, i])
                    spec = "*" spec
                else if (n > 1) {
                    gsub(/,/, " ", all_names[c, i])
                    spec = "(" all_names[c, i] ")" spec
                }
                print "            " quoted(spec rest)
            }
        }
        if (words[c] != "") {
            print "            " quoted("1: :(" words[c] ")")
            n = split(words[c], part, " ")
            rest = ""
            for (j = 1; j <= n; j++)
                if ((name[c] " " part[j]) in values)
                    rest = rest "(( ${words[(I)" part[j] "]} )) && compadd -- " after(c, part[j]) "; "
            if (rest != "")
                print "            " quoted("2: :{ " rest "}")
        }
        print c ? "            " quoted("*:" tolower(kind[c]) ":" zsh_action(kind[c])) ") ;;" : "        ) ;;"
    }
    print "    esac"
}

# --- fish: calls of complete
function fish_quoted(s) { gsub(/\\/, "\\\\", s); gsub(quote, "\\" quote, s); return quote s quote }
function fish_action(s)
{
    if (s == "DIR")
        return "-x -a '(__fish_complete_directories)'"
    if (s ~ /FILE/) {
        sub(/ *FILE/, "", s)
        return "-r -F" (s == "" ? "" : " -a " quoted(s))
    }
    return s == "" ? "-x" : "-x -a " quoted(s)
}
function fish(   c, i, n, part, j, s)
{
    for (c = 1; c <= command_n; c++)
        print "complete -c fidlio -n __fidlio_command -a " name[c] " -d " fish_quoted(summary[c])
    for (c = 0; c <= command_n; c++) {
        for (i = 1; i <= option_n[c]; i++) {
            s = "complete -c fidlio -n '__fidlio_command" (c ? " " : "") name[c] "'"
            n = split(all_names[c, i], part, ",")
            for (j = 1; j <= n; j++)
                s = s (part[j] ~ /^--/ ? " -l " substr(part[j], 3) : " -s " fish_quoted(substr(part[j], 2)))
            if (argument[c, i] != "") {
                j = fish_action(offers[c, i])
                if (optional[c, i]) # the value is only in --option=VALUE
                    sub(/^-[xr]/, "-f", j)
                s = s " " j
            }
            print s " -d " fish_quoted(text[c, i])
        }
        if (!c)
            continue
        s = "complete -c fidlio -n '__fidlio_command " name[c]
        n = split(words[c], part, " ")
        if (n) {
            print s " --first' -a " quoted(words[c])
            for (j = 1; j <= n; j++)
                if (after(c, part[j]) != "")
                    print s " " part[j] "' " fish_positional(after(c, part[j]))
        } else
            print s "' " fish_positional(kind[c])
    }
}
function fish_positional(s)
{
    if (s == "FILE")
        return "-F"
    return s == "DIR" ? "-a '(__fish_complete_directories)'" : "-a " quoted(s)
}

END {
    if (shell == "bash") bash()
    else if (shell == "zsh") zsh()
    else if (shell == "fish") fish()
    else {
        print "completion-script: bash, zsh or fish, not " shell >"/dev/stderr"
        exit 1
    }
    for (key in values)
        if (key ~ /--/ && !(key in used)) {
            print "completion-script: no command has the option " key " of scripts/dev/completion/values" >"/dev/stderr"
            exit 1
        }
}
