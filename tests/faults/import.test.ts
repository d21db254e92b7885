import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { begin, uploaded } from "../support/imports";
import { startServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const LINES = 8_000;

const dataDir = await temporaryFolder();
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test("an import continues after its process was killed, and creates every link once", async () => {
  let server = await startServer({ dataDir });
  const { id } = await newUser(server, { admin: true });
  const cookie = await sessionCookie(server, id);
  const lines = Array.from({ length: LINES }, (_, index) => `line-${index},https://example.com/${index},${index % 7}`);
  await begin(server, cookie, await uploaded(server, cookie, `alias,url,clicks\n${lines.join("\n")}\n`));

  const made = async () => {
    const [row] = await sql<{ links: number }>(server, "SELECT count(*)::int AS links FROM links WHERE user_id = $1", [
      id,
    ]);
    return row?.links ?? 0;
  };
  await eventually(async () => expect(await made()).toBeGreaterThan(LINES / 5), 60_000);
  await server.kill();
  server = await startServer({ dataDir });
  // It was killed during its work, not afterwards.
  expect(await made()).toBeLessThan(LINES);

  await eventually(async () => expect(await made()).toBe(LINES), 120_000);
  const wrong = await sql(
    server,
    `SELECT alias FROM links WHERE user_id = $1 AND (destination <> 'https://example.com/' || substr(alias, 6)
       OR clicks <> substr(alias, 6)::int % 7)`,
    [id],
  );
  expect(wrong).toEqual([]);
  await eventually(async () => {
    const rows = await sql(server, "SELECT outcome::text, count(*)::int FROM import_rows GROUP BY outcome");
    expect(rows).toEqual([{ outcome: "created", count: LINES }]);
    expect(await sql(server, "SELECT status::text FROM imports")).toEqual([{ status: "done" }]);
  }, 60_000);
  await server.stop();
});
