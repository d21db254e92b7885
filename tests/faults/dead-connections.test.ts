import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { type StoppingProxy, startStoppingProxy } from "../support/stopping-proxy";
import { eventually } from "../support/wait";

let postgres: TestPostgres;
let proxy: StoppingProxy;
let server: TestServer;

beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startStoppingProxy(postgres.url);
  server = await startServer({ env: { DATABASE_URL: proxy.url, LOG_LEVEL: "info" } });
});

afterAll(async () => {
  await server?.stop();
  proxy?.close();
  await postgres?.remove();
});

test("connections that nobody forwards any more are given up, and every click is stored", {
  timeout: 240_000,
}, async () => {
  const { post } = api(server, server.adminKey);
  for (const custom of ["one", "two"])
    expect((await post("/api/url/add", { url: "https://example.com/", custom })).status).toBe(200);
  const load = startLoad(server, { paths: ["/one", "/two"], connections: 2, pause: 50 });
  await load.answered(200);
  const stopped = Date.now();
  proxy.stopForwarding();
  await eventually(() => expect(server.logs()).toContain("clicks cannot be stored now"), 70_000);
  const toldAfter = Date.now() - stopped;
  await eventually(() => expect(server.logs()).toContain("clicks are being stored again"), 70_000);
  console.log(`dead connections: told after ${toldAfter} ms, stored again after ${Date.now() - stopped} ms`);
  const { redirects, statuses, inFlight, longest } = await load.stop();
  console.log(`answers ${JSON.stringify(statuses)}, longest wait ${Math.round(longest)} ms`);
  expect({ statuses: Object.keys(statuses), inFlight }).toEqual({ statuses: ["302"], inFlight: 0 });
  const recorded = await recordedClicks(server, 60_000);
  expect(recorded.map(({ alias, rows }) => [alias, rows]).sort()).toEqual([
    ["one", redirects["/one"]],
    ["two", redirects["/two"]],
  ]);
});
