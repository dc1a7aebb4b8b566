"""Bodies that clients were seen to send when they make an invoice, and others that they may."""

from typing import Any

LONG = "a" * 300

# Recorded from clients of the mirrored API, each answered with 201 there.
RECORDED: list[dict[str, Any]] = [
    {},
    {"Comments": "A value"},
    {"Country": "Sverige"},
    {"Country": "Norway"},
    {"Country": "United Kingdom"},
    {"Country": "Virgin Islands, U.S."},
    {"Country": ""},
    {"DueDate": "2023-01-01"},
    {"OCR": "426523791"},
    {"InvoiceRows": [{"ArticleNumber": "101", "Price": 10.0}]},
    {"InvoiceRows": [{"ArticleNumber": "101", "Description": LONG}]},
    # The most common shop connector's, with its API_BLANK for whatever it has no value for.
    {
        "Currency": "SEK",
        "CurrencyRate": 1,
        "CurrencyUnit": 1,
        "YourOrderNumber": "4711",
        "ExternalInvoiceReference1": "4711",
        "VATIncluded": False,
        "Language": "SV",
        "InvoiceDate": "2026-11-01",
        "DeliveryDate": "2026-11-03",
        "OurReference": "API_BLANK",
        "CostCenter": "API_BLANK",
        "Project": "API_BLANK",
        "TermsOfPayment": "API_BLANK",
        "Remarks": "Tack",
        "Comments": "API_BLANK",
        "AdministrationFee": 0,
        "EUQuarterlyReport": False,
        "PrintTemplate": "st",
        "EmailInformation": {"EmailAddressTo": "API_BLANK", "EmailSubject": "Order {no}"},
        "InvoiceRows": [
            {
                "ArticleNumber": "101",
                "Description": "Hammare",
                "AccountNumber": 3001,
                "DeliveredQuantity": 2,
                "Price": 79.2,
                "Discount": 0,
            },
            {
                "ArticleNumber": "API_BLANK",
                "Description": "Frakt",
                "AccountNumber": 3002,
                "DeliveredQuantity": 1,
                "Price": 49,
                "Discount": 0,
            },
            {
                "ArticleNumber": "API_BLANK",
                "Description": "Bara text",
                "AccountNumber": "API_BLANK",
                "Price": "API_BLANK",
                "DeliveredQuantity": "API_BLANK",
            },
        ],
    },
]

# What is hard to give back: derived, filled in, cleared, or shown otherwise than it came.
HARD: list[dict[str, Any]] = [
    {"CurrencyRate": "9.5"},
    {"DueDate": "2000-01-01"},
    {"DueDate": "9999-12-31"},
    {"InvoiceDate": "9999-12-31", "TermsOfPayment": 0},
    {"InvoiceDate": "0001-01-01", "DueDate": "9999-12-31"},
    {"TermsOfPayment": "9999"},
    {"Country": "API_BLANK"},
    {"NoxFinans": True, "Unknown": [1, [2, {"a": ""}]], "Freight": 0},
    {"PaymentWay": "API_BLANK", "InvoiceType": "API_BLANK", "Language": "API_BLANK"},
    {"InvoiceRows": [{"ArticleNumber": "101", "Description": "API_BLANK", "Unit": "API_BLANK"}]},
    {"InvoiceRows": [{"ArticleNumber": "101", "Price": "API_BLANK", "VAT": 6}]},
    {
        "InvoiceRows": [
            {"ArticleNumber": "101", "VATCode": "mp2", "Project": {"a": 1}, "CostCenter": ""}
        ]
    },
    {
        "InvoiceRows": [
            {"ArticleNumber": "102"},
            {"ArticleNumber": "102", "Description": "API_BLANK"},
        ]
    },
    {
        "InvoiceRows": [
            {"ArticleNumber": "later"},
            {"ArticleNumber": "later", "Description": "Egen text", "VAT": 12},
        ]
    },
    {
        "InvoiceRows": [
            {"VATCode": "MP0", "Price": 5, "DeliveredQuantity": 1},
            {"VAT": 0, "AccountNumber": 3003},
        ]
    },
    {
        "InvoiceRows": [
            {"HouseWork": True, "HouseWorkType": "CLEANING", "Price": 5, "DeliveredQuantity": 1}
        ]
    },
    {
        "InvoiceRows": [
            {"HouseWork": True, "HouseWorkType": "CLEANING", "Price": 5, "DeliveredQuantity": 1},
            {"Price": 1},
        ],
        "TaxReductionType": "rut",
    },
    {
        "InvoiceRows": [
            {"HouseWork": True, "Price": -5, "DeliveredQuantity": 1},
            {"HouseWorkType": "OTHERCOSTS"},
        ],
        "TaxReductionType": "green",
    },
    {
        "InvoiceRows": [
            {"DeliveredQuantity": "0.005", "Price": "0.005"},
            {"DeliveredQuantity": -3, "Price": 1e3},
        ]
    },
]
