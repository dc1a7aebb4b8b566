"""Settings come from the environment, and a wrong one stops the start with one clear line."""

from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from reskontra.settings import (
    SETTINGS,
    BadSetting,
    RateLimit,
    Secret,
    Settings,
    as_markdown,
    settings,
)


def test_an_empty_environment_gives_the_defaults():
    assert settings({"PATH": "/bin"}) == Settings(
        database_url=Secret("sqlite:///reskontra.db"),
        base_url=None,
        rate_limit=RateLimit(25, 5),
        mail_limit=RateLimit(1000, 3600),
        recipient_limit=RateLimit(30, 3600),
        redis_url=None,
        secret_key=None,
        former_secret_key=None,
        log_format="text",
        log_level="info",
        metrics_port=None,
        metrics_host="127.0.0.1",
        trusted_proxies=(),
        smtp_url=None,
        mail_from="faktura@localhost",
        security_contact="",
        outbox=Path("outbox"),
        head_key=None,
        event_days=30,
    )


GOOD = [
    ("DATABASE_URL", "sqlite:////var/books.db", "sqlite:////var/books.db"),
    ("DATABASE_URL", "postgresql://u:p@db:5432/books", "postgresql://u:p@db:5432/books"),
    ("DATABASE_URL", "postgresql:///books?host=/run", "postgresql:///books?host=/run"),
    ("BASE_URL", "https://example.se/api/v1/", "https://example.se/api/v1"),
    ("RATE_LIMIT", "100/60s", RateLimit(100, 60)),
    ("RATE_LIMIT", "off", None),
    ("RATE_LIMIT", "", RateLimit(25, 5)),
    ("MAIL_LIMIT", "200/86400s", RateLimit(200, 86400)),
    ("MAIL_LIMIT", "off", None),
    ("RECIPIENT_LIMIT", "5/60s", RateLimit(5, 60)),
    ("RECIPIENT_LIMIT", "off", None),
    ("REDIS_URL", "redis://:pw@localhost:6379/0", "redis://:pw@localhost:6379/0"),
    ("REDIS_URL", "rediss://cache", "rediss://cache"),
    ("REDIS_URL", "unix:///run/valkey.sock", "unix:///run/valkey.sock"),
    ("REDIS_URL", " ", None),
    ("SECRET_KEY", "0123456789abcdef" * 2, "0123456789abcdef" * 2),
    ("FORMER_SECRET_KEY", "fedcba9876543210" * 2, "fedcba9876543210" * 2),
    ("LOG_FORMAT", "json", "json"),
    ("LOG_LEVEL", "warning", "warning"),
    ("METRICS_PORT", "9090", 9090),
    ("METRICS_HOST", "::1", "::1"),
    ("TRUSTED_PROXIES", "10.0.0.0/8, ::1", (ip_network("10.0.0.0/8"), ip_network("::1"))),
    ("SMTP_URL", "smtps://u:p@mail.example.se:465", "smtps://u:p@mail.example.se:465"),
    ("SMTP_URL", "smtp+starttls://mail.example.se", "smtp+starttls://mail.example.se"),
    ("MAIL_FROM", "faktura@example.se", "faktura@example.se"),
    ("SECURITY_CONTACT", "mailto:vakt@example.se", "mailto:vakt@example.se"),
    ("OUTBOX", "/var/outbox", Path("/var/outbox")),
    ("HEAD_KEY", "/keys/head.pem", Path("/keys/head.pem")),
    ("EVENT_DAYS", "14", 14),
    ("EVENT_DAYS", "3650", 3650),
]
MALFORMED = [
    ("EVENT_DAYS", "13"),
    ("EVENT_DAYS", "3651"),
    ("EVENT_DAYS", "2w"),
    ("DATABASE_URL", "mysql://hunter2"),
    ("DATABASE_URL", "sqlite://"),
    ("DATABASE_URL", "sqlite:///"),
    ("DATABASE_URL", "hunter2.db"),
    ("BASE_URL", "hunter2.example.se"),
    ("BASE_URL", "ftp://hunter2"),
    ("BASE_URL", "https://hunter2/?x=1"),
    ("BASE_URL", "https://hunter2:port"),
    ("BASE_URL", "https://"),
    ("RATE_LIMIT", "25"),
    ("RATE_LIMIT", "25/5"),
    ("RATE_LIMIT", "0/5s"),
    ("RATE_LIMIT", "25/0s"),
    ("RATE_LIMIT", "-1/5s"),
    ("RATE_LIMIT", "٢٥/5s"),
    ("RATE_LIMIT", "none"),
    ("MAIL_LIMIT", "1000"),
    ("RECIPIENT_LIMIT", "0/60s"),
    ("REDIS_URL", "http://hunter2"),
    ("REDIS_URL", "redis://:6379:hunter2"),
    ("REDIS_URL", "redis://[hunter2"),
    ("SECRET_KEY", "hunter2"),
    ("FORMER_SECRET_KEY", "hunter2"),
    ("LOG_FORMAT", "xml"),
    ("LOG_LEVEL", "INFO!"),
    ("METRICS_HOST", "hunter2 /"),
    ("METRICS_PORT", "0"),
    ("METRICS_PORT", "65536"),
    ("METRICS_PORT", "9090x"),
    ("TRUSTED_PROXIES", "hunter2"),
    ("TRUSTED_PROXIES", "10.0.0.1/8"),
    ("SMTP_URL", "smtp://u:hunter2@"),
    ("SMTP_URL", "smtp://u@h:hunter2"),
    ("MAIL_FROM", "hunter2"),
    ("SECURITY_CONTACT", "hunter2"),
    ("MAIL_FROM", "a@b.se, hunter2@c.se"),
    ("MAIL_FROM", "a@b.se\nBcc: hunter2@c.se"),
]


@pytest.mark.parametrize(("variable", "text", "value"), GOOD)
def test_a_good_value_is_read(variable, text, value):
    read = settings({f"RESKONTRA_{variable}": text})
    assert getattr(read, variable.lower()) == value


@pytest.mark.parametrize(("variable", "text"), MALFORMED)
def test_a_malformed_value_stops_the_start_without_being_told(variable, text):
    with pytest.raises(BadSetting) as stopped:
        settings({f"RESKONTRA_{variable}": text})
    line = str(stopped.value)
    assert line.startswith(f"RESKONTRA_{variable} must be ")
    assert "hunter2" not in line
    assert "\n" not in line
    assert stopped.value.__suppress_context__


def test_an_unknown_variable_stops_the_start_and_the_likely_one_is_named():
    with pytest.raises(BadSetting) as stopped:
        settings({"RESKONTRA_DATABSE_URL": "hunter2"})
    assert str(stopped.value) == (
        "RESKONTRA_DATABSE_URL is not a setting; did you mean RESKONTRA_DATABASE_URL?"
    )


def test_variables_of_the_test_run_are_not_judged():
    assert settings({"RESKONTRA_TEST_POSTGRES": "x"}) == settings({})


def test_secrets_are_not_printed():
    given = settings(
        {
            "RESKONTRA_DATABASE_URL": "postgresql://u:hunter2@db/books",
            "RESKONTRA_REDIS_URL": "redis://:hunter2@localhost",
            "RESKONTRA_SECRET_KEY": "hunter2" * 5,
            "RESKONTRA_FORMER_SECRET_KEY": "hunter2" * 6,
            "RESKONTRA_SMTP_URL": "smtp://u:hunter2@mail",
        }
    )
    assert "hunter2" not in repr(given)
    assert given.secret_key == "hunter2" * 5


def test_every_setting_is_tried():
    names = {setting.name.upper() for setting in SETTINGS}
    assert {variable for variable, *_ in GOOD} == names
    assert {variable for variable, _ in MALFORMED} == names - {
        "OUTBOX",
        "HEAD_KEY",
    }  # any text is a path


def test_the_table_has_every_setting_in_order():
    assert [setting.name for setting in SETTINGS] == [field.name for field in fields(Settings)]


def test_the_documentation_has_the_table():
    """If this fails: make contract"""
    page = (Path(__file__).parents[1] / "docs" / "settings.md").read_text()
    assert page.endswith("\n\n" + as_markdown())
