/* Rows to datasets and back, in slabs of rows: the file may be larger than memory. */
#include "hdf5_rows.h"

#ifdef LGR_LARGE_HDF5

#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLAB_ROWS = 8192, DEFLATE = 4 }; /* rows of a chunk; usual compression */

/* A column in the file, and in memory that part of it which is on its way. */
typedef struct column {
    char *path;
    hid_t type, set;
    size_t size; /* of a value, in bytes */
    char *values;
} column;

/* "design", parameters, reports, "end", "note". */
typedef struct table {
    column *columns;
    size_t count, total, held; /* columns; rows; rows in memory, the last ones up to `done` */
    size_t done;
    hid_t file;
} table;

typedef struct line_reader {
    FILE *in;
    char *line, *next; /* `next` is the cell that comes next */
    size_t room;
} line_reader;

static bool open_line(line_reader *r) {
    ssize_t length = getline(&r->line, &r->room, r->in);
    if (length <= 0 || r->line[length - 1] != '\n')
        return false;
    r->line[length - 1] = '\0';
    r->next = r->line;
    return true;
}

/* The next cell, unquoted in its place. */
static const char *next_cell(line_reader *r) {
    char *from = r->next, *to = from;
    const char *cell = to;
    bool quoted = *from == '"';
    for (from += quoted; *from && (quoted || *from != ','); from++) {
        if (quoted && *from == '"' && *++from != '"')
            break;
        *to++ = *from;
    }
    r->next = from + (*from == ',');
    *to = '\0';
    return cell;
}

static bool begin_lines(line_reader *r) {
    rewind(r->in);
    return open_line(r); /* the header */
}

/* The size of the longest text in the last two columns, with the zero behind it. */
static bool measure_texts(table *t, line_reader *r) {
    column *texts = &t->columns[t->count - 2];
    texts[0].size = texts[1].size = 1;
    bool ok = begin_lines(r);
    for (size_t i = 0; ok && i < t->total; i++) {
        ok = open_line(r);
        for (size_t k = 0; ok && k + 2 < t->count; k++)
            next_cell(r);
        for (size_t k = 0; ok && k < 2; k++) {
            size_t length = strlen(next_cell(r)) + 1;
            texts[k].size = length > texts[k].size ? length : texts[k].size;
        }
    }
    return ok;
}

static hid_t make_text_type(size_t size) {
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_cset(type, H5T_CSET_UTF8);
    H5Tset_strpad(type, H5T_STR_NULLTERM);
    return type;
}

static char *join(const char *group, const char *name) {
    char *path = calloc(strlen(group) + strlen(name) + 1, 1);
    return path ? strcat(strcpy(path, group), name) : NULL;
}

/* Names, types and room of all columns. The sizes of texts are known already. */
static bool prepare_columns(table *t, const lgr_sweep *sweep) {
    bool ok = true;
    for (size_t i = 0; i < t->count; i++) {
        column *c = &t->columns[i];
        bool text = i + 2 >= t->count;
        lgr_column about = i > 0 && !text ? lgr_sweep_column(sweep, i - 1) : (lgr_column){0};
        c->type = text ? make_text_type(c->size) : H5Tcopy(i == 0 ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE);
        c->size = H5Tget_size(c->type);
        c->path = text     ? join("", i + 1 == t->count ? "note" : "end")
                  : i == 0 ? join("", "design")
                           : join(about.is_report ? "reports/" : "parameters/", about.name);
        c->values = calloc(SLAB_ROWS, c->size);
        ok = ok && c->type >= 0 && c->path && c->values;
    }
    return ok;
}

static bool make_table(table *t, const lgr_sweep *sweep) {
    *t = (table){.count = lgr_sweep_column_count(sweep) + 3, .total = lgr_sweep_count(sweep), .file = -1};
    t->columns = calloc(t->count, sizeof *t->columns);
    for (size_t i = 0; t->columns && i < t->count; i++)
        t->columns[i].type = t->columns[i].set = -1;
    return t->columns != NULL;
}

/* False if something could not be written after all. */
static bool dispose_table(table *t) {
    bool ok = true;
    for (size_t i = 0; t->columns && i < t->count; i++) {
        column *c = &t->columns[i];
        if (c->set >= 0)
            ok = H5Dclose(c->set) >= 0 && ok;
        if (c->type >= 0)
            H5Tclose(c->type);
        free(c->path);
        free(c->values);
    }
    free(t->columns);
    if (t->file >= 0)
        ok = H5Fclose(t->file) >= 0 && ok;
    return ok;
}

/* Texts of any length as an attribute: one, or a row of them. */
static bool add_attribute(hid_t to, const char *name, const char *const *texts, size_t count, bool row) {
    hsize_t size = count;
    hid_t type = make_text_type(H5T_VARIABLE);
    hid_t space = row ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool ok = attribute >= 0 && H5Awrite(attribute, type, texts) >= 0;
    if (attribute >= 0)
        ok = H5Aclose(attribute) >= 0 && ok;
    H5Sclose(space);
    H5Tclose(type);
    return ok;
}

static bool add_text(hid_t to, const char *name, const char *text) {
    return add_attribute(to, name, &text, 1, false);
}

/* For a dataset. When it was made is not noted: the same sweep gives the same bytes. */
static hid_t make_layout(void) {
    hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(how, false);
    return how;
}

/* A dataset and not an attribute: these hold no more than 64 KiB. */
static bool add_model(hid_t file, const lgr_model *model) {
    size_t length;
    const char *text = lgr_model_text(model, &length);
    hid_t type = make_text_type(length + 1), space = H5Screate(H5S_SCALAR), how = make_layout();
    hid_t set = H5Dcreate2(file, "model", type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    bool ok = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0 &&
              add_text(set, "name", lgr_model_name(model));
    if (set >= 0)
        ok = H5Dclose(set) >= 0 && ok;
    H5Pclose(how);
    H5Sclose(space);
    H5Tclose(type);
    return ok;
}

static bool add_head(hid_t file, const lgr_sweep *sweep, const hdf5_head *head) {
    size_t count = 0;
    while (head->command[count])
        count++;
    return add_text(file, "lagrangia", lgr_version()) && add_text(file, "key", lgr_sweep_key(sweep)) &&
           add_attribute(file, "command", (const char *const *)head->command, count, true) &&
           add_model(file, head->model);
}

static bool create_set(const table *t, column *c) {
    hsize_t size = t->total, most = H5S_UNLIMITED, chunk = size < SLAB_ROWS ? size + !size : SLAB_ROWS;
    hid_t space = H5Screate_simple(1, &size, &most), how = make_layout();
    hid_t linking = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(linking, 1);
    H5Pset_chunk(how, 1, &chunk);
    H5Pset_shuffle(how);
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0)
        H5Pset_deflate(how, DEFLATE);
    c->set = H5Dcreate2(t->file, c->path, c->type, space, linking, how, H5P_DEFAULT);
    H5Pclose(linking);
    H5Pclose(how);
    H5Sclose(space);
    return c->set >= 0;
}

static bool create_sets(table *t, const lgr_sweep *sweep) {
    bool ok = true;
    for (size_t i = 0; ok && i < t->count; i++) {
        ok = create_set(t, &t->columns[i]);
        if (!ok || i == 0 || i + 2 >= t->count)
            continue;
        lgr_column about = lgr_sweep_column(sweep, i - 1);
        ok = add_text(t->columns[i].set, "unit", about.unit) && add_text(t->columns[i].set, "label", about.label);
    }
    return ok;
}

typedef herr_t (*transfer)(const column *c, hid_t memory, hid_t file);

static herr_t store(const column *c, hid_t memory, hid_t file) {
    return H5Dwrite(c->set, c->type, memory, file, H5P_DEFAULT, c->values);
}

static herr_t fetch(const column *c, hid_t memory, hid_t file) {
    return H5Dread(c->set, c->type, memory, file, H5P_DEFAULT, c->values);
}

/* Moves the rows in memory, which end before `done`, between memory and file. */
static bool move_slab(table *t, transfer move) {
    hsize_t begin = t->done - t->held, count = t->held, all = t->total;
    hid_t file = H5Screate_simple(1, &all, NULL), memory = H5Screate_simple(1, &count, NULL);
    bool ok = H5Sselect_hyperslab(file, H5S_SELECT_SET, &begin, NULL, &count, NULL) >= 0;
    for (size_t i = 0; ok && i < t->count; i++)
        ok = move(&t->columns[i], memory, file) >= 0;
    H5Sclose(file);
    H5Sclose(memory);
    return ok;
}

static void hold_row(table *t, line_reader *r) {
    for (size_t i = 0; i < t->count; i++) {
        const column *c = &t->columns[i];
        char *to = c->values + t->held * c->size;
        const char *cell = next_cell(r);
        uint64_t design = strtoull(cell, NULL, 10);
        double number = *cell ? lgr_number_read(cell, NULL) : NAN;
        if (i + 2 >= t->count) {
            memset(to, 0, c->size);
            memcpy(to, cell, strlen(cell)); /* as long as the longest at most */
        } else
            memcpy(to, i == 0 ? (const void *)&design : &number, c->size);
    }
    t->held++;
    t->done++;
}

static bool store_rows(table *t, line_reader *r) {
    bool ok = begin_lines(r);
    while (ok && t->done < t->total) {
        ok = open_line(r);
        if (ok)
            hold_row(t, r);
        if (!ok || (t->held < SLAB_ROWS && t->done < t->total))
            continue;
        ok = move_slab(t, store);
        t->held = 0;
    }
    return ok;
}

/* Failures are ours to tell, and after one (a full disk) its own tidying at the exit crashes: all is closed before. */
static void begin_hdf5(void) {
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

bool hdf5_write(const char *path, FILE *rows, const lgr_sweep *sweep, const hdf5_head *head) {
    line_reader r = {.in = rows};
    table t;
    begin_hdf5();
    bool ok = make_table(&t, sweep) && measure_texts(&t, &r) && prepare_columns(&t, sweep);
    t.file = ok ? H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT) : -1;
    if (t.file >= 0)
        errno = 0;
    ok = t.file >= 0 && add_head(t.file, sweep, head) && create_sets(&t, sweep) && store_rows(&t, &r);
    const int reason = ok ? 0 : errno;
    ok = dispose_table(&t) && ok; /* which writes what is left */
    free(r.line);
    errno = reason ? reason : errno;
    return ok;
}

static bool has_key(hid_t file, const char *key) {
    hid_t attribute = H5Aopen(file, "key", H5P_DEFAULT), type = make_text_type(H5T_VARIABLE);
    char *text = NULL;
    bool read = attribute >= 0 && H5Aread(attribute, type, &text) >= 0 && text;
    bool same = read && strcmp(text, key) == 0;
    if (read)
        H5free_memory(text);
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Tclose(type);
    return same;
}

/* Opens a dataset; its texts are as long as the file says. */
static bool open_set(const table *t, column *c) {
    hsize_t length = 0;
    c->set = H5Dopen2(t->file, c->path, H5P_DEFAULT);
    hid_t space = c->set >= 0 ? H5Dget_space(c->set) : -1;
    bool ok = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &length, NULL) == 1 && length == t->total;
    if (space >= 0)
        H5Sclose(space);
    return ok;
}

/* The size of a dataset of texts; 0 if it is none of a fixed size. */
static size_t stored_size(hid_t file, const char *name) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = set >= 0 ? H5Dget_type(set) : -1;
    bool fixed = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
    size_t size = fixed ? H5Tget_size(type) : 0;
    if (type >= 0)
        H5Tclose(type);
    if (set >= 0)
        H5Dclose(set);
    return size;
}

static bool open_sets(table *t, const lgr_sweep *sweep) {
    column *texts = &t->columns[t->count - 2];
    texts[0].size = stored_size(t->file, "end");
    texts[1].size = stored_size(t->file, "note");
    bool ok = texts[0].size && texts[1].size && prepare_columns(t, sweep);
    for (size_t i = 0; ok && i < t->count; i++)
        ok = open_set(t, &t->columns[i]);
    return ok;
}

/* Row `row` of those in memory, to the sweep. `values` has room for its reports, `texts` for its end and its note. */
static bool give_row(const table *t, size_t row, lgr_sweep *sweep, double *values, char *const *texts) {
    size_t count = 0;
    for (size_t i = 1; i + 2 < t->count; i++)
        if (lgr_sweep_column(sweep, i - 1).is_report)
            memcpy(&values[count++], t->columns[i].values + row * sizeof(double), sizeof(double));
    for (size_t k = 0; k < 2; k++) {
        const column *c = &t->columns[t->count - 2 + k];
        memcpy(texts[k], c->values + row * c->size, c->size);
    }
    return lgr_sweep_resume_values(sweep, values, texts[0], texts[1]);
}

static bool give_rows(table *t, lgr_sweep *sweep) {
    double *values = calloc(t->count, sizeof *values);
    char *texts[] = {calloc(t->columns[t->count - 2].size, 1), calloc(t->columns[t->count - 1].size, 1)};
    bool ok = values && texts[0] && texts[1];
    while (ok && t->done < t->total) {
        size_t left = t->total - t->done;
        t->held = left < SLAB_ROWS ? left : SLAB_ROWS;
        t->done += t->held;
        ok = move_slab(t, fetch);
        for (size_t i = 0; ok && i < t->held; i++)
            ok = give_row(t, i, sweep, values, texts);
    }
    free(values);
    free(texts[0]);
    free(texts[1]);
    return ok;
}

bool hdf5_read(const char *path, lgr_sweep *sweep) {
    table t;
    begin_hdf5();
    bool ok = make_table(&t, sweep);
    t.file = ok ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
    ok = t.file >= 0 && has_key(t.file, lgr_sweep_key(sweep)) && open_sets(&t, sweep) && give_rows(&t, sweep);
    return dispose_table(&t) && ok;
}

#else

/* Never reached: a sweep that would need them is refused, or done by the other program. */
bool hdf5_write(const char *path, FILE *rows, const lgr_sweep *sweep, const hdf5_head *head) {
    (void)path, (void)rows, (void)sweep, (void)head;
    return false;
}

bool hdf5_read(const char *path, lgr_sweep *sweep) {
    (void)path, (void)sweep;
    return false;
}

#endif
