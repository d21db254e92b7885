import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { type Change, changedBody, changesTo } from "../support/arbitrary-requests";
import { newCaller } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { documented } from "../support/schemas";
import { seed } from "../support/seeded";
import { startServer, type TestServer } from "../support/server";
import { allTests } from "../support/tier";

const leastRequests = allTests ? 10_000 : 500;
const numRuns = Math.ceil(leastRequests / operations.length);

let server: TestServer;
let database: pg.Client;
let countRows: string;
const answers = new Map<number, number>();

beforeAll(async () => {
  server = await startServer();
  database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  // Two tables change in the background: erasures are carried out, and sites are asked whether they allow frames.
  const counted = rows.filter(({ table }) => table !== "click_erasures" && table !== "frame_permissions");
  // The first use of a key is recorded regardless of the answer.
  const which = (table: string) =>
    table === "audit_entries" ? " WHERE operation IS DISTINCT FROM 'key_used_from_new_network'" : "";
  countRows = `SELECT ${counted.map(({ table }) => `(SELECT count(*)::int FROM ${table}${which(table)}) AS ${table}`).join(", ")}`;
});

afterAll(async () => {
  await database.end();
  await server.stop();
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${sent} requests, SEED=${seed}; by status: ${JSON.stringify(Object.fromEntries([...answers].sort()))}`);
});

/** The number of rows of each table, once events are made of all changes. */
async function rowCounts(): Promise<Record<string, number>> {
  for (;;) {
    const { rows } = await database.query<Record<string, number>>({ name: "rows", text: countRows });
    if (rows[0]?.webhook_changes === 0) return rows[0];
  }
}

async function send(method: string, address: string, headers: Record<string, string>, body?: string) {
  const init = { method, headers, body, redirect: "manual", signal: AbortSignal.timeout(20_000) } as const;
  const response = await fetch(server.url + address, init);
  answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : { file: (await response.arrayBuffer()).byteLength };
  return { status: response.status, body: answer as Record<string, unknown> };
}

const wellFormed = (text: string) => Buffer.from(text).toString();

function changedAddress(operation: Operation, call: Call, { params, query }: Change): string {
  const changed = (call.params ?? []).map((param, index) => wellFormed(String(params[index] ?? param)));
  const added = new URLSearchParams(query);
  const address = addressOf(operation, { ...call, params: changed });
  return `${address}${call.query ? "&" : "?"}${added}`;
}

describe.each(operations)("%s", (_, operation) => {
  it("gives a documented answer to everything, and a rejected request leaves nothing behind", async () => {
    const caller = await newCaller(server, operation.access);
    let call = await callOf(operation, caller);
    let before = await rowCounts();
    const statuses = Object.keys(documented(operation).responses ?? {});
    const property = fc.asyncProperty(changesTo(operation, call), async (change) => {
      const body = operation.body && changedBody(change, call);
      const headers = { ...change.headers, authorization: `Bearer ${caller.key}` };
      const answer = await send(operation.method, changedAddress(operation, call, change), headers, body);

      expect(answer.status).toBeLessThan(500);
      expect(statuses).toContain(String(answer.status));
      const missed = operation.missAs200 && answer.body.error === 1;
      if (answer.status === 200 && !missed) {
        if (operation.file) expect(answer.body.file).toBeGreaterThan(0);
        else if (!operation.bare) expect(answer.body.error).toBe(0);
        // An account that has removed 100 domains in a month may not add more.
        await database.query("DELETE FROM former_domains");
        // Unique values are now taken, and what was deleted is gone.
        if (operation.method === "POST" || operation.method === "DELETE") call = await callOf(operation, caller);
        before = await rowCounts();
      } else {
        expect(answer.body).toMatchObject({ error: 1, code: expect.any(String), message: expect.stringMatching(/\S/) });
        expect(await rowCounts()).toEqual(before);
      }
    });
    await fc.assert(property, { numRuns, seed });
  });
});

it("answers at any other address, with any method, in the envelope", async () => {
  const { key } = await newCaller(server);
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("url", "urls", "1", "add", "update", "%", "..;"),
  );
  const path = fc
    .array(part, { minLength: 1, maxLength: 6 })
    .map((parts) => ["/api", ...parts.map((text) => encodeURIComponent(wellFormed(text)))].join("/"));
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");
  await fc.assert(
    fc.asyncProperty(path, method, async (address, name) => {
      const { status, body } = await send(name, address, { authorization: `Bearer ${key}` });
      expect(status).toBeLessThan(500);
      expect([0, 1]).toContain(body.error);
      if (status !== 200)
        expect(body).toMatchObject({ error: 1, code: expect.any(String), message: expect.stringMatching(/\S/) });
    }),
    { numRuns: leastRequests / 20, seed },
  );
});

it(`has sent ${leastRequests} requests at least`, () => {
  expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(leastRequests);
});
