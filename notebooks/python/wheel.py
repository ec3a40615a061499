"""Build a wheel of the package that includes the program.

    go build -trimpath -ldflags="-s -w" -o outflank ./cmd/outflank
    python notebooks/python/wheel.py outflank --version 0.1.0 -o dist
    pip install "$(ls dist/outflank-*.whl)[all]"

The wheel's tag names the system for which the program was built. The same program gives the same bytes.
"""

import argparse
import base64
import hashlib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
TAGS = {
    "linux/amd64": "py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "py3-none-macosx_12_0_x86_64",
    "darwin/arm64": "py3-none-macosx_12_0_arm64",
    "windows/amd64": "py3-none-win_amd64",
    "windows/arm64": "py3-none-win_arm64",
}
METADATA = """Metadata-Version: 2.4
Name: outflank
Version: {version}
Summary: Othello toolkit: databases, statistics, learning agents and matches
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.10
Requires-Dist: numpy
Requires-Dist: pyarrow
Provides-Extra: gymnasium
Requires-Dist: gymnasium>=1.1; extra == "gymnasium"
Provides-Extra: pettingzoo
Requires-Dist: pettingzoo>=1.25; extra == "pettingzoo"
Provides-Extra: matplotlib
Requires-Dist: matplotlib; extra == "matplotlib"
Provides-Extra: minari
Requires-Dist: minari[hdf5]>=0.5; extra == "minari"
Requires-Dist: gymnasium>=1.1; extra == "minari"
Provides-Extra: all
Requires-Dist: outflank[gymnasium,pettingzoo,matplotlib,minari]; extra == "all"
"""


def build(program, platform, version, out):
    """Write a wheel with the program to a folder and return its path."""
    tag, info = TAGS[platform], f"outflank-{version}.dist-info"
    name = "outflank.exe" if platform.startswith("windows") else "outflank"
    wheel = "Wheel-Version: 1.0\nGenerator: outflank\nRoot-Is-Purelib: false\n"
    prefix, _, systems = tag.rpartition("-")
    wheel += "".join(f"Tag: {prefix}-{system}\n" for system in systems.split("."))
    files = {f"outflank/{path.name}": path.read_bytes() for path in sorted((HERE / "outflank").iterdir()) if path.suffix in (".py", ".typed")}
    files[f"outflank-{version}.data/scripts/{name}"] = Path(program).read_bytes()
    files[f"{info}/licenses/LICENSE"] = (HERE.parent.parent / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{info}/WHEEL"] = wheel.encode()
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    path = Path(out) / f"outflank-{version}-{tag}.whl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            entry = zipfile.ZipInfo(file)  # dated 1980, so that the bytes are reproducible
            entry.external_attr = (0o100755 if "/scripts/" in file else 0o100644) << 16  # regular files, as pip requires
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="the program, built for the platform")
    parser.add_argument("--platform", default="linux/amd64", choices=TAGS)
    parser.add_argument("--version", default="0.1.0.dev0")
    parser.add_argument("-o", "--output", default="dist", help="folder")
    args = parser.parse_args()
    print(build(args.program, args.platform, args.version, args.output))
