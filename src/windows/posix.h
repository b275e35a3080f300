// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The part of POSIX that the programs use and that Windows lacks or does differently. The compiler
// includes this header first in their sources (-include): no source needs code for Windows.
//
// Names are UTF-8, with slashes or backslashes, and may be longer than 260 characters. The system
// itself looks up a name in an open folder (NtCreateFile), and follows no link if the flags forbid
// it. Files can be renamed and removed while they are open. Each function does as much of what
// POSIX demands as its callers need, and sets errno.

#ifndef JW_WINDOWS_POSIX_H
#define JW_WINDOWS_POSIX_H

// Windows' own headers come first, so that they declare their functions under their own names.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/********* Files *********/

// Flags beyond those of the C library
#define O_DIRECTORY 0x1000000
#define O_NOFOLLOW  0x2000000
#define O_PATH      0x4000000
#define O_NONBLOCK  0 // No pipe has a name in a folder
#define O_NOCTTY    0
#define O_CLOEXEC   0 // Child processes inherit none of these files

#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200
#define RENAME_NOREPLACE    1

#undef S_IFLNK
#undef S_ISLNK
#undef S_ISSOCK
#define S_IFLNK    0xA000
#define S_ISLNK(m) (((m)&S_IFMT) == S_IFLNK)

// stat is the name of a structure and of a function.
#undef stat
#undef fstat
#define stat jw_posix_stat

struct stat {
    uint64_t st_dev, st_ino, st_nlink;
    mode_t st_mode;
    int64_t st_size;
    struct timespec st_mtim; // Time of the last change
};

int stat(const char *path, struct stat *st);
/// Opens a file or, for reading, a folder.
int jw_posix_openat(int folder, const char *name, int flags, ...);
int jw_posix_fstat(int fd, struct stat *st);
int jw_posix_fstatat(int folder, const char *name, struct stat *st, int flags);
int jw_posix_faccessat(int folder, const char *name, int mode, int flags);
int jw_posix_mkdirat(int folder, const char *name);
int jw_posix_unlinkat(int folder, const char *name, int flags);
int jw_posix_renameat2(int from, const char *name, int to, const char *new_name, unsigned flags);
/// Fails: jw_posix_renameat2() replaces no file unless it is told to.
int jw_posix_linkat(int from, const char *name, int to, const char *new_name, int flags);
int jw_posix_fchmod(int fd, int mode);
int jw_posix_mkstemp(char *pattern);
char *jw_posix_mkdtemp(char *pattern);
char *jw_posix_realpath(const char *path, char *unused);
ssize_t jw_posix_pread(int fd, void *bytes, size_t n, int64_t at);
ssize_t jw_posix_pwrite(int fd, const void *bytes, size_t n, int64_t at);
ssize_t jw_posix_read(int fd, void *bytes, size_t n);
ssize_t jw_posix_write(int fd, const void *bytes, size_t n);
char *jw_posix_strndup(const char *text, size_t n);

static inline int jw_posix_open(const char *path, int flags) {
    return jw_posix_openat(AT_FDCWD, path, flags);
}

#define fstat(fd, st)                 jw_posix_fstat(fd, st)
#define fstatat(fd, p, s, flags)      jw_posix_fstatat(fd, p, s, flags)
#define open(path, flags)             jw_posix_open(path, flags)
#define openat                        jw_posix_openat
#define faccessat(fd, p, mode, flags) jw_posix_faccessat(fd, p, mode, flags)
#define access(p, mode)               jw_posix_faccessat(AT_FDCWD, p, mode, 0)
#define mkdirat(fd, p, mode)          jw_posix_mkdirat(fd, p)
#define mkdir(p, mode)                jw_posix_mkdirat(AT_FDCWD, p)
#define unlinkat(fd, p, flags)        jw_posix_unlinkat(fd, p, flags)
#define unlink(p)                     jw_posix_unlinkat(AT_FDCWD, p, 0)
#define rmdir(p)                      jw_posix_unlinkat(AT_FDCWD, p, AT_REMOVEDIR)
#define renameat(a, p, b, q)          jw_posix_renameat2(a, p, b, q, 0)
#define renameat2(a, p, b, q, flags)  jw_posix_renameat2(a, p, b, q, flags)
#define linkat(a, p, b, q, flags)     jw_posix_linkat(a, p, b, q, flags)
#define mkstemp(pattern)              jw_posix_mkstemp(pattern)
#define mkdtemp(pattern)              jw_posix_mkdtemp(pattern)
#define realpath(path, unused)        jw_posix_realpath(path, unused)
#define pread(fd, p, n, at)           jw_posix_pread(fd, p, n, at)
#define pwrite(fd, p, n, at)          jw_posix_pwrite(fd, p, n, at)
#define read                          jw_posix_read
#define write                         jw_posix_write
#define strndup(text, n)              jw_posix_strndup(text, n)
#define fsync(fd)                     _commit(fd)
#define fchmod(fd, mode)              jw_posix_fchmod(fd, mode)

/********* Streams into memory *********/

FILE *jw_posix_open_memstream(char **text, size_t *size);

/// Closes a file, or such a stream; only then its text is complete.
int jw_posix_fclose(FILE *stream);

#define open_memstream(text, size) jw_posix_open_memstream(text, size)
#define fclose(stream)             jw_posix_fclose(stream)

/********* Names in a folder *********/

#define dirent jw_posix_dirent
#define DIR    JwPosixDir

struct dirent {
    char d_name[1024];
};

typedef struct JwPosixDir DIR;

DIR *jw_posix_opendir(const char *path);
DIR *jw_posix_fdopendir(int fd);
struct dirent *jw_posix_readdir(DIR *dir);
int jw_posix_closedir(DIR *dir);

#define opendir(path) jw_posix_opendir(path)
#define fdopendir(fd) jw_posix_fdopendir(fd)
#define readdir(dir)  jw_posix_readdir(dir)
#define closedir(dir) jw_posix_closedir(dir)

/********* Locks *********/

// A lock of a whole open file. It stops only other locks, not reading and writing.
enum { F_WRLCK = 1, F_GETFL, F_SETFL, F_OFD_SETLK };

struct flock {
    short l_type, l_whence;
};

/// F_OFD_SETLK locks; the others do nothing, since files have no such flags.
int jw_posix_fcntl(int fd, int what, ...);
#define fcntl jw_posix_fcntl

/********* Signals *********/

#define SIGHUP  1
#define SIGPIPE 13 // This signal and the next are never sent
#define SIGXFSZ 25

typedef uint64_t JwPosixSignals;

struct sigaction {
    void (*sa_handler)(int number);
    JwPosixSignals sa_mask;
};

/// SIGINT is Ctrl-C and Ctrl-Break, SIGHUP a closed console, SIGTERM the end of the session; each
/// is handled in a thread of its own.
int jw_posix_sigaction(int number, const struct sigaction *action, struct sigaction *old);

#define sigaction(number, action, old) jw_posix_sigaction(number, action, old)
#define sigemptyset(set)               ((void)(*(set) = 0))

/********* Processors *********/

typedef struct {
    uint64_t bits;
} cpu_set_t;

#define CPU_ZERO(set)                      ((set)->bits = 0)
#define CPU_COUNT(set)                     __builtin_popcountll((set)->bits)
#define sched_getaffinity(process, n, set) jw_posix_getaffinity(set)

int jw_posix_getaffinity(cpu_set_t *set);

#endif // JW_WINDOWS_POSIX_H
