#!/usr/bin/env python3
"""Makes a Debian package of a build, unpacks it into an empty folder and runs the tool there on an installed model.

usage: deb.py BUILD_FOLDER
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not all(shutil.which(tool) for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps")):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        run("cpack", "-G", "DEB", "--config", f"{sys.argv[1]}/CPackConfig.cmake", "-B", scratch / "made")
        package = next((scratch / "made").glob("*.deb"))
        fields = run("dpkg-deb", "-f", package)
        if "Package: lagrangia\n" not in fields or "libc6" not in fields:
            sys.exit(f"the package does not say what it is or needs:\n{fields}")
        run("dpkg-deb", "-x", package, scratch / "root")
        usr = scratch / "root/usr"
        needs = next(line for line in fields.splitlines() if line.startswith("Depends:"))
        for part in ("SUNDIALS", "LAPACK", "NLopt"):
            if f"{part}: yes" in run(usr / "bin/lagrangia", "--version") and part.lower() not in needs:
                sys.exit(f"the package uses {part} and does not ask for it: {needs}")
        text = run(usr / "bin/lagrangia", "run", usr / "share/lagrangia/examples/pendulum/angle.lgr")
        if "Reports" not in text or not (usr / "share/man/man1/lagrangia-run.1").exists():
            sys.exit(f"the unpacked tool prints\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
