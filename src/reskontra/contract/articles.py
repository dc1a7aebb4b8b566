"""Articles as clients see them."""

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    choice,
    flag,
    number,
    number_text,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import (
    Listing,
    contains,
    lastmodified,
    named,
    parameters,
    truth,
)
from reskontra.contract.resource import Resource
from reskontra.contract.rules import vat_rate, within
from reskontra.domain.registers import Article
from reskontra.domain.tax_reduction import HOUSE_WORK_TYPES

AN_ACCOUNT = within(0, 99_999)
A_MEASURE = within(0, 999_999_999)


FIELDS = table(
    url(),
    text("ArticleNumber", AT_CREATION, upto=50),
    flag("Bulky"),
    whole("ConstructionAccount", rule=AN_ACCOUNT),
    whole("Depth", rule=A_MEASURE),
    text("Description", REQUIRED, upto=200),
    number("DisposableQuantity", READ_ONLY),
    text("EAN", upto=30),
    whole("EUAccount", default=3108, rule=AN_ACCOUNT),
    whole("EUVATAccount", default=3106, rule=AN_ACCOUNT),
    whole("ExportAccount", default=3105, rule=AN_ACCOUNT),
    whole("Height", rule=A_MEASURE),
    flag("Housework"),
    choice("HouseworkType", values=sorted(set().union(*HOUSE_WORK_TYPES.values()))),
    flag("Active", default=True),
    text("Manufacturer", "ManufacturerArticleNumber", upto=50),
    text("Note", upto=10_000),
    whole("PurchaseAccount", default=4010, rule=AN_ACCOUNT),
    number("PurchasePrice"),
    number("QuantityInStock"),
    number("ReservedQuantity", READ_ONLY),
    whole("SalesAccount", default=3001, rule=AN_ACCOUNT),
    flag("StockGoods"),
    text("StockPlace", upto=100),
    number("StockValue", READ_ONLY),
    number("StockWarning"),
    text("SupplierName", READ_ONLY),
    text("SupplierNumber"),
    choice("Type", values=("STOCK", "SERVICE"), default="STOCK"),
    text("Unit"),
    whole("VAT", default=25, rule=vat_rate),
    flag("WebshopArticle"),
    whole("Weight", "Width", rule=A_MEASURE),
    flag("Expired"),
    number("SalesPrice"),
    text("CostCalculationMethod"),
    whole("StockAccount", "StockChangeAccount", rule=AN_ACCOUNT),
    number("DirectCost", "FreightCost", "OtherCost"),
    text("DefaultStockPoint", "DefaultStockLocation", "CommodityCode"),
)

LIST_FIELDS = table(
    url(),
    text("ArticleNumber", "Description"),
    number_text("DisposableQuantity"),
    text("EAN"),
    flag("Housework"),
    number_text("PurchasePrice", "SalesPrice", "QuantityInStock", "ReservedQuantity"),
    text("StockPlace"),
    number_text("StockValue"),
    text("Unit"),
    whole_text("VAT"),
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
