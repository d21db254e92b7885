import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { inherited, startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const VISITS = 500;
const POISON = ["full", "over"];
const PATHS = Array.from({ length: 50 }, (_, index) => `/${POISON[index] ?? "good"}`);
const WAIT = 150_000;

test("rejected clicks delay no others, whenever the process dies, and are stored later", async () => {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  const { post } = api(server, server.adminKey);
  for (const custom of ["good", ...POISON])
    expect((await post("/api/url/add", { url: "https://example.com/", custom })).status).toBe(200);
  await sql(
    server,
    `update link_counts set clicks = ${2n ** 63n - 1n} from links where id = link_id and alias <> 'good'`,
  );

  // Holds up the first click that is set aside, to kill the process in the middle of that transaction.
  let release = await holdUp(server, "quarantined_clicks");
  const load = startLoad(server, { paths: PATHS, connections: 8 });
  await load.answered(VISITS);
  const { redirects, statuses, inFlight } = await load.stop();
  expect({ statuses: Object.keys(statuses), inFlight }).toEqual({ statuses: ["302"], inFlight: 0 });
  const [good = 0, full = 0, over = 0] = ["/good", "/full", "/over"].map((path) => redirects[path]);
  await untilHeldUp(server, "quarantined_clicks");
  await server.kill();
  await release();
  expect(await setAside(server)).toBe(0);

  // Kills it again when only some clicks of a batch are set aside.
  server = await startServer({ dataDir });
  await eventually(async () => expect(await setAside(server)).toBeGreaterThanOrEqual(3), WAIT);
  release = await holdUp(server, "quarantined_clicks");
  await untilHeldUp(server, "quarantined_clicks");
  await server.kill();
  await release();
  expect(await setAside(server)).toBeLessThan(full + over);

  server = await startServer({ dataDir });
  const none = { rows: 0, total: 0, days: 0 };
  const stored = async () => new Map((await recordedClicks(server, WAIT)).map(({ alias, ...link }) => [alias, link]));
  let links = await stored();
  expect(links.get("good")).toEqual({ rows: good, counter: good, total: good, days: good, unique: 1 });
  for (const alias of POISON) expect(links.get(alias)).toMatchObject(none);
  expect(await setAside(server)).toBe(full + over);
  const quarantined = async () =>
    (await api(server, server.adminKey).get<{ journal: { quarantined: number } }>("/api/health")).body.journal
      .quarantined;
  await eventually(async () => expect(await quarantined()).toBe(full + over));

  // Repairs the cause that made one of the two links' clicks fail.
  await sql(server, "update link_counts set clicks = 0 from links where id = link_id and alias = 'full'");
  // Kills the command while it stores the clicks, and when it has stored but not yet removed them.
  for (const table of ["clicks", "quarantined_clicks"]) {
    release = await holdUp(server, table);
    const broken = replay(server);
    await untilHeldUp(server, table);
    broken.kill("SIGKILL");
    await once(broken, "exit");
    await release();
  }
  const left = `${over} lines are still in quarantine.`;
  expect(await outcome(replay(server))).toMatchObject({ code: 0, said: expect.stringContaining(left) });
  links = await stored();
  expect(links.get("full")).toEqual({ rows: full, counter: full, total: full, days: full, unique: 1 });
  expect(links.get("over")).toMatchObject(none);

  await sql(server, "update link_counts set clicks = 0 from links where id = link_id and alias = 'over'");
  const said = (clicks: number) => `${clicks} clicks were stored. 0 lines are still in quarantine.\n`;
  expect(await outcome(replay(server))).toEqual({ code: 0, said: said(over) });
  expect(await outcome(replay(server))).toEqual({ code: 0, said: said(0) });
  links = await stored();
  for (const [alias, clicks] of Object.entries({ good, full, over }))
    expect({ alias, ...links.get(alias) }).toMatchObject({
      rows: clicks,
      counter: clicks,
      total: clicks,
      days: clicks,
    });
  await eventually(async () => expect(await quarantined()).toBe(0));

  await server.stop();
  const { code, said: refusal } = await outcome(replay(server));
  expect({ code, refusal }).toEqual({ code: 1, refusal: expect.stringContaining("Start Signpost first") });
});

async function setAside(server: TestServer): Promise<number> {
  const [row] = await sql<{ count: number }>(server, "select count(*)::int as count from quarantined_clicks");
  return row?.count ?? Number.NaN;
}

/** Blocks writes to a table until the returned function is called. */
async function holdUp({ databaseUrl }: TestServer, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return () => client.end();
}

function untilHeldUp(server: TestServer, table: string): Promise<void> {
  return eventually(async () => {
    const waiting = await sql(server, `select from pg_locks where not granted and relation = '${table}'::regclass`);
    expect(waiting.length).toBeGreaterThan(0);
  }, WAIT);
}

function replay({ dataDir, appSecret }: TestServer) {
  return spawn(process.execPath, [".build/signpost.js", "replay-quarantine"], {
    env: { ...inherited, NODE_ENV: "production", DATA_DIR: dataDir, APP_SECRET: appSecret },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function outcome(command: ReturnType<typeof replay>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  return { code, said: stdout + stderr };
}
