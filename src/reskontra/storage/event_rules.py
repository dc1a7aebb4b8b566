"""What the database holds of events: numbered without a gap, never altered, swept in order."""

from reskontra.storage.frozen import Refusal, there
from reskontra.storage.questions import Given, Moved
from reskontra.storage.tables import event_heads

HEAD = "event_heads.organisation_id = NEW.organisation_id"
# An event moves its head on, which nobody else then moves until the transaction has ended: so the
# order of numbers is the order of commits.
MOVE_NUMBER = Moved(
    "event_heads",
    "latest = NEW.number",
    HEAD,
    (("events are numbered in order", "NEW.number <> event_heads.latest + 1"),),
)
EARLIEST = "(SELECT h.earliest FROM event_heads h WHERE h.organisation_id = OLD.organisation_id)"
NEWEST_IS_THERE = (
    "EXISTS (SELECT 1 FROM events e"
    " WHERE e.organisation_id = NEW.organisation_id AND e.number = NEW.latest)"
)
BACK = "NEW.earliest < OLD.earliest OR NEW.kept_since < OLD.kept_since"
# fmt: off
EVENTS: tuple[Refusal, ...] = (
    ("events",      "UPDATE",  "", "an event is never altered"),
    ("events",      "DELETE",  f"OLD.number >= coalesce({EARLIEST}, 0)", "an event that is kept stays"),
    ("event_heads", "INSERT",  "NEW.latest <> 0 OR NEW.earliest <> 1", "the first event is number one"),
    ("event_heads", "REPLACE", there(event_heads), "the head of events stays"),
    ("event_heads", "UPDATE",  "NEW.organisation_id <> OLD.organisation_id OR NEW.latest NOT IN (OLD.latest, OLD.latest + 1)"
                               f" OR NEW.earliest > NEW.latest + 1 OR {BACK}", "the head of events goes forward"),
    ("event_heads", "UPDATE",  Given("NEW.latest <> OLD.latest", f"NOT {NEWEST_IS_THERE}"), "the head of events moves with them"),
    ("event_heads", "DELETE",  "", "the head of events stays"),
)
# fmt: on
