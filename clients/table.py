"""The clients: what is installed, how each reaches the sandbox, and what it cannot do anywhere."""

from dataclasses import dataclass

DIRECT, TRANSPARENT = "direct", "transparent"
CONTRACT, MIRRORED = "contract", "mirrored"


@dataclass(frozen=True)
class Client:
    """One story; `breaks` names steps that fail on the real service too, and the field at fault."""

    name: str
    package: str
    language: str
    story: str
    way: str
    profile: str = CONTRACT
    what: str = ""
    breaks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Checkout:
    """A client that is a folder on this machine: known by a file in it, run by a command."""

    language: str
    file: str
    command: str
    needs: str  # the program
    debian: str  # the package that has it


# fmt: off
CLIENTS = (
    Client("fortpyx",            "fortpyx",           "Python",     "typed.py",        TRANSPARENT, MIRRORED, "typed by the vendor's OpenAPI",
           breaks=(("creates an article", "ConstructionAccount"),)),
    Client("pyfortnox",          "pyfortnox",         "Python",     "old_header.py",   TRANSPARENT, what="the older header"),
    Client("pyfortnox, direct",  "pyfortnox",         "Python",     "old_header.py",   DIRECT,      what="the same with its address set"),
    Client("Authlib",            "Authlib",           "Python",     "authlib_httpx.py", DIRECT,     what="OAuth with PKCE, over httpx"),
    Client("requests-oauthlib",  "requests-oauthlib", "Python",     "with_oauthlib.py",    TRANSPARENT, what="OAuth, over requests"),
    Client("aiohttp",            "aiohttp",           "Python",     "plain_aiohttp.py", TRANSPARENT, MIRRORED, "HTTP alone, past any proxy"),
    Client("fortnox-api",        "fortnox-api",       "JavaScript", "fortnox_api.js",  TRANSPARENT, what="over an old `request`"),
    Client("axios",              "axios",             "JavaScript", "with_axios.js",   TRANSPARENT, what="HTTP alone"),
    Client("superagent",         "superagent",        "JavaScript", "with_superagent.js", TRANSPARENT, MIRRORED, "HTTP alone, past any proxy"),
    Client("openid-client",      "openid-client",     "JavaScript", "openid.mjs",      DIRECT,      what="OAuth by our metadata, with PKCE"),
    Client("simple-oauth2",      "simple-oauth2",     "JavaScript", "simple_oauth2.js", TRANSPARENT, what="OAuth, and the built-in fetch"),
)

CHECKOUTS = (
    Checkout("Go",     "go.mod",        "go test ./...",             "go",       "golang-go"),
    Checkout("Ruby",   "Gemfile",       "bundle exec rake",          "bundle",   "ruby-bundler"),
    Checkout("PHP",    "composer.json", "php vendor/bin/phpunit",    "php",      "php-cli"),
    Checkout("Java",   "pom.xml",       "mvn -q test",               "mvn",      "maven"),
    Checkout("Rust",   "Cargo.toml",    "cargo test",                "cargo",    "cargo"),
    Checkout("Node",   "package.json",  "npm test",                  "npm",      "npm"),
    Checkout("Python", "pyproject.toml", "python3 -m pytest",        "python3",  "python3-pytest"),
)
# fmt: on
