/* The smallest program that uses the installed library: it parses a model and throws it away. */
#include <string.h>

#include <lagrangia/lagrangia.h>

int main(void) {
    const char *text = "model drop\ncoord y = 1\nkinetic T = 1/2*y'^2\n";
    lgr_model *model = lgr_model_parse("drop.lgr", text, strlen(text), NULL, 0);
    if (!model) {
        return 1;
    }
    lgr_model_destroy(model);
    return 0;
}
