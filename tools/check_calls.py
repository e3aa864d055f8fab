#!/usr/bin/env python3
"""Checks in the built objects of the library that what depends on the world outside is called in one place only: what
obeys the locale, what opens files; and that nothing prints, ends the process or changes what belongs to it.

usage: check_calls.py OBJECTS [--nm NM]   OBJECTS: build/dev/src/CMakeFiles/lagrangia_objects.dir
       check_calls.py --self-test         proves on a small list that the breaches are found
"""
import argparse
import pathlib
import re
import subprocess
import sys

# Functions of the C library, and the only files that may call them. In numeral.c, emit.c and hunt.c the formats have
# integers and words only, on which no locale has a say.
ALLOWED = {
    ("vsnprintf", "strtod", "strtof", "strtold", "strerror", "strerror_l", "strerror_r", "newlocale", "uselocale"): {"base/print"},
    ("snprintf",): {"syntax/numeral", "study/hunt"},
    ("sprintf", "vsprintf", "sscanf", "atof", "localeconv", "setlocale", "strcoll", "strftime", "toupper", "tolower", "isalpha",
     "isalnum", "isspace", "isprint", "mbtowc", "mbrtowc"): set(),
    ("fopen", "open", "openat", "creat", "freopen", "stat", "lstat", "fstat", "opendir", "popen", "mkstemp", "tmpfile", "realpath", "fdopen"): {"base/files"},
    ("malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "strdup", "strndup", "asprintf"): {"base/memory"},
    ("dlopen", "dlsym", "dlclose"): {"base/late"},
    ("longjmp", "_longjmp", "siglongjmp"): {"base/call"},
    ("rename", "unlink", "remove", "mkdir", "system", "execve", "posix_spawn", "fork", "socket", "getenv"): set(),
    ("printf", "puts", "putchar", "perror", "vprintf", "stdout", "signal", "sigaction", "raise", "kill", "chdir", "umask", "exit",
     "_exit", "quick_exit", "srand", "rand"): set(),
    ("fprintf", "stderr", "abort"): {"base/check"},
}
SYMBOL = re.compile(r"^(.*\.o):\s*U (\S+)$")
CHECKED = re.compile(r"^__(\w+)_chk$")  # what a hardened C library calls instead


def plain(name):
    """The function that is meant: without versions, and without what a compiler or a C library puts around it."""
    name = name.split("@")[0]
    match = CHECKED.match(name)
    return match[1] if match else name.removeprefix("__isoc99_").removeprefix("__isoc23_")


def breaches(lines, root):
    allowed = {name: files for names, files in ALLOWED.items() for name in names}
    for line in lines:
        match = SYMBOL.match(line)
        if not match:
            continue
        file = re.sub(r"\.c$", "", pathlib.PurePath(match[1]).relative_to(root).with_suffix("").as_posix())
        name = plain(match[2])
        if name in allowed and file not in allowed[name]:
            where = " and ".join(f"src/{known}.c" for known in sorted(allowed[name])) or "no file of the library"
            yield f"src/{file}.c calls {name}: {where} may"


def self_test():
    lines = ["o/a/b.c.o:                 U __vsnprintf_chk", "o/base/print.c.o:                 U vsnprintf",
             "o/a/c.c.o:                 U printf@GLIBC_2.2", "o/a/c.c.o:                 U memcpy"]
    found = list(breaches(lines, "o"))
    return found == ["src/a/b.c calls vsnprintf: src/base/print.c may", "src/a/c.c calls printf: no file of the library may"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("objects", nargs="?", type=pathlib.Path)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return 0 if self_test() else 1
    objects = sorted(options.objects.rglob("*.o"))
    lines = subprocess.run([options.nm, "-A", "-u", *map(str, objects)], capture_output=True, text=True, check=True).stdout.splitlines()
    found = sorted(set(breaches(lines, options.objects)))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found or not objects else 0


if __name__ == "__main__":
    sys.exit(main())
