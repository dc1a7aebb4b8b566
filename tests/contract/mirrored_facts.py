"""What the mirrored API shows: of each form the type of every field, and what stands for nothing.

`never` has a value always, `absent` is left out.
"""

FACTS = """
Invoices single
  string never: @url DocumentNumber CustomerNumber TermsOfPayment Currency TaxReductionType
    AccountingMethod InvoiceType Language Credit CreditInvoiceReference
    InvoiceRows[].ContributionPercent InvoiceRows[].ContributionValue
  string "": CustomerName Address1 ZipCode City Country OrganisationNumber Comments PaymentWay
    InvoiceRows[].ArticleNumber InvoiceRows[].Description InvoiceRows[].Unit
  date never: InvoiceDate DueDate
  number 0: Net TotalVAT Total Gross RoundOff Balance TotalToPay BasisTaxReduction
    InvoiceRows[].Price InvoiceRows[].VAT InvoiceRows[].AccountNumber InvoiceRows[].Total
    InvoiceRows[].PriceExcludingVAT InvoiceRows[].TotalExcludingVAT
  boolean false: Booked Sent Cancelled HouseWork VATIncluded InvoiceRows[].HouseWork
  string null: OCR VoucherSeries InvoiceRows[].VATCode InvoiceRows[].HouseWorkType
  number never: CurrencyRate CurrencyUnit InvoiceRows[].RowId
  number null: TaxReduction VoucherNumber VoucherYear
  date null: FinalPayDate
  array []: InvoiceRows
  string "0": InvoiceRows[].DeliveredQuantity
Invoices list
  string never: @url Currency CurrencyRate CustomerNumber DocumentNumber InvoiceType TermsOfPayment
  number 0: Balance Total
  boolean false: Booked Cancelled NoxFinans Sent
  string "": CostCenter CustomerName ExternalInvoiceReference1 ExternalInvoiceReference2 Project
    WayOfDelivery
  number never: CurrencyUnit
  date never: DueDate InvoiceDate
  date null: FinalPayDate
  string null: OCR VoucherSeries
  number null: VoucherNumber VoucherYear
SupplierInvoices single
  string never: @url GivenNumber SupplierNumber Currency VATType AccountingMethod Vouchers[].Series
    Vouchers[].ReferenceType
  string "": SupplierName InvoiceNumber Comments OCR OurReference YourReference Project CostCenter
    ExternalInvoiceNumber ExternalInvoiceSeries SupplierInvoiceRows[].ItemDescription
    SupplierInvoiceRows[].Unit SupplierInvoiceRows[].Code SupplierInvoiceRows[].AccountDescription
    SupplierInvoiceRows[].ArticleNumber SupplierInvoiceRows[].CostCenter
    SupplierInvoiceRows[].Project SupplierInvoiceRows[].TransactionInformation
  date never: InvoiceDate DueDate
  date null: FinalPayDate
  string "0": CurrencyRate Total VAT Balance Freight AdministrationFee RoundOffValue
  number never: CurrencyUnit Vouchers[].Number Vouchers[].Year
  boolean false: Booked Cancelled Credit PaymentPending DisablePaymentFile
  number 0: CreditReference SupplierInvoiceRows[].Quantity SupplierInvoiceRows[].Price
    SupplierInvoiceRows[].Debit SupplierInvoiceRows[].DebitCurrency SupplierInvoiceRows[].Credit
    SupplierInvoiceRows[].CreditCurrency SupplierInvoiceRows[].Total
  array []: Vouchers SupplierInvoiceRows
  string null: SalesType
  number null: SupplierInvoiceRows[].Account
SupplierInvoices list
  string never: @url Currency GivenNumber SupplierName SupplierNumber Vouchers[].Series
    Vouchers[].ReferenceType
  string null: AuthorizerName
  string "0": Balance CurrencyRate Total
  boolean false: Booked Cancel Credit DisablePaymentFile
  string "": CostCenter ExternalInvoiceNumber ExternalInvoiceSeries InvoiceNumber Project
  number never: CurrencyUnit Vouchers[].Number Vouchers[].Year
  date never: DueDate InvoiceDate
  date null: FinalPayDate
  array []: Vouchers
InvoicePayments single
  string never: @url Currency InvoiceCustomerName InvoiceCustomerNumber InvoiceTotal Number Source
  number never: Amount AmountCurrency CurrencyRate CurrencyUnit InvoiceNumber WriteOffs[].Amount
    WriteOffs[].AccountNumber
  boolean false: Booked
  string "": ExternalInvoiceReference1 ExternalInvoiceReference2 WriteOffs[].CostCenter
    WriteOffs[].Description WriteOffs[].TransactionInformation WriteOffs[].Project
  date never: InvoiceDueDate PaymentDate
  string null: InvoiceOCR ModeOfPayment VoucherSeries WriteOffs[].Currency
  number null: ModeOfPaymentAccount VoucherNumber VoucherYear
  array []: WriteOffs
InvoicePayments list
  string never: @url Currency Number Source
  number never: Amount CurrencyRate CurrencyUnit InvoiceNumber
  boolean false: Booked WriteOffExist
  date never: PaymentDate
SupplierInvoicePayments single
  string never: @url Currency InvoiceNumber InvoiceSupplierName InvoiceSupplierNumber InvoiceTotal
    Source
  number never: Amount AmountCurrency CurrencyRate CurrencyUnit Number WriteOffs[].Amount
    WriteOffs[].AccountNumber
  boolean false: Booked
  string "": Information InvoiceOCR WriteOffs[].CostCenter WriteOffs[].Description
    WriteOffs[].TransactionInformation WriteOffs[].Project
  date never: InvoiceDueDate PaymentDate
  string null: ModeOfPayment VoucherSeries WriteOffs[].Currency
  number null: ModeOfPaymentAccount VoucherNumber VoucherYear
  array []: WriteOffs
SupplierInvoicePayments list
  string never: @url Currency InvoiceNumber Source
  number never: Amount CurrencyRate CurrencyUnit Number
  boolean false: Booked WriteOffExist
  date never: PaymentDate
Customers single
  string never: @url Currency CustomerNumber DefaultDeliveryTypes.Invoice
    DefaultDeliveryTypes.Order DefaultDeliveryTypes.Offer DefaultTemplates.Order
    DefaultTemplates.Offer DefaultTemplates.Invoice DefaultTemplates.CashInvoice Name PriceList
    Type VATType
  string null: Address1 Address2 City Country Comments CostCenter CountryCode DeliveryAddress1
    DeliveryAddress2 DeliveryCity DeliveryCountry DeliveryCountryCode DeliveryFax DeliveryName
    DeliveryPhone1 DeliveryPhone2 DeliveryZipCode ExternalReference Fax GLN GLNDelivery
    InvoiceAdministrationFee InvoiceFreight Phone1 Phone2 SalesAccount VisitingAddress VisitingCity
    VisitingCountry VisitingCountryCode VisitingZipCode ZipCode
  boolean false: Active ShowPriceVATIncluded
  object never: DefaultDeliveryTypes DefaultTemplates
  string "": Email EmailInvoice EmailInvoiceBCC EmailInvoiceCC EmailOffer EmailOfferBCC
    EmailOfferCC EmailOrder EmailOrderBCC EmailOrderCC InvoiceRemark OrganisationNumber
    OurReference Project TermsOfDelivery TermsOfPayment VATNumber WayOfDelivery WWW YourReference
  number null: InvoiceDiscount
Customers list
  string never: @url CustomerNumber Name
  string "": Address1 Address2 City Email OrganisationNumber Phone ZipCode
Suppliers single
  string never: @url Name SupplierNumber
  boolean false: Active DisablePaymentFile
  string null: Address1 Address2 BG BIC Bank BankAccountNumber BranchCode City ClearingNumber
    Comments CostCenter Country CountryCode Fax IBAN OurCustomerNumber PG Phone1 Phone2
    PreDefinedAccount VisitingAddress VisitingCity VisitingCountry VisitingCountryCode
    VisitingZipCode WorkPlace ZipCode
  string "": Currency Email OrganisationNumber OurReference Project TermsOfPayment VATNumber
    VATType WWW YourReference
Suppliers list
  string never: @url Name SupplierNumber
  boolean false: Active DisablePaymentFile
  string "": Address1 Address2 BG BIC BankAccountNumber City CostCenter Email IBAN
    OrganisationNumber PG Phone Project TermsOfPayment ZipCode
  string null: CountryCode Currency PreDefinedAccount
Articles single
  string never: @url ArticleNumber Description Type
  boolean false: Bulky Housework Active StockGoods WebshopArticle Expired
  number 0: ConstructionAccount Depth DisposableQuantity Height PurchasePrice QuantityInStock
    ReservedQuantity StockValue StockWarning VAT Weight Width
  string "": EAN ManufacturerArticleNumber Note CommodityCode
  number null: EUAccount EUVATAccount ExportAccount PurchaseAccount SalesAccount SalesPrice
    StockAccount StockChangeAccount DirectCost FreightCost OtherCost
  string null: HouseworkType Manufacturer StockPlace SupplierName SupplierNumber Unit
    CostCalculationMethod DefaultStockPoint DefaultStockLocation
Articles list
  string never: @url ArticleNumber Description
  string "0": DisposableQuantity PurchasePrice QuantityInStock ReservedQuantity StockValue
  string "": EAN
  boolean false: Housework WebshopArticle
  string null: SalesPrice StockPlace Unit VAT
Accounts single
  string never: @url CostCenterSettings Description ProjectSettings QuantitySettings
    TransactionInformationSettings
  boolean false: Active
  number 0: BalanceBroughtForward BalanceCarriedForward OpeningQuantities[].Balance SRU Year
  string "": CostCenter OpeningQuantities[].Project Project TransactionInformation
  number never: Number
  array []: OpeningQuantities
  string null: QuantityUnit VATCode
Accounts list
  string never: @url CostCenterSettings Description ProjectSettings
  boolean false: Active
  number 0: BalanceBroughtForward SRU Year
  string "": CostCenter Project
  number never: Number
  string null: VATCode
VoucherSeriesCollection single
  string never: @url Code
  object null: Approver
  number 0: Approver.Id
  string "": Approver.Name Description
  boolean false: Manual
  number never: NextVoucherNumber Year
VoucherSeriesCollection list
  string never: @url Code
  object null: Approver
  number 0: Approver.Id
  string "": Approver.Name Description
  boolean false: Manual
  number never: Year
TermsOfPayments single
  string never: @url Code Description
TermsOfPayments list
  string never: @url Code Description
Units single
  string never: @url Code Description
  string "": CodeEnglish
Units list
  string never: @url Code Description
  string "": CodeEnglish
Currencies single
  string null: @url
  number 0: BuyRate SellRate
  string never: Code Description
  date null: Date
  number never: Unit
  boolean false: IsAutomatic
Currencies list
  string never: @url Code Description
  number 0: BuyRate SellRate
  date null: Date
  number never: Unit
  boolean false: IsAutomatic
CostCenters single
  string never: @url Code Description
  boolean false: Active
  string null: Note
CostCenters list
  string never: @url Code Description
  boolean false: Active
  string null: Note
Projects single
  string never: @url Description ProjectNumber Status
  string null: Comments ContactPerson ProjectLeader
  date null: EndDate StartDate
Projects list
  string never: @url Description ProjectNumber Status
  date null: EndDate StartDate
  string null: ProjectLeader
ModesOfPayments single
  string never: @url AccountNumber Code
  string "": Description
ModesOfPayments list
  string never: @url AccountNumber Code
  string "": Description
PreDefinedAccounts single
  string never: @url Name
  number never: Account
PreDefinedAccounts list
  string never: @url Name
  number never: Account
FinancialYears single
  string never: @url AccountingMethod AccountChartType
  number never: Id
  date never: FromDate ToDate
FinancialYears list
  string never: @url AccountingMethod AccountChartType
  number never: Id
  date never: FromDate ToDate
Vouchers single
  string never: @url Description ReferenceType VoucherSeries VoucherRows[].Description
  number 0: ApprovalState VoucherRows[].Credit VoucherRows[].Debit VoucherRows[].Quantity
  string null: Comments
  string "": CostCenter Project ReferenceNumber VoucherRows[].CostCenter VoucherRows[].Project
    VoucherRows[].TransactionInformation
  date never: TransactionDate
  number never: VoucherNumber Year VoucherRows[].Account
  array never: VoucherRows
  boolean false: VoucherRows[].Removed
Vouchers list
  string never: @url Description ReferenceType VoucherSeries
  number 0: ApprovalState
  string null: Comments
  string "": ReferenceNumber
  date never: TransactionDate
  number never: VoucherNumber Year
CompanyInformation single
  string "": Address City CountryCode CompanyName OrganizationNumber VisitAddress VisitCity
    VisitCountryCode VisitZipCode ZipCode
  number never: DatabaseNumber
CompanySettings single
  string "": Address BG BIC BranchCode City ContactFirstName ContactLastName Country CountryCode
    Domicile Email Fax IBAN Name OrganizationNumber PG Phone1 Phone2 VATNumber VisitAddress
    VisitCity VisitCountry VisitCountryCode VisitName VisitZipCode WWW ZipCode
  string never: DatabaseNumber
  boolean false: TaxEnabled
LockedPeriod single
  date null: EndDate
Me single
  string never: Id Name Email Locale
  boolean false: SysAdmin
"""
