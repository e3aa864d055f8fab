#!/usr/bin/env python3
"""Checks in the built objects that source files do not need each other in circles, and that external names have the
prefix of their folder.

usage: check_circles.py OBJECTS [--nm NM]   OBJECTS: build/dev/src/CMakeFiles/lagrangia_objects.dir; exit status 1 if
                                            there are other circles than the known ones, or more names without prefix
       check_circles.py OBJECTS --show      prints all circles, with the names that tie each arrow
       check_circles.py OBJECTS --names     prints all names without prefix
       check_circles.py --self-test         proves on a small wrong library that the breaches are found
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

# Files in circles, by folder. These lists may only shrink, and end empty: who ends a circle writes the new number.
KNOWN_CIRCLES = {}
# External names without the prefix of their folder (or of a sub-folder that they are in): never more than these.
KNOWN_NAMES = {}
PUBLIC = "lgr_"
SYMBOL = re.compile(r"^(.*\.o):\s*(?:[0-9a-fA-F]+ )?\s*([A-Za-z]) (\S+)$")
DEFINED = set("TDRBGSVWC")


def read(lines, root):
    """Where each external name is defined, and which names each file needs, from the lines of `nm -A -g`."""
    where, needs = {}, collections.defaultdict(set)
    for line in lines:
        match = SYMBOL.match(line)
        if not match or match[3].startswith("__"):  # the compiler's own
            continue
        file = pathlib.PurePath(match[1]).relative_to(root).with_suffix("").as_posix()
        if match[2] == "U":
            needs[file].add(match[3])
        elif match[2] in DEFINED:
            where[match[3]] = file
    return where, needs


def arrows(where, needs):
    """From each file to those that it needs, each with the names that it needs them for."""
    graph = collections.defaultdict(lambda: collections.defaultdict(set))
    for file, names in needs.items():
        for name in names:
            if where.get(name, file) != file:
                graph[file][where[name]].add(name)
    return graph


def circles(graph):
    """Sets of files each of which needs all others of its set, by way of others or not (Tarjan's algorithm)."""
    number, low, stack, found = {}, {}, [], []

    def visit(file):
        number[file] = low[file] = len(number)
        stack.append(file)
        for other in graph.get(file, ()):
            if other not in number:
                visit(other)
            if other in stack:
                low[file] = min(low[file], low[other])
        if low[file] == number[file]:
            part = [stack.pop()]
            while part[-1] != file:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(100000)
    for file in sorted(graph):
        if file not in number:
            visit(file)
    return sorted(found, key=lambda part: (-len(part), part))


def lacks_prefix(name, file):
    folders = file.split("/")[:-1]
    return not name.startswith((PUBLIC, *(folder + "_" for folder in folders)))


def count_by_folder(files):
    return collections.Counter(file.partition("/")[0] for file in files)


def judge_circles(found, known):
    count = count_by_folder(file for part in found for file in part)
    for folder in sorted({*count, *known}):
        if count[folder] > known.get(folder, 0):
            yield f"{folder}: {count[folder]} files in circles, not {known.get(folder, 0)} (--show prints them)"
        elif count[folder] < known[folder]:
            yield (f"{folder}: only {count[folder]} files are in circles now: write that into KNOWN_CIRCLES instead of "
                   f"{known[folder]}")


def judge_names(bare, known):
    count = count_by_folder(bare.values())
    for folder in sorted(count):
        if count[folder] > known.get(folder, 0):
            yield (f"{folder}: {count[folder]} external names without the folder's prefix, at most "
                   f"{known.get(folder, 0)} are known (--names prints them)")


def show(found, graph):
    for part in found:
        print(f"circle of {len(part)}: {' '.join(part)}")
        for file in part:
            for other in part:
                if other in graph[file]:
                    print(f"    {file} -> {other}: {', '.join(sorted(graph[file][other]))}")


def objects_of(root):
    """Those whose source is still there: a build folder keeps the objects of files that have moved."""
    sources = pathlib.Path(__file__).resolve().parent.parent / "src"
    return [o for o in sorted(root.rglob("*.o")) if (sources / o.relative_to(root).with_suffix("")).exists()]


TEST_SYMBOLS = """
o/sim/a.c.o:                 U sim_b
o/sim/a.c.o:0000000000000010 T sim_a
o/sim/a.c.o:                 U memcpy
o/sim/b.c.o:0000000000000000 R sim_b
o/sim/b.c.o:                 U contact_c
o/sim/contact/c.c.o:0000000000000000 T contact_c
o/sim/contact/c.c.o:                 U sim_a
o/sim/contact/c.c.o:                 U __asan_init
o/out/d.c.o:0000000000000000 D out_d
o/out/d.c.o:                 U sim_a
o/out/d.c.o:0000000000000000 T sim_late
o/api/e.c.o:0000000000000000 T lgr_run
o/api/e.c.o:                 U out_d
""".splitlines()


def self_test():
    where, needs = read(TEST_SYMBOLS, "o")
    found = circles(arrows(where, needs))
    bare = {name: file for name, file in where.items() if lacks_prefix(name, file)}
    judged = [len([*judge_circles(found, known)]) for known in ({"sim": 3}, {}, {"sim": 2}, {"sim": 4},
                                                                {"sim": 3, "out": 2})]
    proofs = [found == [["sim/a.c", "sim/b.c", "sim/contact/c.c"]], bare == {"sim_late": "out/d.c"},
              judged == [0, 1, 1, 1, 1], [len([*judge_names(bare, known)]) for known in ({"out": 1}, {})] == [0, 1]]
    for proof, right in enumerate(proofs):
        if not right:
            print(f"proof {proof} fails")
    return all(proofs)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("objects", nargs="?", type=pathlib.Path)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return 0 if self_test() else 1
    objects = objects_of(options.objects) if options.objects else []
    if not objects:
        parser.error("there are no objects")
    listing = subprocess.run([options.nm, "-A", "-g", *objects], capture_output=True, text=True, check=True).stdout
    where, needs = read(listing.splitlines(), options.objects)
    graph = arrows(where, needs)
    found = circles(graph)
    bare = {name: file for name, file in where.items() if lacks_prefix(name, file)}
    if options.show:
        show(found, graph)
    if options.names:
        for name, file in sorted(bare.items(), key=lambda item: item[::-1]):
            print(f"{file}: {name}")
    wrong = [*judge_circles(found, KNOWN_CIRCLES), *judge_names(bare, KNOWN_NAMES)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
