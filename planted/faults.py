"""Every fault."""

from planted.books import BOOKS
from planted.service import SERVICE

FAULTS = BOOKS + SERVICE
