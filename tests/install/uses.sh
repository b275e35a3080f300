# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# shellcheck shell=sh
# What try_packages.sh and try_release.sh share; read with `.` in the folder of the sources. $work is an empty folder.

# shellcheck disable=SC2034 # for who reads this
sources=$PWD
# shellcheck disable=SC2034
tests=$PWD/tests
work=$(mktemp -d)
failed=0
passed=0

# $1 what it is, then the command
try() {
    name=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
        echo "ok: $name"
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        cat "$work/said"
    fi
}

not() {
    ! "$@"
}

has_words() {
    "$@" | grep -q '[a-z]'
}

# Names or files of packages
install_packages() {
    apt-get update >"$work/apt.log" 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >>"$work/apt.log" 2>&1 </dev/null || {
        tail -n 20 "$work/apt.log"
        exit 1
    }
}

# The last line, and the status of the whole
end_of_uses() {
    cd /
    rm -rf "$work"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
