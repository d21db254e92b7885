import { rm } from "node:fs/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../support/api";
import { type LinkOwner, linkOwner } from "../support/links";
import { type Receiver, startReceiver } from "../support/receiver";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const split = ["https://a.example/", "https://b.example/"].map((to) => ({ to, weight: 1 }));
/** Enough visitors for each destination to get more of them than it needs conversions. */
const VISITORS = 120;
const CONVERSIONS = 35;

let dataDir: string;
let server: TestServer;
let receiver: Receiver;
let owner: LinkOwner;
let link: number;

const start = () => startServer({ dataDir, env: { ALLOW_PRIVATE_FETCH: "1", TRUSTED_PROXIES: "loopback" } });

beforeEach(async () => {
  dataDir = await temporaryFolder();
  [receiver, server] = await Promise.all([startReceiver(), start()]);
  owner = await linkOwner(server);
  await owner.made("/api/webhook/add", { url: receiver.url, events: ["split.decided"] });
  link = await linkWithWinner();
});
afterEach(async () => {
  await server?.stop();
  await receiver?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates a split test with a clear winner. The service checks split tests when it starts, and then each hour. */
async function linkWithWinner(): Promise<number> {
  const { id, shorturl } = await owner.create({ split, splitfinish: {} });
  for (let visitor = 0; visitor < VISITORS; visitor++)
    await visit(shorturl, { headers: { "x-forwarded-for": `9.0.0.${visitor}` } });
  const shares = await eventually(async () => {
    const found = (await owner.show(id)).data.splits?.[0]?.shares ?? [];
    expect(found.reduce((sum, { uniqueClicks }) => sum + uniqueClicks, 0)).toBe(VISITORS);
    return found;
  });
  const variant = shares.find(({ destination }) => destination === split[1]?.to)?.variant;
  const sales = Array.from({ length: CONVERSIONS }, (_, click) => ({
    ...{ link: id, variant, click: `${click + 1}`, event: "sale", source: "api", at: new Date() },
  }));
  await sql(server, "SELECT add_conversions($1, 20, 100)", [JSON.stringify(sales)]);
  return id;
}

/** How many transactions have changed a link and now wait to store the event. */
async function decidingNow(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks AS waiting JOIN pg_locks AS held ON held.pid = waiting.pid
     WHERE NOT waiting.granted AND waiting.relation = 'webhook_changes'::regclass
       AND held.granted AND held.relation = 'links'::regclass AND held.mode = 'RowExclusiveLock'`,
  );
  return rows.length;
}

test.each([
  ["ends before the next start", true],
  ["still waits at the next start", false],
])("kill -9 while a winner is stored leaves one decision, if the transaction %s", async (_, isReleasedFirst) => {
  await server.kill();
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  try {
    // The event is stored after the decision and in the same transaction, which now waits for this lock.
    await holder.query("BEGIN; LOCK TABLE webhook_changes IN SHARE MODE");
    server = await start();
    await eventually(async () => expect(await decidingNow(holder)).toBe(1));
    await server.kill();
    expect(await decisions()).toEqual([]);
    if (isReleasedFirst) await holder.query("COMMIT");
    server = await start();
    await holder.query("COMMIT");
  } finally {
    await holder.end();
  }
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0), 60_000);
  expect(await decisions()).toMatchObject([{ outcome: "winner", winner: 1 }]);
  expect(await historyEntries()).toHaveLength(1);
  const events = await sql<{ message: string }>(
    server,
    "SELECT message FROM webhook_deliveries WHERE type = 'split.decided'",
  );
  expect(events).toHaveLength(1);
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([`msg_${events[0]?.message}`]));

  // A further start checks the test again, and decides nothing.
  const checked = await lastCheck();
  await server.kill();
  server = await start();
  await eventually(async () => expect(await lastCheck()).not.toEqual(checked), 60_000);
  expect(await historyEntries()).toHaveLength(1);
  expect(await sql(server, "SELECT FROM webhook_deliveries WHERE type = 'split.decided'")).toHaveLength(1);
});

async function decisions(): Promise<object[]> {
  const rows = await sql<{ result: object | null }>(
    server,
    "SELECT rules #> '{0,finish,result}' AS result FROM links WHERE id = $1",
    [link],
  );
  return rows.flatMap(({ result }) => result ?? []);
}

/** The changes of the link after its creation. */
async function historyEntries() {
  const { body } = await api(server, owner.user.key).get<{ data: { changes: { kind: string }[] } }>(
    `/api/url/${link}/history`,
  );
  return body.data.changes.filter(({ kind }) => kind === "changed");
}

/** When the regular task was begun that follows the check of split tests. */
const lastCheck = () => sql(server, "SELECT due_at FROM sweeps WHERE name = 'verification'");
