/* Options: one table that gives the spelling, argument and reader of each. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

typedef struct option {
    char letter;          /* by which commands ask for it; 0: every command takes it */
    const char *name;     /* "--until" */
    const char *shorter;  /* "-o", or NULL */
    const char *argument; /* NULL: a flag */
    const char *what;
    /* False if the value cannot be read; NULL argument for flags. */
    bool (*read)(settings *s, const char *value);
    const char *wanted; /* what a value should be, for messages */
} option;

enum { MOST_OVER = 100 }; /* parameters in one command */

static bool read_memory(settings *s, const char *value) {
    return amount_read_bytes(value, &s->library.most_bytes);
}

static bool read_until(settings *s, const char *value) {
    return amount_read_time(value, &s->run.until);
}

static bool read_step(settings *s, const char *value) {
    return amount_read_time(value, &s->run.first_step) && s->run.first_step > 0;
}

static bool read_every(settings *s, const char *value) {
    return amount_read_time(value, &s->run.every) && s->run.every > 0;
}

static bool read_tolerance(settings *s, const char *value) {
    const char *rest;
    return amount_read_number(value, &s->run.tolerance, &rest) && *rest == '\0' && s->run.tolerance > 0 &&
           s->run.tolerance <= 0.1;
}

static bool read_method(settings *s, const char *value) {
    s->run.method = value;
    return true;
}

/* The name is copied out of the argument; settings_destroy frees it. */
static bool read_set(settings *s, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || equals[1] == '\0')
        return false;
    size_t length = (size_t)(equals - value);
    while (length > 0 && value[length - 1] == ' ')
        length--;
    char *name = calloc(length + 1, 1);
    if (!name)
        return false;
    memcpy(name, value, length);
    s->overrides[s->override_count++] = (lgr_override){name, equals + 1};
    return true;
}

/* The file, quoted, with its folder: models look for files beside themselves. NULL if there is no memory. */
static char *quote_file(const char *file) {
    char folder[4096];
    const bool known = file[0] != '/' && getcwd(folder, sizeof folder) != NULL;
    const size_t room = (known ? strlen(folder) : 0) + strlen(file) + 4;
    char *text = calloc(room, 1);
    if (text != NULL)
        snprintf(text, room, "\"%s%s%s\"", known ? folder : "", known ? "/" : "", file);
    return text;
}

/* --input u=FILE: the value of an input is the name of a file in quotes. */
static bool read_input(settings *s, const char *value) {
    if (!read_set(s, value))
        return false;
    lgr_override *o = &s->overrides[s->override_count - 1];
    char *text = quote_file(o->value);
    if (text == NULL)
        return false;
    o->value = s->inputs[s->input_count++] = text;
    return true;
}

static bool read_files(settings *s, const char *value) {
    static const char *const names[] = {
        [LGR_FILES_ANY] = "any", [LGR_FILES_FOLDER] = "folder", [LGR_FILES_NONE] = "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            s->parse.files = (lgr_files)i;
            return true;
        }
    return false;
}

static bool forbid_files(settings *s, const char *value) {
    (void)value;
    s->parse.files = LGR_FILES_NONE;
    return true;
}

static bool keep(const char **to, const char *value) {
    *to = value;
    return *value != '\0';
}

static bool read_output(settings *s, const char *value) {
    s->outputs[s->output_count++] = value;
    return *value != '\0';
}

/* A copy of a part of an argument without the blanks around it; settings_destroy frees it. NULL if nothing is there. */
static char *copy_part(const char *begin, const char *end) {
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    char *copy = end > begin ? calloc((size_t)(end - begin) + 1, 1) : NULL;
    return copy ? memcpy(copy, begin, (size_t)(end - begin)) : NULL;
}

static bool read_count(const char *text, size_t *count) {
    char *end;
    if (strlen(text) > 15 || strspn(text, "0123456789") == 0)
        return false;
    *count = (size_t)strtoull(text, &end, 10);
    return *end == '\0';
}

/* NAME=LO..HI or NAME=LO..HI:COUNT */
static bool read_vary(settings *s, const char *value) {
    const char *equals = strchr(value, '='), *dots = equals ? strstr(equals, "..") : NULL;
    const char *colon = dots ? strrchr(dots, ':') : NULL;
    lgr_axis *axis = &s->axes[s->sweep.axis_count];
    if (!dots || (colon && !read_count(colon + 1 + strspn(colon + 1, " "), &axis->count)))
        return false;
    s->sweep.axis_count++;
    axis->name = copy_part(value, equals);
    axis->low = copy_part(equals + 1, dots);
    axis->high = copy_part(dots + 2, colon ? colon : dots + strlen(dots));
    s->told = colon && axis->count == 0 && usage_error(s->json, "--vary %s needs at least 1 value, not 0", value);
    return axis->name && axis->low && axis->high && !s->told;
}

static bool read_at(settings *s, const char *value) {
    return keep(&s->linear.at, value);
}

static bool read_place(settings *s, const char *value) {
    return keep(&s->derive.at, value);
}

static bool read_response(settings *s, const char *value) {
    return keep(&s->linear.response, value);
}

static bool read_orders(settings *s, const char *value) {
    return keep(&s->linear.orders, value);
}

static bool set_periodic(settings *s, const char *value) {
    (void)value;
    return s->linear.periodic = true;
}

static bool read_period(settings *s, const char *value) {
    return set_periodic(s, NULL) && keep(&s->linear.period, value);
}

static bool read_swing(settings *s, const char *value) {
    size_t mode;
    if (!read_count(value, &mode) || mode < 1 || mode > 1000)
        return false;
    s->linear.mode = (int)mode;
    return set_periodic(s, NULL);
}

/* One parameter of an analysis. */
static bool read_only_vary(settings *s, const char *value) {
    s->told = s->sweep.axis_count && usage_error(s->json, "only one parameter can be varied here");
    if (s->told)
        return false;
    s->linear.vary = &s->axes[0];
    return read_vary(s, value);
}

static bool add_goal(settings *s, const char *report, bool minimize) {
    s->goals[s->front.goal_count++] = (lgr_goal){report, minimize};
    return *report != '\0';
}

static bool read_maximize(settings *s, const char *value) {
    return add_goal(s, value, false);
}

static bool read_minimize(settings *s, const char *value) {
    return add_goal(s, value, true);
}

static bool add_over(settings *s, const char *begin, const char *end) {
    lgr_axis *axis = &s->axes[s->optimize.over_count++];
    const char *equals = memchr(begin, '=', (size_t)(end - begin)), *dots = equals ? strstr(equals, "..") : NULL;
    axis->name = copy_part(begin, equals ? equals : end);
    if (!equals)
        return axis->name != NULL;
    if (!dots || dots >= end)
        return false;
    axis->low = copy_part(equals + 1, dots);
    axis->high = copy_part(dots + 2, end);
    return axis->name && axis->low && axis->high;
}

/* NAME or NAME=LO..HI, several with commas between them. */
static bool read_over(settings *s, const char *value) {
    for (const char *end;; value = end + 1) {
        end = value + strcspn(value, ",");
        if (s->optimize.over_count == s->axis_room || !add_over(s, value, end))
            return false;
        if (*end == '\0')
            return true;
    }
}

/* QUANTITY=COLUMN */
static bool read_match(settings *s, const char *value) {
    const char *equals = strrchr(value, '=');
    lgr_match *m = &s->matches[s->fit.match_count];
    if (!equals)
        return false;
    s->fit.match_count++;
    m->quantity = copy_part(value, equals);
    m->column = copy_part(equals + 1, equals + strlen(equals));
    return m->quantity && m->column;
}

/* The measured quantity of this column; NULL after a message. */
static lgr_match *find_match(settings *s, const char *by, const char *column, size_t length) {
    for (size_t i = 0; i < s->fit.match_count; i++)
        if (strlen(s->matches[i].column) == length && memcmp(s->matches[i].column, column, length) == 0)
            return &s->matches[i];
    usage_error(s->json, "%s names the column '%.*s', which no --match before it does", by, (int)length, column);
    s->told = true;
    return NULL;
}

static bool read_noise(settings *s, const char *value) {
    const char *equals = strrchr(value, '=');
    lgr_match *m = equals ? find_match(s, "--noise", value, (size_t)(equals - value)) : NULL;
    if (m)
        m->noise = equals + 1;
    return m != NULL;
}

static bool read_scale(settings *s, const char *value) {
    lgr_match *m = find_match(s, "--scale", value, strlen(value));
    if (m)
        m->scaled = true;
    return m != NULL;
}

static bool read_time_column(settings *s, const char *value) {
    return keep(&s->fit.time, value);
}

/* COLUMN or COLUMN=LO..HI */
static bool read_clock(settings *s, const char *value) {
    const char *equals = strchr(value, '='), *dots = equals ? strstr(equals, "..") : NULL;
    lgr_axis *clock = &s->axes[s->axis_room - 1]; /* its texts are freed with the others */
    if (s->fit.offset || (equals && !dots) || s->optimize.over_count == s->axis_room)
        return false;
    s->fit.offset = true;
    s->fit.time = clock->name = copy_part(value, equals ? equals : value + strlen(value));
    if (equals) {
        s->fit.offset_low = clock->low = copy_part(equals + 1, dots);
        s->fit.offset_high = clock->high = copy_part(dots + 2, dots + strlen(dots));
    }
    return s->fit.time && (!equals || (s->fit.offset_low && s->fit.offset_high));
}

static bool read_loss(settings *s, const char *value) {
    return keep(&s->fit.loss, value);
}

static bool read_starts(settings *s, const char *value) {
    size_t count = 0;
    const bool read = read_count(value, &count) && count >= 1 && count <= 64;
    s->fit.starts = read ? (int)count : 0;
    return read;
}

/* NAME=DEVIATION */
static bool read_scatter(settings *s, const char *value) {
    const char *equals = strchr(value, '=');
    lgr_axis *axis = &s->axes[s->sweep.axis_count];
    if (!equals)
        return false;
    s->sweep.axis_count++;
    s->sweep.sample = "normal";
    s->scatters = true;
    axis->name = copy_part(value, equals);
    axis->high = copy_part(equals + 1, equals + strlen(equals));
    return axis->name && axis->high;
}

/* The same about the best design. */
static bool read_scattered(settings *s, const char *value) {
    const char *equals = strchr(value, '=');
    if (!equals)
        return false;
    lgr_axis *axis = &s->scattered[s->optimize.scatter_count++];
    axis->name = copy_part(value, equals);
    axis->high = copy_part(equals + 1, equals + strlen(equals));
    return axis->name && axis->high;
}

static bool read_machines(settings *s, const char *value) {
    return read_count(value, &s->optimize.machines) && s->optimize.machines >= 2;
}

static bool read_deviations(settings *s, const char *value) {
    const char *rest;
    return amount_read_number(value, &s->optimize.deviations, &rest) && *rest == '\0' && s->optimize.deviations >= 0 &&
           s->optimize.deviations <= 10;
}

/* Names with commas between them. */
static bool read_sensitivity(settings *s, const char *value) {
    for (const char *end;; value = end + 1) {
        end = value + strcspn(value, ",");
        if (end == value || s->by_count == s->axis_room)
            return false;
        s->axes[s->by_count++].name = copy_part(value, end);
        if (*end == '\0')
            return true;
    }
}

static bool read_subject(settings *s, const char *value) {
    s->limits[s->optimize.limit_count++] = value;
    return *value != '\0';
}

/* A kind of sample, or a number: so many of Sobol's. */
static bool read_sample(settings *s, const char *value) {
    bool number = read_count(value, &s->sweep.samples);
    s->sweep.sample = number ? "sobol" : value;
    return true;
}

static bool read_samples(settings *s, const char *value) {
    return read_count(value, &s->sweep.samples) && s->sweep.samples > 0;
}

static bool read_points(settings *s, const char *value) {
    return read_count(value, &s->front.points) && s->front.points >= 1 && s->front.points <= 1000;
}

static bool read_seed(settings *s, const char *value) {
    size_t seed = 0;
    bool read = read_count(value, &seed);
    s->sweep.seed = s->front.seed = seed;
    return read;
}

static bool read_threads(settings *s, const char *value) {
    size_t count = 0;
    bool read = read_count(value, &count) && count >= 1 && count <= 1024;
    s->sweep.threads = read ? (int)count : 0;
    return read;
}

static bool read_shard(settings *s, const char *value) {
    char *slash = strchr(value, '/') ? copy_part(value, strchr(value, '/')) : NULL;
    bool read = slash && read_count(slash, &s->sweep.shard) && read_count(strchr(value, '/') + 1, &s->sweep.shards) &&
                s->sweep.shard >= 1 && s->sweep.shard <= s->sweep.shards;
    free(slash);
    return read;
}

static bool set_json(settings *s, const char *value) {
    (void)value;
    return s->json = true;
}

static bool set_quiet(settings *s, const char *value) {
    (void)value;
    return s->quiet = true;
}

static bool set_verify(settings *s, const char *value) {
    (void)value;
    return s->verify = true;
}

static bool read_form(settings *s, const char *value) {
    s->derive.form = value;
    return true;
}

static bool read_format(settings *s, const char *value) {
    s->format = value;
    return true;
}

static bool read_mode(settings *s, const char *value) {
    s->derive.mode = s->exporting.mode = value;
    return true;
}

static bool read_precision(settings *s, const char *value) {
    s->exporting.single = strcmp(value, "float") == 0;
    return s->exporting.single || strcmp(value, "double") == 0;
}

static bool read_fmi(settings *s, const char *value) {
    s->exporting.fmi = strcmp(value, "3") == 0 ? 3 : 2;
    return s->exporting.fmi == 3 || strcmp(value, "2") == 0;
}

static bool set_steps(settings *s, const char *value) {
    (void)value;
    return s->derive.steps = true;
}

static bool set_check_action(settings *s, const char *value) {
    (void)value;
    return s->check_action = true;
}

static bool set_check(settings *s, const char *value) {
    (void)value;
    return s->check = true;
}

static bool read_plot(settings *s, const char *value) {
    return keep(&s->plot, value);
}

static bool set_help(settings *s, const char *value) {
    (void)value;
    return s->help = true;
}

static bool set_version(settings *s, const char *value) {
    (void)value;
    return s->version = true;
}

static bool read_header(settings *s, const char *value) {
    s->header_units = strcmp(value, "units") == 0;
    return s->header_units || strcmp(value, "names") == 0;
}

static bool read_report(settings *s, const char *value) {
    s->report = value;
    const char *ending = strrchr(value, '.');
    return ending && strcmp(ending, ".html") == 0;
}

static const option options[] = {
    {'s', "--set", NULL, "NAME=VALUE",
     "set a parameter: --set l=\"2 ft\"; a number without a unit is in the parameter's own", read_set, "NAME=VALUE"},
    {'s', "--input", NULL, "NAME=FILE", "an input over time, from a file with two columns: time in s, value",
     read_input, "NAME=FILE"},
    {'s', "--files", NULL, "WHICH", "files that the model may name: any (default), folder (its own) or none",
     read_files, "any, folder or none"},
    {'s', "--no-files", NULL, NULL, "the same as --files none, for models from strangers", forbid_files, NULL},
    {'s', "--memory", NULL, "SIZE", "memory that the equations may take, such as 2GB; default: 256MB", read_memory,
     "a size such as 500MB or 4GB"},
    {'u', "--until", NULL, "TIME", "final time: 10, 500ms, 2min", read_until, "a time such as 10, 500ms or 2min"},
    {'t', "--tolerance", NULL, "R", "error tolerance per step, up to 0.1", read_tolerance,
     "a number above 0 and at most 0.1"},
    {'m', "--method", NULL, "NAME", "integration method", read_method, "a name"},
    {'p', "--step", NULL, "TIME", "initial step size", read_step, "a time above 0 such as 0.01 or 10ms"},
    {'e', "--every", NULL, "TIME", "time between the rows of files; default: one row per step", read_every,
     "a time above 0 such as 0.01 or 10ms"},
    {'o', "--output", "-o", "FILE",
     "write to FILE, as its extension says: .csv .json .html .svg .gif .mp4 .webm; - is csv on stdout", read_output,
     "a file"},
    {'h', "--header", NULL, "WHAT", "of .csv files: names (default), or units as in \"x [m]\"", read_header,
     "names or units"},
    {'P', "--plot", NULL, "NAMES",
     "plot quantities: \"theta, phi'\" or \"y over x\"; on the terminal, or in -o FILE.svg", read_plot,
     "names of recorded quantities, such as \"theta, energy\""},
    {'v', "--verify", NULL, NULL, "repeat at a tenth of the tolerance, and print how many digits agree", set_verify,
     NULL},
    {'f', "--form", NULL, "NAME",
     "lagrange (with multipliers), matrix, explicit, first-order, linear (small motions), hamilton, routh, kane, "
     "maggi, null-space",
     read_form, "a name"},
    {'M', "--mode", NULL, "EVENT", "the equations after an event, or at start or end", read_mode,
     "the name of an event"},
    {'F', "--format", NULL, "NAME", "text, latex, latex-fragment, mathml or json", read_format, "a name"},
    {'S', "--steps", NULL, NULL, "print the derivation too, line by line", set_steps, NULL},
    {'a', "--check-action", NULL, NULL, "compare the action of the motion with that of neighbouring paths",
     set_check_action, NULL},
    {'c', "--check", NULL, NULL, "change nothing, but list the files that would be changed, and exit with 1", set_check,
     NULL},
    {'y', "--sensitivity", NULL, "NAME[,NAME...]", "differentiate all reports with respect to these parameters",
     read_sensitivity, "names of parameters, separated by commas"},
    {'V', "--vary", NULL, "NAME=LO..HI:COUNT", "take COUNT values of a parameter: --vary l=\"3 m..5 m:11\"", read_vary,
     "NAME=LO..HI:COUNT, or NAME=LO..HI for samples"},
    {'K', "--sample", NULL, "NAME", "grid (all combinations; default), random or sobol", read_sample,
     "grid, random or sobol"},
    {'N', "--samples", NULL, "N", "number of random or Sobol designs", read_samples, "an integer from 1 on"},
    {'B', "--scatter", NULL, "NAME=DEVIATION",
     "let a parameter scatter about its value: --scatter l=1%, or =5mm; 1000 designs unless --samples says otherwise",
     read_scatter, "NAME=DEVIATION, as in l=1% or l=5mm"},
    {'D', "--seed", NULL, "N", "select other random designs, or shift the Sobol sequence", read_seed,
     "an integer from 0 on"},
    {'G', "--report", NULL, "FILE.html", "write a page with all designs and the motion of the best one", read_report,
     "a file that ends in .html"},
    {'G', "--maximize", NULL, "REPORT", "what makes a design the best one of the page; default: the first report",
     read_maximize, "the name of a report"},
    {'G', "--minimize", NULL, "REPORT", "the same where little is better", read_minimize, "the name of a report"},
    {'H', "--shard", NULL, "I/N", "compute only part I of N, counted from 1", read_shard, "I/N with I from 1 to N"},
    {'T', "--threads", NULL, "N", "number of designs at a time; default: one per processor", read_threads,
     "a number from 1 to 1024"},
    {'x', "--maximize", NULL, "REPORT", "maximize this report; several goals: the front between them", read_maximize,
     "the name of a report"},
    {'n', "--minimize", NULL, "REPORT", "minimize this report; several goals: the front between them", read_minimize,
     "the name of a report"},
    {'C', "--scatter", NULL, "NAME=DEVIATION",
     "let a parameter scatter about its value, and look for the design that is best all the same: --scatter l=1%",
     read_scattered, "NAME=DEVIATION, as in l=1% or l=5mm"},
    {'C', "--deviations", NULL, "K", "how many standard deviations count against a design; default: 2", read_deviations,
     "a number from 0 to 10"},
    {'C', "--samples", NULL, "N", "machines that scatter about each design; default: 64", read_machines,
     "an integer from 2 on"},
    {'C', "--points", NULL, "N", "designs of a front, at most; default: 30", read_points, "a number from 1 to 1000"},
    {'C', "--seed", NULL, "N", "select other random numbers for a front", read_seed, "an integer from 0 on"},
    {'C', "--output", "-o", "FILE",
     "write .html (a page with all designs), .json; of a front .csv and .svg too; - is csv on stdout", read_output,
     "a file"},
    {'R', "--over", NULL, "NAME[,NAME...]", "vary these parameters within their bounds, or NAME=LO..HI", read_over,
     "NAME or NAME=LO..HI, several separated by commas"},
    {'L', "--subject", NULL, "LIMIT", "add a constraint: --subject \"peak < 5 kN\"", read_subject,
     "a comparison such as \"peak < 5 kN\""},
    {'b', "--match", NULL, "QUANTITY=COLUMN", "compare a quantity of the model with a column: --match theta=angle",
     read_match, "QUANTITY=COLUMN"},
    {'d', "--time", NULL, "COLUMN", "the column of the time; default: t, else time", read_time_column, "a column"},
    {'g', "--offset", NULL, "COLUMN", "find by how much the clock in this column is off: t, or t=LO..HI in s",
     read_clock, "COLUMN or COLUMN=LO..HI"},
    {'i', "--scale", NULL, "COLUMN", "find the factor between this column and its quantity", read_scale, "a column"},
    {'l', "--noise", NULL, "COLUMN=NUMBER", "the standard deviation of a column, in its unit; default: found",
     read_noise, "COLUMN=NUMBER"},
    {'k', "--loss", NULL, "NAME", "squares (default), or huber or cauchy against outliers", read_loss,
     "squares, huber or cauchy"},
    {'r', "--starts", NULL, "N", "searches at most, from values within the bounds; default: 4", read_starts,
     "a number from 1 to 64"},
    {'z', "--output", "-o", "FILE",
     "write .html (a page), .svg (values and residuals), .json or .csv; - is csv on stdout", read_output, "a file"},
    {'Y', "--plot", NULL, "NAMES", "curves of these quantities of all runs, in -o FILE.svg or .html", read_plot,
     "names of recorded quantities, such as \"theta, energy\""},
    {'Y', "--output", "-o", "FILE", "write .csv, .json, .svg (curves) or .html (a page); - is csv on stdout",
     read_output, "a file"},
    {'W', "--at", NULL, "STATE",
     "linearise about a state: \"theta = 30 deg, theta' = 0\", start, rest (the equilibrium nearby)", read_at,
     "a state such as \"theta = 30 deg\", start or rest"},
    {'W', "--vary", NULL, "NAME=LO..HI:COUNT", "eigenvalues over a parameter, and where stability changes",
     read_only_vary, "NAME=LO..HI:COUNT"},
    {'W', "--response", NULL, "INPUT->OUTPUT", "frequency response, such as \"u -> x\"; -o FILE.svg draws it",
     read_response, "INPUT->OUTPUT"},
    {'W', "--orders", NULL, "NUMBERS", "critical speeds: where frequencies are these multiples of the speed varied",
     read_orders, "numbers such as 1,2"},
    {'W', "--periodic", NULL, NULL, "the periodic motion near that from the start, or --at, with Floquet multipliers",
     set_periodic, NULL},
    {'W', "--period", NULL, "TIME", "the same with this period, or about this one of a machine that nothing drives",
     read_period, "a time such as \"2*pi/W\""},
    {'W', "--mode", NULL, "NUMBER", "what small motions in this mode grow into, over --vary energy=LO..HI:COUNT",
     read_swing, "the number of a mode, from 1"},
    {'A', "--output", "-o", "FILE",
     "matrices or eigenvalues as .csv, all as .json, pictures as .svg .html, modes as .gif .mp4; - is csv on stdout",
     read_output, "a file"},
    {'Q', "--at", NULL, "STATE", "with --form linear: about this state: \"theta = 180 deg, theta' = W\"", read_place,
     "a state such as \"theta = 180 deg\""},
    {'Q', "--output", "-o", "FILE", "write a page to study as .html, or the equations as .tex or .json", read_output,
     "a file"},
    {'O', "--output", "-o", "FILE",
     "write one row per design, as .csv or .h5; resumes where it was stopped; - is csv on stdout", read_output,
     "a file"},
    {'w', "--output", "-o", "FILE", "write the page to FILE (default studio.html)", read_output, "a file"},
    {'X', "--output", "-o", "PATH",
     "write the files into this folder, or what is one file as this file; default: the present folder", read_output,
     "a folder or a file"},
    {'E', "--precision", NULL, "NAME", "numbers of the exported program: double (default) or float", read_precision,
     "double or float"},
    {'I', "--fmi", NULL, "2|3", "version of the interface of an FMU: 2.0 (default) or 3.0", read_fmi, "2 or 3"},
    {'j', "--json", NULL, NULL, "print one JSON object", set_json, NULL},
    {'q', "--quiet", NULL, NULL, "print no summary, only errors and warnings", set_quiet, NULL},
    {0, "--help", "-h", NULL, "print this help", set_help, NULL},
    {0, "--version", NULL, NULL, "print the version", set_version, NULL},
};

enum { OPTION_COUNT = sizeof options / sizeof *options };

static bool takes(const command *c, const option *o) {
    return o->letter == 0 || strchr(c->options, o->letter) != NULL;
}

bool option_find(const command *c, size_t *i, option_text *out) {
    while (*i < OPTION_COUNT && !takes(c, &options[*i]))
        ++*i;
    if (*i == OPTION_COUNT)
        return false;
    const option *o = &options[(*i)++];
    *out = (option_text){o->name, o->shorter, o->argument, o->what};
    return true;
}

/* The i-th option that the command takes. */
static const char *option_name(const void *of, size_t i) {
    for (size_t k = 0; k < OPTION_COUNT; k++)
        if (takes(of, &options[k]) && i-- == 0)
            return options[k].name;
    return NULL;
}

/* The option that an argument names; *value points behind a '='. */
static const option *find_option(const command *c, const char *argument, const char **value) {
    size_t length = strcspn(argument, "=");
    *value = argument[length] == '=' ? argument + length + 1 : NULL;
    for (size_t k = 0; k < OPTION_COUNT; k++) {
        const option *o = &options[k];
        bool whole = strlen(o->name) == length && memcmp(o->name, argument, length) == 0;
        if (takes(c, o) && (whole || (o->shorter && strcmp(o->shorter, argument) == 0)))
            return o;
    }
    return NULL;
}

static bool unknown_option(const command *c, const settings *s, const char *argument) {
    const char *near = nearest_name(argument, option_name, c);
    if (near)
        usage_error(s->json, "unknown option '%s': did you mean '%s'?", argument, near);
    else
        usage_error(s->json, "unknown option '%s': see 'lagrangia %s --help'", argument, c->name);
    return false;
}

static bool read_value(const option *o, settings *s, const char *value) {
    if (o->read(s, value))
        return true;
    if (s->told)
        return false;
    usage_error(s->json, "%s takes %s, not '%s'", o->name, o->wanted, value);
    return false;
}

/* Reads the option at arguments[*i] and what belongs to it. */
static bool read_option(const command *c, int count, char **arguments, int *i, settings *s) {
    const char *value, *argument = arguments[*i];
    const option *o = find_option(c, argument, &value);
    if (!o)
        return unknown_option(c, s, argument);
    if (!o->argument) {
        if (value)
            usage_error(s->json, "%s takes no value", o->name);
        return !value && o->read(s, NULL);
    }
    if (!value && *i + 1 < count)
        value = arguments[++*i];
    if (!value) {
        usage_error(s->json, "%s needs %s", o->name, o->wanted);
        return false;
    }
    return read_value(o, s, value);
}

static bool check_operands(const command *c, const settings *s) {
    const bool optional = *c->operands == '[' || !*c->operands, several = strstr(c->operands, "...") != NULL;
    const size_t count = s->operand_count, wanted = *c->operands ? strchr(c->operands, ' ') ? 2 : 1 : 0;
    if (s->help || s->version || (count == wanted && wanted) || (optional && count == 0) || (several && count > 1) ||
        (s->plot && count > 1 && strcmp(c->name, "run") == 0))
        return true;
    if (!wanted) {
        usage_error(s->json, "'%s' takes no argument, so '%s' is unexpected", c->name, s->operands[0]);
        return false;
    }
    if (count < wanted)
        usage_error(s->json, "'%s' needs %s: see 'lagrangia %s --help'", c->name, c->operands, c->name);
    else if (strcmp(c->name, "run") == 0)
        usage_error(s->json,
                    "'run' takes one MODEL, or several with --plot NAMES: 'lagrangia compare %s %s' shows several runs "
                    "side by side",
                    s->operands[0], s->operands[wanted]);
    else
        usage_error(s->json, "'%s' takes one %s, so '%s' is unexpected", c->name, c->operands, s->operands[wanted]);
    return false;
}

bool options_read(const command *c, int count, char **arguments, settings *s) {
    bool only_operands = false;
    for (int i = 0; i < count; i++) /* known first: errors are objects too */
        s->json = s->json || (strchr(c->options, 'j') && strcmp(arguments[i], "--json") == 0);
    for (int i = 0; i < count; i++) {
        if (!only_operands && strcmp(arguments[i], "--") == 0)
            only_operands = true;
        else if (only_operands || arguments[i][0] != '-' || arguments[i][1] == '\0')
            s->operands[s->operand_count++] = arguments[i];
        else if (!read_option(c, count, arguments, &i, s))
            return false;
    }
    return check_operands(c, s) && lgr_library_configure(&s->library) == LGR_STATUS_OK;
}

bool settings_create(settings *s, int count, char **arguments) {
    size_t room = (size_t)count + 1;
    *s = (settings){.arguments = arguments,
                    .library = lgr_library_options_default(),
                    .parse = lgr_parse_options_default(),
                    .run = lgr_run_options_default(),
                    .derive = lgr_derive_options_default(),
                    .exporting = lgr_export_options_default(),
                    .sweep = lgr_sweep_options_default(),
                    .optimize = lgr_optimize_options_default(),
                    .front = lgr_front_options_default(),
                    .fit = lgr_fit_options_default(),
                    .linear = lgr_linear_options_default()};
    s->operands = calloc(room, sizeof *s->operands);
    s->overrides = calloc(room, sizeof *s->overrides);
    s->outputs = calloc(room, sizeof *s->outputs);
    s->inputs = calloc(room, sizeof *s->inputs);
    s->limits = calloc(room, sizeof *s->limits);
    s->goals = calloc(room, sizeof *s->goals);
    s->scattered = calloc(room, sizeof *s->scattered);
    s->axis_room = room + MOST_OVER;
    s->axes = calloc(s->axis_room, sizeof *s->axes);
    s->matches = calloc(room, sizeof *s->matches);
    s->fit.match = s->matches;
    s->front.goals = s->goals;
    s->optimize.scatter = s->scattered;
    s->sweep.axes = s->optimize.over = s->axes;
    s->optimize.limits = s->limits;
    if (s->operands && s->overrides && s->inputs && s->outputs && s->limits && s->goals && s->scattered && s->matches &&
        s->axes)
        return true;
    complain("out of memory");
    return false;
}

void settings_destroy(settings *s) {
    for (size_t i = 0; i < s->override_count; i++)
        free((char *)s->overrides[i].name);
    for (size_t i = 0; i < s->input_count; i++)
        free(s->inputs[i]);
    free(s->inputs);
    for (size_t i = 0; s->axes && i < s->axis_room; i++) {
        free((char *)s->axes[i].name);
        free((char *)s->axes[i].low);
        free((char *)s->axes[i].high);
    }
    free(s->axes);
    for (size_t i = 0; s->matches && i < s->fit.match_count; i++) {
        free((char *)s->matches[i].quantity);
        free((char *)s->matches[i].column);
    }
    free(s->matches);
    free(s->limits);
    free(s->goals);
    for (size_t i = 0; s->scattered && i < s->optimize.scatter_count; i++) {
        free((char *)s->scattered[i].name);
        free((char *)s->scattered[i].high);
    }
    free(s->scattered);
    free(s->operands);
    free(s->overrides);
    free(s->outputs);
}

static void print_methods(FILE *out) {
    fputs("\nmethods:\n", out);
    for (size_t i = 0; lgr_method_name(i); i++)
        fprintf(out, "  %-28s  %s\n", lgr_method_name(i), lgr_method_description(i));
}

void options_print_help(const command *c, FILE *out) {
    fputs("\noptions:\n", out);
    for (const option *o = options; o < options + OPTION_COUNT; o++) {
        if (!takes(c, o))
            continue;
        char left[40];
        snprintf(left, sizeof left, "%s%s%s%s%s", o->shorter ? o->shorter : "", o->shorter ? ", " : "", o->name,
                 o->argument ? " " : "", o->argument ? o->argument : "");
        fprintf(out, "  %-28s  %s\n", left, o->what);
    }
    if (strchr(c->options, 'm'))
        print_methods(out);
}
