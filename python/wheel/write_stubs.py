"""Writes the types of what the package makes at run time, for editors and type checkers.

usage: write_stubs.py PACKAGE OUTPUT

PACKAGE is the folder `dtensor` with the extension module. OUTPUT gets a stub for the extension
module, and one for each file whose functions or names are made at run time. The stub of a file is
the file itself, in which what is made is spelled out.
"""

import ast
import importlib
import inspect
import sys
import types
from pathlib import Path

from nanobind.stubgen import StubGen

# The prelude of what is spelled out.
IMPORTS = """
from collections.abc import Sequence
from typing import Any
"""


def parse_function(name: str, function, is_method: bool = False) -> ast.FunctionDef:
    """A stub of a function of Python. A type that is not given is `Any`."""
    signature = inspect.signature(function)
    parameters = [
        each.replace(
            annotation="Any" if each.annotation is each.empty else each.annotation,
            default=each.default if is_literal(each.default) else ...,
        )
        for each in signature.parameters.values()
    ]
    if is_method:
        parameters[0] = parameters[0].replace(annotation=inspect.Parameter.empty)
    result = signature.return_annotation
    plain = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    node = ast.parse(f"def {name}{plain}: ...".replace("Ellipsis", "...")).body[0]
    node.returns = ast.Constant("Any" if result is inspect.Signature.empty else result)
    if function.__doc__:
        node.body.insert(0, ast.Expr(ast.Constant(inspect.cleandoc(function.__doc__))))
    return Unquoted().visit(node)


def is_literal(value) -> bool:
    return value is inspect.Parameter.empty or isinstance(
        value, (type(None), bool, int, float, str, tuple)
    )


class Unquoted(ast.NodeTransformer):
    """Annotations that are texts become expressions; `_core.X` becomes `X`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        arguments += [each for each in (node.args.vararg, node.args.kwarg) if each]
        for argument in arguments:
            argument.annotation = self.unquote(argument.annotation)
        node.returns = self.unquote(node.returns)
        return node

    def unquote(self, annotation):
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.parse(annotation.value, mode="eval").body
        return self.visit(annotation) if annotation else annotation

    def visit_Attribute(self, node: ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == "_core":
            return ast.Name(node.attr)
        return node


class Names(ast.NodeVisitor):
    """The names in annotations."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        self.found.add(node.id)


def parse_member(name: str, value) -> ast.stmt:
    """A member that Python has added to a class of the extension module."""
    if isinstance(value, property):
        node = parse_function(name, value.fget, is_method=True)
        node.decorator_list = [ast.Name("property")]
    elif isinstance(value, staticmethod):
        node = parse_function(name, value.__func__)
        node.decorator_list = [ast.Name("staticmethod")]
    elif inspect.isfunction(value):
        node = parse_function(name, value, is_method=True)
    else:
        node = ast.parse(f"{name}: {'None' if value is None else 'Any'}").body[0]
    return node


def is_told(name: str) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def added_members(before: dict, cls: type) -> dict:
    """What a class has that it did not have when the extension module was new."""
    return {
        name: value
        for name, value in vars(cls).items()
        if (name not in before or before[name] is not value)
        and (is_told(name) or name == "_repr_html_")
        and name != "__doc__"
    }


def import_of(name: str, modules: list) -> str | None:
    """The import that gives a name its meaning in annotations."""
    known = {
        "Any": "from typing import Any",
        "Callable": "from collections.abc import Callable",
        "Sequence": "from collections.abc import Sequence",
        "Mapping": "from collections.abc import Mapping",
        "Iterable": "from collections.abc import Iterable",
        "np": "import numpy as np",
        "os": "import os",
    }
    if name in known:
        return known[name]
    for module in modules:
        value = vars(module).get(name)
        defined = getattr(value, "__module__", None)
        tree = ast.parse(Path(module.__file__).read_text())
        assigns = any(
            isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name
            for node in tree.body
        )
        if value is not None and (defined == module.__name__ or assigns):
            return f"from {module.__name__} import {name}"
    return None


def write_core(folder: Path, output: Path) -> None:
    """The stub of the extension module, with the methods that Python adds."""
    # The package itself would add them at once.
    package = types.ModuleType("dtensor")
    package.__path__ = [str(folder)]
    sys.modules["dtensor"] = package
    core = importlib.import_module("dtensor._core")
    stub = StubGen(core)
    stub.put(core)
    tree = ast.parse(stub.get())
    before = {
        name: dict(vars(value)) for name, value in vars(core).items() if isinstance(value, type)
    }
    del sys.modules["dtensor"]
    sys.path.insert(0, str(folder.parent))
    importlib.import_module("dtensor")._core = core

    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    annotations = Names()
    for name, node in classes.items():
        members = added_members(before.get(name, {}), getattr(core, name))
        node.body = [each for each in node.body if getattr(each, "name", None) not in members]
        for member, value in members.items():
            parsed = parse_member(member, value)
            node.body.append(parsed)
            annotations.visit(parsed)
        node.body = node.body or [ast.Pass()]
    modules = [
        module for name, module in sorted(sys.modules.items())
        if name.startswith("dtensor.") and str(getattr(module, "__file__", "")).endswith(".py")
    ]
    imports = {import_of(name, modules) for name in annotations.found - set(classes)} - {None}
    # Behind the docstring.
    tree.body[1:1] = ast.parse("\n".join(sorted(imports))).body
    Path(output, "_core.pyi").write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def made_functions(node: ast.stmt, module) -> list[ast.stmt] | None:
    """The functions that a call of `define` makes; None for another statement."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return None
    if getattr(node.value.func, "id", None) != "define":
        return None
    names = eval(ast.unparse(node.value.args[1]), dict(vars(module)))
    return [parse_function(name, getattr(module, name)) for name in names.split()]


def names_all(node: ast.stmt) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "__all__" for each in ast.walk(node))


def write_stub(module, target: Path, is_package: bool) -> None:
    """The stub of a file: without bodies, and with names that are made spelled out."""
    tree = ast.parse(Path(module.__file__).read_text())
    body: list[ast.stmt] = []
    for node in tree.body:
        made = made_functions(node, module)
        if made is not None:
            body += made
        elif isinstance(node, ast.ImportFrom) and is_package:
            # A name that is imported as itself is a part of the package.
            for alias in node.names:
                if alias.name != "*":
                    alias.asname = alias.name
            body.append(node)
        elif not names_all(node):
            body.append(node)
    place = 1 if ast.get_docstring(tree) is not None else 0
    while isinstance(body[place], ast.ImportFrom) and body[place].module == "__future__":
        place += 1
    if not is_package:
        level = "." * module.__name__.count(".")
        body[place:place] = ast.parse(
            IMPORTS + f"from {level}_core import DTensor as DTensor, DType as DType"
        ).body
    if hasattr(module, "__all__"):
        body += ast.parse(f"__all__ = {list(module.__all__)!r}").body
    tree.body = body
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n")


def main(package: str, output: str) -> None:
    write_core(Path(package), Path(output))
    for name, module in sorted(sys.modules.items()):
        path = str(getattr(module, "__file__", None))
        if not name.startswith("dtensor") or not path.endswith(".py"):
            continue
        source = Path(path).read_text()
        is_package = path.endswith("__init__.py")
        if is_package or "define(" in source or "__all__ = " in source:
            parts = name.split(".")[1:] + (["__init__"] if is_package else [])
            write_stub(module, Path(output, *parts).with_suffix(".pyi"), is_package)
    Path(output, "py.typed").touch()


if __name__ == "__main__":
    main(*sys.argv[1:])
