// From a customer to a paid invoice, by types that a generator made.
import createClient from "openapi-fetch";
import type { components, paths } from "./bookkeeping.js";

declare const process: { env: Record<string, string> };

const at = (token: string) =>
  createClient<paths>({
    baseUrl: `${process.env.SANDBOX_URL}/api/v1`,
    headers: { Authorization: `Bearer ${token}` },
  });
const client = at(process.env.SANDBOX_ACCESS_TOKEN!);

type Refusal = components["schemas"]["Refusal"];

const sure = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what);
};

const given = <T>(answer: { data?: T; error?: Refusal; response: Response }): T => {
  if (answer.data === undefined) throw new Error(answer.error?.ErrorInformation.Message ?? `${answer.response.status}`);
  return answer.data;
};

// A customer, and what is changed of it
const name: components["schemas"]["CustomerCreate"] = { Name: "Åkes Bygg AB", Email: "ake@example.com", CountryCode: "SE" };
const made = given(await client.POST("/3/customers", { body: { Customer: name } }));
const number: string = made.Customer.CustomerNumber;
const whose = { params: { path: { key: number } } };
const cleared = await client.PUT("/3/customers/{key}", { ...whose, body: { Customer: { City: "Umeå", Email: "API_BLANK" } } });
sure(given(cleared).Customer.Email === "", "the address is cleared");
given(await client.PUT("/3/customers/{key}", { ...whose, body: { Customer: { Email: "ake@example.com" } } }));
sure(given(await client.GET("/3/customers/{key}", whose)).Customer.City === "Umeå", "the town is kept");

// A draft, made once though it is sent twice, and changed
const once = { params: { header: { "Idempotency-Key": "story-2" } } };
const row: components["schemas"]["InvoiceRowCreate"] = { Description: "Arbete", Price: 1000, DeliveredQuantity: "1.5", VAT: 25 };
const draft = { Invoice: { CustomerNumber: number, OurReference: "Anna", InvoiceRows: [row] } };
const first = given(await client.POST("/3/invoices", { ...once, body: draft }));
const again = given(await client.POST("/3/invoices", { ...once, body: draft }));
const key: string = first.Invoice.DocumentNumber;
sure(again.Invoice.DocumentNumber === key, "it was made once");
const which = { params: { path: { key } } };
const changed = { Invoice: { InvoiceRows: [{ Description: "Arbete", Price: 1000, DeliveredQuantity: "2", VAT: 25 }] } };
const total: number = given(await client.PUT("/3/invoices/{key}", { ...which, body: changed })).Invoice.Total;
sure(total === 2500, "the total follows");

// Issued, printed, mailed, paid
const issued = given(await client.PUT("/3/invoices/{key}/bookkeep", which)).Invoice;
sure(issued.Booked, "it is booked");
const paper = given(await client.GET("/3/invoices/{key}/print", { ...which, parseAs: "arrayBuffer" }));
sure(new TextDecoder().decode(paper).startsWith("%PDF"), "it is printed");
sure(given(await client.GET("/3/invoices/{key}/email", which)).Invoice.Sent, "it is mailed");
const sum = { InvoiceNumber: Number(key), Amount: 2500, PaymentDate: issued.InvoiceDate };
const payment = given(await client.POST("/3/invoicepayments", { body: { InvoicePayment: sum } })).InvoicePayment;
const booked = await client.PUT("/3/invoicepayments/{key}/bookkeep", { params: { path: { key: payment.Number } } });
sure(given(booked).InvoicePayment.Booked, "the payment is booked");
sure(given(await client.GET("/3/invoices/{key}", which)).Invoice.Balance === 0, "nothing is left to pay");

// What the books say of it
const page = given(await client.GET("/3/invoices", { params: { query: { filter: "fullypaid", limit: 500 } } }));
sure(page.Invoices.some((each) => each.DocumentNumber === key), "it is among the paid");
sure(page.MetaInformation["@TotalResources"] === page.Invoices.length, "all are on the page");
const place = { series: issued.VoucherSeries, number: issued.VoucherNumber };
const voucher = given(await client.GET("/3/vouchers/{series}/{number}", { params: { path: place } })).Voucher;
sure(voucher.VoucherRows.reduce((left, each) => left + each.Debit - each.Credit, 0) === 0, "it balances");
const sheet = given(await client.GET("/reports/balance-sheet")); // or text, where csv is asked for
sure(typeof sheet === "object" && sheet.BalanceSheet.Rows.length > 0, "the report has rows");

// What is refused is told
const refused = await client.PUT("/3/invoices/{key}", { ...which, body: changed });
sure(refused.error?.ErrorInformation.Code === 9000409, "an issued one is not changed");
sure((await at("nobody").GET("/3/invoices")).response.status === 401, "a stranger is not let in");

// What is of another type is no program
// @ts-expect-error a price is a number
const wrong: components["schemas"]["InvoiceRowCreate"] = { Price: "1000" };
// @ts-expect-error nothing is null
const nothing: components["schemas"]["CustomerCreate"] = { Name: null };
sure(Boolean(wrong && nothing), "they are there, for all that");
console.log(`invoice ${key}, voucher ${place.series} ${place.number}`);
