/* What the commands of the tool share: their table, their settings, the terminal, files. */
#ifndef LAGRANGIA_TOOL_H
#define LAGRANGIA_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "lagrangia/lagrangia.h"

enum { EXIT_USAGE = LGR_STATUS_USAGE, EXIT_WRITE = LGR_STATUS_RUN };

/* Everything the command line can say. Lists are as long as the command line. */
typedef struct settings {
    char **arguments; /* the whole command line, ends with NULL */
    const char **operands;
    size_t operand_count;
    lgr_override *overrides;
    char **inputs; /* texts of overrides that settings_destroy frees */
    size_t input_count;
    size_t override_count;
    const char **outputs; /* -o */
    size_t output_count;
    lgr_library_options library;
    lgr_parse_options parse;
    lgr_run_options run;
    lgr_derive_options derive;
    lgr_export_options exporting;
    lgr_sweep_options sweep; /* its axes are `axes` below */
    lgr_axis *axes;          /* of --vary, or of --over; as many as `axis_room` */
    size_t axis_room;
    lgr_axis *scattered; /* --scatter of optimize */
    lgr_optimize_options optimize;
    lgr_front_options front; /* its goals are those of --maximize and --minimize */
    lgr_goal *goals;
    lgr_fit_options fit; /* its parameters are those of --over */
    lgr_match *matches;  /* --match, in pairs of texts that settings_destroy frees */
    lgr_linear_options linear;
    size_t by_count;     /* of --sensitivity: the names of `axes` */
    const char **limits; /* --subject */
    const char *format;  /* NULL: text */
    const char *plot;    /* NULL: none */
    const char *report;  /* of a sweep: the file of its page; NULL: none */
    bool header_units;   /* --header units */
    bool json, quiet, verify, check_action, check, help, version;
    bool scatters; /* --scatter */
    bool told;     /* the error in the value has already been reported */
} settings;

typedef struct command command;
struct command {
    const char *name, *operands,
        *what;           /* "run", "MODEL" ("[...]": optional, "...": several), one line for the list of commands */
    const char *options; /* letters of the options it takes, see options.c */
    int (*main)(const settings *s); /* NULL: not available yet */
    const char *examples;           /* for its help */
};

/* Ends with an empty row. */
extern const command commands[];
/* What they mean, one after the other. */
extern const char exit_statuses[];

int command_run(const settings *s);
int command_check(const settings *s);
int command_compare(const settings *s);
/* run of several models, with --plot. */
int command_plot(const settings *s);
int command_derive(const settings *s);
int command_analyze(const settings *s);
int command_explain(const settings *s);
int command_export(const settings *s);
int command_optimize(const settings *s);
int command_studio(const settings *s);
int command_sweep(const settings *s);
int command_fit(const settings *s);
int command_fmt(const settings *s);
int command_lsp(const settings *s);
int command_manual(const settings *s);
int command_completion(const settings *s);

/* Reads the arguments after the command; false after a message. The lists have room for `count` entries. */
bool options_read(const command *c, int count, char **arguments, settings *s);
bool settings_create(settings *s, int count, char **arguments);
void settings_destroy(settings *s);
/* What is said of an option; NULL: it has no shorter name, or is a flag. */
typedef struct option_text {
    const char *name, *shorter, *argument, *what;
} option_text;
/* The next option that the command takes, from the *i-th of all on; *i moves behind it. False after the last. */
bool option_find(const command *c, size_t *i, option_text *out);
/* The lines of help about a command's options. */
void options_print_help(const command *c, FILE *out);

/* A message about wrong usage on stderr, and with `json` as an object on stdout. Returns the exit status. */
int usage_error(bool json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A message on stderr, one line; what a terminal would obey is escaped. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What an errno means, in English whatever the locale. */
const char *error_text(int error);

/* Where the values of FILE:NAME=VALUE,... begin: at the first colon behind which a name and '=' stand; NULL if none do.
 */
char *sets_find(char *operand);
/* "a=1,b=2" cut up in place; the caller frees the list. NULL if it is not that. */
lgr_override *sets_read(char *values, size_t *count);

/* amounts.c: false if the text is none */
/* A finite decimal number at the start; *rest is what follows it. */
bool amount_read_number(const char *text, double *value, const char **rest);
/* "2", "0.5 s", "20ms" */
bool amount_read_time(const char *text, double *value);
/* "500MB", "4 GB" */
bool amount_read_bytes(const char *text, size_t *bytes);

/* The nearest of the candidates (`next` gives the i-th, NULL after the last), NULL if none is near. */
const char *nearest_name(const char *name, const char *(*next)(const void *of, size_t i), const void *of);

bool terminal_has_color(FILE *f); /* a terminal, and NO_COLOR is not set */
int terminal_width(void);
/* One progress line on stderr, if a run takes long and stderr is a terminal. */
typedef struct progress {
    bool wanted, shown;
    double begin, last; /* s */
    size_t done_before; /* of a study: when progress was first shown */
    bool counting;
} progress;
progress progress_begin(void);
void progress_show(progress *p, double t, double until, long steps);
/* The same about a study: with the time left. Shows how many were done before this program began, too. */
void progress_count(progress *p, size_t done, size_t count);
void progress_runs(progress *p, long runs);
void progress_end(progress *p);

/* Takes care of SIGINT, SIGTERM and SIGHUP: they end the process, and remove the file that is being written. */
void interrupts_prepare(void);
/* From now on the first of them requests a stop instead. */
void interrupts_listen(void);
bool interrupts_came(void);
/* Until it is called with false they end the process all the same: around what may wait for ever. Returns whether they
   have requested a stop until now. */
bool interrupts_pause(bool pause);
/* Signals wait until they are let in again. */
void interrupts_hold(bool hold);
/* A program that ends with this one, at once and without a word; 0: there is none any more. */
void interrupts_end_with(pid_t program);
/* A file that is half written, and goes away if the process is ended; the text stays where it is. */
void interrupts_remove(const char *path);
/* It is whole, or gone. */
void interrupts_keep(const char *path);

/* Writes to a FILE; user is the FILE. */
bool file_sink(void *user, const char *data, size_t length);
/* Takes all and keeps nothing. */
bool no_sink(void *user, const char *data, size_t length);
/* The whole text of a file, or of standard input for "-"; NULL after a message. The caller frees it. */
char *file_read(const char *path, bool json, size_t *length);
/* The exit status after something was written: EXIT_WRITE if it could not be, LGR_STATUS_MEMORY for want of memory. */
int exit_after(int status, lgr_status written);
/* Says that stdout could not be written; returns the exit status to go on with. */
int finish_stdout(int status);

/* Reads the model of a command that takes one and passes it to `use`, whose exit status it returns; usage errors are
   reported here. */
int with_model(const settings *s, int (*use)(const settings *s, lgr_model *model));
/* Prints what was found in the model, from the `from`-th finding on. */
void print_findings(lgr_model *model, size_t from);

#endif
