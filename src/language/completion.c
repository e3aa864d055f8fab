/* What may be written at a place: decided by the words before it, since the statement is not finished. */
#include <string.h>

#include "language/book.h"
#include "library/library.h"
#include "scene/scene.h"

/* CompletionItemKind of the protocol. */
enum {
    ITEM_METHOD = 2,
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_MODULE = 9,
    ITEM_UNIT = 11,
    ITEM_KEYWORD = 14,
    ITEM_CONSTANT = 21,
    ITEM_STRUCT = 22,
    ITEM_EVENT = 23
};

typedef struct menu {
    language_book *b;
    strbuf *out;
    uint32_t offset;
    size_t begin; /* the first token of the statement, or of the action */
    size_t here;  /* the token that is being written, or the next one */
    bool any;
} menu;

static void add_item(menu *m, const char *label, int kind, const char *detail, const char *more) {
    base_strbuf_add(m->out, m->any ? ",{\"label\":" : "{\"label\":");
    base_strbuf_add_json_string(m->out, label);
    base_strbuf_printf(m->out, ",\"kind\":%d", kind);
    if (detail) {
        base_strbuf_add(m->out, ",\"detail\":");
        base_strbuf_add_json_string(m->out, detail);
    }
    if (more) {
        base_strbuf_add(m->out, ",\"documentation\":");
        base_strbuf_add_json_string(m->out, more);
    }
    base_strbuf_add(m->out, "}");
    m->any = true;
}

static void add_word(menu *m, const language_word *word, const char *label, int kind) {
    add_item(m, label, kind, word ? word->form : NULL, word ? word->help : NULL);
}

static int item_kind(language_class class) {
    static const unsigned char kinds[LANGUAGE_CLASS_COUNT] = {
        [LANGUAGE_PARAMETER] = ITEM_CONSTANT, [LANGUAGE_FUNCTION] = ITEM_FUNCTION, [LANGUAGE_EVENT] = ITEM_EVENT,
        [LANGUAGE_COMPONENT] = ITEM_CLASS,    [LANGUAGE_PART] = ITEM_STRUCT,       [LANGUAGE_DEFINITION] = ITEM_FIELD};
    return kinds[class] ? kinds[class] : ITEM_VARIABLE;
}

static void add_decl(menu *m, const language_decl *d) {
    const char *label = d->stmt ? d->stmt->label : NULL;
    add_item(m, d->name, item_kind(d->class), language_class_name(d->class),
             label ? label : language_comment_of(m->b, d));
}

/* ---- Names ---- */

typedef bool wanted(const language_decl *d);

static bool is_quantity(const language_decl *d) {
    return d->space != SPACE_COMPONENT;
}
static bool is_component(const language_decl *d) {
    return d->space == SPACE_COMPONENT;
}
static bool is_event(const language_decl *d) {
    return d->class == LANGUAGE_EVENT || d->class == LANGUAGE_CONSTRAINT || d->class == LANGUAGE_PART;
}
static bool is_body(const language_decl *d) {
    return d->class == LANGUAGE_BODY || d->class == LANGUAGE_PART;
}
static bool can_be_dropped(const language_decl *d) {
    return d->class == LANGUAGE_CONSTRAINT || d->class == LANGUAGE_FORCE || d->class == LANGUAGE_COORDINATE ||
           d->class == LANGUAGE_PART;
}
static bool can_be_set(const language_decl *d) {
    return d->class == LANGUAGE_COORDINATE || d->class == LANGUAGE_STATE || d->class == LANGUAGE_PART;
}

static void add_names(menu *m, wanted *fits) {
    const language_book *b = m->b;
    uint32_t scope = language_scope_at(b, m->offset);
    for (size_t i = 0; i < b->decls.len; i++) {
        const language_decl *d = &b->decls.at[i];
        bool local = d->space == SPACE_LOCAL;
        bool seen = local ? d->within.begin <= m->offset && m->offset <= d->within.end
                          : d->scope == scope || (d->scope == SCOPE_MODEL && language_is_for_components(d));
        bool again = !local && language_find(b, d->scope, d->space, d->name) != (int)i;
        if (seen && !again && fits(d))
            add_decl(m, d);
    }
}

static void add_functions(menu *m) {
    for (size_t i = 0; language_function_at(i); i++)
        add_word(m, language_function_at(i), language_function_at(i)->word, ITEM_FUNCTION);
    static const char *const constants[] = {"t", "pi", "energy", "kinetic", "potential"};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        add_item(m, constants[i], ITEM_CONSTANT, NULL, NULL);
}

static void add_operands(menu *m) {
    add_names(m, is_quantity);
    add_functions(m);
    add_item(m, "if", ITEM_KEYWORD, "if C then A else B", NULL);
}

/* ---- Words ---- */

static void add_keywords(menu *m, bool inside) {
    const char *words[SYN_KIND_COUNT];
    size_t count = syntax_list_keywords(words);
    for (size_t i = 0; i < count; i++)
        if (!inside || !(syntax_grammar((syn_kind)i)->flags & KIND_ALONE))
            add_word(m, language_keyword_help(words[i]), words[i], ITEM_KEYWORD);
}

static void add_actions(menu *m) {
    const char *words[SYN_ACTION_COUNT];
    size_t count = syntax_list_actions(words);
    for (size_t i = 0; i < count; i++)
        add_word(m, language_clause_help(words[i]), words[i], ITEM_KEYWORD);
}

static bool is_written(const menu *m, const char *word) {
    for (size_t i = m->begin + 1; i < m->here; i++)
        if (m->b->tokens.at[i].kind == TOKEN_NAME && !strcmp(m->b->tokens.at[i].name, word))
            return true;
    return false;
}

static void add_clause(menu *m, const char *word) {
    if (!is_written(m, word))
        add_word(m, language_clause_help(word), word, ITEM_KEYWORD);
}

static void add_clauses(menu *m, const syn_grammar *row) {
    const char *words[WORD_COUNT];
    size_t count = syntax_list_words(syntax_clauses_of(row), words);
    for (size_t i = 0; i < count; i++)
        add_clause(m, words[i]);
    if (row->flags & (KIND_BOUNDS | KIND_SHOWN))
        add_clause(m, "in");
    if (row->flags & KIND_OFF)
        add_clause(m, "off");
    if (row->flags & KIND_AS_GIVEN)
        add_clause(m, "as");
    if (row->value == VALUE_WHEN) {
        add_clause(m, "when");
        add_clause(m, "every");
    }
}

static void add_units(menu *m) {
    static const char *const units[] = {"m",  "mm",  "cm", "km",  "s",   "ms",  "kg",  "g",   "N", "kN", "J",   "W",
                                        "kW", "Pa",  "Hz", "deg", "rad", "rev", "rpm", "min", "h", "ft", "in",  "yd",
                                        "mi", "mph", "lb", "oz",  "lbf", "psi", "bar", "hp",  "V", "A",  "ohm", "K"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        add_item(m, units[i], ITEM_UNIT, language_unit_help(units[i], m->b->a), NULL);
}

static void add_shapes(menu *m) {
    for (int k = 0; k < DRAWING_SHAPE_COUNT; k++)
        if (*scene_shapes[k].sample)
            add_item(m, scene_shapes[k].name, ITEM_KEYWORD, "what is drawn", NULL);
}

static void add_library(menu *m) {
    const char *names[LIBRARY_MAX];
    size_t count = library_list(names);
    for (size_t i = 0; i < count; i++)
        add_item(m, names[i], ITEM_MODULE, "components that come with Lagrangia", NULL);
}

static void add_methods(menu *m) {
    for (size_t i = 0; m->b->text->methods && m->b->text->methods[i]; i++)
        add_item(m, m->b->text->methods[i], ITEM_METHOD, "integration method", NULL);
}

/* ---- Members ---- */

static void add_members(menu *m, uint32_t scope) {
    for (size_t i = 0; i < m->b->decls.len; i++) {
        const language_decl *d = &m->b->decls.at[i];
        if (d->scope == scope && d->space != SPACE_LOCAL && language_find(m->b, scope, d->space, d->name) == (int)i)
            add_decl(m, d);
    }
}

static void add_fields(menu *m, const char *const *names, const char *what) {
    for (; *names; names++)
        add_item(m, *names, ITEM_FIELD, what, NULL);
}

/* Back from a ']' to before its '['. */
static size_t skip_index(const language_book *b, size_t i) {
    int open = 0;
    do {
        open += (b->tokens.at[i].kind == ']') - (b->tokens.at[i].kind == '[');
    } while (open > 0 && i-- > 0);
    return i;
}

/* What stands before the dot at a token: a name, or a member of a part; its declaration, or -1. */
static int owner_of(const language_book *b, size_t dot, uint32_t offset) {
    enum { DEEPEST = 16 };
    const char *names[DEEPEST];
    size_t count = 0;
    for (size_t i = dot; i > 0 && count < DEEPEST;) {
        i--;
        if (b->tokens.at[i].kind == ']')
            i = skip_index(b, i);
        if (b->tokens.at[i].kind == '[' && i > 0)
            i--;
        if (b->tokens.at[i].kind != TOKEN_NAME)
            return -1;
        names[count++] = b->tokens.at[i].name;
        if (i == 0 || b->tokens.at[i - 1].kind != '.')
            break;
        i--;
    }
    int d = count ? language_find_visible(b, offset, language_scope_at(b, offset), names[--count]) : -1;
    while (d >= 0 && count) {
        uint32_t scope = language_part_scope(b, b->decls.at[d].stmt);
        d = scope ? language_find(b, scope, SPACE_VALUE, names[--count]) : -1;
    }
    return d;
}

static void offer_members(menu *m, size_t dot) {
    static const char *const axes[] = {"x", "y", "z", NULL}, *const turns[] = {"w", "x", "y", "z", "norm", NULL},
                             *const body[] = {"x", "y", "z", "angle", NULL},
                             *const contact[] = {"open", "close", "impact", "friction", NULL};
    int d = owner_of(m->b, dot, m->offset);
    const syn_stmt *s = d >= 0 ? m->b->decls.at[d].stmt : NULL;
    uint32_t scope = language_part_scope(m->b, s);
    if (scope)
        add_members(m, scope);
    else if (s && s->kind == SYN_CONTACT)
        add_fields(m, contact, "of a contact");
    else if (s && s->kind == SYN_ORIENTATION)
        add_fields(m, turns, "of an orientation");
    else if (d >= 0 && m->b->decls.at[d].class == LANGUAGE_BODY)
        add_fields(m, body, "of a body");
    else
        add_fields(m, axes, "component of a vector");
}

/* ---- Where one is ---- */

static bool is_word(const syn_token *t, const char *word) {
    return t->kind == TOKEN_NAME && strcmp(t->name, word) == 0;
}

static bool ends_statement(int kind) {
    return kind == TOKEN_LINE || kind == ';' || kind == '{' || kind == '}';
}

static bool ends_operand(int kind) {
    return kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == ')' || kind == ']' || kind == '\'' ||
           kind == TOKEN_STRING;
}

/* A line that ends in the middle of an expression goes on in the next one. */
static bool line_goes_on(const language_book *b, size_t line_end) {
    int before = line_end ? b->tokens.at[line_end - 1].kind : TOKEN_LINE;
    if (before == '>' && line_end >= 4 && is_word(&b->tokens.at[line_end - 4], "include"))
        return false;
    return before == ',' || (before > 0 && before < TOKEN_LINE && strchr("+-*/^<>=~", before)) ||
           (before >= TOKEN_LESS_EQUAL && before <= TOKEN_ELSE && before != TOKEN_IF);
}

static size_t statement_begin(const language_book *b, size_t i) {
    while (i > 0) {
        int kind = b->tokens.at[i - 1].kind;
        if (ends_statement(kind) && !(kind == TOKEN_LINE && line_goes_on(b, i - 1)))
            break;
        i--;
    }
    return i;
}

/* The keyword of the statement whose braces are open at a token; SYN_KIND_COUNT if none are. */
static syn_kind open_braces(const language_book *b, size_t here) {
    int closed = 0;
    for (size_t i = here; i-- > 0;) {
        if (b->tokens.at[i].kind == '}')
            closed++;
        if (b->tokens.at[i].kind != '{' || closed-- > 0)
            continue;
        const syn_token *t = &b->tokens.at[statement_begin(b, i)];
        syn_kind kind;
        return t->kind == TOKEN_NAME && syntax_find_kind(t->name, &kind) ? kind : SYN_FOR;
    }
    return SYN_KIND_COUNT;
}

static int open_brackets(const menu *m) {
    int depth = 0;
    for (size_t i = m->begin; i < m->here; i++) {
        int kind = m->b->tokens.at[i].kind;
        depth += (kind == '(' || kind == '[') - (kind == ')' || kind == ']');
    }
    return depth;
}

static void offer_in_action(menu *m, const syn_token *first, int before) {
    bool target = m->here == m->begin + 1 || (before == ',' && !open_brackets(m));
    if (!target) {
        add_operands(m);
        return;
    }
    if (is_word(first, "free"))
        add_names(m, is_body);
    else if (is_word(first, "set"))
        add_names(m, can_be_set);
    else if (!is_word(first, "stop"))
        add_names(m, can_be_dropped);
}

/* Behind the keyword a new name is due, of which nobody knows anything, or what the statement is about. */
static void offer_beginning(menu *m, const syn_grammar *row) {
    if (row->head == HEAD_SHAPE)
        add_shapes(m);
    else if (row->head == HEAD_NONE && row->value == VALUE_NONE)
        add_clauses(m, row);
    else if (row->head == HEAD_NONE && row->value != VALUE_FILE)
        add_operands(m);
}

/* A name: what it names is decided by the word before it. */
static bool offer_names(menu *m, syn_kind kind, const syn_token *last) {
    if (is_word(last, "method"))
        add_methods(m);
    else if (is_word(last, "after"))
        add_names(m, is_event);
    else if (kind == SYN_PART && last->kind == '=' && m->here == m->begin + 3)
        add_names(m, is_component);
    else if (is_word(last, "on"))
        add_names(m, is_body);
    else
        return false;
    return true;
}

/* Behind what ends an operand a clause may follow, or an operator; else an operand is due. */
static void offer_in_statement(menu *m, syn_kind kind, const syn_token *last) {
    const syn_grammar *row = syntax_grammar(kind);
    const bool inside = open_brackets(m) > 0;
    const bool word = last->kind == TOKEN_NAME && m->b->classes[m->here - 1] == LANGUAGE_KEYWORD;
    if (m->here == m->begin + 1)
        offer_beginning(m, row);
    else if (!inside && offer_names(m, kind, last))
        return;
    else if (!inside && (last->kind == ',' || (last->kind == ':' && row->value == VALUE_NONE)))
        add_clauses(m, row);
    else if (word || !ends_operand(last->kind))
        add_operands(m);
    else if (!inside)
        add_clauses(m, row);
}

static bool is_unit_place(const language_book *b, size_t here) {
    if (b->classes[here - 1] == LANGUAGE_NUMBER)
        return true;
    int before = b->tokens.at[here - 1].kind;
    return here >= 2 && (before == '/' || before == '*') && b->classes[here - 2] == LANGUAGE_UNIT;
}

static void offer(menu *m) {
    const language_book *b = m->b;
    const syn_token *last = m->here ? &b->tokens.at[m->here - 1] : NULL, *first = &b->tokens.at[m->begin];
    syn_kind braces = open_braces(b, m->here), kind;
    bool actions = braces == SYN_EVENT;
    if (last && last->kind == '.') {
        offer_members(m, m->here - 1);
    } else if (m->here == m->begin) {
        if (actions)
            add_actions(m);
        else
            add_keywords(m, braces != SYN_KIND_COUNT);
    } else if (last->kind == '<' && m->here >= 2 && is_word(last - 1, "include")) {
        add_library(m);
    } else if (actions) {
        offer_in_action(m, first, last->kind);
    } else {
        if (is_unit_place(b, m->here))
            add_units(m);
        if (first->kind == TOKEN_NAME && syntax_find_kind(first->name, &kind))
            offer_in_statement(m, kind, last);
        else
            add_operands(m);
    }
}

/* Within a comment or a text there is nothing to complete. */
static bool is_in_words(const language_book *b, uint32_t offset) {
    uint32_t begin = offset;
    while (begin > 0 && b->source[begin - 1] != '\n')
        begin--;
    bool quoted = false;
    for (uint32_t from = begin; from < offset; from++) {
        quoted = quoted != (b->source[from] == '"');
        if (b->source[from] == '#' && !quoted)
            return true;
    }
    return quoted;
}

void language_reply_completion(language_book *b, const language_question *q, strbuf *out) {
    menu m = {.b = b, .out = out, .offset = language_offset(b, q->line, q->character)};
    while (b->tokens.at[m.here].kind != TOKEN_END && b->tokens.at[m.here].at.end < m.offset)
        m.here++;
    const syn_token *t = &b->tokens.at[m.here];
    bool writing = t->kind == TOKEN_NAME || (t->kind >= TOKEN_AND && t->kind <= TOKEN_ELSE);
    if (t->kind != TOKEN_END && !writing && t->at.end <= m.offset && t->at.begin < m.offset)
        m.here++;
    if (b->tokens.at[m.here].kind == TOKEN_LINE && b->tokens.at[m.here].at.begin < m.offset)
        m.here++;
    m.begin = statement_begin(b, m.here);
    base_strbuf_add(out, "[");
    if (!is_in_words(b, m.offset))
        offer(&m);
    base_strbuf_add(out, "]");
}
