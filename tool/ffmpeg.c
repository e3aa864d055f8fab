/* Pictures through a pipe to ffmpeg. */
#include "ffmpeg.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS = 32, LONGEST_PATH = 4096 };

extern char **environ;

/* What a file with this ending needs to be played everywhere. */
static const struct {
    const char *ending, *options[10];
} kinds[] = {
    {".gif", {"-f", "gif", "-filter_complex", "[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"}},
    {".mp4", {"-f", "mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"}},
    {".webm", {"-f", "webm", "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-b:v", "1M"}},
};

/* Where pictures come from, and how they come. */
typedef struct film_source {
    bool (*feed)(void *of, FILE *to); /* false once nobody reads */
    void *of;
    const char *format[6], *rate, *comment;
} film_source;

bool film_is_possible(void) {
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[LONGEST_PATH];
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/ffmpeg", (int)length, path);
        if (length > 0 && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* The command line in `to`; the texts are kept. */
static void list_arguments(const char **to, const film_source *from, const char *path, const char *file) {
    const char *const begin[] = {"ffmpeg", "-y", "-loglevel", "error", "-r", from->rate, "-f"}, *const end[] = {
                                                                                                    "-i", "-",
                                                                                                    "-metadata",
                                                                                                    from->comment};
    size_t count = sizeof begin / sizeof *begin;
    memcpy(to, begin, sizeof begin);
    for (const char *const *o = from->format; *o; o++)
        to[count++] = *o;
    memcpy(to + count, end, sizeof end);
    count += sizeof end / sizeof *end;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].ending, strrchr(path, '.')) == 0)
            for (const char *const *o = kinds[i].options; *o; o++)
                to[count++] = *o;
    to[count++] = file;
    to[count] = NULL;
}

/* Starts ffmpeg with its standard input at the reading end; false with errno if it cannot be. An interrupt from the
   keyboard is for this program alone, which ends ffmpeg: by itself it would complain. */
static bool start(const char *const *arguments, const int ends[2], pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t own;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&own);
    posix_spawnattr_setpgroup(&own, 0);
    posix_spawnattr_setsigmask(&own, &none);
    posix_spawnattr_setflags(&own, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    interrupts_hold(true);
    errno = posix_spawnp(child, "ffmpeg", &actions, &own, (char *const *)(size_t)arguments, environ);
    const bool started = errno == 0;
    interrupts_end_with(started ? *child : 0);
    interrupts_hold(false);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&own);
    return started;
}

static bool feed_run(void *of, FILE *pipe_end) {
    lgr_film *film = of;
    lgr_film_info about = lgr_film_about(film);
    size_t bytes = 3 * (size_t)about.width * (size_t)about.height;
    for (size_t i = 0; i < about.count; i++) {
        const unsigned char *picture = lgr_film_picture(film, i);
        if (!picture || fwrite(picture, 1, bytes, pipe_end) != bytes)
            return false;
    }
    return true;
}

static bool run_program(const film_source *from, const char *const *arguments) {
    int ends[2], status = 0;
    pid_t child;
    if (pipe(ends) != 0)
        return false;
    if (!start(arguments, ends, &child)) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    close(ends[0]);
    FILE *to = fdopen(ends[1], "wb");
    bool fed = to && from->feed(from->of, to);
    fed = to ? fclose(to) == 0 && fed : close(ends[1]) != 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    interrupts_end_with(0);
    return fed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell_speed(const char *path, double speed) {
    char times[LGR_NUMBER_ROOM];
    if (speed == 1)
        return;
    lgr_number_write(speed > 1 ? speed : 1 / speed, 6, times);
    complain("'%s' runs %s times as %s as the motion", path, times, speed > 1 ? "fast" : "slowly");
}

static bool encode(const film_source *from, const char *path, const char *part) {
    char file[LONGEST_PATH];
    const char *arguments[ARGUMENTS];
    snprintf(file, sizeof file, "file:%s", part); /* no name is taken for an option or an address */
    list_arguments(arguments, from, path, file);
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    const bool listened = interrupts_pause(true); /* a film that is interrupted is none */
    bool ok = run_program(from, arguments);
    interrupts_pause(!listened);
    signal(SIGPIPE, before);
    if (!ok)
        complain("cannot write '%s': ffmpeg failed", path);
    return ok;
}

static bool write_film(lgr_film *film, const char *path, const char *part) {
    char size[64], rate[LGR_NUMBER_ROOM], speed[LGR_NUMBER_ROOM], comment[64];
    lgr_film_info about = lgr_film_about(film);
    snprintf(size, sizeof size, "%dx%d", about.width, about.height);
    lgr_number_write(about.rate, 6, rate);
    lgr_number_write(about.speed, 6, speed);
    snprintf(comment, sizeof comment, "comment=%s s of motion in 1 s", speed);
    const film_source from = {feed_run, film, {"rawvideo", "-pix_fmt", "rgb24", "-s", size}, rate, comment};
    const bool ok = encode(&from, path, part);
    if (ok)
        tell_speed(path, about.speed);
    return ok;
}

lgr_status film_write(const lgr_run *run, const char *path, const char *part) {
    lgr_film *film = lgr_film_create(run);
    bool drawn = film && lgr_film_about(film).count > 0;
    if (film && !drawn)
        complain("there is no film where the model has nothing to draw");
    bool ok = drawn && write_film(film, path, part);
    lgr_film_destroy(film);
    return ok ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

typedef struct modes_film {
    lgr_model *model;
    const lgr_linear_options *options;
} modes_film;

static bool feed_modes(void *of, FILE *pipe_end) {
    const modes_film *f = of;
    return lgr_model_linearize(f->model, f->options, "ppm", false, 0, file_sink, pipe_end) == LGR_STATUS_OK;
}

lgr_status film_write_modes(lgr_model *model, const lgr_linear_options *options, const char *path, const char *part) {
    modes_film of = {model, options};
    const film_source from = {feed_modes, &of, {"image2pipe", "-c:v", "ppm"}, "25", "comment=modes of small motions"};
    const lgr_status drawn = lgr_model_linearize(model, options, "svg", false, 0, no_sink, NULL);
    return drawn != LGR_STATUS_OK ? drawn : encode(&from, path, part) ? LGR_STATUS_OK : LGR_STATUS_RUN;
}
