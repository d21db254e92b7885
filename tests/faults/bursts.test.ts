import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { formatLine } from "@/lib/clicks/journal/line";
import { api } from "../support/api";
import { recordedClicks } from "../support/recorded";
import { inherited, startServer, type TestServer, temporaryFolder } from "../support/server";
import { agents } from "../support/visit";
import { eventually } from "../support/wait";

const PEOPLE = 30;
const BURST = 25_000;
/** The least number of clicks that are corrected when the process is killed. */
const KILLED_AT = [1, 15_000];

const untilStopped = promisify(execFile);

test("a correction during which the process dies is made once", { timeout: 600_000 }, async () => {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  const { post } = api(server, server.adminKey);
  const added = await post<{ id: number }>("/api/url/add", { url: "https://example.com/", custom: "hit" });
  const linkId = Number(added.body.id);
  await server.stop();

  // The journal of a process that died a few minutes ago.
  const minute = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const line = (address: string, place: number) =>
    formatLine(
      {
        at: minute + Math.floor((place * 60_000) / BURST),
        address,
        userAgent: agents.windows,
        referrer: "",
        language: "en",
        head: false,
        prefetch: false,
        untracked: false,
      },
      { linkId },
    );
  const lines = Array.from({ length: BURST }, (_, place) => line(`8.8.4.${place % 250}`, place));
  for (let person = 0; person < PEOPLE; person++) lines.push(line(`9.9.${person}.9`, person));
  await mkdir(join(dataDir, "journal", "left-1"), { recursive: true });
  await writeFile(join(dataDir, "journal", "left-1", "1.closed"), lines.join(""));

  for (const least of KILLED_AT) {
    server = await startServer({ dataDir });
    await eventually(async () => expect(await inBurst(server)).toBeGreaterThanOrEqual(least), 120_000);
    await server.kill();
    const corrected = await inBurst(server);
    console.log(`killed when ${corrected} of ${BURST} clicks had been corrected`);
    expect(await verified(server)).toEqual({ differences: 0, named: [] });
  }
  server = await startServer({ dataDir });
  await eventually(async () => expect(await inBurst(server)).toBe(BURST), 120_000);
  const [link] = await recordedClicks(server);
  const counted = { counter: PEOPLE, total: PEOPLE, days: PEOPLE, unique: PEOPLE };
  expect(link).toEqual({ alias: "hit", rows: BURST + PEOPLE, ...counted });
  expect(await verified(server)).toEqual({ differences: 0, named: [] });
});

async function inBurst({ databaseUrl }: TestServer): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select count(*)::int as count from clicks where class = 'burst' and robot = 'burst'",
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
}

/** Returns what the command reports. The embedded Postgres keeps running when the process is killed. */
async function verified({ dataDir, appSecret, databaseUrl }: TestServer) {
  const env = {
    ...inherited,
    NODE_ENV: "production" as const,
    DATA_DIR: dataDir,
    APP_SECRET: appSecret,
    DATABASE_URL: databaseUrl,
  };
  const { stdout } = await untilStopped(process.execPath, [".build/signpost.js", "verify", "--json"], { env }).catch(
    (error: { stdout: string }) => error,
  );
  const { differences, named } = JSON.parse(stdout);
  return { differences, named };
}
