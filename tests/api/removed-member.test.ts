import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onNewPlan } from "../support/plans";
import { startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newKey, newMember } from "../support/team";
import { newUser } from "../support/users";

// Two instances share a database: one removes a member, and the other is notified.

/** Access ends within this many milliseconds, as docs/scaling.md promises. */
const SOON = 1_000;

let here: TestServer;
let there: TestServer;

beforeAll(async () => {
  here = await startServer();
  there = await startServer({ env: { DATABASE_URL: here.databaseUrl, APP_SECRET: here.appSecret } });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

interface Answered {
  begunAt: number;
  what: string;
  shown: boolean;
}

it("ends a member's access within a second everywhere, even during other requests", async () => {
  const owner = await newUser(here);
  const memberId = await newMember(here, owner.id, "editor");
  const key = await newKey(here, owner.id, memberId);
  const cookie = await sessionCookie(here, memberId);
  await sql(here, "UPDATE sessions SET account_id = $1 WHERE user_id = $2", [owner.id, memberId]);
  const made = await fetch(`${here.url}/api/url/add`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "https://example.com/of-the-account" }),
  });
  const { id } = (await made.json()) as { id: number };

  const servers = [here, there];
  const streams = await Promise.all(
    servers.map(async ({ url }) => {
      const response = await fetch(`${url}/dashboard/live?of=link:${id}`, { headers: { cookie } });
      expect(response.status).toBe(200);
      return response;
    }),
  );
  const streamsEndedAt = Promise.all(
    streams.map(async (response) => {
      for await (const _ of response.body ?? []);
      return Date.now();
    }),
  );

  const answers: Answered[] = [];
  let removedAt = Number.POSITIVE_INFINITY;
  const ask = async (what: string, address: string, headers: Record<string, string>) => {
    const begunAt = Date.now();
    const response = await fetch(address, { headers, redirect: "manual" });
    answers.push({ begunAt, what, shown: (await response.text()).includes("of-the-account") });
  };
  const kindsOf = (some: Answered[]) => new Set(some.map(({ what }) => what)).size;
  const after = () => answers.filter(({ begunAt }) => begunAt > removedAt + SOON);
  const worker = async (number: number) => {
    const { url } = servers[number % 2] ?? here;
    while (kindsOf(after()) < 4) {
      if (number < 4) await ask(`key at ${number % 2}`, `${url}/api/url/${id}`, { authorization: `Bearer ${key}` });
      else await ask(`session at ${number % 2}`, `${url}/dashboard/links/find?q=of-the`, { cookie });
      // The API allows no more than a thousand requests a minute.
      await sleep(50);
    }
  };
  const working = Promise.all(Array.from({ length: 8 }, (_, number) => worker(number)));
  while (answers.length < 100 || kindsOf(answers) < 4) await sleep(5);
  const before = [...answers];
  await sql(here, "DELETE FROM members WHERE member_id = $1", [memberId]);
  removedAt = Date.now();
  await working;

  expect(before.filter(({ shown }) => !shown)).toEqual([]);
  expect(after().filter(({ shown }) => shown)).toEqual([]);
  for (const endedAt of await streamsEndedAt) expect(endedAt - removedAt).toBeLessThan(SOON);
});

it("ends a stream within a second when its session does", async () => {
  const owner = await newUser(here);
  const cookie = await sessionCookie(here, owner.id);
  const [{ id } = { id: 0 }] = await sql<{ id: number }>(
    here,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1, id, 'streamed', 'streamed', 'https://example.com/' FROM domains WHERE user_id IS NULL RETURNING id`,
    [owner.id],
  );
  const streams = await Promise.all(
    [here, there].map(({ url }) => fetch(`${url}/dashboard/live?of=link:${id}`, { headers: { cookie } })),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const ended = Promise.all(
    streams.map(async (response) => {
      for await (const _ of response.body ?? []);
      return Date.now();
    }),
  );
  await sql(here, "DELETE FROM sessions WHERE user_id = $1", [owner.id]);
  const endedAt = Date.now();
  for (const at of await ended) expect(at - endedAt).toBeLessThan(SOON);
});

it("ends a removed member's running download", async () => {
  const owner = await newUser(here);
  await onNewPlan(here, owner);
  const memberId = await newMember(here, owner.id, "analyst");
  const cookie = await sessionCookie(here, memberId);
  await sql(here, "UPDATE sessions SET account_id = $1 WHERE user_id = $2", [owner.id, memberId]);
  await sql(
    here,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1, domains.id, 'd-' || n, 'd-' || n, 'https://example.com/' || repeat('x', 1000)
     FROM domains, generate_series(1, 30000) AS n WHERE domains.user_id IS NULL`,
    [owner.id],
  );
  const response = await fetch(`${here.url}/dashboard/export/links.csv`, { headers: { cookie } });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  await sql(here, "DELETE FROM members WHERE member_id = $1", [memberId]);
  // Read slowly: otherwise the whole file could arrive before the server learns of the removal.
  const rest = async () => {
    while (!(await reader?.read())?.done) await sleep(20);
  };
  await expect(rest()).rejects.toThrow();
});
