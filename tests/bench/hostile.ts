// Redirects at a fifth of the machine's maximum, sent on time: first without an attack, then during each attack.
// SECONDS makes each turn longer or shorter; ONLY chooses attacks by a part of their names.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { provide } from "@/lib/platform/env";
import { prepare } from "../../scripts/prepare.mjs";
import { callAction, serverActions } from "../support/actions";
import { api } from "../support/api";
import { hostileValues } from "../support/hostile-bodies";
import { hostileImport } from "../support/hostile-imports";
import { upload } from "../support/imports";
import { codeWithLargeLogo } from "../support/large-logo";
import { rootKeyOf } from "../support/root-key";
import { startServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { type Drive, drive } from "./drive";
import { count, keepResults, table } from "./results";

const seconds = Number(process.env.SECONDS ?? 10);

await prepare({ dev: true });
// The default configuration without the limits that would stop an attack early: an account may send any number of API
// requests, and the attacker has any number of addresses.
const server = await startServer({ env: { LOG_LEVEL: "info", TRUSTED_PROXIES: "loopback" } });
provide({ SIGNPOST_ROOT_KEY: await rootKeyOf(server) });

const strangersAddress = () => ({ "x-forwarded-for": [...randomBytes(4)].join(".") });
const name = () => randomBytes(6).toString("hex");

interface Account {
  id: number;
  key: string;
  cookie: string;
}

async function newAccount(): Promise<Account> {
  const admin = api(server, server.adminKey);
  const user = { username: name(), email: `${name()}@example.com`, password: "a password of the bench" };
  const { body } = await admin.post<{ data: { id: number } }>("/api/user/add", user);
  const { id } = body.data;
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [id]);
  const found = await admin.get<{ data: { apikey: string } }>(`/api/user/${id}`);
  return { id, key: found.body.data.apikey, cookie: await sessionCookie(server, id) };
}

/** Runs `work` over and over, `atOnce` at a time, until the signal aborts. Errors are ignored. */
async function flood(signal: AbortSignal, atOnce: number, work: (signal: AbortSignal) => Promise<unknown>) {
  const again = async () => {
    while (!signal.aborted) await work(signal).catch(() => sleep(10));
  };
  await Promise.all(Array.from({ length: atOnce }, again));
}

const ask = async (path: string, init: RequestInit) => (await fetch(server.url + path, init)).arrayBuffer();

const accounts = await Promise.all(Array.from({ length: 4 }, newAccount));
const [attacker] = accounts as [Account];
const client = api(server, attacker.key);
const added = async (path: string, body: object) => {
  const answer = await client.post<{ id: number }>(path, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
};

await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom: "hot" });
await added("/api/url/add", { url: "https://example.com/", custom: `asks-${name()}`, password: "1234" });
const overlay = await added("/api/overlay/add", { type: "message", name: "x", content: { text: "x" } });
const asking = (await sql<{ alias: string }>(server, "SELECT alias FROM links WHERE alias LIKE 'asks-%'"))[0]?.alias;
const picture = new URL(await codeWithLargeLogo(server, attacker)).pathname;

const heavy = 3_700;
const rule = { when: { country: ["FR"] }, to: `https://example.com/${"x".repeat(500)}` };
const base = await added("/api/url/add", { url: "https://example.com/", rules: Array(100).fill(rule) });
await sql(
  server,
  `INSERT INTO links SELECT (jsonb_populate_record(link, 
     jsonb_build_object('id', 1000000 + n, 'alias', 'heavy-' || n, 'alias_folded', 'heavy-' || n))).*
   FROM links link, generate_series(1, ${heavy}) n WHERE link.id = $1`,
  [base],
);

const actions = serverActions();
const action = (wanted: string) => {
  const found = actions.find(({ name }) => name.startsWith(`${wanted} of app/(site)`));
  if (!found) throw new Error(`there is no action ${wanted}`);
  return found;
};
const form = (fields: Record<string, string>) => {
  const sent = new FormData();
  for (const [field, value] of Object.entries(fields)) sent.append(`1_${field}`, value);
  sent.append("0", '["$undefined","$K1"]');
  return sent;
};
const json = { "content-type": "application/json", authorization: `Bearer ${attacker.key}` };
const any = <T>(values: T[]) => values[Math.floor(Math.random() * values.length)] as T;
const file = hostileImport();

const attacks: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  "bodies of hostile shapes, 8 at once": (signal) =>
    flood(signal, 8, () =>
      ask(`/api/overlay/${overlay}/update`, {
        method: "PUT",
        headers: json,
        body: `{"content":${any(hostileValues)[1]}}`,
      }),
    ),
  "actions with hostile arguments, 8 at once": (signal) =>
    flood(signal, 8, () => callAction(server, any(actions), `[${any(hostileValues)[1]}]`, { cookie: attacker.cookie })),
  "imports of 56 MB, 4 accounts": (signal) =>
    Promise.all(accounts.map(({ cookie }) => flood(signal, 1, () => upload(server, cookie, file, { name: "a.json" })))),
  "visits to 3,700 links with the largest rules": (signal) =>
    flood(signal, 16, () => ask(`/heavy-${1 + Math.floor(Math.random() * heavy)}`, { redirect: "manual" })),
  "lists of such links, 8 at once": (signal) => flood(signal, 8, () => ask("/api/urls?limit=100", { headers: json })),
  "pictures with a large logo, 8 at once": (signal) =>
    flood(signal, 8, () => ask(`${picture}.pdf?size=${100 + Math.floor(Math.random() * 1900)}`, {})),
  "pictures that nobody waits for, 16 at once": (signal) =>
    flood(signal, 16, () =>
      ask(`${picture}?size=${100 + Math.floor(Math.random() * 1900)}`, { signal: AbortSignal.timeout(50) }),
    ),
  "registrations from many addresses, 16 at once": (signal) =>
    flood(signal, 16, () => {
      const fields = { username: name(), email: `${name()}@example.com`, password: `a ${name()} password` };
      return callAction(server, action("register"), form(fields), strangersAddress());
    }),
  "log-ins with wrong passwords from many addresses, 16 at once": (signal) =>
    flood(signal, 16, () => {
      const fields = { email: `${name()}@example.com`, password: name() };
      return callAction(server, action("logIn"), form(fields), strangersAddress());
    }),
  "a link's password from many addresses, 16 at once": (signal) =>
    flood(signal, 16, () =>
      ask(`/${asking}`, {
        method: "POST",
        headers: strangersAddress(),
        body: new URLSearchParams({ password: name() }),
      }),
    ),
  "aliases that do not exist, 16 at once": (signal) =>
    flood(signal, 16, () => ask(`/${name()}`, { headers: strangersAddress() })),
};

const signedIn = { cookie: attacker.cookie };
/** Pages, by who asks for them. Each is asked for by a few clients and by many. */
const pages: Record<string, () => Promise<unknown>> = {
  "the landing page": () => ask("/", { headers: strangersAddress() }),
  "the landing page, from one address": () => ask("/", {}),
  "the log-in page": () => ask("/login", { headers: strangersAddress() }),
  "the reference": () => ask("/docs/links", { headers: strangersAddress() }),
  "the dashboard, logged out": () => ask("/dashboard", { headers: strangersAddress(), redirect: "manual" }),
  "the dashboard, logged in": () => ask("/dashboard", { headers: signedIn }),
  "the list of links, logged in": () => ask("/dashboard/links", { headers: signedIn }),
  "unknown static files": () => ask(`/_next/static/${name()}.js`, { headers: strangersAddress() }),
  "the OpenAPI document": () => ask("/api/openapi.json", { headers: strangersAddress() }),
};
for (const [page, load] of Object.entries(pages))
  for (const clients of [16, 64]) attacks[`${page}, ${clients} clients`] = (signal) => flood(signal, clients, load);

/** Resident memory of the process, its threads included, in MiB. */
const memory = async () => {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
};

interface Turn extends Drive {
  peak: number;
}

async function turn(rate: number): Promise<Turn> {
  let peak = 0;
  const watching = setInterval(async () => {
    peak = Math.max(peak, await memory());
  }, 100);
  const result = await drive({ url: server.url, paths: ["/hot"], rate, seconds, tolerant: true });
  clearInterval(watching);
  return { ...result, peak };
}

try {
  const capacity = (await drive({ url: server.url, paths: ["/hot"], seconds })).perSecond;
  const rate = Math.round(capacity / 5);
  const rows: [string, Turn, Turn][] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    if (!name.includes(process.env.ONLY ?? "")) continue;
    const peace = await turn(rate);
    const over = new AbortController();
    const attacking = attack(over.signal);
    await sleep(1_000);
    const attacked = await turn(rate);
    over.abort();
    await attacking;
    rows.push([name, peace, attacked]);
    console.log(`${name}: p99 ${attacked.p99} ms, ${peace.p99} ms in peace, ${count(attacked.peak)} MiB`);
    await sleep(2_000);
  }
  keepResults(
    "Redirects under attack",
    `${count(rate)} redirects a second, a fifth of the capacity of ${count(capacity)}, sent on time by autocannon for ${seconds} s: in peace, and
while one attack runs from the same machine, whose two cores it shares. Logging is on as shipped; the API's limit of requests is
lifted and the attacker has as many addresses as requests, so that nothing ends an attack early. Memory is the process's (RSS).

${table(
  ["attack", "p50 in peace, ms", "p50, ms", "p99 in peace, ms", "p99, ms", "failures", "MiB in peace", "MiB at most"],
  rows.map(([name, peace, attacked]) => [
    name,
    ...[peace.p50, attacked.p50, peace.p99, attacked.p99, attacked.failures],
    ...[count(peace.peak), count(attacked.peak)],
  ]),
)}`,
  );
} finally {
  await server.stop();
}
