/* FMUs: a binary for this platform out of the sources, and the archive. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fmu.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draft.h"
#include "icon.h"
#include "zip.h"

extern char **environ;

enum { MOST_FILES = sizeof((fmu *)0)->files / sizeof(fmu_file), MOST_WORDS = 64 };

#ifdef __APPLE__
#define ENDING ".dylib"
#else
#define ENDING ".so"
#endif

static const char *platform(int version) {
#if defined __APPLE__ && defined __aarch64__
    return version == 3 ? "aarch64-darwin" : "darwin64";
#elif defined __APPLE__
    return version == 3 ? "x86_64-darwin" : "darwin64";
#elif defined __aarch64__
    (void)version;
    return "aarch64-linux";
#elif defined __x86_64__
    return version == 3 ? "x86_64-linux" : "linux64";
#else
    return version == 3 ? "x86-linux" : "linux32";
#endif
}

static char *copy_of(const char *data, size_t length) {
    char *to = malloc(length + 1);
    if (to) {
        memcpy(to, data, length);
        to[length] = '\0';
    }
    return to;
}

bool fmu_keep(void *user, const char *name, const char *data, size_t length) {
    fmu *f = user;
    if (f->count == MOST_FILES)
        return false;
    fmu_file *x = &f->files[f->count++];
    *x = (fmu_file){copy_of(name, strlen(name)), copy_of(data, length), length};
    if (!x->name || !x->data) {
        complain("out of memory");
        f->failed = true;
    }
    return !f->failed;
}

static bool ends_with(const char *name, const char *ending) {
    return strlen(name) > strlen(ending) && strcmp(name + strlen(name) - strlen(ending), ending) == 0;
}

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void fmu_name(const fmu *f, char *name, size_t room) {
    *name = '\0';
    for (size_t i = 0; i < f->count; i++)
        if (ends_with(f->files[i].name, ".h"))
            snprintf(name, room, "%.*s", (int)strlen(base_of(f->files[i].name)) - 2, base_of(f->files[i].name));
}

/* --- The binary --- */

static bool write_file(const char *folder, const fmu_file *x) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, base_of(x->name));
    FILE *out = fopen(path, "wb");
    bool ok = out && fwrite(x->data, 1, x->length, out) == x->length;
    ok = out && fclose(out) == 0 && ok;
    if (!ok)
        complain("cannot write '%s': %s", path, error_text(errno));
    return ok;
}

static void clear_folder(const fmu *f, const char *folder, const char *binary) {
    char path[PATH_MAX];
    for (size_t i = 0; i < f->count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, base_of(f->files[i].name));
        unlink(path);
    }
    unlink(binary);
    rmdir(folder);
}

static size_t split(char *text, char **words, size_t count) {
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word && count + 1 < MOST_WORDS / 2; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    return count;
}

/* The exit status of the compiler; -1: there is none. */
static int call_compiler(char *folder, char *binary, char *one, char *other) {
    static char shared[] = "-shared", pic[] = "-fPIC", hidden[] = "-fvisibility=hidden", c99[] = "-std=c99",
                older[] = "-DFMI2_OVERRIDE_FUNCTION_PREFIX", newer[] = "-DFMI3_OVERRIDE_FUNCTION_PREFIX",
                include[] = "-I", output[] = "-o", mathematics[] = "-lm";
    const char *cc = getenv("CC"), *cflags = getenv("CFLAGS");
    char *compiler = copy_of(cc && *cc ? cc : "cc", strlen(cc && *cc ? cc : "cc"));
    char *flags = copy_of(cflags ? cflags : "-O2", strlen(cflags ? cflags : "-O2"));
    char *words[MOST_WORDS] = {NULL};
    int status = -1;
    pid_t child;
    if (compiler && flags) {
        size_t n = split(flags, words, split(compiler, words, 0));
        char *const rest[] = {c99,    shared, pic,    hidden, older, newer,      include,
                              folder, output, binary, one,    other, mathematics};
        for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
            words[n++] = rest[i];
        if (*words && posix_spawnp(&child, words[0], NULL, NULL, words, environ) == 0 &&
            waitpid(child, &status, 0) == child)
            status = WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
        else
            status = -1;
    }
    free(compiler);
    free(flags);
    return status;
}

static char *read_binary(const char *path, size_t *length) {
    FILE *in = fopen(path, "rb");
    char *bytes = NULL;
    long size;
    if (in && fseek(in, 0, SEEK_END) == 0 && (size = ftell(in)) > 0 && fseek(in, 0, SEEK_SET) == 0 &&
        (bytes = malloc((size_t)size)) != NULL)
        *length = fread(bytes, 1, (size_t)size, in);
    if (in)
        fclose(in);
    return bytes;
}

static bool add_binary(fmu *f, const char *path, const char *name, int version) {
    char inside[PATH_MAX];
    size_t length = 0;
    char *bytes = read_binary(path, &length);
    snprintf(inside, sizeof inside, "binaries/%s/%s%s", platform(version), name, ENDING);
    const bool ok = bytes && fmu_keep(f, inside, bytes, length);
    free(bytes);
    if (!bytes)
        complain("cannot read '%s'", path);
    return ok;
}

bool fmu_compile(fmu *f, int version) {
    const char *where = getenv("TMPDIR");
    char folder[PATH_MAX / 4], name[PATH_MAX / 4], binary[PATH_MAX], one[PATH_MAX], other[PATH_MAX];
    interrupts_listen(); /* the folder is cleared all the same */
    snprintf(folder, sizeof folder, "%s/lagrangia-XXXXXX", where && *where ? where : "/tmp");
    fmu_name(f, name, sizeof name);
    if (!mkdtemp(folder)) {
        complain("cannot make a folder '%s': %s", folder, error_text(errno));
        return false;
    }
    snprintf(binary, sizeof binary, "%s/%s%s", folder, name, ENDING);
    snprintf(one, sizeof one, "%s/%s.c", folder, name);
    snprintf(other, sizeof other, "%s/%s_fmi.c", folder, name);
    bool ok = true;
    for (size_t i = 0; i < f->count && ok; i++)
        ok = write_file(folder, &f->files[i]);
    const int status = ok && !interrupts_came() ? call_compiler(folder, binary, one, other) : 0;
    if (!ok || interrupts_came())
        ok = false;
    else if (status < 0)
        complain("no C compiler is found: the FMU has sources, but no binary");
    else if (status)
        complain("the C compiler failed");
    else
        ok = add_binary(f, binary, name, version);
    clear_folder(f, folder, binary);
    return ok && status <= 0;
}

/* --- The icon --- */

/* FMI 3.0, 2.4.9: where the picture stands, in units of a tenth of a millimetre. */
static const char icon_place[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
    "  <GraphicalRepresentation>\n"
    "    <CoordinateSystem x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\" suggestedScalingFactorTo_mm=\"0.1\"/>\n"
    "    <Icon x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\"/>\n  "
    "</GraphicalRepresentation>\n</fmiTerminalsAndIcons>\n";

bool fmu_add_icon(fmu *f, lgr_model *model, int version) {
    size_t length;
    char *icon = icon_make(model, &length);
    bool ok = !icon || fmu_keep(f, version == 3 ? "terminalsAndIcons/icon.png" : "model.png", icon, length);
    if (icon && version == 3)
        ok = ok && fmu_keep(f, "terminalsAndIcons/terminalsAndIcons.xml", icon_place, sizeof icon_place - 1);
    free(icon);
    return ok;
}

/* --- The archive --- */

static bool tell(const char *path, const draft *d) {
    complain("cannot write '%s': %s", path, d->why ? d->why : "out of memory");
    return false;
}

bool fmu_may_write(const char *path) {
    draft d;
    const bool may = draft_prepare(&d, path) || tell(path, &d);
    draft_dispose(&d);
    return may;
}

bool fmu_write(const fmu *f, const char *path) {
    draft d;
    zip z = {.to = &d};
    bool ok = draft_prepare(&d, path) && draft_begin(&d);
    for (size_t i = 0; i < f->count && ok; i++)
        ok = zip_add(&z, f->files[i].name, f->files[i].data, f->files[i].length);
    ok = ok && zip_finish(&z) && draft_finish(&d);
    if (!ok)
        tell(path, &d);
    zip_dispose(&z);
    draft_dispose(&d);
    return ok;
}

void fmu_dispose(fmu *f) {
    for (size_t i = 0; i < f->count; i++) {
        free(f->files[i].name);
        free(f->files[i].data);
    }
}
