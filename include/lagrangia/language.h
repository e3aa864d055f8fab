/* What an editor asks about a model's text: colours, completion, declarations and uses of names, findings with what
   mends them, formatting. */
#ifndef LAGRANGIA_LANGUAGE_H
#define LAGRANGIA_LANGUAGE_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a question about the text as JSON, in the shapes of the Language Server Protocol: a range is {"start":
   {"line", "character"}, "end": ...}, lines and characters count from 0, and a character is a unit of UTF-16. The text
   may be wrong or incomplete: names that are declared before and after a wrong line are known. What may be asked:

   "legend"      {"tokenTypes", "tokenModifiers"}: the classes of tokens, "keyword", "unit", "coordinate", ...
   "tokens"      {"data"}: five numbers for each token in the order of the text: lines since the token before,
   characters since its begin or the line's, length, number of the class in the legend, 1 where it declares a name
   "folds"       [{"startLine", "endLine", "kind"}], kind "comment" or none
   "symbols"     what the text declares: [{"name", "detail", "kind", "class", "range", "selectionRange", "children"}]
   "completion"  what may be written at the place: [{"label", "kind", "detail", "documentation"}]
   "hover"       {"contents": {"kind": "markdown", "value"}, "range"}: a name's kind, declaration, value and unit, and
                 the comment above or beside it; a word of the language; a unit; what the code of a finding means; or
   null "definition"  where the name at the place is declared: [{"file", "range"}], "<joints>" for a file of the library
   "uses"        all places of that name in this text: [{"range", "declares"}]
   "rename"      {"range", "placeholder"}, and with a new name as `argument` also "edits": [{"range", "newText"}]; or
                 {"refused": why}
   "findings"    [{"code", "severity" (1: error, 2: warning), "source", "range", "title", "message", "note", "help",
                 "fix", "related"}]: title is what the code means in a few words, note what stands at the place, fix
                 {"title", "edits"} or null, related [{"message", "file", "range"}]. A finding in an included file
                 stands where this text uses it. lgr_model_check adds what is wrong with the start
   "format"      {"text"}: the text with its spaces in order and the same meaning, or null where it is wrong

   `line` and `character` are the place, which the others do not need; `argument` is NULL but for "rename". The model
   may have any status but LGR_STATUS_USAGE. LGR_STATUS_USAGE for an unknown question; LGR_STATUS_RUN if the sink
   stopped. */
LGR_API lgr_status lgr_model_ask(lgr_model *model, const char *what, int line, int character, const char *argument,
                                 lgr_sink sink, void *user);
/* What may be asked, i from 0; NULL after the last. */
LGR_API const char *lgr_model_question(size_t i);

#ifdef __cplusplus
}
#endif

#endif
