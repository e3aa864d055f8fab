/* lagrangia explain: what the code of a message means. */
#include <ctype.h>
#include <string.h>

#include "tool.h"

int command_explain(const settings *s) {
    char code[16] = "";
    for (size_t i = 0; s->operands[0][i] && i + 1 < sizeof code; i++)
        code[i] = (char)toupper((unsigned char)s->operands[0][i]);
    const char *text = lgr_explain(code);
    if (!text)
        return usage_error(false, "there is no code '%s'; codes look like E0107", s->operands[0]);
    puts(text);
    return 0;
}
