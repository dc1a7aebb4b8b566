// The whole story, told once for all clients of JavaScript: each says how it calls.
const env = process.env, direct = env.CLIENT_WAY === "direct";

exports.API = direct ? `${env.SANDBOX_URL}/api/v1` : "https://api.fortnox.se";
exports.OAUTH = direct ? env.SANDBOX_OAUTH_URL : "https://apps.fortnox.se/oauth-v1";
exports.ID = env.SANDBOX_CLIENT_ID;
exports.SECRET = env.SANDBOX_CLIENT_SECRET;
exports.TOKEN = env.SANDBOX_ACCESS_TOKEN;
exports.REFRESH = env.SANDBOX_REFRESH_TOKEN;
exports.BACK = "http://127.0.0.1:3000/callback";
exports.SCOPE = "companyinformation customer article invoice payment bookkeeping";

class Refused extends Error {
  constructor(status, message) {
    super(`${status} ${message}`);
    Object.assign(this, { status, said: message });
  }
}
exports.Refused = Refused;

const holds = (exports.holds = (truth, what) => {
  if (!truth) throw new Error(what || "not as it should be");
});

async function step(name, work) {
  try {
    const outcome = await work();
    console.log(`{"step":${JSON.stringify(name)},"ok":true}`);
    return outcome;
  } catch (error) {
    const why = JSON.stringify(String((error && (error.stack || error.message)) || error));
    console.log(`{"step":${JSON.stringify(name)},"ok":false,"why":${why}}`);
  }
}

exports.opened = (status, body) => {
  if (status >= 400) throw new Refused(status, body.ErrorInformation.Message);
  return body;
};

exports.consented = () =>
  fetch(`${env.SANDBOX_CONTROL_URL}/oauth`, { method: "PUT", body: '{"consent": "approve"}' });

async function refused(call, path, said) {
  let told;
  try {
    await call("GET", path);
  } catch (error) {
    told = error;
  }
  holds(told && [404, 0].includes(told.status) && told.said.includes(said), String(told));
}

// `call(method, path, body)` gives the parsed answer, or throws Refused.
exports.whole = async (call, renew) => {
  let number, invoice;
  if (renew) await step("obtains and renews its token", renew);
  await step("reads the company", async () => {
    const told = await call("GET", "/3/companyinformation");
    holds(told.CompanyInformation.CompanyName);
  });
  await step("creates a customer", async () => {
    const made = await call("POST", "/3/customers", { Customer: { Name: "Kund AB" } });
    number = made.Customer.CustomerNumber;
    holds(made.Customer.Name === "Kund AB");
  });
  await step("finds it by its name", async () => {
    const listed = await call("GET", "/3/customers?name=Kund%20AB");
    holds(listed.Customers.length === 1 && listed.Customers[0].CustomerNumber === number);
  });
  await step("creates an article", async () => {
    const made = await call("POST", "/3/articles", { Article: { Description: "Bord" } });
    const read = await call("GET", `/3/articles/${made.Article.ArticleNumber}`);
    holds(JSON.stringify(read) === JSON.stringify(made));
  });
  await step("drafts an invoice", async () => {
    const row = { Description: "Arbete", DeliveredQuantity: "2", Price: 500, VAT: 25 };
    const sent = { Invoice: { CustomerNumber: number, InvoiceRows: [row] } };
    const made = await call("POST", "/3/invoices", sent);
    invoice = made.Invoice.DocumentNumber;
    holds(made.Invoice.Total === 1250);
  });
  await step("bookkeeps it", async () => {
    const told = await call("PUT", `/3/invoices/${invoice}/bookkeep`);
    holds(told.Invoice.Booked && told.Invoice.VoucherNumber);
  });
  await step("lists what is unpaid", async () => {
    const listed = await call("GET", `/3/invoices?filter=unpaid&customernumber=${number}`);
    holds(listed.Invoices.length === 1 && String(listed.Invoices[0].Balance) === "1250");
  });
  await step("pays it", async () => {
    const sent = { InvoicePayment: { InvoiceNumber: Number(invoice), Amount: 1250 } };
    const made = await call("POST", "/3/invoicepayments", sent);
    await call("PUT", `/3/invoicepayments/${made.InvoicePayment.Number}/bookkeep`);
    holds((await call("GET", `/3/invoices/${invoice}`)).Invoice.Balance === 0);
  });
  await step("is told what is not found", () => refused(call, "/3/invoices/99999", "fakturan"));
  await step("is told what is not served", () => refused(call, "/3/orders", "adress"));
};
