// Speaks to passkeys, which a page cannot do without a script: asks the browser what the form says,
// puts the answer into the form, and sends it. All else on our pages works without.

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const named = (credential) => ({ ...credential, id: bytes(credential.id) });

const made = async (options) => {
  const { response, id, type } = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(named),
    },
  });
  const { clientDataJSON, attestationObject } = response;
  const said = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
  return { id, rawId: id, type, response: said };
};

const signed = async (options) => {
  const { response, id, type } = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(named),
    },
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  const said = {
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
  };
  return { id, rawId: id, type, response: said };
};

const form = document.querySelector("form[data-passkey]");
const part = form.querySelector("[data-for-passkey]");
const trouble = form.querySelector("[data-trouble]");

if (window.PublicKeyCredential) {
  const options = JSON.parse(form.dataset.passkey).publicKey;
  part.hidden = false;
  part.querySelector("button").addEventListener("click", async () => {
    trouble.hidden = true;
    try {
      const answer = await (options.user ? made(options) : signed(options));
      form.querySelector("[data-answer]").value = JSON.stringify(answer);
      form.noValidate = true;
      form.requestSubmit(form.querySelector("[data-sends-passkey]"));
    } catch {
      trouble.textContent = "Det blev inget svar från din passkey. Försök igen.";
      trouble.hidden = false;
    }
  });
}
