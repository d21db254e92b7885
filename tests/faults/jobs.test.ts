import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOwner } from "../support/links";
import { series } from "../support/scrape";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

const TOKEN = "a-token-of-the-tests-which-is-long";

let dataDir: string;
let server: TestServer;
let receiver: Server;
/** The IDs of the deliveries that arrived. */
const ids: unknown[] = [];
let answers = false;

const start = () => startServer({ dataDir, env: { ALLOW_PRIVATE_FETCH: "1", METRICS_TOKEN: TOKEN } });

beforeAll(async () => {
  receiver = createServer((request, response) => {
    ids.push(request.headers["webhook-id"]);
    if (answers) response.end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  dataDir = await temporaryFolder();
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await new Promise((done) => receiver.close(done).closeAllConnections());
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns how many jobs are running, by the service's metrics. Jobs run in a separate thread. */
async function running(): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return series(text).sum("signpost_jobs_running");
}

test("a stop in the middle of a delivery ends it, and the next start sends it again with the same ID", async () => {
  const owner = await linkOwner(server);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await owner.made("/api/webhook/add", { url, events: ["link.created"] });
  await owner.create();
  await eventually(() => expect(ids).toHaveLength(1));
  expect(await running()).toBe(1);

  process.kill(server.pid, "SIGTERM");
  expect(await server.exited).toBe(0);
  answers = true;
  server = await start();
  await eventually(() => expect(ids).toHaveLength(2));
  expect(ids[1]).toBe(ids[0]);
  await eventually(async () => expect(await running()).toBe(0));
});
