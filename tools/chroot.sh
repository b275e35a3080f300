#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Runs the two commands of README.md in a bare Debian, where nothing is installed that they need:
#
#     sh tools/chroot.sh bookworm|bullseye|trixie [COMMAND...]
#
# A COMMAND is one argument, such as 'sh tools/test.sh fast', and replaces both. The Debian is a new
# folder, made by debootstrap from the mirror that apt uses here; /proc, /dev and /dev/shm are its own, and it
# holds a clone of the committed HEAD, without what is not committed. The folder is removed at the end, and the
# mounts end with the process that made them. build-chroot/SUITE keeps what a second run would fetch again:
# the fresh system (delete base.tar to have a newer one), the packages, and what the commands leave in out/, which
# the next run finds there (delete it to begin without). The last line says what each command ended with. Ends with 77, as a skipped test does, where a chroot cannot be made.

set -eu
cd "$(dirname "$0")/.."

# $1 status, $2 what is wrong
give_up() {
    echo "chroot.sh: $2" >&2
    exit "$1"
}

# The address of Debian's main archive that apt has been set up with.
mirror_of_apt() {
    # shellcheck disable=SC2016 # apt-get fills the names in
    apt-get indextargets --format '$(CREATED_BY) $(LABEL) $(COMPONENT) $(REPO_URI)' |
        awk '$1 == "Packages" && $2 == "Debian" && $3 == "main" && $4 ~ /^(https?|file|copy):/ { print $4; exit }'
}

# The fresh system as an archive, made once.
make_base() {
    mirror=$(mirror_of_apt)
    [ -n "$mirror" ] || give_up 77 'apt has no mirror of Debian here (apt-get indextargets); run apt-get update first'
    more=
    case $mirror in https:*) more=--include=ca-certificates ;; esac
    echo "chroot.sh: making a bare $suite from $mirror"
    # shellcheck disable=SC2086 # an option or none
    debootstrap --variant=minbase $more "$suite" root "$mirror" >debootstrap.log 2>&1 || {
        tail -n 5 debootstrap.log >&2
        give_up 1 "debootstrap failed; see $PWD/debootstrap.log"
    }
    cp -n root/var/cache/apt/archives/*.deb packages
    rm -f root/var/cache/apt/archives/*.deb
    tar -C root -cf base.tar.part .
    mv base.tar.part base.tar
}

# A folder with what a program expects under /dev: nothing of this machine's sound or disks.
make_devices() {
    mount -t tmpfs -o mode=755 tmpfs root/dev
    for device in null zero full random urandom tty; do
        : >"root/dev/$device"
        mount --bind "/dev/$device" "root/dev/$device"
    done
    mkdir root/dev/pts root/dev/shm
    mount -t devpts -o newinstance,ptmxmode=0666 devpts root/dev/pts
    mount -t tmpfs -o mode=1777 tmpfs root/dev/shm
    ln -s pts/ptmx root/dev/ptmx
    ln -s /proc/self/fd root/dev/fd
    for number in 0:stdin 1:stdout 2:stderr; do
        ln -s "/proc/self/fd/${number%:*}" "root/dev/${number#*:}"
    done
}

# What apt needs to reach its mirror as it does here: names and proxies.
copy_network() {
    for file in /etc/resolv.conf /etc/hosts; do
        [ ! -e "$file" ] || cp -L "$file" "root$file"
    done
    apt-config dump | grep -i '^Acquire::https\?::Proxy ' >root/etc/apt/apt.conf.d/90proxy || true
}

# Runs a command in the chroot, shows what it says and keeps it in run.log; prints nothing else.
run_in_chroot() {
    echo "chroot.sh: $suite: $1"
    {
        ended=0
        chroot root /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LC_ALL=C.UTF-8 \
            CCACHE_DIR=/var/cache/ccache ${http_proxy:+http_proxy="$http_proxy"} \
            ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
            sh -c "cd /srv/jawari && $1" </dev/null 2>&1 || ended=$?
        echo "$ended" >status
    } | tee run.log
}

# As root, in namespaces of its own: $1 suite, then the commands.
inside() {
    suite=$1
    shift
    # What the signal ended is waited for; the first process of a namespace ends all others in it.
    trap 'exit 1' HUP INT TERM
    cd "build-chroot/$suite"
    mkdir -p packages/partial ccache
    [ -e base.tar ] || make_base
    rm -rf root
    mkdir root
    tar -C root -xf base.tar
    copy_network
    mv clone root/srv/jawari
    [ ! -e out ] || mv out root/srv/jawari/out
    chown -R root:root root/srv/jawari
    mount -t proc proc root/proc
    make_devices
    mkdir -p root/var/cache/ccache
    mount --bind packages root/var/cache/apt/archives
    mount --bind ccache root/var/cache/ccache
    said=
    worst=0
    for command; do
        began=$(date +%s)
        run_in_chroot "$command"
        status=$(cat status)
        [ "$status" -eq 0 ] || worst=1
        said="$said; $command: status $status after $(($(date +%s) - began)) s, $(tail -n 1 run.log)"
    done
    [ ! -e root/srv/jawari/out ] || mv root/srv/jawari/out out
    echo "$suite: ${said#; }"
    exit "$worst"
}

if [ "${1:-}" = --inside ]; then
    shift
    inside "$@"
fi

case ${1:-} in
bookworm | bullseye | trixie) suite=$1 ;;
*)
    echo "usage: sh tools/chroot.sh bookworm|bullseye|trixie [COMMAND...]" >&2
    exit 2
    ;;
esac
shift
if [ $# -eq 0 ]; then
    set -- 'sh tools/demo.sh' 'sh tools/test.sh'
fi

PATH=$PATH:/usr/sbin:/sbin
. tools/packages.sh
need debootstrap has_program debootstrap
need git has_program git
install_missing || give_up 77 'packages are missing'
commit=$(git rev-parse --verify HEAD) || give_up 77 'no clone of a repository, so that there is nothing to clone'

here="build-chroot/$suite"
mkdir -p "$here"
exec 9>"$here/lock"
flock -n 9 || give_up 1 "another run uses $here"
rm -rf "$here/clone"
git clone -q --no-checkout . "$here/clone"
git -C "$here/clone" checkout -q --detach "$commit"
status=0
# A signal to all of them ends what runs in there, and then what was made is removed here.
trap 'status=1' HUP INT TERM
as_root unshare --mount --pid --ipc --fork --kill-child --propagation private \
    sh tools/chroot.sh --inside "$suite" "$@" || status=$?
as_root rm -rf "$here/root" "$here/clone"
exit "$status"
