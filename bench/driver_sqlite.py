"""L2 on SQLite: apsw alone, with the service's own settings and connections: one reads, one writes.

All clients' writes go into one commit, each in a savepoint, as the service's writer does with those
that wait. Glances run without a transaction, on a connection of their own.
"""

import time

import apsw

from bench.sending import Place, Sent, State, Work
from bench.spent import Spent
from reskontra.engine import sqlite


class SqliteDriver:
    """Connections are kept from run to run: a session's first steps are no part of a call."""

    def __init__(self, url: str) -> None:
        self.writer = opened(url, sqlite.WRITING)
        self.reader = opened(url, sqlite.READING)

    def run(self, units: list[Work], places: list[Place], seconds: float) -> Spent:
        spent = Spent()
        end = time.monotonic() + seconds
        while states := [state for place in places if (state := place.next()) is not None]:
            for unit in units:
                if unit.mode == "write":
                    self.write(unit, states)
                else:
                    self.read(unit, states)
            if time.monotonic() >= end:
                break
        return spent.until_now()

    def close(self) -> None:
        self.reader.close()
        self.writer.close()

    def write(self, unit: Work, states: list[State]) -> None:
        together = len(states) > 1
        self.writer.execute("BEGIN IMMEDIATE")
        for state in states:
            if together:
                self.writer.execute("SAVEPOINT unit")
            send(self.writer, unit, state)
            if together:
                self.writer.execute("RELEASE unit")
        self.writer.execute("COMMIT")

    def read(self, unit: Work, states: list[State]) -> None:
        for state in states:
            if unit.mode == "read":
                self.reader.execute("BEGIN")
            send(self.reader, unit, state)
            if unit.mode == "read":
                self.reader.execute("ROLLBACK")


def send(connection: apsw.Connection, unit: Work, state: State) -> None:
    for group in unit.groups:
        for each in group:
            taken(connection, each, state)


def taken(connection: apsw.Connection, sent: Sent, state: State) -> None:
    rows = connection.execute(sent.text, sent.bound(state)).fetchall()
    sent.expect(len(rows) if sent.fetches else connection.changes())
    for column, key in sent.gives:
        state[key] = rows[0][column]


def opened(url: str, settings: dict[str, str | int]) -> apsw.Connection:
    connection = apsw.Connection(
        url.removeprefix("sqlite:///"), statementcachesize=sqlite.STATEMENTS_KEPT
    )
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    sqlite.put_in_force(connection, settings)
    return connection
