/* Which program does large work: this one, lagrangia-large, or none in this build. */
#include "large.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef LGR_MPI
static const bool has_mpi = true;
#else
static const bool has_mpi = false;
#endif
#ifdef LGR_HDF5
static const bool has_hdf5 = true;
#else
static const bool has_hdf5 = false;
#endif
#ifdef LGR_LARGE
static const bool is_large = true;
#else
static const bool is_large = false;
#endif

#define LARGE_NAME "lagrangia-large"

const char *large_part(size_t i, bool *present) {
    *present = i == 0 ? has_mpi : has_hdf5;
    return i == 0 ? "MPI" : i == 1 ? "HDF5" : NULL;
}

typedef struct launcher {
    const char *size, *rank;
} launcher;

/* Open MPI, MPICH and its kin, MVAPICH; Slurm's own start of MPI programs. */
static const launcher launchers[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                     {"PMI_SIZE", "PMI_RANK"},
                                     {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
                                     {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}};

int large_processes(const char **variable, int *rank) {
    for (const launcher *l = launchers; l < launchers + sizeof launchers / sizeof *launchers; l++) {
        const char *size = getenv(l->size), *number = getenv(l->rank);
        if (!size || !number || atoi(size) <= 1)
            continue;
        *variable = l->size;
        *rank = atoi(number);
        return atoi(size);
    }
    *variable = "";
    *rank = 0;
    return 1;
}

bool large_is_hdf5(const char *path) {
    const char *ending = strrchr(path, '.');
    return ending && (strcmp(ending, ".h5") == 0 || strcmp(ending, ".hdf5") == 0);
}

/* The path of the program beside this one. */
static bool find_beside(const char *self, char *path, size_t room) {
    ssize_t length = readlink("/proc/self/exe", path, room - sizeof LARGE_NAME);
    if (length < 0) {
        length = (ssize_t)strlen(self);
        if ((size_t)length > room - sizeof LARGE_NAME)
            return false;
        memcpy(path, self, (size_t)length);
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, LARGE_NAME);
    return true;
}

static int become_large(const settings *s) {
    char path[PATH_MAX];
    if (find_beside(s->arguments[0], path, sizeof path))
        execvp(path, s->arguments);
    else
        errno = ENAMETOOLONG;
    return usage_error(s->json, "cannot start '%s', which is needed for this: %s", LARGE_NAME, error_text(errno));
}

static int refuse_processes(const settings *s, int count, const char *variable, int rank) {
    if (rank > 0)
        return EXIT_USAGE; /* the first process says it for all */
    return usage_error(s->json,
                       "%d processes were started together (%s), and this build has no MPI: each would compute the "
                       "whole sweep; start one, or give each its own part with --shard and %s unset",
                       count, variable, variable);
}

bool large_is_elsewhere(const settings *s, int *status) {
    const char *variable;
    int rank, count = large_processes(&variable, &rank);
    bool hdf5 = s->output_count > 0 && large_is_hdf5(s->outputs[0]);
    if (count > 1 && !has_mpi)
        *status = refuse_processes(s, count, variable, rank);
    else if (hdf5 && !has_hdf5)
        *status =
            usage_error(s->json, "cannot write '%s': this build has no HDF5; name a .csv file instead", s->outputs[0]);
    else if ((count > 1 || hdf5) && !is_large)
        *status = become_large(s);
    else
        return false;
    return true;
}
