// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files and folders of posix.h.

#include "windows/posix.h"

#include "windows/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <windows.h>
#include <winternl.h>

// What <winternl.h> lacks
#define STATUS_CODE(code) ((NTSTATUS)(0xC0000000UL | (code)))

enum {
    OPEN_SYNCHRONOUS = 0x20, // Options of NtCreateFile()
    OPEN_FOLDER = 0x1,
    OPEN_FILE = 0x40,
    OPEN_FOR_BACKUP = 0x4000,
    OPEN_LINK = 0x200000,
    RENAME_INFORMATION = 10,
    DISPOSITION_INFORMATION = 13,
    DISPOSITION_INFORMATION_EX = 64,
    TAG_INFORMATION = 9,
    NAMES_TRIED = 100,
};

/********* Errors *********/

static int error_of(NTSTATUS status) {
    static const struct {
        NTSTATUS status;
        int error;
    } errors[] = {
        {STATUS_CODE(0x00F), ENOENT},    {STATUS_CODE(0x034), ENOENT},
        {STATUS_CODE(0x03A), ENOENT},    {STATUS_CODE(0x03B), ENOENT},
        {STATUS_CODE(0x033), EINVAL},    {STATUS_CODE(0x035), EEXIST},
        {STATUS_CODE(0x022), EACCES},    {STATUS_CODE(0x043), EACCES},
        {STATUS_CODE(0x056), EACCES},    {STATUS_CODE(0x121), EACCES},
        {STATUS_CODE(0x07F), ENOSPC},    {STATUS_CODE(0x0A2), EROFS},
        {STATUS_CODE(0x0BA), EISDIR},    {STATUS_CODE(0x103), ENOTDIR},
        {STATUS_CODE(0x101), ENOTEMPTY}, {STATUS_CODE(0x106), ENAMETOOLONG},
        {STATUS_CODE(0x017), ENOMEM},    {STATUS_CODE(0x0D4), EXDEV},
    };
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); ++i) {
        if (errors[i].status == status) {
            return errors[i].error;
        }
    }
    return EIO;
}

/// 0, or -1 with errno.
static int result_of(NTSTATUS status) {
    if (status >= 0) {
        return 0;
    }
    errno = error_of(status);
    return -1;
}

/********* Opening *********/

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

/// Opens a name in an open folder or, for AT_FDCWD, a path. Returns NULL, with errno.
static HANDLE open_nt(int folder, const char *name, ACCESS_MASK access, ULONG disposition,
                      ULONG options) {
    wchar_t *wide = folder == AT_FDCWD ? jw_name_of_system(name) : jw_name_in_folder(name);
    if (!wide) {
        return NULL;
    }
    const size_t n = wcslen(wide) * sizeof(*wide);
    UNICODE_STRING text = {(USHORT)n, (USHORT)n, wide};
    OBJECT_ATTRIBUTES object = {.Length = sizeof(object),
                                .RootDirectory = folder == AT_FDCWD ? NULL : handle_of(folder),
                                .ObjectName = &text,
                                .Attributes = 0x40}; // Upper and lower case are one
    IO_STATUS_BLOCK io;
    HANDLE handle = NULL;
    const NTSTATUS status =
        n > UINT16_MAX
            ? STATUS_CODE(0x106)
            : NtCreateFile(&handle, access | SYNCHRONIZE, &object, &io, NULL, FILE_ATTRIBUTE_NORMAL,
                           FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, disposition,
                           options | OPEN_SYNCHRONOUS, NULL, 0);
    free(wide);
    return result_of(status) ? NULL : handle;
}

/// True for what leads elsewhere: other reparse points are files, such as those kept in a cloud.
static bool is_link(HANDLE handle) {
    FILE_ATTRIBUTE_TAG_INFO tag;
    return GetFileInformationByHandleEx(handle, TAG_INFORMATION, &tag, sizeof(tag)) &&
           (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
           (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

/// Opens without following a link. Returns NULL, with errno: ELOOP for a link.
static HANDLE open_itself(int folder, const char *name, ACCESS_MASK access, ULONG disposition,
                          ULONG options) {
    HANDLE itself = open_nt(folder, name, access, disposition, options | OPEN_LINK);
    if (itself && is_link(itself)) {
        CloseHandle(itself);
        errno = ELOOP;
        return NULL;
    }
    return itself;
}

int jw_posix_openat(int folder, const char *name, int flags, ...) {
    const bool writes = (flags & (O_RDWR | O_WRONLY)) != 0;
    const ACCESS_MASK access = (flags & O_PATH) ? FILE_READ_ATTRIBUTES | FILE_TRAVERSE
                               : writes         ? GENERIC_READ | GENERIC_WRITE
                                                : GENERIC_READ;
    const ULONG disposition = !(flags & O_CREAT) ? FILE_OPEN
                              : (flags & O_EXCL) ? FILE_CREATE
                                                 : FILE_OPEN_IF;
    const ULONG options = (flags & O_DIRECTORY) ? OPEN_FOLDER | OPEN_FOR_BACKUP : OPEN_FILE;
    HANDLE handle = (flags & O_NOFOLLOW) ? open_itself(folder, name, access, disposition, options)
                                         : open_nt(folder, name, access, disposition, options);
    if (!handle) {
        return -1;
    }
    const int fd = _open_osfhandle((intptr_t)handle, O_BINARY | (writes ? O_RDWR : O_RDONLY));
    if (fd < 0) {
        CloseHandle(handle);
    }
    return fd;
}

/********* Looking *********/

static int look(HANDLE handle, struct stat *st) {
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD type = GetFileType(handle);
    *st = (struct stat){.st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR, .st_nlink = 1};
    if (type != FILE_TYPE_DISK) {
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info)) {
        errno = EIO;
        return -1;
    }
    const int kind = is_link(handle)                                      ? S_IFLNK
                     : (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) ? S_IFDIR
                                                                          : S_IFREG;
    const int rights = (info.dwFileAttributes & FILE_ATTRIBUTE_READONLY) ? 0444 : 0666;
    *st = (struct stat){
        .st_dev = info.dwVolumeSerialNumber,
        .st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
        .st_nlink = info.nNumberOfLinks,
        .st_mode = (mode_t)(kind | rights),
        .st_size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow),
        .st_mtim = {.tv_sec = (time_t)info.ftLastWriteTime.dwHighDateTime,
                    .tv_nsec = (long)info.ftLastWriteTime.dwLowDateTime},
    };
    return 0;
}

int jw_posix_fstat(int fd, struct stat *st) {
    return look(handle_of(fd), st);
}

int jw_posix_fstatat(int folder, const char *name, struct stat *st, int flags) {
    HANDLE handle = open_nt(folder, name, FILE_READ_ATTRIBUTES, FILE_OPEN,
                            OPEN_FOR_BACKUP | (flags & AT_SYMLINK_NOFOLLOW ? OPEN_LINK : 0));
    const int result = handle ? look(handle, st) : -1;
    if (handle) {
        CloseHandle(handle);
    }
    return result;
}

int jw_posix_stat(const char *path, struct stat *st) {
    return jw_posix_fstatat(AT_FDCWD, path, st, 0);
}

int jw_posix_faccessat(int folder, const char *name, int mode, int flags) {
    struct stat st;
    (void)flags;
    if (jw_posix_fstatat(folder, name, &st, 0)) {
        return -1;
    }
    if ((mode & W_OK) && !(st.st_mode & 0222)) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

int jw_posix_fchmod(int fd, int mode) {
    (void)fd;
    (void)mode;
    return 0; // A new file has the rights that its folder gives it
}

/********* Changing *********/

int jw_posix_mkdirat(int folder, const char *name) {
    HANDLE handle = open_nt(folder, name, FILE_READ_ATTRIBUTES, FILE_CREATE, OPEN_FOLDER);
    if (handle) {
        CloseHandle(handle);
    }
    return handle ? 0 : -1;
}

int jw_posix_unlinkat(int folder, const char *name, int flags) {
    IO_STATUS_BLOCK io;
    ULONG at_once = 0x1 | 0x2 | 0x10; // Delete, the name at once, also if it is read-only
    BOOLEAN at_close = TRUE;
    HANDLE handle =
        open_nt(folder, name, DELETE, FILE_OPEN,
                OPEN_LINK | OPEN_FOR_BACKUP | (flags & AT_REMOVEDIR ? OPEN_FOLDER : OPEN_FILE));
    if (!handle) {
        return -1;
    }
    // Before Windows 10 the name goes when the last who has the file open closes it.
    NTSTATUS status =
        NtSetInformationFile(handle, &io, &at_once, sizeof(at_once), DISPOSITION_INFORMATION_EX);
    if (status < 0 && status != STATUS_CODE(0x101)) {
        status =
            NtSetInformationFile(handle, &io, &at_close, sizeof(at_close), DISPOSITION_INFORMATION);
    }
    CloseHandle(handle);
    return result_of(status);
}

/// What a rename tells the system; the name follows.
typedef struct {
    BOOLEAN replaces;
    HANDLE folder;
    ULONG n_bytes;
    WCHAR name[];
} Rename;

int jw_posix_renameat2(int from, const char *name, int to, const char *new_name, unsigned flags) {
    IO_STATUS_BLOCK io;
    wchar_t *wide = to == AT_FDCWD ? jw_name_of_system(new_name) : jw_name_in_folder(new_name);
    const size_t n = wide ? wcslen(wide) * sizeof(*wide) : 0;
    Rename *rename = wide ? calloc(1, sizeof(*rename) + n + sizeof(WCHAR)) : NULL;
    HANDLE handle =
        rename ? open_nt(from, name, DELETE, FILE_OPEN, OPEN_LINK | OPEN_FOR_BACKUP) : NULL;
    int result = -1;
    if (handle) {
        rename->replaces = !(flags & RENAME_NOREPLACE);
        rename->folder = to == AT_FDCWD ? NULL : handle_of(to);
        rename->n_bytes = (ULONG)n;
        memcpy(rename->name, wide, n);
        result = result_of(NtSetInformationFile(handle, &io, rename,
                                                (ULONG)(offsetof(Rename, name) + n + sizeof(WCHAR)),
                                                RENAME_INFORMATION));
        CloseHandle(handle);
    }
    free(rename);
    free(wide);
    return result;
}

int jw_posix_linkat(int from, const char *name, int to, const char *new_name, int flags) {
    (void)from;
    (void)name;
    (void)to;
    (void)new_name;
    (void)flags;
    errno = ENOSYS;
    return -1;
}

/********* Temporary names *********/

/// Replaces the six letters at the end of a pattern.
static bool next_name(char *pattern, int i) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    const size_t n = strlen(pattern);
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    uint64_t bits = (uint64_t)ticks.QuadPart * 0x9E3779B97F4A7C15U + (uint64_t)i +
                    GetCurrentProcessId() * 0xBF58476D1CE4E5B9U;
    bits ^= bits >> 31;
    for (int k = 0; k < 6 && n >= 6; ++k) {
        pattern[n - 1 - (size_t)k] = letters[bits >> (5 * k) & 31];
    }
    return n >= 6;
}

int jw_posix_mkstemp(char *pattern) {
    int fd = -1;
    for (int i = 0; i < NAMES_TRIED && fd < 0 && next_name(pattern, i); ++i) {
        fd = jw_posix_openat(AT_FDCWD, pattern, O_RDWR | O_CREAT | O_EXCL);
        i = fd < 0 && errno != EEXIST ? NAMES_TRIED : i;
    }
    return fd;
}

char *jw_posix_mkdtemp(char *pattern) {
    int result = -1;
    for (int i = 0; i < NAMES_TRIED && result && next_name(pattern, i); ++i) {
        result = jw_posix_mkdirat(AT_FDCWD, pattern);
        i = result && errno != EEXIST ? NAMES_TRIED : i;
    }
    return result ? NULL : pattern;
}

/********* Reading and writing *********/

ssize_t jw_posix_read(int fd, void *bytes, size_t n) {
    return _read(fd, bytes, n < INT32_MAX ? (unsigned)n : INT32_MAX);
}

ssize_t jw_posix_write(int fd, const void *bytes, size_t n) {
    return _write(fd, bytes, n < INT32_MAX ? (unsigned)n : INT32_MAX);
}

static OVERLAPPED place(int64_t at) {
    return (OVERLAPPED){.Offset = (DWORD)(at & UINT32_MAX), .OffsetHigh = (DWORD)(at >> 32)};
}

ssize_t jw_posix_pread(int fd, void *bytes, size_t n, int64_t at) {
    OVERLAPPED from = place(at);
    DWORD got = 0;
    if (!ReadFile(handle_of(fd), bytes, n < INT32_MAX ? (DWORD)n : INT32_MAX, &got, &from) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        errno = EIO;
        return -1;
    }
    return got;
}

ssize_t jw_posix_pwrite(int fd, const void *bytes, size_t n, int64_t at) {
    OVERLAPPED to = place(at);
    DWORD put = 0;
    if (!WriteFile(handle_of(fd), bytes, n < INT32_MAX ? (DWORD)n : INT32_MAX, &put, &to)) {
        errno = GetLastError() == ERROR_DISK_FULL ? ENOSPC : EIO;
        return -1;
    }
    return put;
}

int jw_posix_fcntl(int fd, int what, ...) {
    if (what != F_OFD_SETLK) {
        return 0;
    }
    // A byte that no file has: others may read and write the file.
    OVERLAPPED at = place(INT64_MAX - 1);
    if (LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                   &at)) {
        return 0;
    }
    errno = EAGAIN;
    return -1;
}
