"""Every fault."""

from planted.books import BOOKS
from planted.sandbox import SANDBOX
from planted.service import SERVICE

FAULTS = BOOKS + SERVICE + SANDBOX
