import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { visit } from "../support/visit";

const HEAP_MIB = 160;
const LINKS = 900;
const OLD_LINKS = 100;

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` } });
});

afterAll(() => server.stop());

/** Inserts links with `bytes` of rules each, by SQL, because the service would refuse the larger ones. */
const insertLinks = (prefix: string, links: number, bytes: number) =>
  sql(
    server,
    `SET session_replication_role = replica;
     WITH targets AS (
       SELECT jsonb_agg(jsonb_build_object('when', jsonb_build_object('query', jsonb_build_array(jsonb_build_object('name', 'n' || n))),
         'to', 'https://example.com/' || md5(n::text) || repeat('x', 500))) AS rules
       FROM generate_series(1, ${Math.floor(bytes / 620)}) AS n)
     INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, rules)
     SELECT users.id, domains.id, '${prefix}' || n, '${prefix}' || n, 'https://example.com/', rules
     FROM generate_series(1, ${links}) AS n, targets, users, domains WHERE users.admin AND domains.user_id IS NULL;
     SET session_replication_role = DEFAULT`,
  );

async function visitAll(prefix: string, links: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  const numbers = Array.from({ length: links }, (_, index) => index + 1).values();
  const visitor = async () => {
    for (const n of numbers) statuses.add((await visit(`${server.url}/${prefix}${n}`)).status);
  };
  await Promise.all(Array.from({ length: 200 }, visitor));
  return statuses;
}

test("visits to thousands of the largest links, and to larger ones made earlier, do not crash the process", async () => {
  await insertLinks("big-", LINKS, 62_000);
  await insertLinks("old-", OLD_LINKS, 1_000_000);
  expect(await visitAll("big-", LINKS)).toEqual(new Set([302]));
  expect(await visitAll("old-", OLD_LINKS)).toEqual(new Set([302]));
  // The links are many times as large as the heap, and the same process still answers.
  expect((await visit(`${server.url}/big-1`)).status).toBe(302);
  const { status } = await api(server, server.adminKey).get("/api/account");
  expect(status).toBe(200);
  expect(server.logs()).not.toContain("heap");
});
