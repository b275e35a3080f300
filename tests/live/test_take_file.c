// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of takes: at every moment a reader finds all that was written but for the last second; a
// write that fails costs nothing that was written before it; what is left of a program that was
// killed is found again, and nothing else is touched.
//
// Disks that are full are made up: this program's own write() and its neighbours stand before the
// system's.

#include "app/player/take_file.h"
#include "app/player/take_name.h"
#include "app/player/take_rescue.h"
#include "host/clocks.h"

#include "support/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 128, N = 3 * RATE, FLAC_BLOCK = 4096, WAV_HEAD = 92 };

static char folder[] = "/tmp/jawari-takes-XXXXXX";
static float left[N];
static float right[N];
static float got[2 * N];

/********* A disk that fails *********/

static long room = -1; // Bytes that still fit; -1: any number
static int why = ENOSPC;
static int sync_error;
static bool has_links = true;

ssize_t write(int fd, const void *bytes, size_t n) {
    const bool cuts = room >= 0 && fd > STDERR_FILENO;
    if (cuts && room == 0 && n > 0) {
        errno = why;
        return -1;
    }
    const size_t fits = cuts && (size_t)room < n ? (size_t)room : n;
    room -= cuts ? (long)fits : 0;
    return syscall(SYS_write, fd, bytes, fits);
}

int fsync(int fd) {
    errno = sync_error;
    return sync_error || fd < 0 ? -1 : 0; // Tests need not wait for the disk.
}

int link(const char *from, const char *to) {
    errno = EPERM;
    return has_links ? (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0) : -1;
}

/********* Support *********/

static const char *in_folder(const char *name) {
    static char path[4][512];
    static int next;
    char *text = path[next++ % 4];
    snprintf(text, sizeof(path[0]), "%s/%s", folder, name);
    return text;
}

static bool there(const char *name) {
    struct stat st;
    return !lstat(in_folder(name), &st);
}

static void empty_folder(void) {
    DIR *dir = opendir(folder);
    const struct dirent *e;
    while (dir && (e = readdir(dir)) != NULL) {
        if (unlink(in_folder(e->d_name)) && e->d_name[0] != '.') {
            rmdir(in_folder(e->d_name));
        }
    }
    if (dir) {
        closedir(dir);
    }
}

static int n_files(void) {
    int n = -2;
    DIR *dir = opendir(folder);
    while (dir && readdir(dir)) {
        ++n;
    }
    if (dir) {
        closedir(dir);
    }
    return n;
}

/// Frames of a file that are the ones that were written; -1 if one is not, or if the file holds
/// fewer than it says.
static long right_frames(const char *path, float step) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) {
        printf("%s: %s\n", path, sf_strerror(NULL));
        return -1;
    }
    const sf_count_t n = sf_readf_float(file, got, N);
    bool good = n == info.frames && info.samplerate == RATE && info.channels == 2;
    for (sf_count_t i = 0; i < n; ++i) {
        good =
            good && fabsf(got[2 * i] - left[i]) <= step && fabsf(got[2 * i + 1] - right[i]) <= step;
    }
    sf_close(file);
    return good ? (long)n : -1;
}

static float step_of(const char *extension) {
    return strcmp(extension, "flac") ? 0.0F : 1.0F / (1 << 23);
}

/// Begins a take and writes up to n frames, in blocks, with an update after each second.
static JwTakeFile *write_take(const char *name, int n) {
    JwError error = {0};
    JwTakeFile *file = jw_take_file_open(in_folder(name), RATE, &error);
    check(file != NULL, "%s: %s", name, error.text);
    for (int i = 0; file && i < n; i += BLOCK) {
        if (i > 0 && i % RATE == 0) {
            jw_take_file_update(file);
        }
        if (!jw_take_file_write(file, left + i, right + i, BLOCK)) {
            break;
        }
    }
    return file;
}

static int n_said;
static char said[2048];

static void listen(void *user, const char *text) {
    (void)user;
    ++n_said;
    snprintf(said, sizeof(said), "%s", text);
}

static void rescue(void) {
    n_said = 0;
    jw_take_rescue(folder, listen, NULL);
}

/// A take whose program is killed after n frames.
static void leave_part(const char *name, int n) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        write_take(name, n);
        kill(getpid(), SIGKILL);
    }
    waitpid(child, NULL, 0);
}

/********* Tests *********/

static void test_whole(const char *extension) {
    char name[32], part[64];
    JwError error = {0};
    snprintf(name, sizeof(name), "take.%s", extension);
    snprintf(part, sizeof(part), "take.jawari-part.%s", extension);
    JwTakeFile *file = jw_take_file_open(in_folder(name), RATE, &error);
    if (!check(file != NULL, "%s", error.text)) {
        return;
    }
    long least = 0;
    for (int i = 0; i < N; i += BLOCK) {
        jw_take_file_write(file, left + i, right + i, BLOCK);
        if (i % 7680 == 0) {
            const bool updated = i % RATE == 0;
            if (updated) {
                jw_take_file_update(file);
                least = i + BLOCK - FLAC_BLOCK;
            }
            const long n = right_frames(in_folder(part), step_of(extension));
            check(n >= least && n <= i + BLOCK, "%s: after %d frames it shows %ld", name, i, n);
        }
    }
    check(!there(name), "%s: the name is given at the end", name);
    check(jw_take_file_finish(file, &error), "%s", error.text);
    check(jw_take_file_frames(file) == N, "%s: all frames", name);
    jw_take_file_free(file);
    check(right_frames(in_folder(name), step_of(extension)) == N, "%s: whole", name);
    check(n_files() == 1, "%s: nothing beside it", name);
    empty_folder();
}

/// The disk has room for so many bytes; what fits is kept, cut after a whole frame.
static void test_full(const char *extension, long bytes, int code) {
    char name[32];
    JwError error = {0};
    snprintf(name, sizeof(name), "full.%s", extension);
    room = bytes;
    why = code;
    JwTakeFile *file = write_take(name, N);
    check(!jw_take_file_finish(file, &error), "%s: tells of it", name);
    room = -1;
    const long n = (long)jw_take_file_frames(file);
    const bool flac = !strcmp(extension, "flac");
    jw_take_file_free(file);
    check(strstr(error.text, strerror(code)) != NULL, "%s: why: %s", name, error.text);
    char seconds[64];
    snprintf(seconds, sizeof(seconds), "its first %.1f s are kept", (double)n / RATE);
    check(strstr(error.text, seconds) != NULL, "%s: how much: %s", name, error.text);
    check(right_frames(in_folder(name), step_of(extension)) == n, "%s: is %ld frames", name, n);
    struct stat st;
    stat(in_folder(name), &st);
    check(flac ? n > 0 && n % FLAC_BLOCK == 0 : n == bytes / 8, "%s: %ld frames in %ld bytes", name,
          n, bytes);
    check(flac ? st.st_size <= bytes : st.st_size == WAV_HEAD + 8 * n, "%s: ends with a frame",
          name);
    check(n_files() == 1, "%s: nothing beside it", name);
    empty_folder();
}

/// The same with a limit of the system's, which says "File too large".
static void test_limit(const char *extension) {
    JwError error = {0};
    const struct rlimit small = {300000, RLIM_INFINITY};
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    char name[32];
    snprintf(name, sizeof(name), "limit.%s", extension);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    JwTakeFile *file = write_take(name, N);
    check(!jw_take_file_finish(file, &error), "%s: tells of it", name);
    setrlimit(RLIMIT_FSIZE, &none);
    const long n = (long)jw_take_file_frames(file);
    jw_take_file_free(file);
    check(strstr(error.text, strerror(EFBIG)) != NULL, "%s: why: %s", name, error.text);
    check(n > 30000 && right_frames(in_folder(name), step_of(extension)) == n, "%s: %ld frames",
          name, n);
    empty_folder();
}

static void test_nothing_fits(void) {
    JwError error = {0};
    room = 0;
    why = ENOSPC;
    JwTakeFile *file = write_take("none.wav", N);
    check(!jw_take_file_finish(file, &error) && strstr(error.text, "nothing was recorded"),
          "no room at all: %s", error.text);
    room = -1;
    jw_take_file_free(file);
    check(n_files() == 0, "no room at all: no file");
}

/// The disk tells only at the end that it failed: the file stays.
static void test_late_error(void) {
    JwError error = {0};
    JwTakeFile *file = write_take("late.wav", RATE);
    sync_error = EIO;
    check(!jw_take_file_finish(file, &error), "a late error is told");
    sync_error = 0;
    jw_take_file_free(file);
    check(strstr(error.text, strerror(EIO)) && strstr(error.text, "damaged end"),
          "a late error: %s", error.text);
    check(right_frames(in_folder("late.wav"), 0.0F) == RATE, "a late error: the take is there");
    empty_folder();
}

static const char *last_part(const char *path) {
    return strrchr(path, '/') + 1;
}

/// Takes of one name at a time, beside a link, and a name that is gone when it is wanted.
static void test_names(void) {
    static const char *const begun[] = {"a.wav", "a-2.wav", "a-4.wav", "a-5.wav"};
    static const char *const kept[] = {"a.wav", "a-2-2.wav", "a-4.wav", "a-5.wav"};
    JwError error = {0};
    JwTakeFile *file[4];
    check(!symlink("nowhere.wav", in_folder("a-3.wav")), "a link to nothing");
    for (int i = 0; i < 4; ++i) {
        file[i] = jw_take_file_open(in_folder("a.wav"), RATE, &error);
        check(file[i] && !strcmp(last_part(jw_take_file_path(file[i])), begun[i]), "begins %s: %s",
              begun[i], error.text);
    }
    FILE *other = fopen(in_folder("a-2.wav"), "w");
    fputs("mine", other);
    fclose(other);
    for (int i = 0; i < 4; ++i) {
        check(jw_take_file_finish(file[i], &error), "%s", error.text);
        check(!strcmp(last_part(jw_take_file_path(file[i])), kept[i]) && there(kept[i]), "%s is %s",
              kept[i], jw_take_file_path(file[i]));
        jw_take_file_free(file[i]);
    }
    struct stat st;
    check(!stat(in_folder("a-2.wav"), &st) && st.st_size == 4, "nothing is replaced");
    check(!there("nowhere.wav") && n_files() == 6, "no link is followed");
    empty_folder();
}

static void test_long_names(void) {
    char name[256] = "";
    JwError error = {0};
    for (int i = 0; i < 125; ++i) {
        strcat(name, "é");
    }
    strcat(name, ".wav");
    for (int i = 0; i < 2; ++i) {
        JwTakeFile *file = jw_take_file_open(in_folder(name), RATE, &error);
        if (!check(file != NULL, "a long name: %s", error.text)) {
            continue;
        }
        check(jw_take_file_finish(file, &error), "a long name: %s", error.text);
        const char *path = jw_take_file_path(file);
        const size_t n = strlen(strrchr(path, '/') + 1);
        check(n > 248 && n <= 255, "a long name: %zu bytes", n);
        check(i == 0 || !strcmp(path + strlen(path) - 8, "é-2.wav"), "cut between characters");
        jw_take_file_free(file);
    }
    check(n_files() == 2, "a file each");
    empty_folder();
}

static void test_no_links(void) {
    has_links = false;
    test_names();
    has_links = true;
}

static void test_killed(const char *extension) {
    char name[32], part[64], second[32];
    snprintf(name, sizeof(name), "killed.%s", extension);
    snprintf(second, sizeof(second), "killed-2.%s", extension);
    const bool flac = !strcmp(extension, "flac");
    for (int i = 0; i < 2; ++i) {
        snprintf(part, sizeof(part), "killed%s.jawari-part.%s", i == 0 ? "" : "-2", extension);
        leave_part(name, RATE + 62 * BLOCK);
        const long shown = right_frames(in_folder(part), step_of(extension));
        check_between((double)shown, RATE - FLAC_BLOCK, RATE + 62 * BLOCK, "%s: frames of the part",
                      name);
        rescue();
        const char *now = i == 0 ? name : second;
        check(n_said == 1 && strstr(said, now) && strstr(said, "0:01"), "%s is told: %s", now,
              said);
        const long n = right_frames(in_folder(now), step_of(extension));
        check_between((double)n, RATE + 62 * BLOCK - (flac ? FLAC_BLOCK : 0), RATE + 62 * BLOCK,
                      "%s: frames that are rescued", now);
        check(!there(part) && n_files() == i + 1, "%s: the part has its name", name);
        rescue();
        check(n_said == 0, "%s: once", now);
    }
    empty_folder();
}

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "w");
    fputs(text, file);
    fclose(file);
}

/// What looks like a part and is none that may be touched.
static void test_foreign(void) {
    leave_part("real.wav", RATE);
    check(!rename(in_folder("real.jawari-part.wav"), in_folder("real")), "a part");
    check(!symlink("real", in_folder("link.jawari-part.wav")), "a link to a part");
    check(!link(in_folder("real"), in_folder("twice.jawari-part.wav")), "a second name");
    check(!mkdir(in_folder("folder.jawari-part.wav"), 0777), "a folder");
    check(!mkfifo(in_folder("pipe.jawari-part.wav"), 0666), "a pipe");
    write_text("text.jawari-part.wav", "a text of somebody's, longer than a head of a take would "
                                       "be, so that it could be taken for one; it is not");
    write_text("short.jawari-part.wav", "RIFF");
    write_text("odd.jawari-part.txt", "");
    write_text(".jawari-part.wav", "");
    leave_part("other.wav", RATE);
    const bool root = geteuid() == 0;
    if (root) {
        check(!chown(in_folder("other.jawari-part.wav"), 12345, 12345), "another user's");
    } else {
        check(!unlink(in_folder("other.jawari-part.wav")), "none of another user's");
    }
    JwTakeFile *running = write_take("running.wav", RATE);
    const int before = n_files();
    rescue();
    check(n_said == 0 && n_files() == before, "nothing is touched: %s", said);
    check(there("running.jawari-part.wav") && there("text.jawari-part.wav") &&
              there("twice.jawari-part.wav") && there("other.jawari-part.wav") == root,
          "all have their names");
    JwError error = {0};
    check(jw_take_file_finish(running, &error), "%s", error.text);
    jw_take_file_free(running);
    check(right_frames(in_folder("running.wav"), 0.0F) == RATE, "the take under way is whole");
    empty_folder();
    write_text("new.jawari-part.wav", "");
    rescue();
    check(n_said == 0 && n_files() == 0, "a part of which nothing was written goes");
}

/// Past 4 GiB, with a hole in the middle: the 64-bit sizes of RF64.
static void test_large(void) {
    const off_t bytes = (off_t)5 << 30;
    leave_part("large.wav", RATE);
    if (!check(!truncate(in_folder("large.jawari-part.wav"), bytes + WAV_HEAD), "a long part")) {
        return;
    }
    rescue();
    SF_INFO info = {0};
    SNDFILE *file = sf_open(in_folder("large.wav"), SFM_READ, &info);
    check(file && info.frames == bytes / 8, "RF64: %lld frames", (long long)info.frames);
    check(file && (info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64, "by its format");
    if (file) {
        check(sf_readf_float(file, got, RATE) == RATE && !memcmp(&got[1], right, sizeof(float)),
              "with its sound");
        sf_close(file);
    }
    empty_folder();
}

int main(void) {
    if (!mkdtemp(folder)) {
        return 1;
    }
    uint32_t random = 1;
    for (int i = 0; i < N; ++i) {
        random = random * 1664525u + 1013904223u;
        left[i] = 0.4F * sinf(0.05F * (float)i) + 1e-5F * (float)(random >> 16) / 65536.0F;
        right[i] = -0.3F * left[i] + 0.1F * sinf(0.013F * (float)i);
    }
    static const char *const extensions[] = {"wav", "flac", "WAV"};
    for (int i = 0; i < 3; ++i) {
        test_whole(extensions[i]);
        test_full(extensions[i], 200003, ENOSPC);
        test_full(extensions[i], 200003, EIO);
        test_full(extensions[i], 123456, EDQUOT);
        test_limit(extensions[i]);
        test_killed(extensions[i]);
    }
    test_nothing_fits();
    test_late_error();
    test_names();
    test_long_names();
    test_no_links();
    test_foreign();
    test_large();
    rmdir(folder);
    return check_result();
}
