"""One target under atheris, in a process of its own: libFuzzer ends the process when it is done."""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["reskontra"]):
    from fuzz.targets import TARGETS
    from reskontra.domain.errors import Invalid, NotFound


def main() -> None:
    name, *options = sys.argv[1:]
    target = TARGETS[name]

    def once(data: bytes) -> None:
        try:
            target.run(data)
        except (Invalid, NotFound):
            return

    with tempfile.TemporaryDirectory(prefix=f"fuzz-{name}-") as folder:
        for place, seed in enumerate(target.seeds):
            (Path(folder) / str(place)).write_bytes(seed)
        atheris.Setup([sys.argv[0], folder, "-max_len=4096", *options], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
