// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/result_files.h"

#include "app/dataset/request_hash.h"
#include "files/number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_SIZE = JW_ID_SIZE + JW_RESULT_NAME, ///< Bytes of a file name
    LINE_SIZE = JW_RESULT_NAME + 128,        ///< Bytes of a line of a record
};

static const char stems[] = "stems";
static const char made[] = ".jawari";   ///< Marks a folder as created here
static const char moving[] = ".moving"; ///< Records the files that are being moved from it

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

/********* Patterns *********/

static bool is_id(const char *name) {
    const size_t n = strspn(name, LETTERS DIGITS "_-");
    return n > 0 && n < JW_ID_SIZE && !name[n];
}

static bool is_extension(const char *text) {
    for (int i = 0; i < JW_N_WAV_FORMATS; ++i) {
        if (!strcmp(text, jw_wav_format_extension((JwWavFormat)i))) {
            return true;
        }
    }
    return false;
}

/// Skips a number and a plain name, as in 01-baj; returns NULL if there is none.
static const char *pass_string(const char *text) {
    const size_t n = strspn(text, DIGITS);
    if (n < 2 || text[n] != '-') {
        return NULL;
    }
    return text + n + 1 + strspn(text + n + 1, LETTERS DIGITS "-");
}

/// True for the name of a stem in its folder.
static bool is_stem(const char *name) {
    const char *end = pass_string(name);
    return end && *end == '.' && is_extension(end + 1);
}

/// True for forces at a string: of the first, force.npy, of others force-2.npy and on. Earlier
/// versions had the string's name, force-01-baj.npy.
static bool is_force(const char *name) {
    static const char head[] = "force";
    const char *end = strncmp(name, head, sizeof(head) - 1) ? "" : name + sizeof(head) - 1;
    if (end[0] == '-') {
        const char *named = pass_string(end + 1);
        const size_t n = strspn(end + 1, DIGITS);
        end = named ? named : n > 0 ? end + 1 + n : "";
    }
    return !strcmp(end, ".npy");
}

bool jw_result_files_is_name(const char *name) {
    return is_extension(name) || is_stem(name) || !strcmp(name, "json") ||
           !strcmp(name, "pitch.npy") || !strcmp(name, "energy.npy") || is_force(name);
}

/// True for the name of a temporary file, .jawari-1-0.part.
static bool is_part(const char *name) {
    static const char head[] = ".jawari-";
    const char *at = strncmp(name, head, sizeof(head) - 1) ? "" : name + sizeof(head) - 1;
    const size_t n = strspn(at, DIGITS);
    const size_t m = n > 0 && at[n] == '-' ? strspn(at + n + 1, DIGITS) : 0;
    return m > 0 && !strcmp(at + n + 1 + m, ".part");
}

/// True for a name that is created in the folder of that id, except stems.
static bool is_made(const char *id, const char *name) {
    const size_t n = strlen(id);
    if (!strcmp(name, made) || !strcmp(name, moving) || is_part(name)) {
        return true;
    }
    if (!strcmp(id, JW_RESULT_FILES_OWN)) {
        return !strcmp(name, JW_RESULT_FILES_TABLE) || !strcmp(name, JW_RESULT_FILES_TAR) ||
               !strcmp(name, JW_RESULT_FILES_TAR_MADE);
    }
    return !strncmp(name, id, n) && name[n] == '.' && jw_result_files_is_name(name + n + 1);
}

/********* Folder of a result *********/

bool jw_result_files_begin(JwFolder *folder, const JwFolder *work, const char *id, JwError *error) {
    if (!jw_folder_make(folder, work, id, error)) {
        return false;
    }
    if (!jw_folder_write_new(folder, made, "", error)) {
        jw_result_files_end(folder, work, id);
        return false;
    }
    return true;
}

/// Folder and its id.
typedef struct {
    const JwFolder *folder;
    const char *id;
    JwError *error;
} Look;

static bool remove_stem(void *user, const char *name) {
    const Look *look = user;
    if (is_stem(name) || is_part(name)) {
        unlinkat(look->folder->fd, name, 0);
    }
    return true;
}

static bool remove_made(void *user, const char *name) {
    const Look *look = user;
    // The mark is removed last: without it, the rest would not be recognised as created here.
    if (is_made(look->id, name) && strcmp(name, made) != 0) {
        unlinkat(look->folder->fd, name, 0);
    }
    return true;
}

void jw_result_files_end(JwFolder *folder, const JwFolder *work, const char *id) {
    JwError unused = {0};
    JwFolder in;
    if (folder->fd < 0) {
        return;
    }
    if (jw_folder_look(folder, stems) == JW_ENTRY_FOLDER &&
        jw_folder_enter(&in, folder, stems, &unused)) {
        Look look = {&in, id, &unused};
        jw_folder_each(&in, remove_stem, &look, &unused);
        jw_folder_close(&in);
        unlinkat(folder->fd, stems, AT_REMOVEDIR);
    }
    Look look = {folder, id, &unused};
    jw_folder_each(folder, remove_made, &look, &unused);
    unlinkat(folder->fd, made, 0);
    unlinkat(work->fd, id, AT_REMOVEDIR); // Fails if the folder contains anything else
    jw_folder_close(folder);
}

void jw_result_files_name(const JwFolder *folder, const char *id, JwResultFileNames *names,
                          JwRenderOptions *options) {
    snprintf(names->sound, sizeof(names->sound), "%s.%s", id,
             jw_wav_format_extension(options->format));
    snprintf(names->labels, sizeof(names->labels), "%s", id);
    options->folder = folder;
    options->out = names->sound;
    options->stems = options->wants_stems ? stems : NULL;
    options->label_stem = names->labels;
    options->passing = true; // The consumer checks the bytes
    options->quiet = true;
}

/********* List *********/

typedef struct {
    JwResult *result;
    char head[JW_ID_SIZE + 1]; ///< Prefix of the names, which is left out
} List;

static int compare_names(const void *a, const void *b) {
    return strcmp(((const JwResultFile *)a)->name, ((const JwResultFile *)b)->name);
}

static bool list_name(void *user, const char *name) {
    List *list = user;
    JwResult *r = list->result;
    const size_t n = strlen(list->head);
    if (strncmp(name, list->head, n) != 0 || name[0] == '.') {
        return true;
    }
    if (r->n_files == JW_RESULT_FILES || strlen(name + n) >= JW_RESULT_NAME) {
        return false;
    }
    JwResultFile *file = &r->file[r->n_files++];
    snprintf(file->name, sizeof(file->name), "%.*s", JW_RESULT_NAME - 1, name + n);
    return true;
}

/// Adds the files of a folder whose names begin with `head`. Changes the error, which may hold
/// the result's warnings, only on failure.
static bool add_files(const JwFolder *folder, const char *head, JwResult *r, JwError *error) {
    List list = {.result = r};
    snprintf(list.head, sizeof(list.head), "%s", head);
    JwError failure = {0};
    if (jw_folder_each(folder, list_name, &list, &failure)) {
        return true;
    }
    if (*failure.text) {
        *error = failure;
        return false;
    }
    return jw_error_set(error, "%s: too many files", folder->path);
}

static bool add_stems(const JwFolder *folder, JwResult *r, JwError *error) {
    JwFolder in;
    if (jw_folder_look(folder, stems) == JW_ENTRY_NONE) {
        return true;
    }
    if (!jw_folder_enter(&in, folder, stems, error)) {
        return false;
    }
    const bool ok = add_files(&in, "", r, error);
    jw_folder_close(&in);
    return ok;
}

/// Finds a listed file: its folder, to be closed if it is not the given one, and its name there.
static bool find_file(const JwFolder *folder, const JwResult *r, int file, JwFolder *in,
                      char name[NAME_SIZE], JwError *error) {
    // Stems are numbered; no other file name begins with a digit.
    const char *tail = r->file[file].name;
    const bool stem = tail[0] >= '0' && tail[0] <= '9';
    *in = *folder;
    snprintf(name, NAME_SIZE, "%s%s%s", stem ? "" : r->id, stem ? "" : ".", tail);
    return !stem || jw_folder_enter(in, folder, stems, error);
}

static void leave(const JwFolder *folder, JwFolder *in) {
    if (in->fd != folder->fd) {
        jw_folder_close(in);
    }
}

FILE *jw_result_files_read(const JwFolder *folder, const JwResult *r, int file, JwError *error) {
    char name[NAME_SIZE];
    JwFolder in;
    if (!find_file(folder, r, file, &in, name, error)) {
        return NULL;
    }
    FILE *from = jw_folder_read(&in, name);
    if (!from) {
        jw_folder_fail(&in, name, errno, error);
    }
    leave(folder, &in);
    return from;
}

/// Hashes the rest of a file and closes it.
static bool hash_file(FILE *file, char hash[JW_SHA256_TEXT], uint64_t *bytes) {
    const bool ok = jw_request_hash_stream(file, hash, bytes);
    fclose(file);
    return ok;
}

bool jw_result_files_list(const JwFolder *folder, const char *sound, JwResult *r, JwError *error) {
    char head[JW_ID_SIZE + 1];
    snprintf(head, sizeof(head), "%s.", r->id);
    r->n_files = 0;
    if (!add_files(folder, head, r, error) || !add_stems(folder, r, error)) {
        return false;
    }
    qsort(r->file, (size_t)r->n_files, sizeof(r->file[0]), compare_names);
    for (int i = 0; i < r->n_files; ++i) {
        if (!strcmp(r->file[i].name, sound)) {
            const JwResultFile first = r->file[i];
            memmove(&r->file[1], &r->file[0], (size_t)i * sizeof(first));
            r->file[0] = first;
        }
    }
    for (int i = 0; i < r->n_files; ++i) {
        FILE *file = jw_result_files_read(folder, r, i, error);
        if (!file) {
            return false;
        }
        if (!hash_file(file, r->file[i].sha256, &r->file[i].bytes)) {
            return jw_folder_fail(folder, r->file[i].name, EIO, error);
        }
    }
    return true;
}

/********* Final place *********/

static void final_name(const JwResult *r, int file, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s.%s", r->id, r->file[file].name);
}

bool jw_result_files_known(const JwResult *r, const char *name) {
    for (int i = 0; r && !*r->tar_name && i < r->n_files; ++i) {
        if (!strcmp(r->file[i].name, name)) {
            return true;
        }
    }
    return false;
}

/// True if a file with this name and these bytes exists.
static bool is_file(const JwFolder *folder, const char *name, uint64_t bytes, const char *sha256) {
    char hash[JW_SHA256_TEXT];
    uint64_t n;
    FILE *file = jw_folder_read(folder, name);
    return file && hash_file(file, hash, &n) && n == bytes && !strcmp(hash, sha256);
}

/// Records the files that are about to be moved, one in a line: bytes, hash and name.
static bool record_move(const JwFolder *folder, const JwResult *r, JwError *error) {
    const size_t size = (size_t)r->n_files * LINE_SIZE + 1;
    char *text = malloc(size);
    size_t n = 0;
    if (!text) {
        return jw_error_set(error, "out of memory");
    }
    text[0] = '\0';
    for (int i = 0; i < r->n_files; ++i) {
        n += (size_t)snprintf(text + n, size - n, "%llu %s %s\n",
                              (unsigned long long)r->file[i].bytes, r->file[i].sha256,
                              r->file[i].name);
    }
    const bool ok = jw_folder_write_new(folder, moving, text, error);
    free(text);
    return ok;
}

/// Moves a file; replaces only a known file.
static bool move_file(const JwFolder *from, const char *name, const JwFolder *to,
                      const char *new_name, bool known, JwError *error) {
    if (known && jw_folder_look(to, new_name) == JW_ENTRY_FILE) {
        return jw_folder_move_over(from, name, to, new_name) ||
               jw_folder_fail(to, new_name, errno, error);
    }
    if (jw_folder_move_new(from, name, to, new_name)) {
        return true;
    }
    if (errno != EEXIST) {
        return jw_folder_fail(to, new_name, errno, error);
    }
    jw_folder_refuse(to, new_name,
                     "was put there while it was rendered; move it away, and --resume goes on",
                     error);
    jw_folder_note(to, EEXIST);
    return false;
}

void jw_result_files_remove_stale(const JwFolder *to, const JwResult *before, const JwResult *r) {
    for (int i = 0; i < before->n_files && !*before->tar_name; ++i) {
        char name[NAME_SIZE];
        final_name(before, i, name);
        if (!jw_result_files_known(r, before->file[i].name) &&
            is_file(to, name, before->file[i].bytes, before->file[i].sha256)) {
            unlinkat(to->fd, name, 0);
        }
    }
}

/// Removes the first n of the files that were moved to new names.
static void take_back(const JwFolder *to, const JwResult *r, const JwResult *before, int n) {
    for (int i = 0; i < n; ++i) {
        char name[NAME_SIZE];
        final_name(r, i, name);
        if (!jw_result_files_known(before, r->file[i].name)) {
            unlinkat(to->fd, name, 0);
        }
    }
}

void jw_result_files_take_back(const JwFolder *to, const JwResult *r, const JwResult *before) {
    take_back(to, r, before, r->n_files);
}

bool jw_result_files_move(const JwFolder *folder, const JwFolder *to, const JwResult *r,
                          const JwResult *before, JwError *error) {
    if (!record_move(folder, r, error)) {
        return false;
    }
    for (int i = 0; i < r->n_files; ++i) {
        char name[NAME_SIZE], new_name[NAME_SIZE];
        JwFolder in;
        bool ok = find_file(folder, r, i, &in, name, error);
        if (ok) {
            final_name(r, i, new_name);
            ok = move_file(&in, name, to, new_name, jw_result_files_known(before, r->file[i].name),
                           error);
            leave(folder, &in);
        }
        if (!ok) {
            take_back(to, r, before, i);
            return false;
        }
    }
    return true;
}

bool jw_result_files_are(const JwFolder *folder, const JwResult *r) {
    bool same = r->n_files > 0;
    for (int i = 0; i < r->n_files && same; ++i) {
        char name[NAME_SIZE];
        final_name(r, i, name);
        same = is_file(folder, name, r->file[i].bytes, r->file[i].sha256);
    }
    return same;
}

/********* What an earlier run left *********/

static const char foreign[] = "is not of a run of this program; move it away, and --resume goes on";

static bool check_stem(void *user, const char *name) {
    const Look *look = user;
    return ((is_stem(name) || is_part(name)) &&
            jw_folder_look(look->folder, name) == JW_ENTRY_FILE) ||
           jw_folder_refuse(look->folder, name, foreign, look->error);
}

static bool check_made(void *user, const char *name) {
    const Look *look = user;
    JwFolder in;
    if (!strcmp(name, stems) && jw_folder_look(look->folder, name) == JW_ENTRY_FOLDER) {
        if (!jw_folder_enter(&in, look->folder, name, look->error)) {
            return false;
        }
        Look inside = {&in, look->id, look->error};
        const bool ok = jw_folder_each(&in, check_stem, &inside, look->error);
        jw_folder_close(&in);
        return ok;
    }
    return (is_made(look->id, name) && jw_folder_look(look->folder, name) == JW_ENTRY_FILE) ||
           jw_folder_refuse(look->folder, name, foreign, look->error);
}

static bool find_any(void *user, const char *name) {
    (void)user;
    (void)name;
    return false;
}

/// Checks a folder in the work folder. An empty one was created just before a run was interrupted.
static bool check_folder(void *user, const char *name) {
    const Look *look = user;
    JwFolder in;
    if ((!is_id(name) && strcmp(name, JW_RESULT_FILES_OWN) != 0) ||
        jw_folder_look(look->folder, name) != JW_ENTRY_FOLDER) {
        return jw_folder_refuse(look->folder, name, foreign, look->error);
    }
    if (!jw_folder_enter(&in, look->folder, name, look->error)) {
        return false;
    }
    Look inside = {&in, name, look->error};
    const bool ok = jw_folder_look(&in, made) == JW_ENTRY_FILE
                        ? jw_folder_each(&in, check_made, &inside, look->error)
                        : jw_folder_each(&in, find_any, NULL, look->error) ||
                              jw_folder_refuse(look->folder, name, foreign, look->error);
    jw_folder_close(&in);
    return ok;
}

bool jw_result_files_check(const JwFolder *work, JwError *error) {
    Look look = {work, "", error};
    return jw_folder_each(work, check_folder, &look, error);
}

static bool take_word(const char **text, char *word, size_t size) {
    *text += strspn(*text, " ");
    return jw_word_next(text, word, size);
}

/// Reads a line of the record of a move; returns false at its end.
static bool read_move(FILE *record, JwResultFile *file) {
    char line[LINE_SIZE], bytes[32];
    const char *at = line;
    double number = 0.0;
    if (!fgets(line, sizeof(line), record)) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    if (!take_word(&at, bytes, sizeof(bytes)) ||
        !take_word(&at, file->sha256, sizeof(file->sha256)) ||
        !take_word(&at, file->name, sizeof(file->name)) || !jw_number_parse(bytes, &number) ||
        !(number >= 0.0 && number < 0x1p53)) {
        return false;
    }
    file->bytes = (uint64_t)number;
    return jw_result_files_is_name(file->name);
}

/// True if the recorded file is in the folder, byte for byte.
static bool was_moved(const JwFolder *to, const char *id, const JwResultFile *file) {
    char name[NAME_SIZE];
    snprintf(name, sizeof(name), "%s.%s", id, file->name);
    return is_file(to, name, file->bytes, file->sha256);
}

bool jw_result_files_was_moving(const JwFolder *work, const JwFolder *to, const char *id,
                                const char *name) {
    JwFolder in;
    JwError unused = {0};
    JwResultFile file;
    bool was = false;
    if (jw_folder_look(work, id) != JW_ENTRY_FOLDER || !jw_folder_enter(&in, work, id, &unused)) {
        return false;
    }
    FILE *record = jw_folder_look(&in, made) == JW_ENTRY_FILE ? jw_folder_read(&in, moving) : NULL;
    while (record && !was && read_move(record, &file)) {
        was = !strcmp(file.name, name) && was_moved(to, id, &file);
    }
    if (record) {
        fclose(record);
    }
    jw_folder_close(&in);
    return was;
}

typedef struct {
    const JwFolder *work, *to;
    JwResultFileKnown knows;
    void *user;
    JwError *error;
} Clearing;

static void remove_moved(const Clearing *c, const JwFolder *in, const char *id) {
    JwResultFile file;
    FILE *record = jw_folder_read(in, moving);
    while (record && read_move(record, &file)) {
        char name[NAME_SIZE];
        snprintf(name, sizeof(name), "%s.%s", id, file.name);
        if (!c->knows(c->user, id, file.name) && was_moved(c->to, id, &file)) {
            unlinkat(c->to->fd, name, 0);
        }
    }
    if (record) {
        fclose(record);
    }
}

static bool clear_folder(void *user, const char *name) {
    const Clearing *c = user;
    JwFolder in;
    if (!jw_folder_enter(&in, c->work, name, c->error)) {
        return false;
    }
    if (jw_folder_look(&in, made) == JW_ENTRY_FILE) {
        remove_moved(c, &in, name);
        jw_result_files_end(&in, c->work, name);
    } else {
        unlinkat(c->work->fd, name, AT_REMOVEDIR); // Only if it is empty, as
                                                   // jw_result_files_check() found
        jw_folder_close(&in);
    }
    return true;
}

bool jw_result_files_clear(const JwFolder *work, const JwFolder *to, JwResultFileKnown knows,
                           void *user, JwError *error) {
    Clearing c = {work, to, knows, user, error};
    return jw_folder_each(work, clear_folder, &c, error);
}
