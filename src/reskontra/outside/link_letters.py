"""Letters that bring one person a link of their own: an invitation, or a way to a new password."""

from reskontra.outside.letters import PAGES
from reskontra.outside.mail import Letter

NAME = "Reskontra"

# fmt: off
INVITATION = {
    "subject": "Du är inbjuden till {company}",
    "opening": "Du är inbjuden till {company} i Reskontra, som {role}.",
    "button":  "Svara på inbjudan",
    "closing": "Länken gäller till och med {until} och kan användas en gång. Väntade du dig ingen "
               "inbjudan kan du bortse från brevet: då händer ingenting.",
}
NEW_PASSWORD = {
    "subject": "Välj ett nytt lösenord",
    "opening": "Någon har bett om ett nytt lösenord till Reskontra för den här adressen.",
    "button":  "Välj ett nytt lösenord",
    "closing": "Länken gäller i en timme och kan användas en gång. Var det inte du kan du bortse "
               "från brevet: ditt lösenord är detsamma som förut.",
}
# fmt: on


def invitation_letter(
    sender: str, to: str, company: str, role: str, link: str, until: str
) -> Letter:
    said = {"company": company, "role": role.lower(), "until": until}
    return _letter(INVITATION, sender, to, link, **said)


def password_letter(sender: str, to: str, link: str) -> Letter:
    return _letter(NEW_PASSWORD, sender, to, link)


def _letter(phrases: dict[str, str], sender: str, to: str, link: str, **said: str) -> Letter:
    values = {name: text.format_map(said) for name, text in phrases.items()} | {"link": link}
    return Letter(
        sender=sender,
        sender_name=NAME,
        to=(to,),
        subject=values["subject"],
        text=PAGES.get_template("link.txt").render(values),
        html=PAGES.get_template("link.html").render(values),
    )
