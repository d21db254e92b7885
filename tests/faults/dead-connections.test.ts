import { afterAll, beforeAll, expect, test } from "vitest";
import { connectForSlowStatements, endConnection } from "@/lib/platform/database/client";
import { api } from "../support/api";
import { cannotDropPackets, startDroppingNetwork } from "../support/dropping-network";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { startStoppingProxy } from "../support/stopping-proxy";
import { eventually, within } from "../support/wait";

const cannotDrop = cannotDropPackets();
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.remove());

/** Breaks the way to the database under load, lets `restore` repair it, and expects every click to be stored. */
async function losesNothing(url: string, fail: () => void, restore = () => {}): Promise<void> {
  const server = await startServer({ env: { DATABASE_URL: url, LOG_LEVEL: "info" } });
  try {
    await losesNothingOf(server, url, fail, restore);
  } finally {
    // A server left running would store its clicks in the next test's database, which has the same address.
    await server.stop();
  }
}

async function losesNothingOf(server: TestServer, url: string, fail: () => void, restore: () => void): Promise<void> {
  const aliases = ["one", "two"].map((name) => `${name}-${new URL(url).port}`);
  const { post } = api(server, server.adminKey);
  for (const custom of aliases)
    expect((await post("/api/url/add", { url: "https://example.com/", custom })).status).toBe(200);
  const load = startLoad(server, { paths: aliases.map((alias) => `/${alias}`), connections: 2, pause: 50 });
  await load.answered(200);
  const failed = Date.now();
  fail();
  await eventually(() => expect(server.logs()).toContain("clicks cannot be stored now"), 35_000);
  const noticedAfter = Date.now() - failed;
  restore();
  await eventually(() => expect(server.logs()).toContain("clicks are being stored again"), 35_000);
  console.log(`dead connections: told after ${noticedAfter} ms, stored again after ${Date.now() - failed} ms`);
  const { redirects, statuses, inFlight, longest } = await load.stop();
  console.log(`answers ${JSON.stringify(statuses)}, longest wait ${Math.round(longest)} ms`);
  expect({ statuses: Object.keys(statuses), inFlight }).toEqual({ statuses: ["302"], inFlight: 0 });
  const recorded = (await recordedClicks({ ...server, databaseUrl: postgres.url }, 60_000)).filter(({ alias }) =>
    aliases.includes(alias),
  );
  expect(recorded.map(({ alias, rows }) => [alias, rows]).sort()).toEqual(
    aliases.map((alias) => [alias, redirects[`/${alias}`]]),
  );
}

test("connections that are no longer forwarded are closed, and every click is stored", async () => {
  const proxy = await startStoppingProxy(postgres.url);
  await losesNothing(proxy.url, proxy.stopForwarding);
  proxy.close();
});

test.skipIf(cannotDrop)(
  `packets that are dropped lose no click${cannotDrop ? ` (skipped: ${cannotDrop})` : ""}`,
  async () => {
    const network = await startDroppingNetwork(postgres.url);
    try {
      await losesNothing(network.url, network.drop, network.forward);
    } finally {
      network.close();
    }
  },
);

test("a long statement continues while the database works on it, and ends within 30 s if the connection is dead", async () => {
  const forwarded = await startStoppingProxy(postgres.url);
  const clients = await Promise.all(
    [postgres.url, forwarded.url, forwarded.url].map((url) => connectForSlowStatements({ connectionString: url })),
  );
  const [working, silent, idle] = clients;
  const slept = working?.query("select pg_sleep(25)");
  // The database finishes the statement, but its answer never arrives.
  const lost = silent?.query("select pg_sleep(1)").then(() => "answered", String);
  forwarded.stopForwarding();
  const begun = performance.now();
  const unheard = idle?.query("select 1").then(() => "answered", String);
  expect(await within(35_000, Promise.all([lost, unheard]))).toEqual(
    Array(2).fill(expect.stringContaining("no longer responds")),
  );
  console.log(`given up after ${Math.round(performance.now() - begun)} ms`);
  expect((await slept)?.rowCount).toBe(1);
  await Promise.all(clients.map(endConnection));
  forwarded.close();
});
