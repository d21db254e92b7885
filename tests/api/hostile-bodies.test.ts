import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { newCaller } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { hostileBody, hostileValues, placesOf } from "../support/hostile-bodies";
import { seed } from "../support/seeded";
import { startServer, type TestServer } from "../support/server";
import { allTests } from "../support/tier";

const largestAnswer = 64 * 1024;

let server: TestServer;
let memoryBefore: number;
const figures = { requests: 0, largest: 0, slowest: 0, status: new Map<number, number>() };

const memoryOf = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

beforeAll(async () => {
  server = await startServer();
  memoryBefore = await memoryOf(server.pid);
});

afterAll(async () => {
  const memory = `${Math.round(memoryBefore)} MiB before, ${Math.round(await memoryOf(server.pid))} MiB after`;
  const statuses = JSON.stringify(Object.fromEntries([...figures.status].sort()));
  console.log(
    `${figures.requests} requests, SEED=${seed}; by status: ${statuses}; largest answer ${figures.largest} bytes, ` +
      `slowest ${Math.round(figures.slowest)} ms; memory ${memory}`,
  );
  await server.stop();
});

async function send(operation: Operation, call: Call, key: string, body: string) {
  const startedAt = performance.now();
  const response = await fetch(server.url + addressOf(operation, call), {
    method: operation.method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  figures.requests++;
  figures.slowest = Math.max(figures.slowest, performance.now() - startedAt);
  figures.largest = Math.max(figures.largest, Buffer.byteLength(text));
  figures.status.set(response.status, (figures.status.get(response.status) ?? 0) + 1);
  expect(response.status).toBeLessThan(500);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(largestAnswer);
  return { status: response.status, body: JSON.parse(text) as { errors?: unknown[]; message?: string } };
}

const withBody = operations.filter(([, { body }]) => body);

describe.each(withBody)("%s", (name, operation) => {
  it("gives a short answer to a body of any shape", async () => {
    const caller = await newCaller(server, operation.access);
    const call = await callOf(operation, caller);
    const places = placesOf(operation, call);
    const offset = seed % Math.max(1, places.length);
    const nth = withBody.findIndex(([one]) => one === name);
    for (const [index, [, json]] of hostileValues.entries()) {
      // All operations read bodies in the same way, so each gets a third of the values (all in `npm run test:all`).
      const isChosen = allTests || (index + nth) % 3 === 0;
      if (isChosen) await send(operation, call, caller.key, json);
      // Each value is used in some operation, and each place gets some value, with any seed.
      const most = isChosen ? Math.max(places.length, hostileValues.length) : places.length;
      for (let at = index; at < most; at += hostileValues.length) {
        const place = places[(at + offset) % places.length];
        if (place) await send(operation, call, caller.key, hostileBody(call, place, json));
      }
    }
  });
});

it("rejects bodies that once ended the process, and names what is wrong", async () => {
  const caller = await newCaller(server);
  const operation = operations.find(([, { path }]) => path === "/api/overlay/{id}/update")?.[1] as Operation;
  const call = await callOf(operation, caller);
  const nul = Array(60_000).fill("\0");
  const long = JSON.stringify({ content: { ["k".repeat(400_000)]: nul } });
  expect(await send(operation, call, caller.key, long)).toMatchObject({
    status: 400,
    body: { message: "The body has a field name of more than 200 characters." },
  });
  const deep = `${'{"content":'.repeat(5_000)}1${"}".repeat(5_000)}`;
  expect(await send(operation, call, caller.key, deep)).toMatchObject({
    status: 400,
    body: { message: "The body is nested more than 32 levels deep." },
  });
  const many = JSON.stringify({ content: { texts: nul } });
  expect(await send(operation, call, caller.key, many)).toMatchObject({
    status: 400,
    body: { message: "The body has more than 5,000 values." },
  });
  const wrong = await send(operation, call, caller.key, JSON.stringify({ content: { texts: nul.slice(0, 4_000) } }));
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors?.length).toBeLessThanOrEqual(20);
});

it("frees its memory afterwards", async () => {
  // V8 frees memory when idle, and keeps some of it: less than one body of the attack took.
  await expect.poll(() => memoryOf(server.pid), { timeout: 30_000, interval: 1_000 }).toBeLessThan(memoryBefore + 300);
});
