"""What docs/python.md shows runs, one block after the other, in the folder of the project."""
import contextlib
import io
import pathlib
import re
import unittest

import lagrangia as lgr

DOC = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "python.md"


class Document(unittest.TestCase):
    def test_every_block_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.S)
        self.assertGreater(len(blocks), 5)
        names = {}
        for block in blocks:
            missing = [x for x in ("pandas", "scipy", "sympy", "matplotlib") if f"# needs {x}" in block and not has(x)]
            if "# needs the pages" in block and not has_pages():
                continue
            if not missing:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block, str(DOC), "exec"), names)  # noqa: S102: it is our own text


def has_pages():
    """Builds without node and npm have none."""
    try:
        return bool(lgr.parse("coord x = 1\nkinetic T = x'^2/2\n").notebook())
    except lgr.UsageError:
        return False


def has(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


if __name__ == "__main__":
    unittest.main()
