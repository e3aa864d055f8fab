/* lagrangia explain: a code or a component explained, or the list of all. */
#include <ctype.h>
#include <string.h>

#include "tool.h"

enum { WIDEST = 100 };

static int list_codes(void) {
    const char *code;
    for (size_t i = 0; (code = lgr_code_name(i)) != NULL; i++)
        printf("%s  %s\n", code, lgr_code_title(code));
    return 0;
}

/* One line of the explanation, broken between words; what is indented is a model and stays as it is. */
static void print_line(const char *line, size_t length, int width) {
    for (size_t column = 0; *line != ' ' && length > (size_t)width; column = 0) {
        for (size_t i = 0; i <= (size_t)width; i++)
            column = line[i] == ' ' ? i : column;
        if (column == 0)
            break;
        printf("%.*s\n", (int)column, line);
        line += column + 1;
        length -= column + 1;
    }
    printf("%.*s\n", (int)length, line);
}

static void print_text(const char *text, int width) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        print_line(text, length, width);
        text += length + (text[length] == '\n');
    }
}

/* The line that begins at a place, without its end. */
static int line_length(const char *line) {
    return (int)strcspn(line, "\n");
}

/* Where 'component NAME(' begins in a text, at the beginning of a line; NULL if it is not there. Any name if NULL. */
static const char *find_component(const char *text, const char *name) {
    static const char word[] = "component ";
    size_t length = name ? strlen(name) : 0;
    for (const char *line = text; *line; line += line_length(line) + (line[line_length(line)] == '\n')) {
        const char *found = line + strlen(word);
        if (strncmp(line, word, strlen(word)) == 0 && strncmp(found, name ? name : "", length) == 0 &&
            (!name || found[length] == '('))
            return line;
    }
    return NULL;
}

/* The first line of the comment that ends where a component begins. */
static const char *comment_of(const char *text, const char *component) {
    const char *begin = component;
    while (begin > text) {
        const char *line = begin - 1;
        while (line > text && line[-1] != '\n')
            line--;
        if (*line != '#')
            break;
        begin = line;
    }
    return begin;
}

static void print_comment(const char *line, const char *end) {
    for (; line < end && *line == '#'; line += line_length(line) + 1)
        printf("%.*s\n", line_length(line) - (line[1] == ' ' ? 2 : 1), line + (line[1] == ' ' ? 2 : 1));
}

/* What stands above the component, and the component itself, up to the brace that closes it. */
static void print_component(const char *file, const char *text, const char *component) {
    const char *end = strstr(component, "\n}\n");
    printf("%.*s: include <%s>\n\n", (int)strcspn(component + strlen("component "), "("),
           component + strlen("component "), file);
    print_comment(comment_of(text, component), component);
    printf("\n%.*s\n", (int)((end ? end + 2 : component + strlen(component)) - component), component);
}

/* "gear_pair(a, b, r, s, a0 = 0, b0 = 0)", one a line. */
static void list_file(const char *file, const char *text) {
    printf("include <%s>\n", file);
    for (const char *c = find_component(text, NULL); c; c = find_component(c + line_length(c), NULL)) {
        const char *name = c + strlen("component ");
        printf("  %.*s\n", (int)(strcspn(name, "{\n") - 1), name);
    }
}

static int list_components(void) {
    const char *file;
    for (size_t i = 0; (file = lgr_component_file(i)) != NULL; i++)
        list_file(file, lgr_component_text(file));
    return 0;
}

/* A component, or a file of them, with or without its angle brackets. False if there is none of this name. */
static bool explain_component(const char *name) {
    char plain[64] = "";
    const char *file;
    bool brackets = name[0] == '<';
    size_t length = strcspn(name + brackets, ">");
    memcpy(plain, name + brackets, length < sizeof plain ? length : 0);
    for (size_t i = 0; (file = lgr_component_file(i)) != NULL; i++) {
        const char *text = lgr_component_text(file), *component = find_component(text, plain);
        if (component && !brackets)
            return print_component(file, text, component), true;
        if (strcmp(file, plain) == 0)
            return print_comment(text, text + strlen(text)), printf("\n"), list_file(file, text), true;
    }
    return false;
}

int command_explain(const settings *s) {
    char code[16] = "";
    if (s->operand_count == 0)
        return list_codes();
    const char *asked = s->operands[0];
    for (size_t i = 0; asked[i] && i + 1 < sizeof code; i++)
        code[i] = (char)toupper((unsigned char)asked[i]);
    const char *text = lgr_explain(code);
    if (!text && strcmp(asked, "components") == 0)
        return list_components();
    if (!text && explain_component(asked))
        return 0;
    if (!text)
        return usage_error(false,
                           "there is no code and no component '%s'; 'lagrangia explain' lists all codes, "
                           "'lagrangia explain components' all components",
                           asked);
    printf("%s: %s\n\n", code, lgr_code_title(code));
    print_text(text, terminal_width() < WIDEST ? terminal_width() : WIDEST);
    return 0;
}
