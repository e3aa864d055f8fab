#!/usr/bin/env python3
"""Builds the project in many ways and checks that all of them give the same bytes: runs as json and csv, derivations,
analyses and sweeps of all examples and cases. Then runs tests with the thread and the memory sanitizer, and those that
only the optimised build can pass: hostile models, failing allocations of other libraries, hardening.

usage: check_builds.py [PRESET...]   all presets if none is named; JOBS=2 of each at a time; exit status 1 if any differs
       check_builds.py --same TOOL   prints a line for each output: its hash, and what it is
"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
JOBS = int(os.environ.get("JOBS", "2"))
# The first says what is right. The compiler, its optimisation and the instructions of the processor make no difference.
SAME = ("gcc-O3", "gcc-O0", "clang-O3", "clang-O0", "avx2", "sse2", "interpreter")
# On a machine without FMA glibc's functions are other ones too.
ENVIRONMENT = {"sse2": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"}}
SANITIZED = ("tsan", "msan")
# Tests that judge time and memory, or count the allocations of other libraries.
OPTIMISED = {"release-check": "^(hostile|hardening|memory/)"}
# Another machine has another libm: its results need not have the same bytes, but the examples run there.
FOREIGN = {"aarch64": ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]}
NEEDS = {"gcc": "gcc", "clang": "clang", "tsan": "cc", "msan": "clang", "aarch64": "aarch64-linux-gnu-gcc"}
MODELS = ("examples/*/*.lgr", "tests/cases/*.lgr", "bench/*.lgr")
# A parameter with a range can be swept.
RANGE = re.compile(r"(\w+) *= *[^,\n]*? in \[([^,\]]+),([^\]]+)\]")
CLOCK = re.compile(rb'"seconds": *[-+.0-9e]+')
LIMIT = 600  # seconds, for one output


def sweep(model):
    """Up to two parameters: seven times three designs, in lanes and alone."""
    ranges = RANGE.findall(re.sub("#.*", "", (ROOT / model).read_text(encoding="utf-8")))[:2]
    vary = [word for (name, low, high), count in zip(ranges, (7, 3))
            for word in ("--vary", f"{name}={low.strip()}..{high.strip()}:{count}")]
    return ["sweep", model, *vary, "-o", "-", "--quiet"] if vary else None


def outputs():
    """All commands whose output is compared."""
    for pattern in MODELS:
        for path in sorted(ROOT.glob(pattern)):
            model = path.relative_to(ROOT).as_posix()
            yield ["run", model, "--json"]
            yield ["run", model, "-o", "-", "--quiet"]
            yield ["derive", model]
            if pattern.startswith("examples"):
                yield ["analyze", model, "--json"]
            if sweep(model):
                yield sweep(model)


def hash_of(tool, command, environment):
    done = subprocess.run([*tool, *command], cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, check=False)
    if not 0 <= done.returncode < 10:
        return f"status {done.returncode}"
    return hashlib.sha256(CLOCK.sub(b"", done.stdout)).hexdigest()[:16]


def hashes(tool, environment={}):
    """Of all outputs, by command."""
    commands = [*outputs()]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        return dict(zip((" ".join(c) for c in commands), pool.map(lambda c: hash_of(tool, c, environment), commands)))


def missing(preset):
    """The program that a preset cannot do without, if it is not there."""
    needed = [program for key, program in NEEDS.items() if preset.startswith(key)]
    needed += [FOREIGN[preset][0]] if preset in FOREIGN else []
    return next((program for program in needed if not shutil.which(program)), None)


def build(preset):
    for command in (["cmake", "--preset", preset], ["cmake", "--build", "--preset", preset, f"-j{JOBS}"]):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-4000:])
            return False
    return True


def compare(got, right):
    wrong = [command for command in right if got[command] != right[command]]
    for command in wrong[:10]:
        print(f"    lagrangia {command}: {got[command]}, not {right[command]}")
    return f"{len(wrong)} of {len(right)} outputs differ" if wrong else None


def run_tests(preset):
    which = ["-R", OPTIMISED[preset]] if preset in OPTIMISED else []
    done = subprocess.run(["ctest", "--preset", preset, f"-j{JOBS}", *which], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode != 0:
        print(done.stdout[-6000:])
        return "tests fail"
    return None


def run_examples(preset):
    found = hashes([*FOREIGN[preset], str(ROOT / "build" / preset / "lagrangia")])
    wrong = [command for command, seen in found.items() if seen.startswith("status")]
    for command in wrong[:10]:
        print(f"    lagrangia {command}: {found[command]}")
    return f"{len(wrong)} of {len(found)} outputs are none" if wrong else None


def check(preset, right):
    """What is wrong with a build; `right` are the outputs of the first one, or nothing yet."""
    if not build(preset):
        return "the build fails"
    if preset in SANITIZED or preset in OPTIMISED:
        return run_tests(preset)
    if preset in FOREIGN:
        return run_examples(preset)
    found = hashes([str(ROOT / "build" / preset / "lagrangia")], ENVIRONMENT.get(preset, {}))
    if not right:
        right.update(found)
    return compare(found, right)


def main():
    if sys.argv[1:2] == ["--same"]:
        for command, seen in hashes([str(pathlib.Path(sys.argv[2]).resolve())]).items():
            print(f"{seen} {command}")
        return 0
    counts, right = {"passed": 0, "failed": 0, "skipped": 0}, {}
    for preset in sys.argv[1:] or (*SAME, *SANITIZED, *OPTIMISED, *FOREIGN):
        without = missing(preset)
        wrong = None if without else check(preset, right)
        print(f"{preset}: {f'skipped, {without} is not found' if without else wrong or 'right'}", flush=True)
        counts["skipped" if without else "failed" if wrong else "passed"] += 1
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
