import { rm } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { api } from "../support/api";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { connected, sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const LINKS = 30_000;

const dataDir = await temporaryFolder();
let server: TestServer;
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Gives an account so many links that changing all of them takes a while. */
async function fill({ id }: TestUser): Promise<void> {
  await sql(
    server,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1::int, (SELECT id FROM domains WHERE user_id IS NULL), alias, alias, 'https://example.com/' || alias
     FROM (SELECT 'u' || $1::int || '-' || n AS alias FROM generate_series(1, $2::int) AS n) AS made`,
    [id, LINKS],
  );
}

/** Returns how many links each user owns, and how many users have a wrong number in `link_blocks`. */
async function owners(): Promise<{ links: Record<string, number>; wrong: number }> {
  const rows = await sql<{ id: number; links: number }>(
    server,
    "SELECT user_id AS id, count(*)::int AS links FROM links GROUP BY 1",
  );
  const [kept] = await sql<{ wrong: number }>(
    server,
    `SELECT count(*)::int AS wrong FROM (SELECT user_id, sum(links) AS links FROM link_blocks GROUP BY 1) AS kept
     FULL JOIN (SELECT user_id, count(*) AS links FROM links WHERE NOT archived GROUP BY 1) AS counted
     USING (user_id, links) WHERE kept IS NULL OR counted IS NULL`,
  );
  return { links: Object.fromEntries(rows.map(({ id, links }) => [id, links])), wrong: kept?.wrong ?? 0 };
}

/** Waits until a statement is running, and kills the process. */
async function killWhile(statement: string): Promise<void> {
  await connected(server, async (client) => {
    await eventually(async () => {
      const { rows } = await client.query(
        "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()",
        [`%${statement}%`],
      );
      expect(rows).toHaveLength(1);
    }, 60_000);
  });
  await server.kill();
  server = await startServer({ dataDir });
}

const untilErased = ({ id }: TestUser) =>
  eventually(async () => expect(await sql(server, "SELECT FROM users WHERE id = $1", [id])).toEqual([]), 120_000);

it("a killed transfer changes nothing and can be accepted again, and the next start completes a killed deletion", async () => {
  server = await startServer({ dataDir });
  const [giver, leaver] = [await newUser(server), await newUser(server)];
  const receiver = await newUser(server, { admin: true });
  await fill(giver);
  await fill(leaver);
  const { body } = await api(server, giver.key).post<{ id: number }>("/api/handover/add", {
    email: receiver.email,
    links: "all",
  });
  // The next start deletes this account.
  await sql(server, "UPDATE users SET leaves_at = now() - interval '1 minute' WHERE id = $1", [leaver.id]);
  const accept = () => api(server, receiver.key).post(`/api/handover/${body.id}/accept`);
  const cut = accept().catch(() => null);
  await killWhile("UPDATE links SET user_id");
  await cut;
  await killWhile("DELETE FROM links WHERE id IN");

  await untilErased(leaver);
  expect((await visit(`${server.url}/u${leaver.id}-7`)).status).toBe(404);
  expect(await owners()).toEqual({ links: { [giver.id]: LINKS }, wrong: 0 });

  expect((await accept()).status).toBe(200);
  expect(await owners()).toEqual({ links: { [receiver.id]: LINKS }, wrong: 0 });
  expect((await visit(`${server.url}/u${giver.id}-7`)).location).toBe(`https://example.com/u${giver.id}-7`);
  await server.stop();
});

it("a large account that an administrator deletes is closed at once, and erased however often its process is killed", async () => {
  server = await startServer({ dataDir });
  const [admin, leaver] = [await newUser(server, { admin: true }), await newUser(server)];
  await fill(leaver);
  const address = `${server.url}/u${leaver.id}-7`;
  expect((await visit(address)).status).toBe(302);
  const { status, body } = await api(server, admin.key).delete<{ error: number; message: string }>(
    `/api/user/${leaver.id}/delete`,
  );
  expect([status, body]).toEqual([
    200,
    { error: 0, message: "The user has been deleted. What they owned is no longer available, and is being erased." },
  ]);
  const left = async () => (await owners()).links[leaver.id] ?? 0;
  for (let kills = 0; kills < 3; kills++) {
    const before = await left();
    expect((await visit(`${server.url}/u${leaver.id}-7`)).status).toBe(404);
    expect((await api(server, leaver.key).get("/api/account")).status).toBe(401);
    expect((await api(server, admin.key).get(`/api/user/${leaver.id}`)).status).toBe(404);
    await eventually(async () => expect(await left()).toBeLessThan(before), 60_000);
    await server.kill();
    server = await startServer({ dataDir });
  }
  await untilErased(leaver);
  const { links, wrong } = await owners();
  expect([links[leaver.id], wrong]).toEqual([undefined, 0]);
  await eventually(async () => expect(await sql(server, "SELECT FROM click_erasures")).toEqual([]), 60_000);
  expect(await sql(server, "SELECT FROM account_deletions")).toEqual([]);
  await server.stop();
});
