import { afterAll, beforeAll, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import type { Example } from "@/lib/http/openapi/document";
import { version } from "@/package.json";
import { api } from "../support/api";
import { newCaller, uniquePart } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { untilStored } from "../support/recorded";
import { parametersOf } from "../support/schemas";
import { startServer, type TestServer } from "../support/server";
import { visit } from "../support/visit";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** The address to visit for each thing that has statistics. */
const visited: Record<string, (answer: unknown) => string> = {
  showLink: (answer) => (answer as { details: { shorturl: string } }).details.shorturl,
  showQrCode: (answer) => (answer as { details: { link: string } }).details.link.replace("/qr/", "/q/"),
};

/** Removes optional IDs from a body: readers have other IDs. */
function forAnybody({ path, method }: Operation, call: Call): Call {
  if (method !== "POST" || !path.endsWith("/add") || !call.body) return call;
  const { pixels: _, ...body } = call.body;
  return { ...call, body };
}

async function record(name: string, operation: Operation): Promise<Example> {
  const caller = await newCaller(server, operation.access);
  const { query: { limit: _, page: __, ...query } = {}, ...made } = await callOf(operation, caller);
  const call = forAnybody(operation, { ...made, ...(Object.keys(query).length > 0 && { query }) });
  const client = api(server, caller.key);
  const send = () => client[operation.method.toLowerCase() as "get"](addressOf(operation, call), call.body);
  let { status, body } = await send();
  const address = visited[name]?.(body);
  if (address) {
    for (const referer of ["https://news.example.com/", ""]) await visit(address, { headers: { referer } });
    await untilStored(server, 30_000);
    ({ status, body } = await send());
  }
  expect([name, status, body]).toEqual([name, 200, expect.anything()]);
  const names = parametersOf(operation, "path").map((parameter) => parameter.name);
  const params = Object.fromEntries(names.map((parameter, index) => [parameter, call.params?.[index]]));
  const { openapi, info } = body as Record<string, unknown>;
  const whole = operation.bare ? { openapi, info } : body;
  // A file is not useful as an example.
  const answer = operation.file ? undefined : whole;
  return steady({ params, query: operation.query?.parse(call.query ?? {}) ?? {}, body: call.body, answer }) as Example;
}

/** Replaces values that differ between runs. */
function steady(value: unknown, name = "", place = 0): unknown {
  // There are dozens of figures; two are enough.
  if (name === "figures") return { signpost_journal_oldest_seconds: 0, "signpost_visits_total{redirect}": 100 };
  // Elsewhere `links` is a number of links.
  const entry = name === "links" ? "linkid" : name;
  if (Array.isArray(value)) return value.map((item, index) => steady(item, entry, index));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, steady(member, key, isOwnId.test(key) ? place : 0)]),
    );
  }
  // It is null without the repository.
  if (name === "commit") return "5d1c9e0b8a7f46235d1c9e0b8a7f46235d1c9e0b";
  if (typeof value === "number" && isOfMachine.test(name)) return 100_000_000;
  // Plans exist from the start, so their IDs are the same in each run.
  if (typeof value === "number") return isId.test(name) && name !== "planid" ? 7 - place : value;
  if (typeof value !== "string") return value;
  return replacements
    .reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), value)
    .replace(/^msg_.*a(?=$)/, (message) => `${message.slice(0, -1)}${(10 - place).toString(16)}`)
    .replaceAll(server.url, "https://go.example.com");
}

const isOfMachine = /^(rss|heapUsed|heapLimit|free|reserve)$/;
/** The IDs of items, which differ in one list. */
const isOwnId = /^(id|message)$/;
const isId = /^(id|ids|\w+id|pixels|campaign|channel|change|link)$/;

const replacements: [RegExp, string][] = [
  [/^[\da-f]{12}$/g, "3f9a1c07b2de"],
  [/^\d{14}_\w+$/g, "20261105120000_segments"],
  [new RegExp(`^${version.replaceAll(".", "\\.")}$`, "g"), "0.2.0"],
  [uniquePart, ""],
  [/^whsec_[\w+/=]+$/g, "whsec_c2VjcmV0LW9mLWEtd2ViaG9vay1vZi0zMi1ieXRlcyE="],
  [/^msg_[\da-f-]{36}$/g, "msg_0193d2a1-7c4e-4b5f-9a60-1f2e3d4c5b6a"],
  [/\buser[\da-f]{12}\b/g, "ada"],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/g, "2027-01-31 18:00:00"],
  [/^\d{4}-\d\d-\d\d$/g, "2027-01-31"],
  [/\d{4}-\d\d-\d\d/g, "2027-01-31"],
  [/^sp_[\w-]{43}$/g, "sp_3q2-7wEXAMPLE0of0a0key0which0nobody0has00000"],
  [/(?<=\/login\/sso\/)[\w-]+/g, "EXAMPLE0of0a0token0which0works0once00000000"],
  [/(?<=\/share\/)[\w-]{32}/g, "EXAMPLE0of0an0address00000000000"],
  [/(?<=\/team\/)[\w-]{32}/g, "EXAMPLE0of0an0invitation00000000"],
  [/^AQAA[\w-]{38,}$/g, "AQAAAAcAAAADAYz9mDTQq2n0c1zJ7nV4bWg0rYkT8w"],
  [/^localhost(?::\d+)?$/g, "go.example.com"],
  [/(?<=\/(?:qr|q)\/)\w+/g, "k3mx9wz"],
  [/(?<=\/(?:avatar|images\/\w+|u\/[\w-]+)\/)\d+/g, "7"],
  [/(?<=http:\/\/localhost:\d+\/)[a-zA-Z2-9]{7}(?!\w)/g, "h7kp2mx"],
];

it("matches what the service answers; `npm run examples` records the examples again", async () => {
  const lines: string[] = [];
  for (const [name, operation] of operations) lines.push(`"${name}": ${JSON.stringify(await record(name, operation))}`);
  const text = `{\n${lines.join(",\n")}\n}\n`;
  await expect(text).toMatchFileSnapshot("../../lib/http/openapi/examples.json");
});
