/* lagrangia studio: the page of the studio with a model in it, opened in a browser. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draft.h"
#include "built_page.h"

extern char **environ;

/* Where the model goes into the page. */
static const char place_of_model[] = "id=\"studio-model\">{}<";

/* The whole page; NULL after a message. The caller frees it. */
static char *read_page(const char *self) {
    char *page = page_read(self, "studio.html");
    if (!page) {
        complain("the page of the studio was not built: 'make studio' makes it, in build/studio, and LAGRANGIA_STUDIO "
                 "may name another place of studio.html");
    } else if (!strstr(page, place_of_model)) {
        complain("the page of the studio has no place for a model: build it again with 'make studio'");
        free(page);
        return NULL;
    }
    return page;
}

/* A text in quotes, so that it can neither end nor begin an element of the page. */
static bool add_text(draft *d, const char *text, size_t length) {
    bool good = draft_add(d, "\"", 1);
    for (size_t i = 0; i < length && good; i++) {
        const unsigned char c = (unsigned char)text[i];
        char out[8];
        const bool plain = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
        if (plain)
            good = draft_add(d, text + i, 1);
        else
            good = draft_add(d, out, (size_t)snprintf(out, sizeof out, "\\u%04x", c));
    }
    return good && draft_add(d, "\"", 1);
}

typedef struct written_model {
    const char *name, *text;
    size_t length;
} written_model;

static bool write_page(draft *d, const char *page, const written_model *m) {
    const char *hole = strstr(page, place_of_model) + strlen("id=\"studio-model\">");
    if (!draft_begin(d) || !draft_add(d, page, (size_t)(hole - page)))
        return false;
    if (m->text) {
        const char *slash = strrchr(m->name, '/'), *name = slash ? slash + 1 : m->name;
        if (!draft_add(d, "{\"name\": ", 9) || !add_text(d, name, strlen(name)) || !draft_add(d, ", \"text\": ", 10) ||
            !add_text(d, m->text, m->length) || !draft_add(d, "}", 1))
            return false;
        hole += strlen("{}");
    }
    return draft_add(d, hole, strlen(hole)) && draft_finish(d);
}

/* Whether a browser was asked to show the file. */
static bool show(char *path) {
#ifdef __APPLE__
    char program[] = "open";
#else
    char program[] = "xdg-open";
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return false;
#endif
    char *const arguments[] = {program, path, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    int status;
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return false;
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const bool begun = posix_spawnp(&child, program, &quiet, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&quiet);
    return begun && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int write_and_show(const char *page, const written_model *m, const char *path) {
    draft d;
    const bool written = draft_prepare(&d, path) && write_page(&d, page, m);
    if (!written)
        complain("cannot write '%s': %s", path, d.why);
    draft_dispose(&d);
    if (!written)
        return EXIT_WRITE;
    char whole[2 * PATH_MAX] = "";
    if (*path != '/' && getcwd(whole, PATH_MAX))
        strcat(whole, "/");
    if (strlen(path) < PATH_MAX)
        strcat(whole, path);
    if (!show(whole))
        printf("open %s in a browser\n", whole);
    return finish_stdout(0);
}

int command_studio(const settings *s) {
    if (s->output_count > 1)
        return usage_error(false, "the studio is one file: -o is given twice");
    char *page = read_page(s->arguments[0]);
    if (!page)
        return EXIT_USAGE;
    written_model m = {.name = s->operand_count ? s->operands[0] : ""};
    char *text = s->operand_count ? file_read(m.name, false, &m.length) : NULL;
    int status = EXIT_USAGE;
    m.text = text;
    if (text || !s->operand_count)
        status = write_and_show(page, &m, s->output_count ? s->outputs[0] : "studio.html");
    free(text);
    free(page);
    return status;
}
