"""Print the documentation of a Python package: the names of its __all__ and the modules without an underscore.

    python pythondoc.py notebooks/python/outflank

The sources are parsed, not imported: nothing has to be installed.
"""

import ast
import sys
from pathlib import Path

NODES = (ast.ClassDef, ast.FunctionDef)


def main(folder):
    """Print what the package in a folder offers."""
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    package = modules.pop("__init__")
    print(ast.get_docstring(package))
    everything = [node for module in (package, *modules.values()) for node in module.body]
    public = next(ast.literal_eval(node.value) for node in package.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
    for name in sorted(set(public) - set(modules)):
        show(next(node for node in everything if isinstance(node, NODES) and node.name == name), "")
    for name, module in modules.items():
        text = ast.get_docstring(module) or ""
        if name in public or "\n" in text:  # a line alone repeats what its names say
            print(f"\nmodule {name}\n{indented(text)}")


def show(node, indent):
    """Print a class with its public members, or a function."""
    lines = ast.unparse(node).splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith(("class ", "def ")))
    print()
    print("\n".join(indent + line.removesuffix(":") for line in lines[: end + 1]))
    if text := ast.get_docstring(node):
        print(indented(text, indent))
    if isinstance(node, ast.ClassDef):
        fields = [member for member in node.body if isinstance(member, ast.AnnAssign) and not member.target.id.startswith("_")]
        if fields:
            print()
        for member in fields:
            print(f"{indent}    {member.target.id}: {ast.unparse(member.annotation)}")
        for member in node.body:
            if isinstance(member, NODES) and not member.name.startswith("_"):
                show(member, indent + "    ")


def indented(text, indent=""):
    """Return a text below the line of what it describes."""
    return "\n".join(f"{indent}    {line}".rstrip() for line in text.splitlines())


main(Path(sys.argv[1]))
