"""A device in a few words, by what its browser calls itself."""

LONGEST = 400  # of what is looked at

# The first that is found counts: many call themselves by others' names too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def in_words(user_agent: str) -> str:
    """
    >>> in_words("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox på Linux'
    >>> in_words("curl/8")
    'Okänd webbläsare'
    """
    seen = user_agent[:LONGEST]
    browser = next((name for mark, name in BROWSERS if mark in seen), "Okänd webbläsare")
    system = next((f" på {name}" for mark, name in SYSTEMS if mark in seen), "")
    return browser + system
