"""Create the tables, check them, execute all notebooks headless and compare their numbers.

    python -m pip install -r notebooks/requirements.txt
    python notebooks/run.py [--wthor DIR] [--tables DIR] [--executed DIR] [--outflank FILE]

After the last cell of each notebook, the script executes the notebook's code in the folder found, which outputs the
numbers to compare; this code is not saved. The script exits with 1 if a table differs from its schema, if a notebook
fails or was committed without its outputs or with other findings, or if a number differs from the one that the
commands print. --executed notebooks replaces the committed notebooks.
"""

import math
import os
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from check import Checks, check_tables
from expected import expected
from prepare import arguments, build, prepare
from studies import HERE


def main() -> int:
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--executed", type=Path, default=HERE / "executed", metavar="DIR",
                        help="folder for the executed notebooks")
    parser.add_argument("--prepared", action="store_true", help="take the tables as they are")
    args = parser.parse_args()
    outflank = build(args.outflank, args.tables.resolve())
    clock = Clock()

    if not args.prepared:
        print("== tables", flush=True)
        prepare(outflank, args.wthor)
        clock.lap("tables")

    c = Checks()
    wanted = expected(outflank)
    check_tables(outflank.tables, outflank.json("schema", "table", echo=False), wanted.pop("rows"), c)
    clock.lap(f"== {c.count} properties of tables, by pyarrow, polars, duckdb")

    os.environ["OUTFLANK_TABLES"] = str(outflank.tables)
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # overrides the shell's setting
    for path in sorted(HERE.glob("[0-9]*.ipynb")):
        before = c.count
        found = execute(path, args.executed, not args.wthor, c)
        compare(path.stem, found, wanted[path.stem], c)
        clock.lap(f"== {path.stem}: {c.count - before} comparisons")

    for line in c.failed:
        print("DIFFERS", line)
    print(f"{c.count} comparisons, {len(c.failed)} differ; executed notebooks in {args.executed}")
    return 1 if c.failed else 0


def execute(path: Path, target: Path, same: bool, c: Checks) -> dict:
    """Execute a notebook, save it with its outputs in target, and return the numbers to compare.

    same means that the tables are those with which the notebook was committed.
    """
    nb = nbformat.read(path, as_version=4)
    nbformat.validate(nb)
    committed, metadata = [(shows(cell), said(cell)) for cell in nb.cells], nb.metadata
    nb.cells.append(nbformat.v4.new_code_cell((HERE / "found" / f"{path.stem}.py").read_text()))
    with tempfile.TemporaryDirectory() as sockets:
        # With sockets in a temporary folder, the kernel opens no network port and leaves no files.
        ipc = {} if sys.platform == "win32" else {"transport": "ipc", "ip": f"{sockets}/kernel"}
        NotebookClient(nb, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}},
                       record_timing=False, config=Config({"KernelManager": ipc})).execute()
    numbers = next(o["data"]["application/json"] for o in nb.cells.pop().outputs if o.output_type == "display_data")
    nb.metadata = metadata
    target.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, target / path.name)
    executed = [(shows(cell), said(cell)) for cell in nb.cells]
    c.equal(f"{path.name} draws", any("image/png" in kinds for kinds, _ in executed), True)
    if same and target.resolve() != HERE:
        for i, (old, new) in enumerate(zip(committed, executed)):
            c.equal(f"{path.name}: kinds of outputs that were committed with cell {i}", old[0], new[0])
            c.equal(f"{path.name}: findings that were committed and are not found", [s for s in old[1] if s not in new[1]], [])
    return dict(numbers)


def shows(cell) -> list:
    """Return the kinds of a cell's outputs, such as image/png."""
    return [kind for o in cell.get("outputs", []) for kind in sorted(o.get("data", [o.output_type]))]


def said(cell) -> list:
    """Return the findings that a cell shows."""
    return [line for o in cell.get("outputs", []) for line in o.get("data", {}).get("text/markdown", "").splitlines()]


def compare(notebook: str, found: dict, wanted: dict, c: Checks) -> None:
    """Check that the names are the expected ones and the values are equal, floating-point numbers to 9 digits."""
    c.equal(f"{notebook}: names of numbers", sorted(found), sorted(wanted))
    for name in found.keys() & wanted.keys():
        same = equal(found[name], wanted[name])
        got, want = (None, None) if same else difference(found[name], wanted[name])
        c.equal(f"{notebook}: {name}", got, want)


def equal(a, b) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
    return a == b


def difference(a, b):
    """Return the differing parts of two values, for a message: of mappings, only a few keys."""
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return a, b
    keys = [k for k in {**a, **b} if not equal(a.get(k), b.get(k))][:5]
    return {k: a.get(k) for k in keys}, {k: b.get(k) for k in keys}


class Clock:
    """Print how long each step took."""

    def __init__(self):
        self.start = time.monotonic()

    def lap(self, what: str) -> None:
        now = time.monotonic()
        print(f"{what}, {now - self.start:.1f} s", flush=True)
        self.start = now


if __name__ == "__main__":
    sys.exit(main())
