"""Starts the tool on texts of models, many at once, and measures the processor time of each run."""
import concurrent.futures
import dataclasses
import json
import math
import os
import pathlib
import signal
import tempfile
import threading

CRASHED = 99                    # what the sanitizers end with (tests/CMakeLists.txt)


@dataclasses.dataclass
class Answer:
    """What came of one start of the tool."""
    status: int
    out: str
    err: str
    seconds: float              # processor time, user and system
    hung: bool                  # it was ended because it gave no answer in time
    data: dict                  # the JSON object; empty if there is none

    @property
    def ok(self):
        return self.status in (0, 4) and not self.hung and "error" not in self.data and not self.endless

    @property
    def endless(self):
        """A run that says it went well, but not when it ended: a number that is not finite."""
        return self.status in (0, 4) and "end" in self.data and self.data["end"]["t"] is None

    def event(self, name):
        """The instant of an event's first coming, or None."""
        return next((each["t"] for each in self.data.get("events", []) if each["name"] == name), None)

    def trouble(self):
        """In a few words what went wrong; an empty text if nothing did."""
        if self.hung:
            return "no answer in time"
        if self.ok:
            return ""
        if self.endless:
            return "no number for the end of the run"
        error = self.data.get("error", {})
        if error:
            return f"{error.get('code')} {error.get('message', '')[:110]}"
        return f"exit status {self.status}: {self.err.strip()[:110]}"


MOST_WAITS = 20                 # times the limit until a run is ended though it got next to no processor: the machine may be loaded
PART_OF_LIMIT = 0.9             # of the limit as processor time: a run that had it all is hung


def processor_time(pid):
    """User and system, in seconds, of a process that runs; endless where that is not told."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return math.inf
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Runner:
    """A tool, a folder for its files, and threads that start it."""

    def __init__(self, tool, limit=20.0, threads=None, timed=True):
        self.tool = str(pathlib.Path(tool).resolve())
        self.limit, self.timed = limit, timed       # a tool with sanitizers is not held to processor times
        shared = pathlib.Path("/dev/shm")
        self.keeper = tempfile.TemporaryDirectory(dir=shared if shared.is_dir() and os.access(shared, os.W_OK) else None)
        self.folder = pathlib.Path(self.keeper.name)
        self.pool = concurrent.futures.ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self.lock = threading.Lock()
        self.starts = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(cancel_futures=True)
        self.keeper.cleanup()

    def _folder_of_this_thread(self):
        folder = self.folder / str(threading.get_ident())
        folder.mkdir(exist_ok=True)
        return folder

    def _spawn(self, arguments, folder):
        """Starts the tool and waits for it: its status, its processor time, and whether it had to be ended."""
        out = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, str(folder / "out"), out, 0o600), (os.POSIX_SPAWN_OPEN, 2, str(folder / "err"), out, 0o600)]
        pid = os.posix_spawn(self.tool, [self.tool, *arguments], os.environ, file_actions=actions)
        ended, waiting = threading.Event(), threading.Event()

        def watch():
            for waits in range(1, MOST_WAITS + 1):
                if waiting.wait(self.limit):
                    return
                if processor_time(pid) >= PART_OF_LIMIT * self.limit or waits == MOST_WAITS:
                    ended.set()
                    os.kill(pid, signal.SIGKILL)
                    return
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)   # until it has been waited for, its number is nobody else's
        waiting.set()
        watcher.join()
        _, status, usage = os.wait4(pid, 0)
        return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, ended.is_set()

    def start(self, command, text, *arguments, files=None, model=None):
        """Runs one command on a model's text (or on the file `model`), with `files` (name: text) beside it."""
        folder = self._folder_of_this_thread()
        for name, content in (files or {}).items():
            (folder / name).write_text(content, encoding="utf-8")
        if model is None:
            model = folder / "model.lgr"
            model.write_text(text, encoding="utf-8")
        with self.lock:
            self.starts += 1
        status, seconds, hung = self._spawn([command, str(model), *arguments], folder)
        out = (folder / "out").read_text(encoding="utf-8", errors="replace")
        err = (folder / "err").read_text(encoding="utf-8", errors="replace")
        return Answer(status, out, err, seconds, hung, read_json(out) if "--json" in arguments else {})

    def run(self, text, *arguments, files=None, model=None):
        """Of the files, NAME.input is what the input NAME is over time."""
        inputs = [f"--input={name[:-6]}={self._folder_of_this_thread() / name}" for name in files or {} if name.endswith(".input")]
        return self.start("run", text, "--json", *arguments, *inputs, files=files, model=model)

    def map(self, function, items):
        """The function of each item, in order, in as many threads as there are processors."""
        return list(self.pool.map(function, items))


def read_json(text):
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def number(x):
    """A number as the language reads it, with all its digits."""
    text = repr(float(x))
    return text[:-2] if text.endswith(".0") else text


def near(a, b, tolerance):
    """Whether two numbers are there and no more than this apart."""
    return a is not None and b is not None and math.isfinite(a) and math.isfinite(b) and abs(a - b) <= tolerance
