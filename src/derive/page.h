/* A page of formulas: sections of equations that every notation can write. */
#ifndef LGR_DERIVE_PAGE_H
#define LGR_DERIVE_PAGE_H

#include "base/vec.h"
#include "model/model.h"

typedef enum side_kind {
    SIDE_SYMBOL,  /* T, Q_theta */
    SIDE_PARTIAL, /* dL/dtheta' */
    SIDE_RATE,    /* d/dt dL/dtheta' */
    SIDE_EXPR,
    SIDE_MATRIX
} side_kind;

/* One side of an equation. */
typedef struct page_side {
    side_kind kind;
    const char *symbol; /* SYMBOL: its name; PARTIAL and RATE: of what */
    const char *by;     /* the variable of PARTIAL and RATE; a SYMBOL's index or NULL */
    int rows, cols;     /* MATRIX; EXPR: terms, 1 */
    expr_id *e;         /* EXPR: terms in the order in which they are written, mostly one; MATRIX: row-major */
    expr_id first;      /* the acceleration whose terms come first; EXPR_NONE: those of the first coordinate */
} page_side;

enum { MOST_SIDES = 3, DERIVE_RANK_FIRST = 254 /* of the acceleration whose terms come first, below multipliers */ };

/* side = side = ...; without sides only its label and its note are shown. */
typedef struct page_equation {
    const char *label; /* whose equation it is: a coordinate, a constraint, an element; "" if it needs none */
    const char *note;  /* in words; NULL if there is nothing to say */
    page_side sides[MOST_SIDES];
    int count;
} page_equation;

typedef struct page_section {
    const char *key, *title; /* in JSON and for people */
    const char *words;       /* what it says, in a sentence; NULL: nothing */
    VEC(page_equation) equations;
} page_section;

typedef struct derive_page {
    const model *m;
    const char *form, *mode;   /* "lagrange"; "start" or the name of an event */
    const unsigned char *rank; /* see expr_write */
    size_t ranked;             /* variables that it is of: those there were when the page was made */
    VEC(page_section) sections;
    const char *refused; /* why there is no page in this form; NULL: it is one */
    span refused_at;
    arena *memory;
} derive_page;

/* There is no page in this form; returns true, as what writes a form does. */
bool derive_page_refuse(derive_page *p, span at, const char *why);

/* Adds a section at the end; the pointer is valid until the next one is added. */
page_section *derive_page_add_section(derive_page *p, const char *key, const char *title, const char *words);
/* The same before those from `at` on. */
page_section *derive_page_insert_section(derive_page *p, size_t at, const char *key, const char *title,
                                         const char *words);
page_equation *derive_page_add(derive_page *p, const char *label);

/* Sides of the equation; `to` may be what derive_page_add returned. */
void derive_page_add_symbol(page_equation *to, const char *symbol, const char *index);
void derive_page_add_partial(page_equation *to, const char *of, const char *by, bool rate);
void derive_page_add_expr(derive_page *p, page_equation *to, expr_id e);
/* The sum of these in this order. */
void derive_page_add_terms(page_equation *to, expr_id *terms, int count);
void derive_page_add_matrix(page_equation *to, expr_id *e, int rows, int cols);

/* Whether something of the model bears this name. */
bool derive_page_name_is_taken(const model *m, const char *name);
/* A variable for pages only. The name (copied) does not occur in the model; pages of a model share variables of the
   same name. */
expr_id derive_page_own_var(const model *m, const char *name);

/* Joins equal factors of products and quotients, and like terms of sums in all equations, x*(x*y) and x^2*y, gives
   every angle one sign on the page, writes sin u cos u as sin(2 u)/2 where it has 2 u, and takes rounding errors out of
   numbers. Adds nodes to the graph. */
void derive_page_tidy(derive_page *p);

/* The section with the page's own definitions, which stands at `at` or before; made if there is none. */
page_section *derive_page_definitions(derive_page *p, size_t at);
/* Adds what definitions of the model are that the page names to that section. */
void derive_page_define_lets(derive_page *p);
/* Adds NAME = value to that section. */
void derive_page_define(derive_page *p, page_section *s, const char *name, expr_id value);

/* The first section with one of the variables (wanted[var]); the number of sections if there is none. */
size_t derive_page_first_with(const derive_page *p, const bool *wanted);
/* Brings definitions into an order in which each uses only those before it; those that do keep theirs. */
void derive_page_order_definitions(derive_page *p);
/* In equations of a coordinate, terms with its velocity come first, then those with others in their order. */
void derive_page_order_terms(derive_page *p);

/* The expressions of all sections. */
typedef struct page_places {
    expr_id **at;
    size_t count;
} page_places;
page_places derive_page_list_places(const derive_page *p, arena *a);

/* Writes equal parts alike that stand in two forms below functions, in denominators or in powers, and multiples of what
   is below a root as such. Adds nodes to the graph. */
void derive_page_join_equals(derive_page *p);

/* Writes definitions of the model that move by their names, `let d = x2 - x1`, where what they are, or that with the
   other sign, stands more than once, and defines them before their first use; whether there are any. Adds variables to
   the graph. */
bool derive_page_name_lets(derive_page *p);

/* Gives names to roots of sums that move and occur more than once, r = sqrt(x^2 + y^2), and writes r^2 for such a sum
   wherever it stands; whether there are any. Adds variables to the graph. */
bool derive_page_name_roots(derive_page *p);

/* Gives names to long parts that occur more than once in the equations, and in earlier sections where these are long,
   and defines them in a section before their first use. Written out, the page is then no longer than a fixed multiple
   of the graph behind it. Adds variables to the graph. */
void derive_page_name_parts(derive_page *p);

#endif
