"""The command line: a command does its work and prints one JSON object on standard output."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from reskontra.commands.answers import Failed, Unheard, tell
from reskontra.commands.options import Option
from reskontra.commands.table import COMMANDS, Command
from reskontra.settings import BadSetting, settings


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    command: Command = options.command
    try:
        answer = command.work(settings(os.environ), options)
        if answer is not None:
            tell(answer)
    except (BadSetting, Failed) as error:
        return failed(str(error))
    except Unheard:
        return 128 + signal.SIGPIPE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except Exception as error:
        from reskontra.commands.english import one_line  # it knows all that can be refused

        line = one_line(error)
        if line is None:
            raise
        return failed(line)
    # A check that finds something has an answer, and fails all the same.
    return 1 if answer and (answer.get("violations") or answer.get("gaps")) else 0


def failed(why: str) -> int:
    sys.stderr.write(f"reskontra: {why}\n")
    return 1


class Parser(argparse.ArgumentParser):
    """A wrong use is told in one line too."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> Parser:
    top = Parser(
        prog="reskontra",
        description="Bookkeeping and invoicing with a JSON HTTP API. Settings are environment"
        " variables: see docs/settings.md.",
        allow_abbrev=False,
    )
    groups = {"": top.add_subparsers(metavar="command", required=True)}
    for command in COMMANDS:
        group, _, word = command.words.rpartition(" ")
        if group not in groups:
            branch = groups[""].add_parser(group, help=f"see reskontra {group} --help")
            groups[group] = branch.add_subparsers(metavar="command", required=True)
        leaf = groups[group].add_parser(
            word, help=command.what, description=command.what, allow_abbrev=False
        )
        leaf.set_defaults(command=command)
        add_options(leaf, command.options)
    return top


def add_options(leaf: argparse.ArgumentParser, options: tuple[Option, ...]) -> None:
    exclusive: Any = None
    for each in options:
        if each.instead_of_each_other:
            exclusive = exclusive or leaf.add_mutually_exclusive_group(required=True)
        place = exclusive if each.instead_of_each_other else leaf
        place.add_argument(*each.names, **each.how)


if __name__ == "__main__":
    sys.exit(main())
