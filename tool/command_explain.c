/* lagrangia explain: the explanation of a code, or the list of all codes. */
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

int command_explain(const settings *s) {
    char code[16] = "";
    if (s->operand_count == 0)
        return list_codes();
    for (size_t i = 0; s->operands[0][i] && i + 1 < sizeof code; i++)
        code[i] = (char)toupper((unsigned char)s->operands[0][i]);
    const char *text = lgr_explain(code);
    if (!text)
        return usage_error(false, "there is no code '%s'; 'lagrangia explain' lists all", s->operands[0]);
    printf("%s: %s\n\n", code, lgr_code_title(code));
    print_text(text, terminal_width() < WIDEST ? terminal_width() : WIDEST);
    return 0;
}
