import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How a number or the whole service fails: an API error, no answer, or a broken connection. */
type TwilioFailure = "invalid" | "busy" | "broken" | "silent" | "cut";

export interface TestTwilio {
  /** for `TWILIO_API_URL` */
  url: string;
  accountSid: string;
  authToken: string;
  numbers: string[];
  /** the forms of accepted messages, oldest first, with their sid */
  messages: (Record<string, string> & { sid: string })[];
  /** every request as method and path */
  requests: string[];
  /** failures by recipient, and by `numbers` for the list of numbers; tests add them */
  failures: Map<string, TwilioFailure>;
  /** how many of the next requests are answered with 429 */
  busyFor: number;
  close(): Promise<void>;
}

const errors = {
  invalid: [400, 21211, "The 'To' number is not a valid phone number."],
  unauthorized: [401, 20003, "Authenticate"],
  missing: [404, 20404, "The requested resource was not found"],
  busy: [429, 20429, "Too Many Requests"],
  broken: [503, 20503, "Service Unavailable"],
} as const;

const perPage = 2;

/** The parts of Twilio's REST API about numbers and messages, as documented. */
export async function startTwilio(): Promise<TestTwilio> {
  const server = createServer((request, response) => {
    answer(twilio, request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const twilio: TestTwilio = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: `AC${randomBytes(16).toString("hex")}`,
    authToken: randomBytes(16).toString("hex"),
    numbers: ["+15005550006", "+15005550010", "+4930123456"],
    messages: [],
    requests: [],
    failures: new Map(),
    busyFor: 0,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return twilio;
}

async function answer(twilio: TestTwilio, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "", twilio.url);
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  twilio.requests.push(`${request.method} ${url.pathname}`);

  const fail = (kind: keyof typeof errors) => {
    const [status, code, message] = errors[kind];
    send(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
  };
  const credentials = Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString("base64");
  if (request.headers.authorization !== `Basic ${credentials}`) return fail("unauthorized");

  const base = `/2010-04-01/Accounts/${twilio.accountSid}`;
  const isList = request.method === "GET" && url.pathname === `${base}/IncomingPhoneNumbers.json`;
  const isMessage = request.method === "POST" && url.pathname === `${base}/Messages.json`;
  if (!isList && !isMessage) return fail("missing");

  if (twilio.busyFor > 0) {
    twilio.busyFor--;
    return fail("busy");
  }
  const failure = twilio.failures.get(isList ? "numbers" : (form.To ?? ""));
  if (failure === "silent") return;
  if (failure === "cut") return void response.destroy();
  if (failure) return fail(failure);

  if (isList) {
    const page = Number(url.searchParams.get("Page") ?? 0);
    const rest = twilio.numbers.slice(page * perPage);
    const next =
      rest.length > perPage ? `${base}/IncomingPhoneNumbers.json?PageSize=${perPage}&Page=${page + 1}` : null;
    const numbers = rest.slice(0, perPage).map((number) => ({ sid: sid("PN"), phone_number: number }));
    return send(response, 200, { incoming_phone_numbers: numbers, page, page_size: perPage, next_page_uri: next });
  }
  const message = { ...form, sid: sid("SM") };
  twilio.messages.push(message);
  send(response, 201, { sid: message.sid, status: "queued", to: form.To, from: form.From, body: form.Body });
}

const sid = (prefix: string) => `${prefix}${randomBytes(16).toString("hex")}`;

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
