#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Builds static libraries of others for Windows from Debian's sources, once, for tools/cross_windows.sh:
#
#     sh tools/windows_libraries.sh FOLDER
#
# FOLDER has windows.ini, meson's cross file, and receives source/ and prefix/.

set -eu
build=$1
prefix=$build/prefix
source=$build/source
export PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig"

# apt-get with source packages, and lists of its own.
apt_get_source() {
    APT_CONFIG="$source/apt.conf" apt-get -q -y "$@" </dev/null
}

# Debian's sources of libraries, each in a folder of its name.
fetch_sources() {
    if [ -e /etc/apt/sources.list.d/debian.sources ]; then
        list=$source/all.sources
        sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$list"
    else
        list=$source/all.list
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$list"
    fi
    cat >"$source/apt.conf" <<END
APT::Sandbox::User "root";
Dir::Etc::sourcelist "$list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$source/lists";
Debug::NoLocking "true";
END
    apt_get_source update
    (cd "$source" && apt_get_source --download-only --tar-only source "$@")
    for name in "$@"; do
        mkdir "$source/$name"
        tar xf "$(echo "$source/$name"_*.orig.tar.?z)" -C "$source/$name" --strip-components=1
    done
}

# Their licences, which go with what they are linked into.
keep_licences() {
    mkdir -p "$prefix/licences"
    for name in "$@"; do
        for file in "$source/$name"/COPYING* "$source/$name"/LICENSE* "$source/$name"/docs/FTL.TXT; do
            [ ! -f "$file" ] || cp "$file" "$prefix/licences/$name-${file##*/}"
        done
        ls "$prefix/licences/$name-"* >/dev/null
    done
}

# A static library built by cmake: its name, which may go on to a folder of its sources, and its options.
build_library() {
    name=$1
    shift
    cmake -S "$source/$name" -B "$source/$name/build" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc -DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++ \
        -DCMAKE_RC_COMPILER=x86_64-w64-mingw32-windres -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_FIND_ROOT_PATH="$prefix;/usr/x86_64-w64-mingw32" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER \
        -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
        -DBUILD_TESTING=OFF "$@" </dev/null
    cmake --build "$source/$name/build" -j2 --target install </dev/null
}

# ... by meson
build_by_meson() {
    name=$1
    shift
    meson setup "$source/$name/build" "$source/$name" --cross-file "$build/windows.ini" --buildtype=release \
        --prefix="$prefix" --libdir=lib --default-library=static "$@" </dev/null
    meson install -C "$source/$name/build" --quiet </dev/null
}

# ... by configure: its name, the folder that is built, and its options
build_by_configure() {
    name=$1
    folder=$2
    shift 2
    (
        cd "$source/$name"
        PKG_CONFIG='pkg-config --static' ./configure --host=x86_64-w64-mingw32 --prefix="$prefix" --enable-static \
            --disable-shared "$@"
        # Its functions would be a library of their own.
        find . -name Makefile -exec sed -i 's/\(-Wp,\)\{0,1\}-D_FORTIFY_SOURCE=2//' {} +
        make -j2 -C "$folder" install
    ) </dev/null
}

sound='libogg flac libvorbis opus libsndfile libsamplerate libebur128'
window='expat freetype fontconfig harfbuzz pixman cairo'
libraries="serd $sound $window"

# What reads and writes sound.
build_sound() {
    # gcc's guard of the stack would be a library of its own.
    build_library libogg -DINSTALL_DOCS=OFF
    build_library flac -DBUILD_CXXLIBS=OFF -DBUILD_PROGRAMS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOCS=OFF \
        -DINSTALL_MANPAGES=OFF -DWITH_STACK_PROTECTOR=OFF -DWITH_FORTIFY_SOURCE=OFF
    build_library libvorbis
    build_by_configure opus . --disable-doc --disable-extra-programs
    build_library libsndfile -DBUILD_PROGRAMS=OFF -DBUILD_EXAMPLES=OFF -DENABLE_MPEG=OFF -DENABLE_CPACK=OFF \
        -DCMAKE_C_FLAGS=-DFLAC__NO_DLL
    build_library libsamplerate -DLIBSAMPLERATE_EXAMPLES=OFF
    build_library libebur128
}

# What draws the window: with Linux's libraries it is the same picture.
build_window() {
    build_library expat/expat -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF \
        -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_DOCS=OFF
    build_library freetype -DFT_DISABLE_ZLIB=ON -DFT_DISABLE_BZIP2=ON -DFT_DISABLE_PNG=ON -DFT_DISABLE_HARFBUZZ=ON \
        -DFT_DISABLE_BROTLI=ON
    build_by_meson fontconfig -Ddoc=disabled -Dnls=disabled -Dtests=disabled -Dtools=disabled -Dcache-build=disabled
    build_by_meson harfbuzz -Dglib=disabled -Dgobject=disabled -Dcairo=disabled -Dicu=disabled -Dfreetype=disabled \
        -Dchafa=disabled -Dtests=disabled -Ddocs=disabled
    build_by_meson pixman -Dgtk=disabled -Dlibpng=disabled -Dopenmp=disabled -Dtests=disabled
    # Its functions for names of files expect one that others of its parts bring.
    build_by_configure cairo src 'CFLAGS=-O2 -DCAIRO_HAS_UTF8_TO_UTF16=1' --enable-ft=yes --enable-fc=yes --disable-png --disable-win32 --disable-win32-font \
        --disable-xlib --disable-xcb --disable-ps --disable-pdf --disable-svg --disable-script --disable-interpreter \
        --disable-gobject --disable-gtk-doc --disable-trace --disable-full-testing --disable-valgrind
}

build_libraries() {
    rm -rf "$source" "$prefix"
    mkdir -p "$source/lists/partial" "$prefix/include" "$prefix/lib/pkgconfig"
    # shellcheck disable=SC2086 # a list
    fetch_sources $libraries
    # shellcheck disable=SC2086 # a list
    keep_licences $libraries
    build_by_meson serd -Dtests=disabled -Dtools=disabled -Ddocs=disabled
    build_sound
    build_window
    cp -rL /usr/include/lv2 "$prefix/include"
    cat >"$prefix/lib/pkgconfig/lv2.pc" <<END
prefix=$prefix
Name: lv2
Description: LV2's headers
Version: $(env -u PKG_CONFIG_LIBDIR pkg-config --modversion lv2)
Cflags: -I\${prefix}/include
END
    echo "$libraries" >"$prefix/complete"
}

[ "$(cat "$prefix/complete" 2>/dev/null)" = "$libraries" ] || build_libraries
