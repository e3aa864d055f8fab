"""Compares two runs of one machine as two observers see it: events by name and time, states at events and at the end, reports.

A comparison is a list of `Mark`s in the order of time: how far the two are apart in one thing at one instant. Motions that are sensitive to the smallest
change (many collisions) end a comparison where two runs of the *same* text at different tolerances part: what comes later blames chaos, not the tool.
"""
import dataclasses
import math

from description import reports_of, state_of

TOLERANCE = 1e-6                # allowed difference, in metres, seconds, radians or relative where a number is above 1
AGREES = TOLERANCE / 10         # two tolerances must agree so well for a comparison with others to mean anything
TINY = 1e-3                     # impacts with less momentum than this (kg m/s) end a series of bounces, a nanometre high: their number means nothing
TOGETHER = 1e-5                 # events that are nearer in time than this are compared by name alone, not by state


@dataclasses.dataclass(frozen=True)
class Mark:
    t: float
    apart: float                # relative where the numbers are above 1
    what: str


def difference(a, b):
    """How far two numbers are apart; infinite if only one is there."""
    if a is None or b is None:
        return 0.0 if a is b else math.inf
    if not (math.isfinite(a) and math.isfinite(b)):
        return 0.0 if a == b else math.inf
    return abs(a - b) / max(1.0, abs(a), abs(b))


def own_events(machine, frame, data):
    """Events of this machine as (name, time, momentum, snapshot), the time by the machine's clock."""
    names, found = set(machine.names()), []
    turning = {one[1] for one in machine.couplings}
    unit = lambda name: frame.scaled(1, 2 if name.split(".")[0] in turning else 1, -1, 1)
    for event in data["events"]:
        if event["name"].split(".")[0] in names:
            pushes = [abs(p) / unit(name) for name, p in event.get("impulse", {}).items() if name.split(".")[0] in names]
            momentum = max(pushes, default=0.0) if event["name"].endswith(".impact") else math.inf
            found.append((event["name"], frame.instant_back(event["t"]), momentum, event))
    return [weighed(i, found) for i in range(len(found))]


def weighed(i, events):
    """An opening or a closing matters as much as the impact of the same contact that comes next, or came just before."""
    name, t, momentum, event = events[i]
    contact, _, kind = name.partition(".")
    if kind == "open":
        momentum = next((each[2] for each in events[i:] if each[0] == f"{contact}.impact"), math.inf)
    if kind == "close":
        momentum = next((each[2] for each in reversed(events[:i]) if each[0] == f"{contact}.impact" and abs(each[1] - t) < TOGETHER), math.inf)
    return name, t, momentum, event


def by_name(events):
    table = {}
    for event in events:
        table.setdefault(event[0], []).append(event)
    return table


def alone(event, events):
    """Whether nothing else happens at the time of an event."""
    return sum(abs(other[1] - event[1]) < TOGETHER for other in events) == 1


def shared_load(one, other):
    """Whether more contacts carry than it takes: how they share the load, and so which of them opens first, is then not unique."""
    return not all(data["check"]["lambda_unique"] for _, data in (one, other))


def told_apart(events, shared, turning):
    """Events without those that depend on how contacts share a load, and without the last, tiny ones of a series of bounces. Of freewheels in a row the ones
    that nothing presses may be open or closed."""
    free = lambda name: shared or name.partition(".")[0] in turning
    return [event for event in events if event[2] >= TINY and not (free(event[0]) and event[0].partition(".")[2] in ("open", "close"))]


def same_series(name, a, b, events_a, events_b):
    """Whether bounces end in both runs in one series of impacts, in one of them a few bounces earlier: both have the impact at which that one ended. Where a
    series ends is decided by what the tolerance leaves of the bounces, as it is between two tolerances."""
    contact, _, kind = name.partition(".")
    early, events = min(a[1], b[1]), events_b if a[1] < b[1] else events_a
    return kind == "close" and any(each[0] == f"{contact}.impact" and abs(each[1] - early) < TOLERANCE for each in events)


def event_marks(machine, one, other, until):
    """Pairs events of one name in their order."""
    shared = shared_load(one, other)
    turning = {each[1] for each in machine.couplings}
    events_a, events_b = (told_apart(own_events(machine, *each), shared, turning) for each in (one, other))
    if other[0].late:  # what holds at the start does not fire there; what begins to hold when the motion begins does
        events_b = [event for event in events_b if event[1] > TOGETHER]
    table_a, table_b, marks = by_name(events_a), by_name(events_b), []
    for name in sorted(set(table_a) | set(table_b)):
        list_a, list_b = table_a.get(name, []), table_b.get(name, [])
        for i, (a, b) in enumerate(zip(list_a, list_b)):
            when = max(a[1], b[1]) if same_series(name, a, b, events_a, events_b) else min(a[1], b[1])
            marks.append(Mark(when, difference(a[1], b[1]), f"time of {name} {i + 1}: {a[1]:.12g} and {b[1]:.12g}"))
            if alone(a, events_a) and alone(b, events_b):
                marks += state_marks(machine, (one[0], a[3]), (other[0], b[3]), a[1], f"after {name} {i + 1}")
        both = min(len(list_a), len(list_b))
        marks += [Mark(left[1], math.inf, f"{name} at {left[1]:.9g} lost") for left in list_a[both:] if left[1] < until - TOGETHER]
        marks += [Mark(left[1], math.inf, f"{name} at {left[1]:.9g} invented") for left in list_b[both:] if left[1] < until - TOGETHER]
    return marks


def state_marks(machine, one, other, t, when):
    a, b = state_of(machine, *one), state_of(machine, *other)
    worst = max(a, key=lambda name: difference(a[name], b[name]))
    return [Mark(t, difference(a[worst], b[worst]), f"{worst} {when}: {a[worst]:.12g} and {b[worst]:.12g}")]


def of_a_force(machine, name):
    return next(what[0] == "force" for other, _, what in machine.reports if other == name)


def marks_of(machine, one, other):
    """All marks between two runs, each given as (frame, data), in the order of time."""
    (frame_a, a), (frame_b, b) = one, other
    end = frame_a.instant_back(a["end"]["t"])
    marks = event_marks(machine, one, other, end)
    other_end = frame_b.instant_back(b["end"]["t"])
    marks.append(Mark(end, difference(end, other_end), f"the end: {end:.12g} and {other_end:.12g}"))
    marks += state_marks(machine, (frame_a, a["initial"]), (frame_b, b["initial"]), 0.0, "at the start") if not frame_b.late else []
    marks += state_marks(machine, (frame_a, a["final"]), (frame_b, b["final"]), end, "at the end")
    reports_a, reports_b = reports_of(machine, frame_a, a), reports_of(machine, frame_b, b)
    for name in reports_a:
        if name not in reports_b or (shared_load(one, other) and of_a_force(machine, name)):
            continue
        marks.append(Mark(end, difference(reports_a[name], reports_b[name]), f"report {name}: {reports_a[name]} and {reports_b[name]}"))
    return sorted(marks, key=lambda mark: mark.t)


def horizon(marks):
    """Until when two tolerances agree; infinite if to the end. With it, whether they part at once where they agreed well before."""
    best = 0.0
    for mark in marks:
        if mark.apart > AGREES:
            return mark.t, (mark if mark.apart > 1e3 * TOLERANCE and best < 1e-3 * TOLERANCE else None)
        best = max(best, mark.apart)
    return math.inf, None


def first_wrong(marks, until):
    """The first mark that is too far apart, up to the horizon."""
    return next((mark for mark in marks if mark.t < until and mark.apart > TOLERANCE), None)
