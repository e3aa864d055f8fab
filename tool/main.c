/* The command line: selects the command, or prints help. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "large.h"
#include "tool.h"

#define RUN_EXAMPLES                                                                                                   \
    "  lagrangia run pendulum.lgr                            print a summary\n"                                        \
    "  lagrangia run pendulum.lgr --until 20 -o motion.csv   and write every step to a file\n"                         \
    "  lagrangia run trebuchet.lgr --set l2=\"13 ft\" --json   print one object for scripts\n"

/* Options by their letters: j --json, q --quiet, s --set, u --until, t --tolerance, m --method, p --step, e --every,
   o -o, P --plot, A -o of analyze, W --at and --vary of analyze, v --verify, a --check-action, c --check, y
   --sensitivity, f --form, F --format, M
   --mode, S --steps, w -o of the studio, V --vary, K --sample, N --samples, B --scatter, D --seed, H --shard, T
   --threads, O -o of a sweep, X -o of export, E --precision, I --fmi, x --maximize, n --minimize, R --over, L
   --subject, C --points, --seed and -o of optimize, Y --plot and -o of compare, G --report, --maximize and --minimize
   of a sweep, b --match, d
   --time, g
   --offset, i --scale, l --noise, k --loss, r --starts, z -o of a fit. A command that is not
   available yet has no function, and its options are not read. */
const command commands[] = {
    {"run", "MODEL", "simulate a model and print its results", "sutmpeohPvayjq", command_run, RUN_EXAMPLES},
    {"check", "MODEL", "classify the system: constraints, rank, degrees of freedom", "sj", command_check,
     "  lagrangia check pendulum.lgr\n"
     "  lagrangia check - --json < pendulum.lgr\n"},
    {"derive", "MODEL", "print the equations of motion", "sfFMSQj", command_derive,
     "  lagrangia derive pendulum.lgr\n"
     "  lagrangia derive pendulum.lgr --steps                 with the derivation, line by line\n"
     "  lagrangia derive trebuchet.lgr --mode release --form matrix\n"
     "  lagrangia derive pendulum.lgr --format latex > pendulum.tex\n"
     "  lagrangia derive pendulum.lgr -o pendulum.html        a page to study, with the machine and its equilibria\n"},
    {"analyze", "MODEL", "find conserved quantities, equilibria, stability and modes", "sWjA", command_analyze,
     "  lagrangia analyze pendulum.lgr\n"
     "  lagrangia analyze pendulum.lgr --set l=\"2 ft\" -o matrices.csv\n"
     "  lagrangia analyze pendulum.lgr --at \"theta = 30 deg\"            small motions about a state\n"
     "  lagrangia analyze bicycle.lgr --set eps=0 --vary v=0..10:101 -o modes.svg\n"},
    {"explain", "[CODE]", "explain the code of a message or a component, or list all codes", "", command_explain,
     "  lagrangia explain E0107\n"
     "  lagrangia explain gear_pair      a component of the library; 'explain components' lists all\n"},
    {"sweep", "MODEL", "simulate over ranges of parameters, on all processors", "VKNBDGHTLsutmpOq", command_sweep,
     "  lagrangia sweep trebuchet.lgr --vary l3=\"3 m..5 m:11\" --vary gamma=30deg..50deg:5\n"
     "  lagrangia sweep trebuchet.lgr --vary l3=3..5 --vary gamma=30deg..50deg --sample sobol --samples 1000 -o "
     "designs.csv\n"
     "  lagrangia sweep trebuchet.lgr --vary m1=200..1200:100000 --shard 3/16 -o part3.csv\n"
     "  lagrangia sweep trebuchet.lgr --scatter l3=1% --scatter gamma=0.5deg --subject \"range > 235 m\"\n"
     "  lagrangia sweep trebuchet.lgr --vary l3=3..5:41 --vary gamma=30deg..50deg:41 --report page.html\n"},
    {"optimize", "MODEL", "find the parameters that maximize or minimize a report", "xnRLTsutmpCjq", command_optimize,
     "  lagrangia optimize trebuchet.lgr --maximize range --over l3,gamma\n"
     "  lagrangia optimize trebuchet.lgr --maximize range --over l3=\"3 m..5 m\",gamma --subject \"peak < 2 kN\"\n"
     "  lagrangia optimize trebuchet.lgr --maximize range --minimize peak --over l3,gamma -o front.svg\n"},
    {"compare", "MODEL...", "simulate several models, or one with different parameters, side by side", "sutmpYjq",
     command_compare,
     "  lagrangia compare first.lgr second.lgr -o page.html\n"
     "  lagrangia compare trebuchet.lgr trebuchet.lgr:l3=\"5 m\" trebuchet.lgr:l3=5,gamma=40deg\n"
     "  lagrangia compare first.lgr second.lgr --plot \"theta, energy\" -o curves.svg\n"},
    {"fit", "MODEL DATA...", "find parameters from measured motions, with their confidence intervals",
     "Rbdgilkrstmpzjq", command_fit,
     "  lagrangia fit pendulum.lgr angle.csv --over l,c --match theta=angle\n"
     "  lagrangia fit pendulum.lgr video.csv --over l,c --match theta=angle --offset t --loss huber -o fit.html\n"
     "  lagrangia fit pendulum.lgr a.csv:theta0=10deg b.csv:theta0=40deg --over l --match theta=angle\n"},
    {"export", "FORMAT MODEL", "write the model as c or fmu, or its equations as octave, julia, sympy or latex",
     "sMEIX", command_export,
     "  lagrangia export c pendulum.lgr -o pendulum            C99 that needs no library\n"
     "  lagrangia export c pendulum.lgr -o pendulum --precision float\n"
     "  lagrangia export fmu pendulum.lgr -o pendulum.fmu      for model exchange and co-simulation\n"
     "  lagrangia export fmu pendulum.lgr --fmi 3\n"
     "  lagrangia export octave pendulum.lgr                   writes pendulum_equations.m\n"
     "  lagrangia export sympy trebuchet.lgr --mode release\n"},
    {"studio", "[MODEL]", "open the studio, a page to write and change models in, in a browser", "w", command_studio,
     "  lagrangia studio trebuchet.lgr\n"
     "  lagrangia studio trebuchet.lgr -o trebuchet.html\n"},
    {"fmt", "FILE...", "put the spaces of models in order; - is from standard input to standard output", "c",
     command_fmt,
     "  lagrangia fmt pendulum.lgr trebuchet.lgr\n"
     "  lagrangia fmt --check *.lgr\n"
     "  lagrangia fmt - < pendulum.lgr\n"},
    {"lsp", "", "serve an editor: the Language Server Protocol on standard input and output", "", command_lsp,
     "  lagrangia lsp        started by the editor, which the manual tells how: docs/editors.md\n"},
    {"manual", "[COMMAND]", "print the manual page of a command, for man -l -", "", command_manual,
     "  lagrangia manual run | man -l -\n"},
    {"completion", "SHELL", "print completions for bash, zsh or fish", "", command_completion,
     "  source <(lagrangia completion bash)\n"},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

static const command *find_command(const char *name) {
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static const char *command_name(const void *of, size_t i) {
    (void)of;
    return commands[i].name;
}

const char exit_statuses[] =
    "0 success, 1 error in the model, 2 wrong usage, 3 the run failed, 4 an expectation does not "
    "hold,\n             5 memory is exhausted";

static int print_help(FILE *out) {
    fputs("lagrangia: equations of motion, simulation and analysis of mechanical systems\n\nusage: lagrangia COMMAND "
          "...\n\ncommands:\n",
          out);
    for (const command *c = commands; c->name; c++)
        if (c->main)
            fprintf(out, "  %-10s %-12s  %s\n", c->name, c->operands, c->what);
    fputs("\nexamples:\n" RUN_EXAMPLES "  lagrangia check pendulum.lgr                          classify the system\n"
          "\nMODEL is a file, or - for standard input. 'lagrangia COMMAND --help' lists the options of a command.\n"
          "exit status: ",
          out);
    fprintf(out, "%s\n", exit_statuses);
    return 0;
}

static int print_command_help(const command *c) {
    printf("lagrangia %s: %s\n\nusage: lagrangia %s%s%s%s\n", c->name, c->what, c->name, *c->operands ? " " : "",
           c->operands, *c->options ? " [OPTION]..." : "");
    options_print_help(c, stdout);
    printf("\nexamples:\n%s", c->examples);
    return 0;
}

static int print_version(void) {
    bool present;
    const char *part;
    printf("lagrangia %s\n", lgr_version());
    for (size_t i = 0; (part = lgr_version_part(i, &present)) != NULL; i++)
        printf("%s: %s\n", part, present ? "yes" : "no");
    for (size_t i = 0; (part = large_part(i, &present)) != NULL; i++)
        printf("%s: %s\n", part, present ? "yes" : "no");
    printf("html report: %s\n", lgr_run_format_trouble("html") ? "no" : "yes");
    return 0;
}

static int unknown_command(const char *name) {
    if (*name == '-' && name[1] != '\0')
        return usage_error(false, "unknown option '%s': see 'lagrangia --help'", name);
    const char *near = nearest_name(name, command_name, NULL);
    if (near)
        return usage_error(false, "unknown command '%s': did you mean '%s'?", name, near);
    return usage_error(false, "unknown command '%s': see 'lagrangia --help'", name);
}

/* The arguments of the program, its name and the command among them. */
static int run_command(const command *c, int count, char **arguments) {
    if (!c->main)
        return usage_error(false, "'%s' is not available yet", c->name);
    settings s;
    int status = EXIT_USAGE;
    if (settings_create(&s, count, arguments) && options_read(c, count - 2, arguments + 2, &s))
        status = s.help ? print_command_help(c) : s.version ? print_version() : c->main(&s);
    if (status == LGR_STATUS_MEMORY)
        fputs("lagrangia: memory is exhausted\n", stderr);
    settings_destroy(&s);
    return status;
}

static bool is_one_of(const char *text, const char *a, const char *b) {
    return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

/* A file that is opened later must not be taken for stdin, stdout or stderr. What is opened in place of a missing one
   fails as the missing one would. */
static void fill_descriptors(void) {
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
            _exit(EXIT_USAGE);
}

int main(int count, char **arguments) {
    fill_descriptors();
    interrupts_prepare();
    if (count < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (is_one_of(arguments[1], "-h", "--help"))
        return finish_stdout(print_help(stdout));
    if (strcmp(arguments[1], "--version") == 0)
        return finish_stdout(print_version());
    if (strcmp(arguments[1], "help") == 0) {
        const command *about = count > 2 ? find_command(arguments[2]) : NULL;
        return finish_stdout(about && about->main ? print_command_help(about) : print_help(stdout));
    }
    const command *c = find_command(arguments[1]);
    return finish_stdout(c ? run_command(c, count, arguments) : unknown_command(arguments[1]));
}
