import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newCaller } from "../support/caller";
import { addressOf, callOf, operations } from "../support/calls";
import { type CountingProxy, startCountingProxy } from "../support/counting-proxy";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { startServer, type TestServer } from "../support/server";

// How many SQL statements each operation runs. A larger number makes every call slower, and fails here: find the reason
// before you record the new numbers with `npm test -- tests/api/statements.test.ts -u`.

const attempts = 8;
const METRICS_TOKEN = "a-token-of-the-counted-scrapes";
const file = join(import.meta.dirname, "statements.txt");

let postgres: TestPostgres;
let proxy: CountingProxy;
let server: TestServer;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startCountingProxy(postgres.url);
  server = await startServer({ env: { DATABASE_URL: proxy.url, RATE_LIMIT_PER_MINUTE: "100000", METRICS_TOKEN } });
});

afterAll(async () => {
  await server?.stop();
  proxy?.close();
  await postgres?.remove();
});

// Each costs Postgres a process, and 25 to 40 ms of processor time.
it("starts with a few connections to the database, not with one for each of its tasks", async () => {
  // Its regular tasks run for the first time.
  await sleep(5_000);
  expect(proxy.traffic().connections).toBeLessThanOrEqual(30);
});

it("reads each figure once when its metrics are scraped", async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const scrape = async () => {
    // Metrics of one second share what they read.
    await sleep(1_100);
    return statementsDuring(() => fetch(`${server.url}/metrics`, { headers }));
  };
  expect(Math.min(await scrape(), await scrape(), await scrape(), await scrape())).toBeLessThanOrEqual(10);
});

it("uses no more than the recorded number of database statements for each operation", {
  timeout: 600_000,
}, async () => {
  const lines: string[] = [];
  for (const [, operation] of operations) {
    // Background work and regular tasks may fall into one attempt, so the least number is the operation's own.
    const counts: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) counts.push(await statementsOf(operation));
    lines.push(`${operation.method} ${operation.path}: ${Math.min(...counts)}`);
  }
  // Fewer than recorded are welcome.
  const recorded = new Map(readFileSync(file, "utf8").trim().split("\n").map(nameAndCount));
  const isWithin = (line: string) => {
    const [name, count] = nameAndCount(line);
    return count <= (recorded.get(name) ?? -1);
  };
  if (!lines.every(isWithin)) await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(file);
});

function nameAndCount(line: string): [name: string, count: number] {
  const [name = "", count] = line.split(": ");
  return [name, Number(count)];
}

async function statementsOf(operation: (typeof operations)[number][1]): Promise<number> {
  const caller = await newCaller(server, operation.access);
  const call = await callOf(operation, caller);
  const headers = {
    authorization: `Bearer ${caller.key}`,
    ...(call.body && { "content-type": "application/json" }),
  };
  // From now on the key is cached and its network is known, as for a client that calls often.
  await fetch(`${server.url}/api/tags`, { headers }).then((response) => response.arrayBuffer());
  const init = { method: operation.method, headers, body: call.body && JSON.stringify(call.body) };
  return statementsDuring(() => fetch(server.url + addressOf(operation, call), init));
}

async function statementsDuring(send: () => Promise<Response>): Promise<number> {
  await untilQuiet();
  const before = proxy.traffic().statements;
  const response = await send();
  await response.arrayBuffer();
  const { statements } = proxy.traffic();
  if (response.status >= 400) throw new Error(`${response.url}: ${response.status}`);
  return statements - before;
}

/** Waits until the background work of earlier calls has ended: no statement runs for a moment. */
async function untilQuiet(): Promise<void> {
  for (let last = -1; last !== proxy.traffic().statements; ) {
    last = proxy.traffic().statements;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
