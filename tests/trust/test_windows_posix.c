// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What src/windows/posix.h says that POSIX does, on Windows.

#include "support/check.h"

enum { NAMES = 3 };

static int count_names(int folder) {
    DIR *dir = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY));
    int n = 0;
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    closedir(dir);
    return n;
}

static void check_bytes(int folder) {
    char text[8] = "";
    struct stat st;
    const int fd = openat(folder, "राग.txt", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    check(fd >= 0 && pwrite(fd, "abcdef", 6, 0) == 6 && pwrite(fd, "XY", 2, 2) == 2, "written");
    for (int i = 0; i < NAMES; ++i) {
        memset(text, 0, sizeof(text));
        check(pread(fd, text, 4, 1) == 4 && !strcmp(text, "bXYe"), "read again: %s", text);
    }
    check(pread(fd, text, 4, 6) == 0, "nothing after the end");
    check(!ftruncate(fd, 3) && !fstat(fd, &st) && st.st_size == 3 && S_ISREG(st.st_mode),
          "cut off");
    FILE *file = fdopen(dup(fd), "r");
    rewind(file);
    check(fgets(text, sizeof(text), file) && !strcmp(text, "abX"), "as a stream: %s", text);
    fclose(file);
    for (int i = 0; i < NAMES; ++i) {
        check(pread(fd, text, 3, 0) == 3, "read beside a closed stream");
    }
    close(fd);
    check(openat(folder, "राग.txt", O_RDWR | O_CREAT | O_EXCL, 0666) < 0 && errno == EEXIST,
          "not twice");
}

static void check_names(int folder) {
    struct stat st;
    check(!renameat2(folder, "राग.txt", folder, "a", RENAME_NOREPLACE), "a new name");
    check(!mkdirat(folder, "b", 0777) && mkdirat(folder, "b", 0777) && errno == EEXIST, "a folder");
    close(openat(folder, "c", O_RDWR | O_CREAT, 0666));
    check(renameat2(folder, "a", folder, "c", RENAME_NOREPLACE) && errno == EEXIST,
          "not over another");
    check(count_names(folder) == NAMES, "names: %d", count_names(folder));
    check(!renameat(folder, "a", folder, "c"), "over another");
    check(fstatat(folder, "a", &st, AT_SYMLINK_NOFOLLOW) && errno == ENOENT, "gone");
    check(!fstatat(folder, "b", &st, 0) && S_ISDIR(st.st_mode), "still a folder");
    check(unlinkat(folder, "b", 0) != 0 && !unlinkat(folder, "b", AT_REMOVEDIR), "removed");
    check(openat(folder, "nul.txt", O_RDWR | O_CREAT, 0666) < 0 && errno == EINVAL, "a device");
    check(openat(folder, "x:y", O_RDWR | O_CREAT, 0666) < 0 && errno == EINVAL, "a stream");
}

/// An open file can go, and is locked by one who has opened it.
static void check_open(int folder) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int one = openat(folder, "c", O_RDWR), two = openat(folder, "c", O_RDWR);
    check(!fcntl(one, F_OFD_SETLK, &whole), "locked");
    check(fcntl(two, F_OFD_SETLK, &whole) < 0 && errno == EAGAIN, "locked once");
    check(write(two, "ab", 2) == 2, "written nevertheless");
    close(one);
    check(!fcntl(two, F_OFD_SETLK, &whole), "free again");
    check(!unlinkat(folder, "c", 0), "removed while it is open");
    close(two);
    check(count_names(folder) == 0, "nothing is left");
}

static void check_memory(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    check(stream && fprintf(stream, "%d\n%s", 7, "sieben") == 8 && !fclose(stream), "a stream");
    check(size == 8 && text && !strcmp(text, "7\nsieben"), "into memory: %zu bytes", size);
    free(text);
}

int main(void) {
    char path[] = "jawari-posix-XXXXXX";
    if (!check(mkdtemp(path) != NULL, "a folder")) {
        return check_result();
    }
    char *real = realpath(path, NULL);
    check(real && real[1] == ':' && real[2] == '/' && strstr(real, path), "its path: %s", real);
    free(real);
    const int folder = open(path, O_PATH | O_DIRECTORY);
    check(folder >= 0, "opened");
    check_bytes(folder);
    check_names(folder);
    check_open(folder);
    close(folder);
    check_memory();
    check(!rmdir(path), "removed");
    return check_result();
}
