"""The organisation whose books are kept: its plan, its accounting method and its details."""

from enum import StrEnum

from reskontra.domain.equity import CompanyForm
from reskontra.domain.records import Record
from reskontra.domain.vat import Supply
from reskontra.domain.vat_period import VatPeriod


class Plan(StrEnum):
    """In rising order; a plan includes those before it."""

    FREE = "free"
    BASIC = "basic"
    AI_PRO = "ai_pro"
    ENTERPRISE = "enterprise"

    @property
    def rank(self) -> int:
        return RANKS[self]

    # Without these four the plans would compare as texts, and "free" be above "ai_pro".
    def __lt__(self, other: str) -> bool:
        return self.rank < Plan(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Plan(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Plan(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Plan(other).rank


RANKS = {plan: rank for rank, plan in enumerate(Plan)}


class AccountingMethod(StrEnum):
    ACCRUAL = "ACCRUAL"
    CASH = "CASH"


class CompleteInvoices(StrEnum):
    """What happens to an invoice that lacks something that the law asks for, when it is issued."""

    WARN = "warn"
    REFUSE = "refuse"


class SecondFactor(StrEnum):
    """Whether the organisation's people prove who they are by more than a password."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class Organisation(Record):
    id: int
    name: str
    plan: Plan = Plan.FREE
    accounting_method: AccountingMethod = AccountingMethod.ACCRUAL
    invoice_quota: int | None = None  # invoices a month; none is no limit
    address: str = ""
    zip_code: str = ""
    city: str = ""
    country_code: str = "SE"
    organisation_number: str = ""
    vat_number: str = ""
    email: str = ""
    phone: str = ""
    www: str = ""
    domicile: str = ""
    bankgiro: str = ""
    plusgiro: str = ""
    swish: str = ""
    iban: str = ""
    bic: str = ""
    f_tax: bool = False
    letterhead: int = 0  # the version of what its documents say of it
    default_kind: Supply = Supply.SERVICES  # of a row that is no article, to a buyer abroad
    company_form: CompanyForm = CompanyForm.AB  # decides where the result of a year goes
    partner_shares: tuple[int, ...] = (1,)  # of a partnership, the first partner's first
    complete_invoices: CompleteInvoices = CompleteInvoices.WARN
    auditor_email: str = ""  # to whom the signed head of the day is mailed
    second_factor: SecondFactor = SecondFactor.OPTIONAL
    vat_period: VatPeriod = VatPeriod.NONE  # how often it tells of its VAT
