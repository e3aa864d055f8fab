#!/usr/bin/env python3
"""The static archive and the shared library give their users names that begin with lgr_, and no others.

usage: names.py NM ARCHIVE SHARED_LIBRARY
"""
import re
import subprocess
import sys


def names(nm, *arguments):
    text = subprocess.run([nm, "--defined-only", *arguments], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in text.splitlines() if re.match(r"[0-9a-f]* *[A-Z] ", line)}


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    nm, archive, shared = sys.argv[1:]
    of_archive, of_shared = names(nm, "-g", archive), names(nm, "-D", shared)
    foreign = sorted(name for name in of_archive | of_shared if not name.startswith("lgr_"))
    if foreign:
        sys.exit(f"{len(foreign)} names without lgr_: {', '.join(foreign[:20])}")
    if "lgr_model_parse" not in of_archive or of_archive != of_shared:
        sys.exit(f"the archive and the shared library differ: {sorted(of_archive ^ of_shared)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
