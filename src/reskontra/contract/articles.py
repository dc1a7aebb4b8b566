"""Articles as clients see them."""

from dataclasses import replace

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    WHOLE_TEXT,
    Field,
    choice,
    flag,
    number,
    number_text,
    table,
    text,
    url,
    whole,
)
from reskontra.contract.listing import (
    Listing,
    contains,
    lastmodified,
    named,
    parameters,
    truth,
)
from reskontra.contract.mirrored import or_null
from reskontra.contract.resource import Resource
from reskontra.contract.rules import vat_rate, within
from reskontra.domain.registers import Article
from reskontra.domain.tax_reduction import HOUSE_WORK_TYPES

AN_ACCOUNT = within(0, 99_999)
A_MEASURE = within(0, 999_999_999)


def rate_in_list(name: str) -> list[Field]:
    """A rate of 0 is a rate: every article has one."""
    return [Field(name, replace(WHOLE_TEXT, show=lambda rate: str(rate or 0), empty=None))]


FIELDS = table(
    url(),
    text("ArticleNumber", AT_CREATION, upto=50),
    flag("Bulky"),
    whole("ConstructionAccount", rule=AN_ACCOUNT),
    whole("Depth", rule=A_MEASURE),
    text("Description", REQUIRED, upto=200),
    number("DisposableQuantity", READ_ONLY),
    text("EAN", upto=30),
    or_null(whole("EUAccount", default=3108, rule=AN_ACCOUNT)),
    or_null(whole("EUVATAccount", default=3106, rule=AN_ACCOUNT)),
    or_null(whole("ExportAccount", default=3105, rule=AN_ACCOUNT)),
    whole("Height", rule=A_MEASURE),
    flag("Housework"),
    or_null(choice("HouseworkType", values=sorted(set().union(*HOUSE_WORK_TYPES.values())))),
    flag("Active", default=True),
    or_null(text("Manufacturer", upto=50)),
    text("ManufacturerArticleNumber", upto=50),
    text("Note", upto=10_000),
    or_null(whole("PurchaseAccount", default=4010, rule=AN_ACCOUNT)),
    number("PurchasePrice"),
    number("QuantityInStock"),
    number("ReservedQuantity", READ_ONLY),
    or_null(whole("SalesAccount", default=3001, rule=AN_ACCOUNT)),
    flag("StockGoods"),
    or_null(text("StockPlace", upto=100)),
    number("StockValue", READ_ONLY),
    number("StockWarning"),
    or_null(text("SupplierName", READ_ONLY)),
    or_null(text("SupplierNumber")),
    choice("Type", values=("STOCK", "SERVICE"), default="STOCK"),
    or_null(text("Unit")),
    whole("VAT", default=25, rule=vat_rate),
    flag("WebshopArticle"),
    whole("Weight", "Width", rule=A_MEASURE),
    flag("Expired"),
    or_null(number("SalesPrice")),
    or_null(text("CostCalculationMethod")),
    or_null(whole("StockAccount", "StockChangeAccount", rule=AN_ACCOUNT)),
    or_null(number("DirectCost", "FreightCost", "OtherCost")),
    or_null(text("DefaultStockPoint", "DefaultStockLocation")),
    text("CommodityCode"),
)

LIST_FIELDS = table(
    url(),
    text("ArticleNumber", "Description"),
    number_text("DisposableQuantity"),
    text("EAN"),
    flag("Housework"),
    number_text("PurchasePrice"),
    or_null(number_text("SalesPrice")),
    number_text("QuantityInStock", "ReservedQuantity"),
    or_null(text("StockPlace")),
    number_text("StockValue"),
    or_null(text("Unit")),
    or_null(rate_in_list("VAT")),
    flag("WebshopArticle"),
)

LISTING = Listing(
    parameters(
        named("filter", "active", "inactive"),
        contains("description", "ean", "manufacturer"),
        contains("articlenumber", of="article_number"),
        contains("suppliernumber", of="supplier_number"),
        contains("manufacturerarticlenumber", of="manufacturer_article_number"),
        truth("webshop", of="webshop_article"),
        lastmodified(),
    ),
    sort={
        "articlenumber": "article_number",
        "quantityinstock": "quantity_in_stock",
        "reservedquantity": "article_number",  # nothing is ever reserved
        "stockvalue": "stock_value",
    },
)

ARTICLES = Resource(
    "Article", "Articles", "articles", "ArticleNumber", "article", Article, FIELDS, LIST_FIELDS
)
