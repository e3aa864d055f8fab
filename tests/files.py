#!/usr/bin/env python3
"""Nothing is lost and nobody is harmed: full disks, closed descriptors, signals, two writers, files that are none.

usage: files.py TOOL            each promise once
       files.py TOOL --writers  full disks, forbidden folders and closed descriptors for every command that writes
       files.py TOOL --kill N   ends run, sweep, optimize and html N times at random moments with SIGKILL, SIGTERM or
                                SIGINT (--seed S): every file is as before or whole, the resumed sweep is that of one
                                undisturbed
"""
import argparse
import os
import pathlib
import random
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time

LONG = """\
param k = 1
coord a = 2, b = 1
kinetic T = a'^2 + 1/2*b'^2 + a'*b'*cos(a - b)
potential V = -2*k*cos(a) - cos(b)
report last = final(a)
simulate until {until}
"""
SHORT = "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = x\ndraw ball at [x, 0] radius 1\nsimulate until 1\n"
TABLED = """\
param k = 1
let s(x) = table("t.csv", x)
coord x = 1
kinetic T = 1/2*x'^2
potential V = 1/2*k*x^2 + s(0.5)*x
report last = final(x)
simulate until {until}
"""
DAMPED = """\
param k = 1 in [0.5, 2], c = 0.1 in [0.01, 1]
coord x = 1
kinetic T = 1/2*x'^2
potential V = 1/2*k*x^2
generalized d: x = -c*x'
draw ball at [x, 0] radius 1
report last = final(x)
report top = maximum(x')
simulate until 3
"""
OVER = ("--over", "k,c")
LAST = ("optimize", "m.lgr", *OVER, "--maximize", "last")
PAGE = ("sweep", "m.lgr", "--vary", "k=1..2:60", "--quiet")
# Every command that writes a file under the name given last, with the endings that it knows.
WRITERS = (
    (("run", "m.lgr", "-o"), "csv svg json html"),
    (("run", "m.lgr", "--plot", "x", "-o"), "svg"),
    (("analyze", "m.lgr", "-o"), "json"),
    (("analyze", "m.lgr", "--at", "start", "-o"), "csv json"),
    (("analyze", "m.lgr", "--at", "start", "--vary", "k=1..2:5", "-o"), "csv json svg html"),
    (("analyze", "m.lgr", "--at", "start", "--response", "x -> x", "-o"), "csv svg"),
    (("derive", "m.lgr", "-o"), "tex json html"),
    (("compare", "m.lgr", "n.lgr", "-o"), "csv json svg html"),
    ((*LAST, "-o"), "json html"),
    ((*LAST, "--minimize", "top", "--points", "4", "-o"), "json svg html"),
    (("fit", "m.lgr", "d.csv", *OVER, "-o"), "csv json svg html"),
    (("export", "fmu", "m.lgr", "-o"), "fmu"),
    (("export", "latex", "m.lgr", "-o"), "tex"),
    (("export", "julia", "m.lgr", "-o"), "jl"),
    ((*PAGE, "--report"), "html"),
    (("studio", "m.lgr", "-o"), "html"),
)
ENVIRONMENT = {**os.environ, "CC": "/no/compiler"}  # an FMU is its sources then
MANY = ["--vary", "k=1..2:60", "--threads", "1", "--quiet"]
FULL = pathlib.Path("/dev/full")


class Place:
    """A folder with the tool, and what may be asked of them."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, pathlib.Path(folder).resolve()

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments, **options):
        """Exit status and stderr; None for no answer in time."""
        options = {"stdout": subprocess.DEVNULL, "env": ENVIRONMENT, "stdin": subprocess.DEVNULL, "timeout": 90, **options}
        if "input" in options:
            del options["stdin"]
        try:
            done = subprocess.run([self.tool, *arguments], cwd=self.folder, stderr=subprocess.PIPE, check=False, **options)
        except subprocess.TimeoutExpired:
            return None, "no answer"
        return done.returncode, done.stderr.decode(errors="replace")

    def start(self, *arguments, **options):
        return subprocess.Popen([self.tool, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def others(self, *known):
        """Names in the folder that nobody expects."""
        return sorted(path.name for path in self.folder.iterdir() if path.name not in known)


def small_files():
    """For a child: no file may grow beyond a kilobyte."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


def full_disk(p):
    """What cannot be written leaves the file that was there, and nothing beside it; the reason is the true one."""
    p.write("m.lgr", LONG.format(until=20))
    old = p.write("m.csv", "old\n")
    for arguments in (("run", "m.lgr", "-o", "m.csv"), ("analyze", "m.lgr", "-o", "m.csv")):
        limit = small_files if arguments[0] == "run" else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
        status, said = p.run(*arguments, preexec_fn=limit)
        if status != 3 or "cannot write 'm.csv': File too large" not in said or old.read_text() != "old\n":
            return f"{arguments}: {status} {said}"
    if p.others("m.lgr", "m.csv"):
        return f"left: {p.others('m.lgr', 'm.csv')}"
    old.unlink()
    status, said = p.run("sweep", "m.lgr", *MANY, "-o", "m.csv", preexec_fn=small_files)
    if status != 3 or "cannot write 'm.csv" not in said or "File too large" not in said:
        return f"sweep: {status} {said}"
    status, said = p.run("sweep", "m.lgr", *MANY, "-o", "m.csv")
    whole = p.run("sweep", "m.lgr", *MANY, "-o", "w.csv")
    same = status == 0 and whole[0] == 0 and old.read_bytes() == (p.folder / "w.csv").read_bytes()
    return None if same else f"the sweep did not go on behind a full disk: {status} {said}"


SMALL_DISK = """mount -t tmpfs -o size=32k none disk 2>/dev/null || exit 77
cp m.lgr disk && cd disk && echo old > m.csv || exit 77
"$0" run m.lgr -o m.csv --every 0.001 2>&1; echo "status $?"; cat m.csv; ls"""


def small_disk(p):
    """The same on a disk that is full, where one can be had: in a name space of its own."""
    p.write("m.lgr", LONG.format(until=20))
    (p.folder / "disk").mkdir()
    try:
        done = subprocess.run(["unshare", "-rm", "sh", "-c", SMALL_DISK, p.tool], cwd=p.folder, capture_output=True,
                              text=True, timeout=60, check=False)
    except FileNotFoundError:
        return None
    if done.returncode != 0:
        return None  # no name spaces here
    lines = done.stdout.splitlines()
    told = any("cannot write 'm.csv': No space left on device" in line for line in lines)
    return None if told and lines[-4:] == ["status 3", "old", "m.csv", "m.lgr"] else done.stdout


def full_stdout(p):
    if not FULL.exists():
        return None
    p.write("m.lgr", LONG.format(until=1))
    for arguments in (("run", "m.lgr"), ("run", "m.lgr", "-o", "-"), ("check", "m.lgr"), ("derive", "m.lgr"), ("analyze", "m.lgr"),
                      ("sweep", "m.lgr", *MANY[:-1], "-o", "-"), ("explain",), ("explain", "E0107"), ("--help",), ("--version",)):
        with FULL.open("wb") as out:
            status, said = p.run(*arguments, stdout=out)
        if status != 3 or said.strip().splitlines()[-1] != "lagrangia: cannot write to stdout: No space left on device":
            return f"{arguments}: {status} {said}"
    return None


def closed_descriptors(p):
    """A result file is never taken for a descriptor that was closed."""
    p.write("m.lgr", SHORT)
    p.run("run", "m.lgr", "-o", "want.csv")
    want = (p.folder / "want.csv").read_bytes()
    for closed in ("0", "1", "2", "01", "012"):
        command = 'exec "$0" run m.lgr -o m.csv ' + " ".join(i + ("<" if i == "0" else ">") + "&-" for i in closed)
        done = subprocess.run(["sh", "-c", command, p.tool], cwd=p.folder, capture_output=True, timeout=90, check=False)
        if (p.folder / "m.csv").read_bytes() != want or done.returncode != (3 if "1" in closed else 0):
            return f"closed {closed}: {done.returncode} {done.stderr.decode()}"
        if closed == "1" and b"cannot write to stdout: Bad file descriptor" not in done.stderr:
            return f"a closed stdout was not told: {done.stderr.decode()}"
        (p.folder / "m.csv").unlink()
    return None


def each_writer(p):
    """Command and file of all writers that are here: pages need what a build may lack, but for the studio's, which gets
    a stand-in."""
    ENVIRONMENT["LAGRANGIA_STUDIO"] = str(p.write("studio.html", '<script id="studio-model">{}</script>\n' * 3))
    p.write("m.lgr", DAMPED)
    p.write("n.lgr", DAMPED.replace("k = 1", "k = 1.2"))
    p.write("d.csv", "t,x\n0,1\n0.5,0.85\n1,0.5\n1.5,0.05\n2,-0.4\n2.5,-0.7\n")
    for arguments, endings in WRITERS:
        for ending in endings.split():
            command, out = (*arguments, "o." + ending), p.folder / ("o." + ending)
            status, said = p.run(*command)
            if status == 0 and out.is_file():
                yield command, out
                out.unlink()
            elif ending != "html" or "studio" in command:
                raise AssertionError(f"{command}: {status} {said}")


def is_same(text, want):
    """But for the seconds that it took."""
    return text == want or abs(len(text) - len(want)) < 20 and b"seconds" in want


def is_safe_when_full(p, command, out):
    known = {path.name for path in p.folder.iterdir()}
    out.write_text("old\n", encoding="utf-8")
    status, said = p.run(*command, preexec_fn=limited(30))
    told = status == 3 and "cannot write '" in said and "': File too large" in said
    return told and out.read_text() == "old\n" and not p.others(*known)


def is_safe_where_forbidden(p, command, out):
    if os.geteuid() != 0:
        return True  # `names` tries it
    out.unlink()
    known = {path.name for path in p.folder.iterdir()}
    status, said = p.run(*command, user=65534, group=65534, extra_groups=[])
    out.touch()
    return status in (2, 3) and "Permission denied" in said and not p.others(*known, out.name)


def is_safe_when_closed(p, command, out, want):
    for closed in ("1", "02"):
        out.unlink()
        shell = 'exec "$0" "$@" ' + " ".join(i + ("<" if i == "0" else ">") + "&-" for i in closed)
        done = subprocess.run(["sh", "-c", shell, p.tool, *command], cwd=p.folder, env=ENVIRONMENT, capture_output=True, check=False)
        if not out.exists() or not is_same(out.read_bytes(), want) or done.returncode not in ((0, 3) if "1" in closed else (0,)):
            return False
    return True


def limited(most):
    """For a child: no file may grow beyond so many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def sweep_is_safe(p, ending):
    """Rows that are there already are kept, and the sweep goes on behind them: to the bytes of an undisturbed one."""
    out = p.folder / ("o." + ending)
    command = (*PAGE, "-o", out.name)
    p.run(*command)
    want = out.read_bytes()
    for path in p.folder.glob("o.*"):
        path.unlink()
    p.folder.chmod(0o500)
    forbidden = p.run(*command, user=65534, group=65534, extra_groups=[]) if os.geteuid() == 0 else (2, "Permission denied")
    p.folder.chmod(0o755)
    if forbidden[0] not in (2, 3) or "Permission denied" not in forbidden[1] or list(p.folder.glob("o.*")):
        return f"{command}: {forbidden}"
    for most in (1000, len(want) - 100):  # among the rows, and in what is made of them
        status, said = p.run(*command, preexec_fn=limited(most))
        if status != 3 or f"cannot write '{out.name}': File too large" not in said or out.exists():
            return f"{command} in {most} bytes: {status} {said}"
    for closed in ("0<&- 2>&-", "1>&-"):
        done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {closed}', p.tool, *command], cwd=p.folder, env=ENVIRONMENT, check=False)
        if done.returncode not in (0, 3) or out.read_bytes() != want:
            return f"{command} {closed}: {done.returncode}"
        for path in p.folder.glob("o.*"):
            path.unlink()
    return None


def folder_is_safe(p):
    """Files of an export get their names together: old ones are not mixed with new ones."""
    command, folder = ("export", "c", "m.lgr", "-o", "made"), p.folder / "made"
    status, said = p.run(*command, preexec_fn=limited(15000))
    if status != 3 or "cannot write 'made/model.c': File too large" not in said or folder.exists():
        return f"a new folder: {status} {said}"
    p.run(*command)
    names = sorted(path.name for path in folder.iterdir())
    for name in names:
        (folder / name).write_text("old\n", encoding="utf-8")
    p.run(*command, preexec_fn=limited(15000))
    mixed = [path.name for path in folder.iterdir() if path.name not in names or path.read_text(encoding="utf-8") != "old\n"]
    return f"an old folder: {mixed}" if mixed or len(names) < 3 else None


def all_writers(p):
    """A full disk, a folder that may not be written, and closed descriptors, for each of them."""
    p.folder.chmod(0o755)
    for command, out in each_writer(p):
        want = out.read_bytes()
        safe = {"full": is_safe_when_full(p, command, out), "forbidden": is_safe_where_forbidden(p, command, out),
                "closed": is_safe_when_closed(p, command, out, want)}
        if not all(safe.values()):
            return f"{command}: {safe}"
    with_hdf5 = p.run(*PAGE, "-o", "try.h5")[0] == 0
    return sweep_is_safe(p, "csv") or (with_hdf5 and sweep_is_safe(p, "h5")) or folder_is_safe(p) or None


def interrupted_at_once(p):
    """Wherever a signal comes, nothing half written is left: also between the making of a file and the note of it."""
    p.write("m.lgr", DAMPED)
    chance = random.Random(1)
    for _ in range(150):
        victim = p.start("analyze", "m.lgr", "--at", "start", "-o", "o.json")
        time.sleep(chance.uniform(0.0005, 0.006))
        victim.send_signal(signal.SIGINT)
        victim.communicate(timeout=90)
        if p.others("m.lgr", "o.json"):
            return f"left: {p.others('m.lgr', 'o.json')}"
    return None


def interrupted_compiler(p):
    """An FMU that is interrupted while it is compiled leaves no folder behind."""
    p.write("m.lgr", DAMPED)
    (p.folder / "tmp").mkdir()
    slow = p.write("cc", "#!/bin/sh\nexec sleep 0.5\n")
    slow.chmod(0o755)
    env = {**os.environ, "TMPDIR": str(p.folder / "tmp"), "CC": str(slow)}
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen([p.tool, "export", "fmu", "m.lgr", "-o", "o.fmu"], cwd=p.folder, env=env, stderr=subprocess.PIPE) as export:
            wait_for(lambda: any((p.folder / "tmp").iterdir()))
            time.sleep(0.1)
            export.send_signal(number)
            said = export.communicate(timeout=90)[1].decode()
        if export.returncode != 130 or said or any((p.folder / "tmp").iterdir()) or p.others("m.lgr", "cc", "tmp"):
            return f"{number}: {export.returncode} {said} {p.others('m.lgr', 'cc', 'tmp')}"
    return None


def refused_before_compiling(p):
    """An FMU that cannot be written is not compiled first."""
    p.write("m.lgr", DAMPED)
    os.mkfifo(p.folder / "pipe.fmu")
    compiler = p.write("cc", "#!/bin/sh\necho >>\"$0.called\"\nexit 1\n")
    compiler.chmod(0o755)
    for path, want in (("pipe.fmu", "it is no regular file"), ("no/o.fmu", "No such file or directory")):
        status, said = p.run("export", "fmu", "m.lgr", "-o", path, env={**os.environ, "CC": str(compiler)})
        if status != 3 or want not in said or (p.folder / "cc.called").exists():
            return f"{path}: {status} {said} {'compiled' if (p.folder / 'cc.called').exists() else ''}"
    return None


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.002)
    return False


def signals(p):
    """SIGTERM, SIGHUP and Ctrl-C end a run alike: what was reached is written. Ignored ones stay ignored."""
    p.write("m.lgr", LONG.format(until=1e6))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        run = p.start("run", "m.lgr", "-o", "m.csv", "--every", "1")
        time.sleep(0.3)
        run.send_signal(number)
        said = run.communicate(timeout=90)[1].decode()
        rows = (p.folder / "m.csv").read_bytes()
        if run.returncode != 130 or not rows.endswith(b"\n") or "interrupted" not in said or p.others("m.lgr", "m.csv"):
            return f"{number}: {run.returncode} {said} {p.others('m.lgr', 'm.csv')}"
    run = subprocess.Popen([p.tool, "run", "m.lgr", "--until", "2000", "-o", "m.csv"], cwd=p.folder, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.1)
    run.send_signal(signal.SIGHUP)
    if run.wait(timeout=60) != 0:
        return f"a signal that was ignored ended the run: {run.returncode}"
    old = p.write("m.csv", "old\n")
    analysis = p.start("analyze", "m.lgr", "-o", "m.csv")
    analysis.send_signal(signal.SIGINT)
    analysis.communicate(timeout=90)
    if p.others("m.lgr", "m.csv") or (analysis.returncode != 0 and old.read_text() != "old\n"):
        return f"an interrupted analysis left {p.others('m.lgr', 'm.csv')}"
    return None


def waiting_for_a_pipe(p):
    """What reads a pipe to which nobody writes can be ended, also once it listens to signals itself; a pipe in a folder,
    whose opening would wait, is refused."""
    p.write("m.lgr", SHORT)
    for command in (("check", "-"), ("compare", "m.lgr", "-"), ("fmt", "-"), ("fit", "m.lgr", "/dev/stdin", *OVER)):
        for number in (signal.SIGTERM, signal.SIGINT):
            waiting = p.start(*command, stdin=subprocess.PIPE)
            time.sleep(0.3)
            waiting.send_signal(number)
            try:
                waiting.wait(timeout=30)
            except subprocess.TimeoutExpired:
                waiting.kill()
                return f"{command} does not end by {number}"
            finally:
                waiting.stdin.close()
                waiting.stderr.close()
            if waiting.returncode != -number:
                return f"{command}: {waiting.returncode}"
    os.mkfifo(p.folder / "pipe.lgr")
    os.mkfifo(p.folder / "pipe.csv")
    for command in (("check", "pipe.lgr"), ("compare", "m.lgr", "pipe.lgr"), ("fmt", "pipe.lgr"),
                    ("fit", "m.lgr", "pipe.csv", *OVER)):
        status, said = p.run(*command, timeout=10)
        if status != 2 or "it is a pipe" not in said:
            return f"{command}: {status} {said}"
    if pathlib.Path("/proc/kmsg").exists():  # where the rest of a log is waited for
        status, said = p.run("check", "/proc/kmsg", timeout=10)
        if status != 2:
            return f"a log of the system: {status} {said}"
    for path in ("-", "/dev/stdin", "/dev/fd/0"):
        status, said = p.run("check", path, input=SHORT.encode())
        if status != 0:
            return f"a model through a pipe as {path}: {status} {said}"
    p.write("k.lgr", "param k = 1\n" + SHORT + "report last = final(x)\n")
    status, said = p.run("sweep", "k.lgr", "--vary", "k=1..2:3", "-o", "pipe.csv")
    return None if status == 2 and "it is no regular file" in said else f"a sweep into a pipe: {status} {said}"


def half_written(p):
    """Ended while a film is being written: the film that was there stays, and nothing else is left."""
    p.write("m.lgr", SHORT)
    programs = p.folder / "bin"
    programs.mkdir()
    slow = programs / "ffmpeg"
    env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    old = p.write("m.mp4", "old\n")
    for script, number in (("exit 1", None), ("exec sleep 5 </dev/null", signal.SIGTERM)):
        slow.write_text(f'#!/bin/sh\nfor last; do :; done\necho half > "${{last#file:}}"\n{script}\n', encoding="utf-8")
        slow.chmod(0o755)
        with subprocess.Popen([p.tool, "run", "m.lgr", "--quiet", "-o", "m.mp4"], cwd=p.folder, env=env, stderr=subprocess.PIPE) as film:
            part = p.folder / "m.mp4.part"
            if number:
                wait_for(lambda: part.exists() and part.stat().st_size > 0)
                film.send_signal(number)
                time.sleep(0.1)
                film.send_signal(number)
            said = film.communicate(timeout=90)[1].decode()
        if film.returncode != (-number if number else 3) or old.read_text() != "old\n":
            return f"{script}: {film.returncode} {said}"
        if p.others("m.lgr", "m.mp4", "bin"):
            return f"{script}: left {p.others('m.lgr', 'm.mp4', 'bin')}"
    return None


def interrupted_film(p):
    """Ctrl-C while a film is being written: no word of ffmpeg, and nothing of the film."""
    p.write("m.lgr", SHORT)
    programs = p.folder / "bin"
    programs.mkdir()
    fake = programs / "ffmpeg"
    fake.write_text('#!/bin/sh\nfor last; do :; done\ntrap "echo I was interrupted >&2; exit 1" INT\n'
                    'echo half > "${last#file:}"\nwhile :; do sleep 0.05; done\n', encoding="utf-8")
    fake.chmod(0o755)
    env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    with subprocess.Popen([p.tool, "run", "m.lgr", "--quiet", "-o", "m.mp4"], cwd=p.folder, env=env, stderr=subprocess.PIPE,
                          start_new_session=True) as film:
        part = p.folder / "m.mp4.part"
        wait_for(lambda: part.exists() and part.stat().st_size > 0)
        os.killpg(film.pid, signal.SIGINT)
        said = film.communicate(timeout=30)[1].decode()
    if film.returncode != -signal.SIGINT or said:
        return f"an interrupted film: {film.returncode} {said}"
    left = p.others("m.lgr", "bin")
    return f"an interrupted film left {left}" if left else None


def special_files(p):
    """A pipe or a folder is no result file and no table, and nobody waits for it."""
    p.write("m.lgr", SHORT)
    os.mkfifo(p.folder / "pipe.csv")
    os.mkfifo(p.folder / "part.csv.part")
    os.mkfifo(p.folder / "key.csv.key")
    (p.folder / "folder.csv").mkdir()
    p.write("t.lgr", TABLED.format(until=1).replace("t.csv", "pipe.csv"))
    for arguments, want in ((("run", "m.lgr", "-o", "pipe.csv"), "it is no regular file"),
                            (("run", "m.lgr", "-o", "folder.csv"), "Is a directory"),
                            (("run", "m.lgr", "-o", "no/m.csv"), "No such file or directory"),
                            (("run", "t.lgr"), "it is not a file"),
                            (("sweep", "t.lgr", "--vary", "k=1..2:2"), "it is not a file")):
        status, said = p.run(*arguments)
        if status not in (1, 2) or want not in said:
            return f"{arguments}: {status} {said}"
    status, said = p.run("run", "m.lgr", "-o", "part.csv")
    if status != 3 or "cannot write" not in said:
        return f"a pipe for the part: {status} {said}"
    p.write("t.lgr", LONG.format(until=1))
    for name in ("pipe.csv", "part.csv", "key.csv"):
        status, said = p.run("sweep", "t.lgr", "--vary", "k=1..2:2", "-o", name)
        if status not in (2, 3):
            return f"a sweep into {name}: {status} {said}"
    return None


def names(p):
    """Links are followed, rights are kept, and what the model was read from is not overwritten."""
    p.write("t.csv", "0,0\n1,1\n")
    p.write("t.lgr", TABLED.format(until=1))
    (p.folder / "real").mkdir()
    target = p.write("real/m.csv", "old\n")
    target.chmod(0o640)
    (p.folder / "link.csv").symlink_to("real/m.csv")
    status, said = p.run("run", "t.lgr", "-o", "link.csv")
    if status != 0 or not (p.folder / "link.csv").is_symlink() or target.read_text() == "old\n":
        return f"through a link: {status} {said}"
    if stat.S_IMODE(target.stat().st_mode) != 0o640:
        return "the rights of the file were changed"
    for arguments, want in ((("-o", "t.csv"), "'t.csv' is read by the model"), (("-o", "./t.lgr"), "is the model itself"),
                            (("-o", "a.csv", "-o", "./a.csv"), None), (("-o", "link.csv", "-o", "real/m.csv"), "is named twice")):
        status, said = p.run("run", "t.lgr", *arguments)
        if want and (status != 2 or want not in said):
            return f"{arguments}: {status} {said}"
    if os.geteuid() != 0:
        (p.folder / "real").chmod(0o500)
        status, said = p.run("run", "t.lgr", "-o", "real/m.csv")
        (p.folder / "real").chmod(0o700)
        if status != 2 or "Permission denied" not in said:
            return f"a folder that may not be written: {status} {said}"
    status, said = p.run("run", "no\x1b[31m\n.lgr")
    return None if "\x1b" not in said and said.count("\n") == 1 else f"a name was not escaped: {said!r}"


def checked_rows(p):
    """A row that is not what was written there is named, and nothing is thrown away."""
    p.write("m.lgr", LONG.format(until=1))
    command = ("sweep", "m.lgr", *MANY, "-o", "m.csv")
    p.run(*command)
    done, part = p.folder / "m.csv", p.folder / "m.csv.part"
    whole = done.read_bytes()
    lines = whole.splitlines(keepends=True)
    digit = bytes([lines[5][-9] ^ 1])
    changed = b"".join(lines[:5]) + lines[5][:-9] + digit + lines[5][-8:] + b"".join(lines[6:])
    done.write_bytes(changed)
    status, said = p.run(*command)
    if status != 2 or "line 6 of 'm.csv' is not what" not in said or done.read_bytes() != changed:
        return f"a finished file that was changed: {status} {said}"
    done.write_bytes(whole[:-30])
    if p.run(*command)[0] != 2:
        return "a finished file that was cut was taken"
    done.unlink()
    for text, line in ((b"".join(lines[:40]) + b"garbage\n", 41), (changed[:2000], 6), (b"x" + whole[:2000], 1),
                       (b"".join(lines[:20]) + lines[20][:5] + b"\n" + b"".join(lines[21:30]), 21)):
        part.write_bytes(text)
        status, said = p.run(*command)
        if status != 2 or f"line {line} of 'm.csv.part' is not what" not in said or part.read_bytes() != text:
            return f"line {line}: {status} {said}"
    part.write_bytes(b"".join(lines[:40]) + b"\0" * 500)  # as a crash of the machine may leave it
    status, said = p.run(*command)
    if status != 0 or done.read_bytes() != whole:
        return f"behind a row that was cut off: {status} {said}"
    done.rename(part)
    status, said = p.run("run", "m.lgr", "-o", "m.csv")
    if status != 2 or "its rows would be lost" not in said or part.read_bytes() != whole:
        return f"a run overwrote the rows of a sweep: {status} {said}"
    key = p.write("mine.csv.key", "my own\n")
    status, said = p.run("sweep", "m.lgr", *MANY, "-o", "mine.csv")
    return None if status == 2 and key.read_text() == "my own\n" else f"somebody's file was taken for a key: {status} {said}"


def two_writers(p):
    """Who comes second changes nothing, whether it is the same sweep or another."""
    p.write("m.lgr", LONG.format(until=300))
    command = ("sweep", "m.lgr", *MANY, "-o", "m.csv")
    first, part, key = p.start(*command), p.folder / "m.csv.part", p.folder / "m.csv.key"
    if not wait_for(lambda: part.exists() and part.read_bytes().count(b"\n") > 2):
        return "the sweep did not begin"
    first.send_signal(signal.SIGSTOP)  # it holds its lock while the others come, however busy the machine is
    for other in (command, ("sweep", "m.lgr", "--vary", "k=1..3:7", "-o", "m.csv"), ("run", "m.lgr", "--until", "1", "-o", "m.csv")):
        before = key.read_bytes()[:17]
        status, said = p.run(*other)
        if status != 2 or key.read_bytes()[:17] != before or "another process" not in said and "would be lost" not in said:
            first.kill()
            return f"{other}: {status} {said}"
    first.send_signal(signal.SIGCONT)
    first.communicate(timeout=120)
    p.run(*command[:-1], "w.csv")
    same = (p.folder / "m.csv").read_bytes() == (p.folder / "w.csv").read_bytes()
    return None if first.returncode == 0 and same else f"the first was disturbed: {first.returncode}"


def changed_table(p):
    """All rows of a sweep are of the same table; that it has changed is told."""
    p.write("t.lgr", TABLED.format(until=2000))
    table = p.write("t.csv", "0,0\n1,1\n")
    command = ("sweep", "t.lgr", *MANY, "-o", "m.csv")
    p.run(*command[:-1], "w.csv")
    sweep = p.start(*command)
    part = p.folder / "m.csv.part"
    wait_for(lambda: part.exists() and part.read_bytes().count(b"\n") > 2)
    table.write_text("0,0\n1,5\n", encoding="utf-8")
    said = sweep.communicate(timeout=120)[1].decode()
    same = (p.folder / "m.csv").read_bytes() == (p.folder / "w.csv").read_bytes()
    if sweep.returncode != 0 or not same or "'t.csv' has changed since the sweep began" not in said:
        return f"{sweep.returncode} {same} {said}"
    status, said = p.run(*command)
    return None if status == 2 and "another sweep" in said else f"the old rows were taken for the new table: {status} {said}"


CHECKS = (full_disk, small_disk, full_stdout, closed_descriptors, interrupted_at_once,
          interrupted_compiler, refused_before_compiling, signals, waiting_for_a_pipe, half_written, interrupted_film, special_files, names,
          checked_rows, two_writers, changed_table)


class Victim:
    """A command with the files that it replaces, and what they may hold afterwards."""

    def __init__(self, p, arguments, files):
        self.p, self.arguments, self.files = p, arguments, files
        self.old = {}
        p.run(*arguments, "--set", "k=1.5")
        for name in files:
            self.old[name] = (p.folder / name).read_bytes()
        begin = time.monotonic()
        p.run(*arguments)
        self.seconds = time.monotonic() - begin
        self.new = {name: (p.folder / name).read_bytes() for name in files}

    def is_whole(self, name, text, number):
        """As before, as after, or up to where it was told to stop."""
        if text in (self.old[name], self.new[name]):
            return True
        if number == signal.SIGKILL:
            return False
        if name.endswith(".csv"):
            return text.endswith(b"\n") and text.splitlines()[:-1] == self.new[name].splitlines()[:text.count(b"\n") - 1]
        return text.rstrip().endswith((b"</html>", b"</svg>"))

    def attack(self, number, delay):
        for name, text in self.old.items():
            (self.p.folder / name).write_bytes(text)
        victim = self.p.start(*self.arguments)
        time.sleep(delay * self.seconds)
        victim.send_signal(number)
        victim.communicate(timeout=120)
        for name in self.files:
            if not self.is_whole(name, (self.p.folder / name).read_bytes(), number):
                return f"{self.arguments[0]} ended by {number} after {delay * self.seconds:.3f} s: '{name}' is neither old nor new"
        left = [path.name for path in self.p.folder.glob("*.part") if path.name[:-5] in self.files]
        return f"left: {left}" if left and number != signal.SIGKILL else None


class SweepVictim:
    """A sweep that is ended again and again, and resumed each time."""

    def __init__(self, p):
        self.p, self.command = p, ("sweep", "s.lgr", *MANY, "-o", "s.csv")
        p.write("s.lgr", LONG.format(until=100))
        begin = time.monotonic()
        p.run(*self.command[:-1], "whole.csv")
        self.seconds, self.whole, self.times = time.monotonic() - begin, (p.folder / "whole.csv").read_bytes(), 0

    def finish(self):
        status, said = self.p.run(*self.command)
        path = self.p.folder / "s.csv"
        if status != 0 or path.read_bytes() != self.whole:
            return f"the sweep was not resumed after {self.times} ends: {status} {said}"
        path.unlink()
        (self.p.folder / "s.csv.key").unlink()
        self.times = 0
        return None

    def attack(self, number, delay):
        victim = self.p.start(*self.command)
        time.sleep(delay * self.seconds / 3)
        victim.send_signal(number)
        said = victim.communicate(timeout=120)[1].decode()
        self.times += 1
        if victim.returncode not in (0, 130, -number):
            return f"the sweep ended with {victim.returncode}: {said}"
        return self.finish() if self.times == 5 or (self.p.folder / "s.csv").exists() else None


def kill(p, count, seed):
    """Problems of so many ends at random moments."""
    chance = random.Random(seed)
    p.write("m.lgr", LONG.format(until=300) + "draw ball at [cos(a), sin(a)] radius 1\n")
    p.write("o.lgr", LONG.format(until=30).replace("param k = 1", "param k = 1 in [0.5, 2]"))
    html = p.run("run", "m.lgr", "--quiet", "-o", "try.html", "--until", "1")[0] == 0
    victims = [Victim(p, ("run", "m.lgr", "--quiet", "-o", "m.csv", "-o", "m.svg"), ("m.csv", "m.svg")), SweepVictim(p)]
    if html:
        victims.append(Victim(p, ("run", "m.lgr", "--quiet", "-o", "m.html"), ("m.html",)))
    if p.run("optimize", "o.lgr", "--maximize", "last", "--over", "k")[0] == 0:
        victims.append(Victim(p, ("optimize", "o.lgr", "--maximize", "last", "--over", "k"), ()))
    problems, kills = [], 0
    for i in range(count):
        number = chance.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
        problem = victims[i % len(victims)].attack(number, chance.uniform(0, 1.05))
        kills += 1
        problems += [problem] if problem else []
    last = victims[1].finish()
    p.run("run", "m.lgr", "--quiet", "-o", "m.csv", "-o", "m.svg")
    left = p.folder / "m.csv.part"
    problems += [last] if last else []
    problems += ["a part was left by an undisturbed run"] if left.exists() else []
    print(f"{kills} ends at random moments, seed {seed}: {len(problems)} files lost or mixed")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--writers", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    options = parser.parse_args()
    problems = []
    for check in (() if options.kill else (all_writers,) if options.writers else CHECKS):
        if options.only in (None, check.__name__):
            with tempfile.TemporaryDirectory() as folder:
                problem = check(Place(options.tool, folder))
            problems += [f"{check.__name__}: {problem}"] if problem else []
    if options.kill:
        with tempfile.TemporaryDirectory() as folder:
            problems = kill(Place(options.tool, folder), options.kill, options.seed)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
