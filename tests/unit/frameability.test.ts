import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

// Its server may fetch the destination, which is on this machine.
process.env.ALLOW_PRIVATE_FETCH = "1";
await startDatabase();
const { FrameabilityCache } = await import("@/lib/resources/links/destinations/frameability");
const { pool } = await import("@/lib/platform/database/pool");

const origin = "http://go.example.com";
const hour = 60 * 60_000;

let requests = 0;
let status = 200;
let headers: Record<string, string> = {};
let mayAnswer = Promise.resolve();
const site = createServer(async (request, response) => {
  if (`${host}${request.url}` === url) requests++;
  await mayAnswer;
  response.writeHead(status, headers).end("The destination");
});
await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
const host = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
let url: string;
let tests = 0;
afterAll(() => {
  vi.useRealTimers();
  site.close();
});

let frameability: InstanceType<typeof FrameabilityCache>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await pool.query("DELETE FROM frame_permissions");
  // Requests of the test before may still be answered and stored.
  url = `${host}/${++tests}`;
  frameability = new FrameabilityCache();
  [requests, status, headers, mayAnswer] = [0, 200, {}, Promise.resolve()];
});

const allows = (by = origin) => frameability.allow(url, by);

/** Waits until an answer of this test's destination is stored. */
const stored = () =>
  eventually(async () => {
    const key = createHash("sha256").update(url).digest();
    expect((await pool.query("SELECT FROM frame_permissions WHERE key = $1", [key])).rowCount).toBe(1);
  });

/** Visits until the destination's present answer is known. */
const known = (expected: boolean) => eventually(async () => expect(await allows()).toBe(expected));

it("redirects the first visitor at once, and does not ask the destination for each visitor", async () => {
  expect(await allows()).toBe(false);
  await known(true);
  vi.advanceTimersByTime(23 * hour);
  for (let n = 0; n < 5; n++) expect(await allows()).toBe(true);
  expect(requests).toBe(1);
});

it("asks the destination once, however many visitors come before it answers", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  await allows();
  await eventually(async () => expect(requests).toBe(1));
  for (let n = 0; n < 5; n++) expect(await allows()).toBe(false);
  resolve();
  await known(true);
  await stored();
  // A second request would follow now.
  await sleep(200);
  expect(requests).toBe(1);
});

it("asks again after a day, while visitors still get the known answer", async () => {
  await allows();
  await known(true);
  const before = requests;
  headers = { "X-Frame-Options": "DENY" };
  vi.advanceTimersByTime(24 * hour + 1);
  expect(await allows()).toBe(true);
  await known(false);
  expect(requests).toBeGreaterThan(before);
});

it("asks again after an hour if the destination did not respond", async () => {
  status = 500;
  await allows();
  await stored();
  const before = requests;
  status = 200;
  vi.advanceTimersByTime(59 * 60_000);
  expect(await allows()).toBe(false);
  expect(requests).toBe(before);
  vi.advanceTimersByTime(2 * 60_000);
  expect(await allows()).toBe(false);
  await known(true);
});

it("does not ask what another process has found out", async () => {
  await allows();
  await known(true);
  await stored();
  const before = requests;
  expect(await new FrameabilityCache().allow(url, origin)).toBe(true);
  expect(requests).toBe(before);
});

it("shows no unencrypted page inside an encrypted one", async () => {
  await allows();
  await known(true);
  expect(await allows("https://go.example.com")).toBe(false);
});
