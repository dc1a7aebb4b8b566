"""What a running sandbox tells of transparent mode: how to use it, and its certificate."""

from starlette.responses import Response

from reskontra.sandbox.certificates import Certificates
from reskontra.sandbox.control import Answer, Asking
from reskontra.sandbox.disguise import Disguise
from reskontra.sandbox.refusing import Refusal

PEM, P12 = "application/x-pem-file", "application/x-pkcs12"


def _disguise(asking: Asking) -> tuple[Disguise, Certificates]:
    if not (asking.box.disguise and asking.box.certificates):
        raise Refusal(409, "it is not transparent", "start it with --transparent")
    return asking.box.disguise, asking.box.certificates


async def read(asking: Asking) -> Answer:
    return _disguise(asking)[0].shown


async def certificate(asking: Asking) -> Answer:
    """Alone, behind the roots of this system, or as Java keeps such."""
    disguise, own = _disguise(asking)
    form = asking.path["form"]
    if form == "p12":
        return Response(own.p12, media_type=P12)
    if form not in ("pem", "bundle"):
        raise Refusal(404, f"no form: {form}", "pem, bundle or p12")
    return Response(
        own.pem if form == "pem" else disguise.bundle(None).read_bytes(), media_type=PEM
    )
