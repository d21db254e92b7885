import { readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { begin, upload } from "../support/imports";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const LINES = 5_000;
const file = (name: string) =>
  `alias,url\n${Array.from({ length: LINES }, (_, line) => `${name}-${line},https://example.com/${line}`).join("\n")}\n`;

const dataDir = await temporaryFolder();
let server: TestServer;
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Row {
  id: number;
  status: string;
  file: string | null;
  tries: number;
  problem: string | null;
  rows: number;
}

interface Uploader {
  id: number;
  cookie: string;
}

async function newUploader(): Promise<Uploader> {
  const { id } = await newUser(server, { admin: true });
  return { id, cookie: await sessionCookie(server, id) };
}

const imports = (userId: number) =>
  sql<Row>(
    server,
    `SELECT id, status::text, file, tries, problem,
       (SELECT count(*)::int FROM import_rows WHERE import_id = imports.id) AS rows
     FROM imports WHERE user_id = $1 ORDER BY id`,
    [userId],
  );

const files = () => readdir(join(dataDir, "imports"));

/** Uploads a file, and waits until its reader needs the table of lines, which is locked, and calls `meanwhile`. */
async function whileLocked({ id, cookie }: Uploader, name: string, meanwhile: () => Promise<unknown>) {
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  // It may be closed together with the database.
  holder.on("error", () => undefined);
  await holder.connect();
  await holder.query("BEGIN; LOCK import_rows IN SHARE MODE");
  const answer = upload(server, cookie, file(name)).catch(() => null);
  await eventually(async () => {
    expect(await imports(id)).toMatchObject([{ status: "reading", file: expect.any(String) }]);
    const { rows } = await holder.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    expect(rows).toHaveLength(1);
  }, 60_000);
  await meanwhile();
  await holder.end();
  await answer;
}

/** Starts again. The lease of the dead process ends now instead of after a minute. */
async function startAgain(): Promise<void> {
  server = await startServer({ dataDir });
  await sql(server, "UPDATE imports SET lease_until = now() WHERE status = 'reading'");
}

test("an import whose process is killed while the file arrives leaves nothing", async () => {
  server = await startServer({ dataDir });
  const { id, cookie } = await newUploader();
  const boundary = "boundary";
  const half = request(`${server.url}/dashboard/import/upload`, {
    method: "POST",
    headers: {
      cookie,
      "sec-fetch-site": "same-origin",
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": "10000000",
    },
  });
  half.on("error", () => undefined);
  half.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="links.csv"\r\n\r\n`);
  // More than the front collects before it passes a form on.
  half.write(file("half").repeat(12));
  await eventually(async () => expect(await files()).toHaveLength(1), 60_000);
  expect(await imports(id)).toMatchObject([{ status: "reading", file: null, rows: 0 }]);
  await server.kill();
  await startAgain();
  expect(await files()).toEqual([]);
  await eventually(async () => expect(await imports(id)).toEqual([]), 60_000);
});

test.each([
  ["killed", () => server.kill()],
  ["stopped", () => server.stop()],
])("an import goes on after its process was %s while it was read", async (how, end) => {
  const { id, cookie } = await newUploader();
  await whileLocked({ id, cookie }, how, end);
  await startAgain();
  expect((await imports(id))[0]).toMatchObject({ status: "reading", file: expect.any(String), problem: null });
  await eventually(async () => {
    expect(await imports(id)).toMatchObject([{ status: "checked", rows: LINES, problem: null }]);
  }, 300_000);
  await eventually(async () => expect(await files()).toEqual([]));
  const [read] = await imports(id);
  await begin(server, cookie, `/dashboard/import/${read?.id}`);
  await eventually(async () => {
    const [made] = await sql(server, "SELECT count(*)::int AS links FROM links WHERE user_id = $1", [id]);
    expect(made).toEqual({ links: LINES });
  }, 300_000);
});

test("an import goes on after the database was too slow while it was read", async () => {
  const { id, cookie } = await newUploader();
  await whileLocked({ id, cookie }, "slow", () => server.kill());
  server = await startServer({ dataDir });
  const endLease = () => sql(server, "UPDATE imports SET lease_until = now() WHERE status = 'reading'");
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  await holder.query("BEGIN; LOCK links IN ACCESS EXCLUSIVE MODE");
  await endLease();
  await eventually(() => expect(server.logs()).toContain("an import or export lacks a service"), 60_000);
  await holder.end();
  expect(await imports(id)).toMatchObject([{ status: "reading", tries: 1, problem: null }]);
  await endLease();
  await eventually(async () => {
    expect(await imports(id)).toMatchObject([{ status: "checked", rows: LINES, problem: null }]);
  }, 300_000);
  await eventually(async () => expect(await files()).toEqual([]));
});

test("an import that ends three processes, or whose file is lost, says what happened", async () => {
  const [tiring, lost] = [await newUploader(), await newUploader()];
  await whileLocked(tiring, "tiring", () => server.kill());
  server = await startServer({ dataDir });
  await sql(server, "UPDATE imports SET lease_until = now(), tries = 2 WHERE user_id = $1", [tiring.id]);
  await eventually(async () => expect((await imports(tiring.id))[0]).toMatchObject({ status: "done" }), 60_000);
  const page = async ({ id, cookie }: Uploader) =>
    (await fetch(`${server.url}/dashboard/import/${(await imports(id))[0]?.id}`, { headers: { cookie } })).text();
  expect(await page(tiring)).toContain("The service was interrupted while it read this file.");
  await eventually(async () => expect(await files()).toEqual([]));

  await whileLocked(lost, "lost", () => server.kill());
  for (const name of await files()) await rm(join(dataDir, "imports", name));
  server = await startServer({ dataDir });
  await sql(server, "UPDATE imports SET lease_until = now() - interval '3 minutes' WHERE user_id = $1", [lost.id]);
  await eventually(async () => expect((await imports(lost.id))[0]).toMatchObject({ status: "done" }), 60_000);
  expect(await page(lost)).toContain("The service was interrupted while it read this file.");
  // Another one can follow.
  expect((await upload(server, lost.cookie, "url\nhttps://example.com/\n")).status).toBe(303);
  await server.stop();
});
