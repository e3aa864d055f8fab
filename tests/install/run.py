#!/usr/bin/env python3
"""Installs a build into a folder, moves the folder, and builds a host against it, by CMake and by pkg-config, static and
shared: in a locale with a decimal comma, where that is to be had, each writes the same bytes as the installed tool for some
of the installed examples, and for every one with --all. Manual pages, completions and examples are there.

usage: run.py [--all] BUILD_FOLDER COMPILER [FLAG...]
"""
import importlib.util
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from embed import run  # noqa: E402

EXAMPLES = "share/lagrangia/examples"
SOME = ("pendulum/angle", "contact/cradle", "trebuchet/hinged", "space/lagrange-top", "rolling/ring")
COMMANDS = ("run", "check", "derive", "analyze", "explain", "sweep", "optimize")


def by_cmake(prefix, scratch, compiler, flags):
    build = scratch / "build"
    run("cmake", "-S", HERE, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={compiler}",
        f"-DCMAKE_C_FLAGS={' '.join(flags)}")
    run("cmake", "--build", build)
    return {f"CMake, {kind}": [build / f"consumer_{kind}"] for kind in ("static", "shared", "lagrangia")}


def by_pkg_config(prefix, scratch, compiler, flags):
    folder = next(prefix.rglob("lagrangia.pc")).parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(folder)}
    hosts = {}
    for name in ("lagrangia", "lagrangia-static"):
        words = run("pkg-config", "--cflags", "--libs", name, env=environment).split()
        host = scratch / name
        run(compiler, *flags, HERE / "consumer.c", "-o", host, *words)
        hosts[f"pkg-config, {name}"] = ["env", f"LD_LIBRARY_PATH={folder.parent}", host]
    return hosts


def check_pages(prefix):
    for name in ("", *(f"-{command}" for command in COMMANDS)):
        text = (prefix / f"share/man/man1/lagrangia{name}.1").read_text()
        if ".SH NAME" not in text or ".SH EXIT STATUS" not in text:
            sys.exit(f"the page of lagrangia{name} is not whole")
    completions = {"bash": "bash-completion/completions/lagrangia", "zsh": "zsh/site-functions/_lagrangia",
                   "fish": "fish/vendor_completions.d/lagrangia.fish"}
    for shell, path in completions.items():
        if "tolerance" not in (prefix / "share" / path).read_text():
            sys.exit(f"the completions for {shell} do not know --tolerance")
        if shutil.which(shell):
            run(shell, *(["--no-execute"] if shell == "fish" else ["-n"]), prefix / "share" / path)
    for guide in ("language.md", "embedding.md", "command-line.md"):
        if not list(prefix.glob(f"share/doc/*/{guide}")):
            sys.exit(f"{guide} is not installed")


def rows_of(tool, models):
    """What the tool writes for each, one after the other."""
    return "".join(run(tool, "run", model, "-o", "-") for model in models)


def abroad(scratch):
    """The environment of a German process, and what a host is asked for there; as it is where there is no such locale."""
    source = importlib.util.spec_from_file_location("locales", HERE.parent / "locale/run.py")
    locales = importlib.util.module_from_spec(source)
    source.loader.exec_module(locales)
    found = locales.compile_locale(scratch / "locale")
    return ({**os.environ, "LC_ALL": locales.LOCALE, "LOCPATH": str(found)}, ["--comma"]) if found else (os.environ, [])


def main():
    every = sys.argv[1:2] == ["--all"]
    arguments = sys.argv[2:] if every else sys.argv[1:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    build, compiler, *flags = arguments
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        run("cmake", "--install", build, "--prefix", scratch / "first")
        prefix = (scratch / "first").rename(scratch / "second")
        for path in [*prefix.rglob("*.cmake"), *prefix.rglob("*.pc")]:
            if str(scratch) in path.read_text():
                sys.exit(f"{path} names the folder that it was installed to")
        check_pages(prefix)
        examples = prefix / EXAMPLES
        models = sorted(examples.rglob("*.lgr")) if every else [examples / f"{name}.lgr" for name in SOME]
        wanted = rows_of(prefix / "bin/lagrangia", models)
        environment, comma = abroad(scratch)
        hosts = by_cmake(prefix, scratch, compiler, flags)
        if shutil.which("pkg-config"):
            hosts |= by_pkg_config(prefix, scratch, compiler, flags)
        for name, host in hosts.items():
            if run(*host, *comma, *models, env=environment) != wanted:
                sys.exit(f"{name}: the host writes other rows than the tool")
        print(f"{len(hosts)} hosts, {len(models)} models{', with a decimal comma' if comma else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
