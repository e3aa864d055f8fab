/* lagrangia manual and completion: pages for man(1) and completions for shells, from the tables of commands and
 * options. */
#include <string.h>

#include "tool.h"

/* --- Pages --- */

/* Text of roff: a hyphen is one that can be copied, and no line begins with a request. */
static void put_roff(const char *text) {
    for (bool begins = true; *text; begins = *text++ == '\n') {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\' || *text == '-')
            putchar('\\');
        putchar(*text == '\\' ? 'e' : *text);
    }
}

static void put_section(const char *name) {
    printf(".SH %s\n", name);
}

static void put_title(const char *name, const char *what) {
    printf(".TH LAGRANGIA%s%s 1 \"\" \"lagrangia %s\" \"User commands\"\n", *name ? "-" : "", name, lgr_version());
    put_section("NAME");
    printf("lagrangia%s%s \\- ", *name ? "\\-" : "", name);
    put_roff(what);
    putchar('\n');
    put_section("SYNOPSIS");
}

static void put_options(const command *c) {
    put_section("OPTIONS");
    option_text o;
    for (size_t i = 0; option_find(c, &i, &o);) {
        fputs(".TP\n\\fB", stdout);
        put_roff(o.shorter ? o.shorter : o.name);
        if (o.shorter) {
            fputs("\\fR, \\fB", stdout);
            put_roff(o.name);
        }
        fputs("\\fR", stdout);
        if (o.argument) {
            fputs(" \\fI", stdout);
            put_roff(o.argument);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        put_roff(o.what);
        putchar('\n');
    }
}

static void put_example(const char *text) {
    put_section("EXAMPLES");
    fputs(".nf\n", stdout);
    put_roff(text);
    fputs(".fi\n", stdout);
}

static void put_status(void) {
    put_section("EXIT STATUS");
    put_roff(exit_statuses);
    putchar('\n');
}

static int print_page(const command *c) {
    put_title(c->name, c->what);
    printf(".B lagrangia %s\n.RI \"%s%s\"\n", c->name, c->operands, *c->options ? " [OPTION]..." : "");
    put_options(c);
    put_example(c->examples);
    put_status();
    put_section("SEE ALSO");
    puts(".BR lagrangia (1)");
    return 0;
}

static int print_overview(void) {
    put_title("", "equations of motion, simulation and analysis of mechanical systems");
    puts(".B lagrangia\n.I COMMAND\n.RI [ OPTION ]...");
    put_section("COMMANDS");
    for (const command *c = commands; c->name; c++)
        if (c->main) {
            printf(".TP\n.BR lagrangia\\-%s (1)\n", c->name);
            put_roff(c->what);
            putchar('\n');
        }
    put_status();
    return 0;
}

static const command *find(const char *name) {
    for (const command *c = commands; c->name; c++)
        if (c->main && strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

int command_manual(const settings *s) {
    const command *c = s->operand_count ? find(s->operands[0]) : NULL;
    if (s->operand_count && !c)
        return usage_error(s->json, "there is no command '%s': see 'lagrangia --help'", s->operands[0]);
    return c ? print_page(c) : print_overview();
}

/* --- Completions --- */

static void put_commands(const char *between) {
    const char *before = "";
    for (const command *c = commands; c->name; c++)
        if (c->main) {
            printf("%s%s", before, c->name);
            before = between;
        }
}

static void put_methods(void) {
    for (size_t i = 0; lgr_method_name(i); i++)
        printf("%s%s", i ? " " : "", lgr_method_name(i));
}

static void put_bash(void) {
    fputs("_lagrangia() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '",
          stdout);
    put_commands(" ");
    fputs(" --help --version' -- \"$word\"))\n        return\n    fi\n    if [ \"$before\" = --method ]; then\n"
          "        COMPREPLY=($(compgen -W '",
          stdout);
    put_methods();
    fputs("' -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n", stdout);
    for (const command *c = commands; c->name; c++) {
        option_text o;
        if (!c->main)
            continue;
        printf("    %s) words='", c->name);
        for (size_t i = 0; option_find(c, &i, &o);)
            printf("%s%s%s ", o.shorter ? o.shorter : "", o.shorter ? " " : "", o.name);
        fputs("' ;;\n", stdout);
    }
    fputs("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
          "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
          "complete -o filenames -F _lagrangia lagrangia\n",
          stdout);
}

/* Inside single quotes of zsh and fish. */
static void put_quoted(const char *text, bool brackets) {
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            printf("%s%c", brackets && strchr("[]:\\", *text) ? "\\" : "", *text);
}

static void put_zsh(void) {
    fputs("#compdef lagrangia\n_lagrangia() {\n    local -a commands\n    commands=(\n", stdout);
    for (const command *c = commands; c->name; c++)
        if (c->main) {
            printf("        '%s:", c->name);
            put_quoted(c->what, true);
            puts("'");
        }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n",
          stdout);
    for (const command *c = commands; c->name; c++) {
        option_text o;
        if (!c->main)
            continue;
        printf("    %s) _arguments", c->name);
        for (size_t i = 0; option_find(c, &i, &o);)
            for (int both = 0; both < 2; both++)
                if (both == 0 || o.shorter) {
                    printf(" \\\n        '*%s[", both ? o.shorter : o.name);
                    put_quoted(o.what, true);
                    putchar(']');
                    if (o.argument) {
                        putchar(':');
                        put_quoted(o.argument, true);
                        fputs(strcmp(o.name, "--output") == 0 ? ":_files" : ": ", stdout);
                    }
                    putchar('\'');
                }
        fputs(" \\\n        '*:file:_files' ;;\n", stdout);
    }
    fputs("    esac\n}\n_lagrangia \"$@\"\n", stdout);
}

static void put_fish(void) {
    for (const command *c = commands; c->name; c++) {
        option_text o;
        if (!c->main)
            continue;
        printf("complete -c lagrangia -n __fish_use_subcommand -f -a %s -d '", c->name);
        put_quoted(c->what, false);
        puts("'");
        for (size_t i = 0; option_find(c, &i, &o);) {
            printf("complete -c lagrangia -n '__fish_seen_subcommand_from %s'", c->name);
            if (o.shorter)
                printf(" -s %s", o.shorter + 1);
            printf(" -l %s%s -d '", o.name + 2, o.argument ? " -r" : "");
            put_quoted(o.what, false);
            puts("'");
        }
    }
}

int command_completion(const settings *s) {
    static const struct {
        const char *name;
        void (*put)(void);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, s->operands[0]) == 0) {
            shells[i].put();
            return 0;
        }
    return usage_error(s->json, "unknown shell '%s': there are bash, zsh and fish", s->operands[0]);
}
