"""Check the course: execute the lessons with the solutions, and try stubs and typical wrong answers.

    python notebooks/course/run.py [--executed DIR] [LESSON...]

The script executes each notebook in a temporary copy of the folder. It replaces the cells of exercises by the solutions
and requires that each check prints "Right.". Then it calls each check with the notebook's stub, which must be "Not yet",
and with each typical wrong answer, whose explanation must contain the exercise's words. The notebooks assumption-*
have no exercises. LESSON is a notebook's name or the start of it, such as 3 or assumption. The script exits with 1 if
anything differs.
"""

import argparse
import importlib
import inspect
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE))
from course import Exercise  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help="names of notebooks (default: all)")
    parser.add_argument("--executed", type=Path, metavar="DIR", help="save the executed notebooks in this folder")
    args = parser.parse_args()
    names = [path.stem for path in sorted(HERE.glob("*.ipynb"))]
    if unknown := [want for want in args.lessons if not any(name.startswith(Path(want).stem) for name in names)]:
        parser.error(f"no notebook {unknown[0]}: want {', '.join(names)}")
    names = [name for name in names if not args.lessons or any(name.startswith(Path(want).stem) for want in args.lessons)]
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # overrides the shell's setting

    failed = 0
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(HERE, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
        for name in names:
            start = time.monotonic()
            number = name.partition("-")[0]
            module = importlib.import_module(f"lesson{number}" if number.isdigit() else number)
            exercises = {key: value for key, value in vars(module).items() if isinstance(value, Exercise) and value.answer.__module__ == module.__name__}
            notebook = nbformat.read(HERE / f"{name}.ipynb", as_version=4)
            problems = committed(notebook) + (folded(notebook) if number.isdigit() else [])
            problems += answers(notebook, exercises, vars(module)) + execute(notebook, exercises, Path(copy))
            if args.executed:
                args.executed.mkdir(parents=True, exist_ok=True)
                nbformat.write(notebook, args.executed / f"{name}.ipynb")
            wrong = sum(len(exercise.wrong) for exercise in exercises.values())
            print(f"{name}: {len(exercises)} exercises, {wrong} wrong answers, {time.monotonic() - start:.1f} s", flush=True)
            for problem in problems:
                print(f"  {problem}", flush=True)
            failed += len(problems)
    print(f"{failed} problems" if failed else "all right")
    return 1 if failed else 0


def committed(notebook) -> list[str]:
    """Return the cells that are committed with outputs."""
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [f"cell {cell.id} is committed with outputs" for cell in cells if cell.outputs or cell.execution_count]


def folded(notebook) -> list[str]:
    """Return the cells with a question that has no folded answer."""
    asked = [cell for cell in notebook.cells if cell.cell_type == "markdown" and "**Question" in cell.source]
    return [f"cell {cell.id} asks a question without a folded answer" for cell in asked if "<details><summary>Answer</summary>" not in cell.source]


def exercise_name(cell) -> str:
    """Return the exercise whose stub a cell contains, or ""."""
    return next((tag.removeprefix("exercise:") for tag in cell.metadata.get("tags", []) if tag.startswith("exercise:")), "")


def parameters(function) -> list:
    """Return the parameters of a function without their types."""
    return [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]


def answers(notebook, exercises: dict[str, Exercise], names: dict) -> list[str]:
    """Try the stubs of a notebook and the wrong answers, and return what differs."""
    problems = []
    stubs = {exercise_name(cell): cell.source for cell in notebook.cells if exercise_name(cell)}
    if stubs.keys() != exercises.keys():
        problems.append(f"the notebook has the exercises {sorted(stubs)}, the module {sorted(exercises)}")
    for name in stubs.keys() & exercises.keys():
        exercise, scope = exercises[name], dict(names)
        exec(stubs[name], scope)
        stub = scope[name]
        for what, look in [("parameters", parameters), ("docstring", inspect.getdoc)]:
            if look(stub) != look(exercise.answer):
                problems.append(f"{name}: the {what} of the stub and of the solution differ")
        if not exercise.verdict(stub).startswith("Not yet"):
            problems.append(f"{name}: the stub passes the check")
        if verdict := exercise.verdict(exercise.answer):
            problems.append(f"{name}: the solution fails: {verdict}")
        if len(exercise.hints) != 3:
            problems.append(f"{name}: {len(exercise.hints)} hints, want 3")
        if len(exercise.wrong) < 5:
            problems.append(f"{name}: {len(exercise.wrong)} wrong answers, want at least 5")
        for answer, words in exercise.wrong:
            if words not in (verdict := exercise.verdict(answer)):
                problems.append(f"{name}: {answer.__name__} gets {verdict or 'Right.'!r} without {words!r}")
    return problems


def execute(notebook, exercises: dict[str, Exercise], folder: Path) -> list[str]:
    """Execute a notebook with the solutions in a folder and return the problems."""
    for cell in notebook.cells:
        if (name := exercise_name(cell)) in exercises:
            cell.source = exercises[name].source().rstrip()
    with tempfile.TemporaryDirectory() as sockets:
        # With sockets in a temporary folder, the kernel opens no network port and leaves no files.
        ipc = {} if sys.platform == "win32" else {"transport": "ipc", "ip": f"{sockets}/kernel"}
        try:
            NotebookClient(notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": str(folder)}},
                           record_timing=False, config=Config({"KernelManager": ipc})).execute()
        except CellExecutionError as error:
            return [re.sub(r"\x1b\[[\d;]*m", "", str(error))]  # without colours
    problems = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and (checked := re.search(r"(\w+)\.check\(", cell.source)):
            said = "".join(output.get("text", "") for output in cell.outputs)
            if said.strip() != "Right.":
                problems.append(f"{checked[1]}: the check of the solution prints {said!r}")
    return problems


if __name__ == "__main__":
    sys.exit(main())
