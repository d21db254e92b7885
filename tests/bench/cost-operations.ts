import { setTimeout as sleep } from "node:timers/promises";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "../support/calls";
import { startCountingProxy } from "../support/counting-proxy";
import { startPostgres } from "../support/postgres";
import { startServer, type TestServer } from "../support/server";
import { type Prepared, prepareCalls, sendAll } from "./cost-requests";
import { startMeter } from "./processor-time";
import { count, table } from "./results";

const nameOf = ({ method, path }: Operation) => `\`${method} ${path}\``;

/** What a request and the database send to each other, and the bytes of its answer. */
interface Traffic {
  statements: number;
  packets: number;
  bytes: number;
  answer: number;
}

const CONNECTIONS = 8;
/** Calls that are sent one by one to count their traffic. */
const COUNTED = 4;

/** Microseconds of processor time per request, of the service and of Postgres. */
interface Times {
  service: number;
  postgres: number;
}

/** Returns a table of what each operation of the reference costs. `bare` is the cost of a bare answer of Node, in µs. */
export async function costsOfOperations(server: TestServer, postgres: number, bare: number): Promise<string> {
  const traffic = await trafficOfAll();
  const rows: (string | number)[][] = [];
  for (const [, operation] of operations) {
    const { service, postgres: database } = await timesOf(server, postgres, operation);
    const { statements, packets, bytes, answer } = traffic.get(nameOf(operation)) as Traffic;
    const all = service + database;
    const row = [nameOf(operation), ...[service, database, all].map(count), (all / bare).toFixed(1)];
    rows.push([...row, statements, packets, ...[bytes, answer].map(count)]);
    console.log(rows.at(-1)?.join(" | "));
  }
  const heads = [
    "service, µs",
    "Postgres, µs",
    "both, µs",
    "of a bare answer",
    "statements",
    "packets",
    "bytes",
    "answer",
  ];
  return table(["", ...heads], rows);
}

async function timesOf(server: TestServer, postgres: number, operation: Operation): Promise<Times> {
  const calls = await prepareCalls(server, operation);
  const connections = calls[0] === calls[1] ? CONNECTIONS : 1;
  const warmUp = Math.ceil(calls.length / 4);
  await sendAll(calls.slice(0, warmUp), connections);
  // Background work of what prepared the calls.
  await sleep(100);
  const [all, database] = [startMeter([server.pid, postgres]), startMeter([postgres])];
  await sendAll(calls.slice(warmUp), connections);
  const [spent, inDatabase] = [all(), database()];
  const each = (seconds: number) => (seconds * 1e6) / (calls.length - warmUp);
  return { service: each(spent - inDatabase), postgres: each(inDatabase) };
}

/** The traffic of each operation, by name, on a server whose database is behind a proxy that counts. */
async function trafficOfAll(): Promise<Map<string, Traffic>> {
  const postgres = await startPostgres();
  const proxy = await startCountingProxy(postgres.url);
  const server = await startServer({ env: { DATABASE_URL: proxy.url } });
  try {
    const found = new Map<string, Traffic>();
    for (const [, operation] of operations) {
      const counted: Traffic[] = [];
      for (const call of await prepareCalls(server, operation, COUNTED)) counted.push(await trafficOf(call, proxy));
      const least = (part: keyof Traffic) => Math.min(...counted.map((one) => one[part]));
      // Background work and regular tasks may fall into one call, so the least number is the operation's own.
      const own = { statements: least("statements"), packets: least("packets"), bytes: least("bytes") };
      found.set(nameOf(operation), { ...own, answer: least("answer") });
    }
    return found;
  } finally {
    await server.stop();
    proxy.close();
    await postgres.remove();
  }
}

async function trafficOf(call: Prepared, proxy: Awaited<ReturnType<typeof startCountingProxy>>): Promise<Traffic> {
  for (let last = -1; last !== proxy.traffic().statements; await sleep(30)) last = proxy.traffic().statements;
  const before = proxy.traffic();
  const answer = await sendAll([call], 1);
  const after = proxy.traffic();
  return {
    statements: after.statements - before.statements,
    packets: after.writes - before.writes + after.reads - before.reads,
    bytes: after.bytesSent - before.bytesSent + after.bytesReceived - before.bytesReceived,
    answer,
  };
}
