# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC
# shellcheck shell=bash

# Completion for jawari, jawari-render, jawari-fit, jawari-lab and jawari-bench. What there is to complete, the
# programs themselves say: options come from --help, names from --list-instruments and the like.

# Names that a program lists, after a number or at the beginning of the line.
_jawari_names() {
    "${words[0]}" "$1" 2>/dev/null | awk '/^ *[0-9]+ / { print $2; next } /^[^ ]/ { print $1 }'
}

# What an option wants, as the help has it: FILE, DRIVER, 1|2|4, ...
_jawari_argument() {
    "${words[0]}" --help ${experiment:+"$experiment"} 2>/dev/null | awk -v option="$1" '
        /^ *-/ {
            for (i = 1; i <= NF && $i ~ /^-/; i++) {
                if ($i == option || $i == option ",") {
                    while ($i ~ /^-.*,$/) i++
                    line = $0
                    sub(/^ *(-[A-Za-z], )?--[a-z0-9-]+/, "", line)
                    if (line ~ /^ [^ ]/) { split(line, part, " "); print part[1] }
                    exit
                }
            }
        }'
}

_jawari_options() {
    "${words[0]}" --help ${experiment:+"$experiment"} 2>/dev/null |
        grep -oE '^ +(-[A-Za-z], )?--[a-z0-9-]+' | grep -oE -- '--?[A-Za-z0-9][a-z0-9-]*'
}

_jawari_files() {
    compgen -f -- "$cur"
}

_jawari_value() {
    local wanted=$2
    case $1:$wanted in
    -i:* | --instrument:* | --check:* | --like:*)
        compgen -W "$(_jawari_names --list-instruments)" -- "$cur"
        _jawari_files
        ;;
    -p:* | --preset:*)
        compgen -W "$(_jawari_names --list-presets)" -- "$cur"
        _jawari_files
        ;;
    *:SYMBOL=VALUE)
        compgen -S = -W "$(_jawari_names --list-params | tail -n +2)" -- "$cur"
        ;;
    *:DRIVER) compgen -W 'auto jack portaudio none' -- "$cur" ;;
    *:FORMAT) compgen -W 'wav16 wav24 wavfloat flac16 flac24' -- "$cur" ;;
    --only:*) compgen -W "$(_jawari_names --list)" -- "$cur" ;;
    *:*FILE*) _jawari_files ;;
    *:DIR) compgen -d -- "$cur" ;;
    *:*[0-9a-z]\|*) compgen -W "${wanted//|/ }" -- "$cur" ;;
    esac
}

_jawari_operand() {
    case ${words[0]##*/} in
    jawari)
        compgen -W "$(_jawari_names --list-instruments) $(_jawari_names --list-presets)" -- "$cur"
        _jawari_files
        ;;
    jawari-lab)
        if [ -z "$experiment" ]; then
            compgen -W "$(_jawari_names --list)" -- "$cur"
        fi
        ;;
    jawari-bench) ;;
    *) _jawari_files ;;
    esac
}

_jawari() {
    local words=("${COMP_WORDS[@]}") cur=${COMP_WORDS[COMP_CWORD]} option='' wanted='' experiment=''
    local at=$((COMP_CWORD - 1))
    # Bash takes --option=value for three words.
    if [ "$cur" = = ]; then
        cur=
    elif [ "${words[at]}" = = ]; then
        at=$((at - 1))
    fi
    if [ "${words[0]##*/}" = jawari-lab ] && [ "$COMP_CWORD" -gt 1 ] && [ "${words[1]#-}" = "${words[1]}" ]; then
        experiment=${words[1]}
    fi
    if [ "$at" -gt 0 ] && [ "${words[at]#-}" != "${words[at]}" ]; then
        option=${words[at]}
        wanted=$(_jawari_argument "$option")
    fi
    if [ -n "$wanted" ]; then
        mapfile -t COMPREPLY < <(_jawari_value "$option" "$wanted")
        if [ "$wanted" = SYMBOL=VALUE ]; then
            compopt -o nospace +o filenames 2>/dev/null
        fi
    elif [ "${cur#-}" != "$cur" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_jawari_options)" -- "$cur")
    else
        mapfile -t COMPREPLY < <(_jawari_operand)
    fi
}

complete -o filenames -F _jawari jawari jawari-render jawari-fit jawari-lab jawari-bench
