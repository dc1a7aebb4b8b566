"""The table of commands: their words, where their work is, and what they are told.

Nothing that a command needs is imported here: whoever asks for one does not wait for the others'.
"""

import gc
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from reskontra.commands import values
from reskontra.commands.answers import Work
from reskontra.commands.options import (
    ANSWERED,
    CHARGES,
    CLAIM,
    COMPLETE,
    DETAILS,
    EMAIL,
    FACTOR,
    FACTORS,
    FORM,
    FORMS,
    INVOICE,
    KINDS,
    LACKING,
    LEFT_ALONE,
    METHODS,
    NAME,
    ORGANISATION,
    PASSWORD,
    PERIOD,
    PLANS,
    PORT,
    PROFILES,
    QUOTA,
    REMINDER,
    ROLE,
    SCOPE,
    SOLD,
    TELLS,
    VAT_PERIODS,
    YEAR,
    Option,
    needed,
    option,
)
from reskontra.reports.report import TITLES


@dataclass(frozen=True)
class Command:
    """Its work is named, and imported when it is to be done: nobody waits for the others'."""

    words: str
    place: str  # in `commands`
    what: str
    options: tuple[Option, ...] = ()

    @property
    def work(self) -> Work:
        """Nothing of what is loaded is garbage, and looking for it would take a seventh of the time."""
        module, _, name = self.place.partition(".")
        gc.disable()
        try:
            work: Work = getattr(import_module(f"reskontra.commands.{module}"), name)
        finally:
            gc.enable()
        return work


# fmt: off
COMMANDS = (
    Command("serve", "serving.serve", "start the service", (
        option("--host", default="127.0.0.1", help="default: 127.0.0.1"),
        PORT,
        option("--fd", type=values.whole, metavar="N", help="a listening socket that was opened before, instead of host and port"),
        option("--workers", type=values.positive, default=1, metavar="N", help="processes; default: 1"),
    )),
    Command("sandbox", "sandbox.sandbox", "start the service with a ready company and credentials", (
        option("--port", type=values.port, help="default: 8080; any free one with a command"),
        option("--scenario", default="accrual", metavar="NAME", help="what a company begins with, or FILE.py:function; default: accrual"),
        option("--company", action="append", metavar="NAME[=SCENARIO]", help="one more, beside main; may be given several times"),
        option("--today", type=values.day, metavar="DATE", help="set the clock to nine on this day"),
        option("--now", metavar="TIME", help="the same to the second, as in 2026-03-02T09:00"),
        option("--frozen", action="store_true", help="the clock stands still, as it does with a command"),
        option("--seed", type=values.whole, default=1, metavar="N", help="what is drawn by chance follows from it; default: 1"),
        option("--memory", action="store_true", help="keep nothing, as with a command"),
        option("--reset", action="store_true", help="empty the sandbox first"),
        option("--rate-limit", type=values.rate_limit, metavar="25/5s|off", help="default: RESKONTRA_RATE_LIMIT"),
        option("--answers", choices=PROFILES, default="contract", help=ANSWERED),
        option("--fault", action="append", metavar="RULE", help='as in "POST /3/invoices 503 x2"; may be given several times'),
        option("--transparent", nargs="?", const="proxy", choices=["proxy", "hosts"], help="answer as the mirrored API's own hosts, by a proxy; or to a command in a namespace of its own"),
        option("--proxy-port", type=values.port, default=0, metavar="PORT", help="default: any free one"),
        option("--tls-port", type=values.port, default=0, metavar="PORT", help="the same of TLS without a proxy"),
        option("--host", action="append", metavar="NAME", help="answer as one more of their hosts; may be given several times"),
        option("--others", choices=["tunnel", "refuse"], default="tunnel", help="what becomes of calls to other hosts; default: tunnel"),
        option("--preload", metavar="NAMES", help="of node,python,php,java; default: all"),
        option("--ca-dir", metavar="DIR", help="keep the certificates there, so that they stay the same"),
        *(option(f"--{form}", action="store_true", help="of ca: in which form") for form in ("pem", "bundle", "p12")),
        option("--send-mail", action="store_true", help="let letters leave, too, by the server of RESKONTRA_SMTP_URL"),
        option("--log", metavar="FILE", help="write the service's log there"),
        option("--no-client-env", action="store_true", help="with a command: only the variables SANDBOX_*"),
        option("words", nargs="*", metavar="-- COMMAND", help="run a command against a new sandbox, and end with it; or say reset, snapshot NAME, restore NAME, advance 31d, env or ca to the one that runs"),
    )),
    Command("organisation create", "organisations.create", "found an organisation", (
        NAME,
        option("--plan", choices=PLANS, default="ai_pro"),
        option("--accounting-method", choices=METHODS, default="ACCRUAL"),
        option("--default-kind", choices=KINDS, default="services", help=SOLD),
        option("--company-form", choices=FORMS, default="AB", help=FORM),
        option("--partner-shares", type=values.shares, default=(1,), metavar="N/N", help="of HB and KB, as 60/40"),
        option("--complete-invoices", choices=COMPLETE, default="warn", help=LACKING),
        option("--vat-period", choices=VAT_PERIODS, default="none", help=TELLS),
        QUOTA,
    )),
    Command("organisation set", "organisations.change", "change an organisation; an empty value clears", (
        option("id", type=values.positive, metavar="ID"),
        option("--plan", choices=PLANS),
        option("--default-kind", choices=KINDS, help=SOLD),
        option("--company-form", choices=FORMS, help=FORM),
        option("--partner-shares", type=values.shares, metavar="N/N", help="of HB and KB, as 60/40"),
        option("--complete-invoices", choices=COMPLETE, help=LACKING),
        option("--vat-period", choices=VAT_PERIODS, help=TELLS),
        option("--second-factor", choices=FACTORS, help=FACTOR),
        QUOTA,
        option("--locked-through", type=values.or_none(values.day), metavar="DATE|none", help="no posting on or before it"),
        *DETAILS,
    )),
    Command("organisation check", "organisations.check", "what its invoices lack that the law asks for: exit 0, or every gap and exit 1", (
        option("id", type=values.positive, metavar="ID"),
        option("--invoice", type=values.positive, metavar="NUMBER", help="a draft, as it would be issued now"),
    )),
    Command("organisation list", "organisations.everyone", "every organisation"),
    Command("sie export", "sie.export", "a financial year as a SIE file on standard output", (
        ORGANISATION,
        option("--year", type=values.positive, metavar="YYYY", help="the calendar year in which it begins; default: the current one"),
        option("--type", type=int, choices=(1, 2, 3, 4), default=4, help="1 balances, 2 of months too, 3 of objects too, 4 vouchers too; default: 4"),
        option("--checksum", action="store_true", help="with #KSUMMA"),
        option("--object-balances", action="store_true", help="balances of objects in type 4, too"),
        option("--exclude-result", action="store_true", help="as the accounts were before the year's result was booked"),
    )),
    Command("sie import", "sie.take_in", "what posting a SIE file comes to; with --post it is posted, whole or not at all", (
        option("file", type=Path, metavar="FILE"),
        ORGANISATION,
        option("--post", action="store_true", dest="really", help="post it"),
        option("--confirm", action="store_true", help="also another company's file, opening balances unlike ours, which stay, and a file that may be cut short"),
    )),
    Command("sie undo", "sie.undo", "take back what a SIE file posted, while nothing else was posted in its year since", (
        option("number", type=values.positive, metavar="IMPORT", help="as sie import --post named it"),
        ORGANISATION,
    )),
    Command("year close", "years.close", "close a financial year and post what belongs to that", (
        ORGANISATION,
        YEAR,
        option("--preview", action="store_true", help="show what would be posted, and what looks unfinished"),
        option("--confirm", action="store_true", help="close it though something looks unfinished"),
    )),
    Command("year reopen", "years.reopen", "open the latest closed year again, by vouchers that take its closing back", (
        ORGANISATION,
        YEAR,
        needed("--reason", type=values.some_words),
    )),
    Command("year adopt", "years.adopt", "the annual accounts are adopted: the year stays closed", (
        ORGANISATION,
        YEAR,
        option("--day", type=values.day, metavar="DATE", help="default: today"),
    )),
    Command("report", "reports.report", "a report on standard output", (
        option("kind", choices=[*TITLES], metavar="KIND", help=", ".join(TITLES)),
        ORGANISATION,
        option("--year", type=values.positive, metavar="ID", help="default: the current one"),
        option("--from", dest="since", type=values.day, metavar="DATE", help="default: the first day of the year"),
        option("--to", dest="until", type=values.day, metavar="DATE", help="default: the last day of the year"),
        option("--cost-center", metavar="CODE", help="only what is posted on it"),
        option("--project", metavar="NUMBER", help="only what is posted on it"),
        option("--known-at", metavar="TIME", help="only what was registered by then, in Sweden: 'YYYY-MM-DD HH:MM'"),
        option("--account", type=values.positive, metavar="NUMBER", help="of ledgers: this account alone"),
        option("--format", choices=["json", "csv", "pdf"], default="json"),
    )),
    Command("vat list", "vat.everyone", "VAT periods and their state", (ORGANISATION,)),
    Command("vat show", "vat.show", "a VAT period: its boxes, what is left out, and what keeps it from being filed", (ORGANISATION, PERIOD)),
    Command("vat file", "vat.file", "file a VAT period: it is frozen, settled and locked", (
        ORGANISATION,
        PERIOD,
        option("--preview", action="store_true", help="show what would be posted"),
        option("--confirm", action="store_true", help="file it though something looks unfinished"),
    )),
    Command("vat reopen", "vat.reopen", "take the settlement of the latest filed period back, to correct it and file it anew", (
        ORGANISATION,
        PERIOD,
        needed("--reason", type=values.some_words),
    )),
    Command("vat eskd", "vat.write_file", "the file of a filed period, for the tax agency", (
        ORGANISATION,
        PERIOD,
        option("--file", type=Path, help="default: moms-<period>.xml"),
    )),
    Command("vat summary", "vat.write_summary", "the periodic summary of a month or a quarter, for the tax agency", (
        ORGANISATION,
        needed("--code", metavar="YYMM|YY-Q", help="as in 2606 or 26-2"),
        option("--file", type=Path, help="default: periodisk-sammanstallning-<code>.csv"),
    )),
    Command("voided-numbers", "organisations.voided_numbers", "numbers that no document or voucher bears, and why", (
        ORGANISATION,
    )),
    Command("credit-note print", "credit_notes.print_it", "a credit note as a PDF file", (
        ORGANISATION,
        INVOICE,
        option("--file", type=Path, help="default: kreditfaktura-<number>.pdf"),
    )),
    Command("credit-note mail", "credit_notes.mail_it", "send a credit note to its customer", (
        ORGANISATION,
        INVOICE,
    )),
    Command("claims list", "claims.everyone", "claims of tax reductions, the newest first", (ORGANISATION,)),
    Command("claims make", "claims.make", "claim the reductions of what customers paid in a period", (
        ORGANISATION,
        needed("--type", choices=["rot", "rut"]),
        needed("--from", dest="first", type=values.day, metavar="DATE"),
        needed("--to", dest="last", type=values.day, metavar="DATE", help="in the same calendar year"),
        option("--preview", action="store_true", help="show what would be claimed, and what is left out"),
    )),
    Command("claims file", "claims.write_file", "the file that Skatteverket takes; it holds identity numbers", (
        ORGANISATION,
        CLAIM,
        option("--file", type=Path, help="default: the claim's name"),
    )),
    Command("claims uploaded", "claims.upload", "the file was uploaded", (ORGANISATION, CLAIM)),
    Command("claims decision", "claims.decide", "take in a file of decisions: all of them, or none", (
        ORGANISATION,
        option("file", type=Path, metavar="FILE"),
    )),
    Command("claims payout", "claims.pay_out", "book a payout of one claim or several", (
        ORGANISATION,
        needed("--claim", type=values.positive, action="append", metavar="NUMBER", help="may be given several times"),
        needed("--amount", type=values.whole, metavar="KRONOR"),
        option("--day", type=values.day, metavar="DATE", help="default: today"),
    )),
    Command("claims undo-payout", "claims.undo_payout", "a payout was booked wrongly: its payments are undone", (ORGANISATION, CLAIM)),
    Command("claims withdraw", "claims.withdraw", "take back a claim that is not decided, so that its invoices can be claimed again", (ORGANISATION, CLAIM)),
    Command("rates list", "reminders.all_rates", "the reference rates that interest is reckoned by"),
    Command("rates add", "reminders.add_rate", "the reference rate of a half-year, for every organisation", (
        option("first", type=values.day, metavar="DATE", help="1 January or 1 July"),
        option("percent", type=values.percent, metavar="PERCENT", help="as in 2.00, or -0.50"),
        option("--correct", action="store_true", help="though that half-year has another"),
    )),
    Command("reminders settings", "reminders.settings", "when customers are reminded and what they are charged; without options, as it is", (
        ORGANISATION,
        option("--first-after", type=values.positive, metavar="DAYS", help="days after the due date"),
        option("--second-after", type=values.positive, metavar="DAYS", help="days after the due date"),
        option("--days-between", type=values.positive, metavar="DAYS", help="at least between two"),
        option("--days-to-pay", type=values.positive, metavar="DAYS"),
        option("--charge", choices=CHARGES, help="60 kr where it was agreed, 450 kr between businesses, or nothing"),
        option("--interest", type=values.truth, metavar="yes|no"),
        option("--agreed-rate", type=values.percent, metavar="PERCENT", help="a year; 0: the law's"),
    )),
    Command("reminders candidates", "reminders.candidates", "invoices to be reminded of today, and what that would ask for", (ORGANISATION,)),
    Command("reminders run", "reminders.run", "make the reminders of today; none is sent yet", (
        ORGANISATION,
        option("--invoice", type=values.positive, metavar="NUMBER", help="of this one alone"),
    )),
    Command("reminders list", "reminders.everyone", "reminders, the newest first", (
        ORGANISATION,
        option("--most", type=values.positive, default=100, metavar="N", help="default: 100"),
    )),
    Command("reminders print", "reminders.print_it", "a reminder as a PDF file", (
        ORGANISATION,
        REMINDER,
        option("--file", type=Path, help="default: paminnelse-<number>.pdf"),
    )),
    Command("reminders send", "reminders.send", "mail a reminder to its customer", (ORGANISATION, REMINDER)),
    Command("reminders mark", "reminders.mark", "what became of a reminder: sent by post, sent by mail after all, not sent, or not to be", (
        ORGANISATION,
        REMINDER,
        needed("--as", dest="as_", choices=["externalprint", "confirm", "release", "withdraw"]),
    )),
    Command("reminders invoice", "reminders.invoice", "a draft of the interest and the fee that a reminder asked for in vain", (ORGANISATION, REMINDER)),
    Command("reminders payment", "reminders.receive", "book what was paid of a reminder: its invoice, then interest, then the fee", (
        ORGANISATION,
        REMINDER,
        option("--amount", type=values.money, metavar="KRONOR", help="as in 1320.27; default: all that is left"),
        option("--day", type=values.day, metavar="DATE", help="default: today"),
        option("--mode", metavar="CODE", help="mode of payment"),
        option("--preview", action="store_true", help="show what would be booked"),
    )),
    Command("reminders exceptions", "reminder_exceptions.everyone", "who is never reminded, and which invoices are disputed", (ORGANISATION,)),
    Command("reminders except", "reminder_exceptions.leave_alone", "never remind a customer, or not of an invoice that is disputed", (
        ORGANISATION,
        *LEFT_ALONE,
        option("--reason", type=values.words, default=""),
    )),
    Command("reminders include", "reminder_exceptions.remind_again", "take such an exception away", (ORGANISATION, *LEFT_ALONE)),
    Command("integration create", "integrations.create", "register an integration", (
        NAME,
        needed("--redirect-uri", type=values.redirect_address, action="append", metavar="URI", help="may be given several times"),
        SCOPE,
        option("--require-pkce", action="store_true"),
        option("--answers", choices=PROFILES, default="contract", help=ANSWERED),
    )),
    Command("integration list", "integrations.everyone", "every integration"),
    Command("integration rotate-secret", "integrations.rotate_secret", "a new secret; the one before it works for 24 hours more", (
        option("client_id", nargs="?", metavar="CLIENT_ID"),
        option("--client", metavar="CLIENT_ID", help="the same, by name"),
    )),
    Command("integration forget-secret", "integrations.forget_secret", "the secret before the present one stops working at once", (
        option("client_id", nargs="?", metavar="CLIENT_ID"),
        option("--client", metavar="CLIENT_ID", help="the same, by name"),
    )),
    Command("key rotate", "keys.rotate", "a new secret key with an embedded database; the present one is believed until the next"),
    Command("key forget", "keys.forget", "the former secret key is believed no more"),
    Command("integration remove", "integrations.remove", "remove an integration; every organisation's approval of it ends for good", (
        option("client_id", metavar="CLIENT_ID"),
    )),
    Command("token issue", "integrations.issue_token", "tokens for an integration, as if just approved", (
        ORGANISATION,
        needed("--client", metavar="CLIENT_ID"),
        SCOPE,
    )),
    Command("user create", "users.create", "a person who may log in", (
        EMAIL,
        *PASSWORD,
        ORGANISATION,
        option("--role", choices=[*values.ROLES], default="admin"),
        option("--name", type=values.words, help="default: the e-mail address"),
    )),
    Command("user invite", "users.invite", "a link by which a person joins an organisation, for 7 days; it is printed, not mailed", (ORGANISATION, EMAIL, ROLE)),
    Command("user role", "users.give_role", "another role for a person; what they approved beyond it ends", (ORGANISATION, EMAIL, ROLE)),
    Command("user set-password", "users.set_password", "another password for a person", (EMAIL, *PASSWORD)),
    Command("user remove-factors", "factors.remove", "for a person who has lost every second factor", (EMAIL,)),
    Command("migrate", "upkeep.bring_up_to_date", "bring the database to this version's schema"),
    Command("check-books", "upkeep.check_books", "audit the books: exit 0, or every violation and exit 1", (
        option("--expect-head", type=Path, metavar="FILE", help="heads that were signed before: a chain written anew is found"),
        option("--key", action="append", metavar="PUBLIC", help="a public key that heads may be signed by, as often as there are some; default: this service's own"),
    )),
    Command("head", "heads.sign", "sign the heads of the books' chains, to be kept elsewhere", (
        option("--organisation", type=values.positive, metavar="ID", help="default: all"),
    )),
    Command("history", "heads.tell_history", "what was done to an organisation's books and access, by whom and when", (
        ORGANISATION,
        option("--after", type=values.whole, default=0, metavar="NUMBER", help="entries that follow on this one"),
        option("--most", type=values.positive, default=1000, metavar="N", help="default: 1000"),
    )),
    Command("export", "heads.export_books", "an organisation's chains and all that they seal, as a file that can be verified anywhere", (
        ORGANISATION,
        option("file", type=Path, metavar="FILE"),
    )),
    Command("verify", "verifying.verify", "verify exported books: exit 0, or all that is wrong and exit 1; needs nothing but the file", (
        option("file", type=Path, metavar="FILE"),
        needed("--key", metavar="PUBLIC", help="the public key that the head must be signed by"),
    )),
    Command("backup", "upkeep.back_up", "copy an embedded database while it is in use", (
        option("file", type=Path, metavar="FILE"),
    )),
    Command("restore", "upkeep.restore", "put a backup where there is no database yet, once it is found sound", (
        option("file", type=Path, metavar="FILE"),
    )),
)
# fmt: on
