// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _GNU_SOURCE // F_OFD_SETLK

#include "app/dataset/results.h"

#include "app/dataset/id_map.h"
#include "app/dataset/result_files.h"
#include "files/line.h"
#include "files/number.h"
#include "program/target_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ROW_MAX = 32768, ///< Largest number of bytes of a row
    FIELDS = 10,     ///< Fields of a row that are parsed
    FIELD_SIZE = 16384,
};

#define FIGURES                                                                                    \
    "instrument,preset,note,velocity,held_s,place,string,fret,pitch_hz,place_m,strokes,"           \
    "rate_hz,quality,frames,"                                                                      \
    "seconds,peak,rms,clipped,limited,limiter_db,normalized_db,"                                   \
    "energy_from_strokes_j,energy_from_parameters_j,energy_end_j,"                                 \
    "energy_excess_max,contact_force_max_n,impacts,seed,set"

static const char header[] =
    "id,line,status,file,bytes,sha256,labels,tar,tar_at,asked," FIGURES ",version,message\n";

typedef struct {
    uint64_t at;    ///< Offset of the row in the file
    uint64_t line;  ///< Line of the manifest
    size_t size;    ///< Bytes of the row, newline included
    bool confirmed; ///< The row was added or confirmed since the table was opened
} Row;

struct JwResults {
    JwFolder folder;         ///< Not owned
    char *name;              ///< Name of the table in it
    char *path;              ///< For messages
    int fd;                  ///< -1: not created yet
    char cut_id[JW_ID_SIZE]; ///< Id of a truncated row; empty: none
    size_t n, most;
    Row *row;
    JwIdMap by_id; ///< Number of the last row of each id
    uint64_t size; ///< Bytes of the file
    bool in_order; ///< The rows are in the order of the manifest's lines
};

const char *jw_results_columns(void) {
    return FIGURES;
}

static bool fail(const JwResults *r, JwError *error) {
    return jw_folder_fail(&r->folder, r->name, errno, error);
}

const char *jw_results_cut_id(const JwResults *results) {
    return results->cut_id;
}

const char *jw_results_path(const JwResults *results) {
    return results->path;
}

/********* Fields *********/

size_t jw_results_field(const char *text, char *field, size_t size) {
    const bool quoted = strpbrk(text, ",\"\n\r") != NULL;
    size_t n = 0;
    if (quoted && n + 1 < size) {
        field[n++] = '"';
    }
    for (; *text && n + 3 < size; ++text) {
        if (*text == '"') {
            field[n++] = '"';
        }
        field[n++] = *text;
    }
    if (quoted && n + 1 < size) {
        field[n++] = '"';
    }
    field[n < size ? n : size - 1] = '\0';
    return n;
}

/// Parses the next field and moves *text past it; returns false if there is none or it is too long.
static bool take_field(const char **text, char *field, size_t size) {
    const char *p = *text;
    size_t n = 0;
    bool quoted = *p == '"';
    for (p += quoted; *p && (quoted || *p != ','); ++p) {
        if (quoted && *p == '"') {
            quoted = p[1] == '"';
            p += quoted;
            if (!quoted) {
                continue;
            }
        }
        if (n + 1 >= size) {
            return false;
        }
        field[n++] = *p;
    }
    field[n] = '\0';
    *text = *p ? p + 1 : p;
    return true;
}

static bool take_count(const char **text, uint64_t *value) {
    char field[24];
    double number = 0.0;
    if (!take_field(text, field, sizeof(field)) || !jw_number_parse(field, &number) ||
        !(number >= 0.0 && number < 0x1p53)) {
        return false;
    }
    *value = (uint64_t)number;
    return true;
}

static bool copy_hash(char hash[JW_SHA256_TEXT], const char *text) {
    snprintf(hash, JW_SHA256_TEXT, "%.64s", text);
    return strlen(text) == JW_SHA256_TEXT - 1;
}

/// Parses NAME:BYTES:SHA256 in a list separated by blanks.
static bool take_label(const char **text, JwResultFile *file) {
    char word[JW_RESULT_NAME + 128];
    double bytes = 0.0;
    *text += strspn(*text, " ");
    if (!jw_word_next(text, word, sizeof(word))) {
        return false;
    }
    char *size = strchr(word, ':');
    char *hash = size ? strchr(size + 1, ':') : NULL;
    if (!hash || size - word >= JW_RESULT_NAME) {
        return false;
    }
    *size++ = *hash++ = '\0';
    snprintf(file->name, sizeof(file->name), "%.*s", JW_RESULT_NAME - 1, word);
    if (!jw_number_parse(size, &bytes) || !(bytes >= 0.0)) {
        return false;
    }
    file->bytes = (uint64_t)bytes;
    return copy_hash(file->sha256, hash);
}

/// Parses the fields of the sound and of the other files.
static bool take_files(const char **text, JwResult *r, char *field) {
    JwResultFile *sound = &r->file[0];
    char hash[JW_SHA256_TEXT + 1];
    const size_t n = strlen(r->id) + 1;
    if (!take_field(text, field, FIELD_SIZE) || strlen(field) <= n ||
        strlen(field) >= n + JW_RESULT_NAME) {
        return false;
    }
    snprintf(sound->name, sizeof(sound->name), "%.*s", JW_RESULT_NAME - 1, field + n);
    if (!jw_result_files_is_name(sound->name) || !take_count(text, &sound->bytes) ||
        !take_field(text, hash, sizeof(hash)) || !copy_hash(sound->sha256, hash) ||
        !take_field(text, field, FIELD_SIZE)) {
        return false;
    }
    const char *rest = field;
    r->n_files = 1;
    for (rest += strspn(rest, " "); *rest; rest += strspn(rest, " ")) {
        JwResultFile *file = &r->file[r->n_files];
        if (r->n_files == JW_RESULT_FILES || !take_label(&rest, file) ||
            !jw_result_files_is_name(file->name)) {
            return false;
        }
        ++r->n_files;
    }
    return true;
}

static bool parse(const char *text, JwResult *r, char *field) {
    char request[JW_SHA256_TEXT + 1];
    if (!take_field(&text, r->id, sizeof(r->id)) || !take_count(&text, &r->line) ||
        !take_field(&text, field, FIELD_SIZE)) {
        return false;
    }
    r->ok = !strcmp(field, "ok");
    r->n_files = 0;
    r->tar_name[0] = '\0';
    r->tar_at = 0;
    if (!r->ok) {
        // Files left by an earlier run, if any, are listed.
        return !strcmp(field, "failed") && (*text == ',' || take_files(&text, r, field));
    }
    if (!take_files(&text, r, field) || !take_field(&text, r->tar_name, sizeof(r->tar_name))) {
        return false;
    }
    const bool has_place =
        *r->tar_name ? take_count(&text, &r->tar_at) : take_field(&text, field, FIELD_SIZE);
    return has_place && take_field(&text, request, sizeof(request)) &&
           copy_hash(r->request, request);
}

static bool read_row(const JwResults *results, size_t i, char *text) {
    const Row *row = &results->row[i];
    if (row->size >= ROW_MAX ||
        pread(results->fd, text, row->size, (off_t)row->at) != (ssize_t)row->size) {
        return false;
    }
    text[row->size - 1] = '\0';
    return true;
}

bool jw_results_read(const JwResults *results, size_t i, JwResult *result) {
    char *text = malloc(ROW_MAX + FIELD_SIZE);
    const bool ok = text && read_row(results, i, text) && parse(text, result, text + ROW_MAX);
    free(text);
    return ok;
}

/********* Rows in memory *********/

/// Fails if a table can have no more rows.
static bool check_room(const JwResults *r, JwError *error) {
    return r->n < JW_RESULTS_ROWS_MAX ||
           jw_error_set(error, "%s: more than %d rows; more shards make the tables smaller",
                        r->path, (int)JW_RESULTS_ROWS_MAX);
}

static bool keep_row(JwResults *r, const char *id, const Row *row, JwError *error) {
    if (!check_room(r, error)) {
        return false;
    }
    if (r->n == r->most) {
        const size_t most = r->most ? 2 * r->most : 256;
        Row *grown = realloc(r->row, most * sizeof(*grown));
        if (!grown) {
            return jw_error_set(error, "out of memory");
        }
        r->row = grown;
        r->most = most;
    }
    r->in_order = r->in_order && (r->n == 0 || row->line > r->row[r->n - 1].line);
    r->row[r->n] = *row;
    return ((!*id || jw_id_map_put(&r->by_id, id, r->n)) && ++r->n > 0) ||
           jw_error_set(error, "out of memory");
}

void jw_results_confirm(JwResults *results, const char *id) {
    const JwIdEntry *found = jw_id_map_find(&results->by_id, id);
    if (found) {
        results->row[found->number].confirmed = true;
    }
}

size_t jw_results_n(const JwResults *results) {
    return results->n;
}

bool jw_results_find(const JwResults *results, const char *id, size_t *row) {
    const JwIdEntry *found = jw_id_map_find(&results->by_id, id);
    *row = found ? (size_t)found->number : 0;
    return found != NULL;
}

/// Stores a row that was read into memory.
static bool take_row(JwResults *r, const char *text, size_t size, JwError *error) {
    char id[JW_ID_SIZE];
    Row row = {.at = r->size, .size = size};
    if (memchr(text, '\0', size) || !take_field(&text, id, sizeof(id)) ||
        !take_count(&text, &row.line)) {
        return jw_error_set(error, "%s:%zu: not a row of a table of results", r->path, r->n + 2);
    }
    r->size += size;
    return keep_row(r, id, &row, error);
}

/// Reads a line with its newline into a text of ROW_MAX bytes and a terminating zero. Returns its
/// number of bytes, 0 at the end of the file, or ROW_MAX if it is longer.
static size_t read_line(FILE *file, char *text) {
    size_t n = 0;
    int c = 0;
    while (n < ROW_MAX && c != '\n' && (c = getc(file)) != EOF) {
        text[n++] = (char)c;
    }
    text[n] = '\0';
    return n;
}

static bool load_rows(JwResults *r, FILE *file, char *text, JwError *error) {
    bool ok = true;
    size_t n = read_line(file, text);
    const size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) ? 0 : 3;
    if (n != mark + strlen(header) || memcmp(text + mark, header, n - mark) != 0) {
        return jw_error_set(error, "%s:1: not the head of a table of results of this version",
                            r->path);
    }
    r->size = n;
    while (ok && (n = read_line(file, text)) > 0 && (text[n - 1] == '\n' || n == ROW_MAX)) {
        ok = n < ROW_MAX ? take_row(r, text, n, error)
                         : jw_error_set(error, "%s:%zu: a line of %d bytes or more", r->path,
                                        r->n + 2, (int)ROW_MAX);
    }
    const size_t n_id = ok && n > 0 ? strcspn(text, ",") : 0;
    if (n_id > 0 && n_id < JW_ID_SIZE && text[n_id] == ',') {
        snprintf(r->cut_id, sizeof(r->cut_id), "%.*s", (int)n_id, text);
    }
    return ok && (!ferror(file) || fail(r, error));
}

/// Reads all rows; data after the last complete row is a truncated row.
static bool load(JwResults *r, JwError *error) {
    char *text = malloc(ROW_MAX + 1);
    const int copy = dup(r->fd);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    bool ok = false;
    if (file && text) {
        rewind(file);
        ok = load_rows(r, file, text, error);
    } else {
        fail(r, error);
    }
    if (file) {
        fclose(file);
    } else if (copy >= 0) {
        close(copy);
    }
    free(text);
    return ok;
}

/********* File *********/

static bool lock(JwResults *r, JwError *error) {
    // A lock of the open file: it lasts until the table is closed, whatever other files are opened
    // and closed.
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat st;
    if (!fcntl(r->fd, F_OFD_SETLK, &whole)) {
        if (fstat(r->fd, &st)) {
            return fail(r, error);
        }
        // The process that had it locked may have replaced the table.
        return st.st_nlink > 0 ||
               jw_error_set(error, "%s: another process is at work on it", r->path);
    }
    return errno == EACCES || errno == EAGAIN
               ? jw_error_set(error, "%s: another process is at work on it", r->path)
               : fail(r, error);
}

static bool put(JwResults *r, const char *text, size_t n, JwError *error) {
    for (size_t done = 0; done < n;) {
        const ssize_t more = pwrite(r->fd, text + done, n - done, (off_t)(r->size + done));
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more <= 0) {
            // The incomplete row is cut off, here or when the table is next opened.
            errno = more ? errno : ENOSPC;
            fail(r, error);
            (void)!ftruncate(r->fd, (off_t)r->size);
            return false;
        }
        done += (size_t)more;
    }
    r->size += n;
    return true;
}

/// Opens an existing table.
static bool open_table(JwResults *r, bool resume, JwError *error) {
    struct stat st;
    r->in_order = true;
    if (jw_folder_look(&r->folder, r->name) == JW_ENTRY_NONE) {
        return true;
    }
    if (!resume) {
        return jw_error_set(error,
                            "%s: is there; --resume goes on with it, or another folder begins "
                            "anew",
                            r->path);
    }
    r->fd = jw_folder_reopen(&r->folder, r->name, error);
    if (r->fd < 0 || !lock(r, error)) {
        return false;
    }
    if (fstat(r->fd, &st)) {
        return fail(r, error);
    }
    return st.st_size == 0 || load(r, error);
}

bool jw_results_begin(JwResults *r, JwError *error) {
    if (r->fd < 0) {
        r->fd = jw_folder_create(&r->folder, r->name);
        if (r->fd < 0) {
            return errno == EEXIST
                       ? jw_error_set(error, "%s: another process is at work on it", r->path)
                       : fail(r, error);
        }
        if (!lock(r, error)) {
            return false;
        }
    }
    return r->size == 0 ? put(r, header, strlen(header), error)
                        : !ftruncate(r->fd, (off_t)r->size) || fail(r, error);
}

JwResults *jw_results_open(const JwFolder *folder, const char *name, bool resume, JwError *error) {
    const size_t size = strlen(folder->path) + strlen(name) + 2;
    JwResults *r = calloc(1, sizeof(*r));
    if (!r) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    *r = (JwResults){.folder = *folder, .name = strdup(name), .path = malloc(size), .fd = -1};
    if (r->name && r->path) {
        snprintf(r->path, size, "%s/%s", folder->path, name);
        if (open_table(r, resume, error)) {
            return r;
        }
    } else {
        jw_error_set(error, "out of memory");
    }
    jw_results_close(r);
    return NULL;
}

/// Composes a row; returns its number of bytes, 0 if it does not fit.
static size_t compose(const JwResult *result, char *row) {
    size_t n = 0;
    int added = snprintf(row, ROW_MAX, "%s,%" PRIu64 ",%s,", result->id, result->line,
                         result->ok ? "ok" : "failed");
    n += (size_t)added;
    if (result->n_files > 0) {
        const JwResultFile *sound = &result->file[0];
        added = snprintf(row + n, ROW_MAX - n, "%s.%s,%" PRIu64 ",%s,", result->id, sound->name,
                         sound->bytes, sound->sha256);
        n += (size_t)added;
        for (int i = 1; i < result->n_files && n < ROW_MAX - 512; ++i) {
            const JwResultFile *f = &result->file[i];
            added = snprintf(row + n, ROW_MAX - n, "%s%s:%" PRIu64 ":%s", i > 1 ? " " : "", f->name,
                             f->bytes, f->sha256);
            n += (size_t)added;
        }
        added = !*result->tar_name ? snprintf(row + n, ROW_MAX - n, ",,,")
                                   : snprintf(row + n, ROW_MAX - n, ",%s,%" PRIu64 ",",
                                              result->tar_name, result->tar_at);
        n += (size_t)added;
    } else {
        n += (size_t)snprintf(row + n, ROW_MAX - n, ",,,,,,");
    }
    if (n > ROW_MAX - 4096) {
        return 0;
    }
    n += (size_t)snprintf(row + n, ROW_MAX - n, "%s,%s", result->request, result->columns);
    if (!*result->columns) {
        for (const char *c = FIGURES; *c; ++c) {
            n += *c == ',' && n < ROW_MAX ? (row[n] = ',', 1u) : 0u;
        }
    }
    n += (size_t)snprintf(row + n, ROW_MAX - n, ",%s,", JW_VERSION);
    return n;
}

bool jw_results_add(JwResults *r, const JwResult *result, JwError *error) {
    char row[ROW_MAX], text[sizeof(result->message.text)];
    size_t n = compose(result, row);
    if (n == 0) {
        return jw_error_set(error, "%s: %s has too many files", r->path, result->id);
    }
    snprintf(text, sizeof(text), "%s", result->message.text);
    jw_line_tidy(text);
    n += jw_results_field(text, row + n, sizeof(row) - n - 1);
    row[n++] = '\n';
    const Row added = {.at = r->size, .line = result->line, .size = n, .confirmed = true};
    return check_room(r, error) && put(r, row, n, error) && keep_row(r, result->id, &added, error);
}

/********* Order *********/

static int compare_rows(const void *a, const void *b) {
    const Row *x = a, *y = b;
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return x->at < y->at ? -1 : x->at > y->at;
}

static bool write_rows(const JwResults *r, const Row *row, size_t n, JwTargetFile *file,
                       JwError *error) {
    char *text = malloc(ROW_MAX);
    bool ok = text ? jw_target_file_write(file, header, strlen(header), error)
                   : jw_error_set(error, "out of memory");
    for (size_t i = 0; i < n && ok; ++i) {
        errno = EIO; // A read ended early
        ok = row[i].size <= ROW_MAX &&
                     pread(r->fd, text, row[i].size, (off_t)row[i].at) == (ssize_t)row[i].size
                 ? jw_target_file_write(file, text, row[i].size, error)
                 : fail(r, error);
    }
    free(text);
    return ok;
}

/// Replaces the file by a table of these rows, through a file in the folder `spare`.
static bool replace(const JwResults *r, const Row *row, size_t n, const JwFolder *spare,
                    JwError *error) {
    JwTargetFile file = {0};
    const bool ok =
        jw_target_file_open_in(&file, spare, "results.csv", error) &&
        write_rows(r, row, n, &file, error) && jw_target_file_finish(&file, error) &&
        jw_target_file_commit(&file, error) &&
        (jw_folder_move_over(spare, "results.csv", &r->folder, r->name) || fail(r, error));
    jw_target_file_discard(&file);
    return ok;
}

bool jw_results_keep(JwResults *r, const bool *keep, const JwFolder *spare, JwError *error) {
    size_t n = 0;
    Row *row = malloc((r->n + 1) * sizeof(*row));
    if (!row) {
        return jw_error_set(error, "out of memory");
    }
    for (size_t i = 0; i < r->n; ++i) {
        row[n] = r->row[i];
        n += keep[i];
    }
    const bool ok = n == r->n || replace(r, row, n, spare, error);
    free(row);
    if (!ok || n == r->n) {
        return ok;
    }
    close(r->fd);
    free(r->row);
    jw_id_map_clear(&r->by_id);
    *r = (JwResults){.folder = r->folder, .name = r->name, .path = r->path, .fd = -1};
    return open_table(r, true, error);
}

/// Drops the rows that were neither added nor confirmed; returns true if there were any.
static bool drop_others(JwResults *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->n; ++i) {
        r->row[n] = r->row[i];
        n += r->row[i].confirmed;
    }
    const bool any = n < r->n;
    r->n = n;
    return any;
}

bool jw_results_tidy(JwResults *r, bool whole, const JwFolder *spare, JwError *error) {
    const bool dropped = whole && drop_others(r);
    size_t n = 0;
    if (r->in_order && !dropped) {
        return !fsync(r->fd) || fail(r, error);
    }
    qsort(r->row, r->n, sizeof(*r->row), compare_rows);
    for (size_t i = 0; i < r->n; ++i) {
        n += n == 0 || r->row[n - 1].line != r->row[i].line;
        r->row[n - 1] = r->row[i];
    }
    return replace(r, r->row, n, spare, error);
}

void jw_results_close(JwResults *r) {
    if (r) {
        if (r->fd >= 0) {
            close(r->fd);
        }
        jw_id_map_clear(&r->by_id);
        free(r->row);
        free(r->name);
        free(r->path);
        free(r);
    }
}
