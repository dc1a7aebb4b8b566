"""pyfortnox: the header `Access-Token`, and the second key of a list whatever it is called."""

import fortnox
from story import API, SECRET, TOKEN, Refused, whole

client = fortnox.Client(access_token=TOKEN, client_secret=SECRET, base_url=API)


def call(method, path, body=None):
    try:
        path, _, query = path.removeprefix("/3").partition("?")
        params = dict(pair.split("=") for pair in query.split("&")) if query else None
        params = params and {name: value.replace("%20", " ") for name, value in params.items()}
        inside = next(iter(body.values())) if body else None
        name = {"/customers": "Customer", "/articles": "Article", "/invoices": "Invoice",
                "/invoicepayments": "InvoicePayment"}.get("/" + path.split("/")[1], "")  # fmt: skip
        services = {"Customer": client.customers, "Article": client.articles,
                    "Invoice": client.invoices, "InvoicePayment": client.invoice_payments}  # fmt: skip
        if method == "POST":
            return {name: services[name].create(inside)}
        _, _, told = client.http_client.request(method.lower(), path, params=params)
        return as_told(told, path)
    except fortnox.errors.RequestError as error:
        raise Refused(error.http_status, str(error)) from None


def as_told(told, path):
    """It takes the envelope away."""
    plural = {"customers": "Customers", "invoices": "Invoices"}
    if isinstance(told, list):
        return {plural[path.strip("/")]: told}
    return dict.fromkeys(("Customer", "Article", "Invoice", "InvoicePayment", "CompanyInformation"), told)  # fmt: skip


whole(call)
