// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files: what is written is read back, by libsndfile and byte by byte;
// a file that cannot be completed leaves the old one alone and nothing beside it.
//
// With an argument: a WAV past 4 GiB under that folder, to see it become RF64.

#include "base/pi.h"
#include "program/wav_out.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N = 5000, RATE = 44100 };

static int n_failed;
static int n_checks;
static char folder[] = "/tmp/jawari-wav-XXXXXX";
static float left[N];
static float right[N];
static const float *const stereo[] = {left, right};

static void check(bool ok, const char *what) {
    ++n_checks;
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

static const char *in_folder(const char *name) {
    static char path[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static int n_files(void) {
    int n = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        abort();
    }
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    }
    closedir(dir);
    return n;
}

static void fill(void) {
    for (int i = 0; i < N; ++i) {
        left[i] = (float)(0.9 * sin(0.05 * i));
        right[i] = (float)(0.1 * cos(0.0003 * i * i));
    }
}

static bool write_file(const char *path, JwWavFormat format, uint64_t frames_max, JwError *error,
                       uint64_t *n_clipped) {
    const JwWavSpec spec = {format, format == JW_OPUS ? 48000 : RATE, 2, frames_max};
    JwWavOut *out = jw_wav_out_open(path, &spec, error);
    bool ok = out != NULL;
    // In two unequal parts, neither a multiple of anything.
    const float *const second[] = {left + 1237, right + 1237};
    ok = ok && jw_wav_out_write(out, stereo, 1237, error);
    ok = ok && jw_wav_out_write(out, second, N - 1237, error);
    ok = ok && jw_wav_out_finish(out, error) && jw_wav_out_commit(out, error);
    if (n_clipped) {
        *n_clipped = out ? jw_wav_out_n_clipped(out) : 0;
    }
    jw_wav_out_free(out);
    return ok;
}

static void check_format(JwWavFormat format, double bound, uint64_t frames_max) {
    static float read[2 * N];
    char name[64];
    JwError error = {0};
    SF_INFO info = {0};
    snprintf(name, sizeof(name), "%s.%s", jw_wav_format_name(format),
             jw_wav_format_extension(format));
    const char *path = in_folder(name);
    check(write_file(path, format, frames_max, &error, NULL), error.text);
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    check(sound && info.frames == N && info.channels == 2 && info.samplerate == RATE, name);
    if (!sound) {
        return;
    }
    check(sf_readf_float(sound, read, N) == N, "frames read");
    sf_close(sound);
    double worst = 0.0;
    for (int i = 0; i < N; ++i) {
        worst = fmax(worst, fabs((double)read[2 * i] - (double)left[i]));
        worst = fmax(worst, fabs((double)read[2 * i + 1] - (double)right[i]));
    }
    printf("%-10s format 0x%06x, %d frames, largest error %.3g (bound %.3g)\n", name,
           (unsigned)info.format, (int)info.frames, worst, bound);
    check(worst <= bound, "samples");
    const int container = info.format & SF_FORMAT_TYPEMASK;
    const char *extension = jw_wav_format_extension(format);
    const int want = !strcmp(extension, "flac")   ? SF_FORMAT_FLAC
                     : !strcmp(extension, "aiff") ? SF_FORMAT_AIFF
                     : !strcmp(extension, "au")   ? SF_FORMAT_AU
                     : !strcmp(extension, "caf")  ? SF_FORMAT_CAF
                                                  : SF_FORMAT_WAV;
    check(container == want || (want == SF_FORMAT_WAV && container == SF_FORMAT_WAVEX),
          "container");
    unlink(path);
}

/// With losses: as long as it was, and the same sound. Coded, a tone stays one.
static void check_lossy(JwWavFormat format) {
    enum { RATE_HZ = 48000, FRAMES = RATE_HZ };
    static float tone[2][FRAMES], read[2 * (FRAMES + 8 * 1152)];
    const float *const channels[] = {tone[0], tone[1]};
    const JwWavSpec spec = {format, RATE_HZ, 2, FRAMES};
    const char *path = in_folder(jw_wav_format_name(format));
    JwError error = {0};
    SF_INFO info = {0};
    for (int i = 0; i < FRAMES; ++i) {
        tone[0][i] = (float)(0.5 * sin(2.0 * JW_PI * 440.0 * i / RATE_HZ));
        tone[1][i] = (float)(1.5 * sin(2.0 * JW_PI * 660.0 * i / RATE_HZ));
    }
    JwWavOut *out = jw_wav_out_open(path, &spec, &error);
    check(out && jw_wav_out_write(out, channels, FRAMES, &error), error.text);
    const uint64_t n_clipped = out ? jw_wav_out_n_clipped(out) : 0;
    check(out && jw_wav_out_finish(out, &error) && jw_wav_out_commit(out, &error), error.text);
    jw_wav_out_free(out);
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    const int room = (int)(sizeof(read) / sizeof(read[0]) / 2);
    const int n = sound && info.frames <= room ? (int)sf_readf_float(sound, read, info.frames) : 0;
    check(n >= FRAMES && n <= FRAMES + 2304 && info.channels == 2 && info.samplerate == RATE_HZ,
          "its length");
    if (sound) {
        sf_close(sound);
    }
    // Power at each channel's frequency, over all of its power, in the middle.
    for (int c = 0; c < 2 && n > 0; ++c) {
        double re = 0.0, im = 0.0, all = 0.0;
        for (int i = 9600; i < 9600 + 24000; ++i) {
            const double x = (double)read[2 * i + c],
                         phase = 2.0 * JW_PI * (c ? 660.0 : 440.0) * i / RATE_HZ;
            re += x * cos(phase);
            im += x * sin(phase);
            all += x * x;
        }
        const double share = 2.0 * (re * re + im * im) / (24000.0 * all);
        printf("%-8s channel %d: rms %.4f, %.4f of it the tone\n", jw_wav_format_name(format), c,
               sqrt(all / 24000.0), share);
        check(share > (c ? 0.9 : 0.995), "the tone");
        check(c || fabs(sqrt(all / 24000.0) - 0.5 / sqrt(2.0)) < 0.01, "its level");
    }
    check(n_clipped > 10000 && n_clipped < 40000, "what was past full scale");
    unlink(path);
}

static void check_all_formats(void) {
    int n = 0;
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        const JwWavFormat format = (JwWavFormat)i;
        const char *name = jw_wav_format_name(format);
        const double steps = strstr(name, "16") ? 32768.0 : 8388608.0;
        JwWavFormat found;
        check(jw_wav_format_find(name, &found) && found == format, name);
        if (!jw_wav_format_offered(format)) {
            printf("%s is not offered here\n", name);
            continue;
        }
        ++n;
        if (format >= JW_VORBIS) {
            check_lossy(format);
        } else {
            check_format(format, strstr(name, "float") ? 0.0 : 0.5 / steps, N);
        }
    }
    check(n >= 5, "formats");
}

/// What a format cannot hold is told before anything is written.
static void check_unfit(void) {
    static const struct {
        JwWavFormat format;
        int rate_hz;
        uint64_t frames_max;
        const char *why;
    } cases[] = {{JW_OPUS, 44100, N, "opus knows no rate of 44100 Hz"},
                 {JW_MP3, 96000, N, "mp3 knows no rate of 96000 Hz"},
                 {JW_AIFF_24, 48000, UINT64_C(1) << 32, "too long for its format"},
                 {JW_AU_24, 48000, UINT64_C(1) << 32, "too long for its format"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const JwWavSpec spec = {cases[i].format, cases[i].rate_hz, 2, cases[i].frames_max};
        JwError error = {0};
        JwWavOut *out = jw_wav_out_open(in_folder("unfit"), &spec, &error);
        check(!out && (strstr(error.text, cases[i].why) || !jw_wav_format_offered(spec.format)),
              error.text);
        jw_wav_out_free(out);
    }
    check(n_files() == 0, "and nothing is left");
}

// A plain header, for the many programs that know no other.
static void check_header(void) {
    static const uint8_t want[] = {'R', 'I', 'F',  'F',  0x44, 0x4e, 0,    0,    'W',  'A', 'V',
                                   'E', 'f', 'm',  't',  ' ',  16,   0,    0,    0,    1,   0,
                                   2,   0,   0x44, 0xac, 0,    0,    0x10, 0xb1, 2,    0,   4,
                                   0,   16,  0,    'd',  'a',  't',  'a',  0x20, 0x4e, 0,   0};
    uint8_t got[sizeof(want) + 4];
    JwError error = {0};
    const char *path = in_folder("header.wav");
    check(write_file(path, JW_WAV_16, N, &error, NULL), error.text);
    FILE *file = fopen(path, "rb");
    check(file && fread(got, sizeof(got), 1, file) == 1, "44 bytes");
    check(!memcmp(got, want, sizeof(want)), "header of 44 bytes, by the book");
    const int first = (int16_t)(got[44] | got[45] << 8);
    check(first == lrint(32768.0 * (double)left[0]), "first sample");
    fclose(file);
    unlink(path);
}

static void check_clipping(void) {
    static int read[2 * N];
    JwError error = {0};
    SF_INFO info = {0};
    uint64_t n_clipped = 0;
    const char *path = in_folder("clip.wav");
    left[0] = 1.0F;
    left[1] = -1.0F;
    left[2] = 3.0F;
    left[3] = -INFINITY;
    left[4] = NAN;
    left[5] = 32767.4F / 32768.0F;
    check(write_file(path, JW_WAV_16, N, &error, &n_clipped), error.text);
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    check(sound && sf_readf_int(sound, read, N) == N, "read back");
    sf_close(sound);
    printf("clipping: %llu samples (1, 3 and -inf of six)\n", (unsigned long long)n_clipped);
    check(n_clipped == 3, "samples clipped");
    check(read[0] >> 16 == 32767 && read[2] >> 16 == -32768 && read[4] >> 16 == 32767 &&
              read[6] >> 16 == -32768 && read[8] == 0 && read[10] >> 16 == 32767,
          "values clipped");
    unlink(path);
    fill();
}

static void check_names(void) {
    JwWavFormat format = JW_N_WAV_FORMATS;
    check(jw_wav_format_from_path("a.b/x.WAV", &format) && format == JW_WAV_24, "WAV");
    check(jw_wav_format_from_path("x.flac", &format) && format == JW_FLAC_24, "flac");
    check(jw_wav_format_from_path("x.Mp3", &format) && format == JW_MP3, "mp3");
    check(jw_wav_format_from_path("x.aif", &format) && format == JW_AIFF_24, "aif");
    check(jw_wav_format_from_path("x.oga", &format) && format == JW_VORBIS, "oga");
    check(!jw_wav_format_from_path("x.mp4", &format), "mp4");
    check(jw_wav_format_find("FLAC", &format) && format == JW_FLAC_24, "FLAC by name");
    check(!jw_wav_format_from_path("x.wav/y", &format), "folder's extension");
    check(jw_wav_format_find("wavfloat", &format) && format == JW_WAV_FLOAT, "wavfloat");
    check(!jw_wav_format_find("wav12", &format), "wav12");
}

static void put_old(const char *path) {
    FILE *file = fopen(path, "w");
    check(file && fputs("old", file) >= 0 && !fclose(file) && !chmod(path, 0640), "old file");
}

static bool old_stands(const char *path) {
    char text[8] = "";
    FILE *file = fopen(path, "r");
    const bool ok = file && fread(text, 1, 7, file) == 3 && !strcmp(text, "old");
    if (file) {
        fclose(file);
    }
    return ok;
}

static void check_failure(const char *what, const char *path, JwWavFormat format,
                          const char *says) {
    JwError error = {0};
    check(!write_file(path, format, N, &error, NULL), what);
    printf("%-18s %s\n", what, error.text);
    check(error.text[0] && strstr(error.text, says), what);
}

static void limit_file_size(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void check_failures(void) {
    char path[4096];
    snprintf(path, sizeof(path), "%s", in_folder("old.wav"));
    put_old(path);
    check_failure("missing folder", "/nonexistent/x.wav", JW_WAV_16, "/nonexistent/x.wav: ");
    check_failure("a folder", folder, JW_WAV_16, "directory");
    check_failure("/dev/full", "/dev/full", JW_WAV_16, "No space");
    check_failure("/dev/full, FLAC", "/dev/full", JW_FLAC_16, "No space");
    check_failure("/dev/full, AIFF", "/dev/full", JW_AIFF_24, "No space");
    signal(SIGXFSZ, SIG_IGN);
    for (int format = 0; format < JW_N_WAV_FORMATS; ++format) {
        // In the header, in the data, and near the end, where only closing could tell.
        static const rlim_t sizes[] = {0, 20, 3000, 9000}, lossy[] = {0, 20, 1000, 3000};
        for (int i = 0; i < 4; ++i) {
            limit_file_size(format < JW_VORBIS ? sizes[i] : lossy[i]);
            check_failure("file size limit", path, (JwWavFormat)format, path);
        }
    }
    limit_file_size(RLIM_INFINITY);
    JwError error = {0};
    const JwWavSpec spec = {JW_WAV_16, RATE, 2, N};
    JwWavOut *out = jw_wav_out_open(path, &spec, &error);
    check(out && jw_wav_out_write(out, stereo, N, &error), "abandoned file");
    jw_wav_out_free(out);
    out = jw_wav_out_open(path, &spec, &error);
    check(out && jw_wav_out_write(out, stereo, N, &error) &&
              !jw_wav_out_write(out, stereo, 1, &error),
          "more frames than announced");
    jw_wav_out_free(out);
    check(old_stands(path) && n_files() == 1, "the old file, and nothing beside it");
    check(write_file("/dev/null", JW_WAV_16, N, &error, NULL), error.text);
    struct stat st;
    check(!stat("/dev/null", &st) && S_ISCHR(st.st_mode), "/dev/null is still a device");
    check(write_file(path, JW_WAV_16, N, &error, NULL) && !stat(path, &st), error.text);
    check((st.st_mode & 0777) == 0640 && n_files() == 1, "replaced, with the old permissions");
    unlink(path);
}

// FLAC's last block is written when it is closed: every size short of the whole must be told.
static void check_last_bytes(JwWavFormat format) {
    JwError error = {0};
    struct stat st;
    const char *path = in_folder("last");
    check(write_file(path, format, N, &error, NULL) && !stat(path, &st), error.text);
    int n_told = 0;
    for (int less = 1; less <= 64; ++less) {
        limit_file_size((rlim_t)(st.st_size - less));
        n_told += !write_file(path, format, N, &error, NULL);
    }
    limit_file_size((rlim_t)st.st_size);
    check(write_file(path, format, N, &error, NULL), error.text);
    limit_file_size(RLIM_INFINITY);
    printf("%s: 64 limits below its %lld bytes, %d told\n", jw_wav_format_name(format),
           (long long)st.st_size, n_told);
    check(n_told == 64 && n_files() == 1, "every limit is told, nothing is left");
    unlink(path);
}

static void check_link(void) {
    char path[4096];
    char link[4096];
    JwError error = {0};
    struct stat st;
    snprintf(path, sizeof(path), "%s", in_folder("real.wav"));
    snprintf(link, sizeof(link), "%s", in_folder("link.wav"));
    put_old(path);
    check(!symlink("real.wav", link), "link");
    check(write_file(link, JW_WAV_16, N, &error, NULL), error.text);
    check(!lstat(link, &st) && S_ISLNK(st.st_mode) && !stat(path, &st) && st.st_size > 1000,
          "the link stays, its target is replaced");
    unlink(path);
    unlink(link);
}

static int check_big(const char *where) {
    static float block[65536];
    static const float *const channels[] = {block, block};
    const uint64_t n_blocks = (UINT64_C(4) << 30) / (65536 * 8) + 2;
    const JwWavSpec spec = {JW_WAV_FLOAT, 48000, 2, n_blocks * 65536};
    char path[4096];
    JwError error = {0};
    SF_INFO info = {0};
    float frame[2] = {0.0F, 0.0F};
    snprintf(path, sizeof(path), "%s/jawari-big-%ld.wav", where, (long)getpid());
    JwWavOut *out = jw_wav_out_open(path, &spec, &error);
    bool ok = out != NULL;
    for (uint64_t i = 0; i < n_blocks && ok; ++i) {
        block[65535] = (float)i;
        ok = jw_wav_out_write(out, channels, 65536, &error);
    }
    ok = ok && jw_wav_out_finish(out, &error) && jw_wav_out_commit(out, &error);
    jw_wav_out_free(out);
    check(ok, error.text);
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    check(sound && (info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64, "RF64");
    check((uint64_t)info.frames == n_blocks * 65536, "frames");
    check(sound && sf_seek(sound, -1, SEEK_END) >= 0 && sf_readf_float(sound, frame, 1) == 1,
          "last frame");
    check(frame[1] == (float)(n_blocks - 1), "last sample");
    printf("big: %lld frames, format 0x%06x, last sample %g\n", (long long)info.frames,
           (unsigned)info.format, (double)frame[1]);
    sf_close(sound);
    unlink(path);
    return n_failed ? 1 : 0;
}

int main(int argc, char **argv) {
    if (argc > 1) {
        return check_big(argv[1]);
    }
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    fill();
    check_all_formats();
    check_unfit();
    // Announced past 4 GiB, but short: RF64 that becomes WAV again.
    check_format(JW_WAV_FLOAT, 0.0, UINT64_C(1) << 40);
    check_header();
    check_clipping();
    check_names();
    check_failures();
    for (int format = 0; format < JW_N_WAV_FORMATS; ++format) {
        check_last_bytes((JwWavFormat)format);
    }
    check_link();
    check(n_files() == 0 && !rmdir(folder), "nothing left in the folder");
    printf("%d checks, %d failed\n", n_checks, n_failed);
    return n_failed ? 1 : 0;
}
