import { afterAll, beforeAll, expect, test } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { type Receiver, startReceiver } from "../support/receiver";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const LINKS = 500;
const CHANGES = 20;

let postgres: TestPostgres;
let server: TestServer;
let receiver: Receiver;
let owner: LinkOwner;

beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServer({ env: { DATABASE_URL: postgres.url, ALLOW_PRIVATE_FETCH: "1" } });
  receiver = await startReceiver();
  owner = await linkOwner(server);
});
afterAll(async () => {
  await postgres?.start();
  await server?.stop();
  await receiver?.close();
  await postgres?.remove();
});

/** Changes all links in one transaction. Each change that is committed is an event, no matter who makes it. */
const retitle = (title: string) =>
  sql(server, "UPDATE links SET title = $2 WHERE user_id = $1 AND title <> $2", [owner.user.id, title]);

test("kill -9 of Postgres during 10,000 events loses none, and repeats only with the same id", {
  timeout: 600_000,
}, async () => {
  await sql(
    server,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, title, updated_at)
     SELECT $1, (SELECT min(id) FROM domains), 'kill-' || n, 'kill-' || n, 'https://example.com/', '0', now()
     FROM generate_series(1, ${LINKS}) AS n`,
    [owner.user.id],
  );
  const hook = (await owner.made("/api/webhook/add", { url: receiver.url, events: ["link.updated"] })) as {
    id: number;
    secret: string;
  };
  receiver.verifyWith(hook.secret);
  for (let change = 1; change <= CHANGES; change++) {
    const changing = retitle(`${change}`);
    if (change % 5 === 0) {
      // Some events are being written, some are being sent, and some are waiting.
      changing.catch(() => undefined);
      await eventually(() => expect(receiver.received.length).toBeGreaterThan(change * 20), 120_000);
      await postgres.kill();
      await postgres.start();
    }
    await changing.catch(() => eventually(() => retitle(`${change}`)));
  }
  await eventually(async () => {
    const left = `SELECT ((SELECT count(*) FROM webhook_deliveries WHERE status = 'waiting')
      + (SELECT count(*) FROM webhook_changes))::int AS count`;
    expect(await sql(server, left)).toEqual([{ count: 0 }]);
  }, 400_000);

  const sent = await sql<{ message: string }>(server, "SELECT message FROM webhook_deliveries");
  expect(sent).toHaveLength(LINKS * CHANGES);
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(sent.map(({ message }) => `msg_${message}`)));
  const bodies = new Map<string, string>();
  const titles = new Map<number, string[]>();
  for (const { id, body, data, previous } of receiver.received) {
    if (bodies.has(id)) {
      expect(body).toBe(bodies.get(id));
      continue;
    }
    bodies.set(id, body);
    const earlier = titles.get(data.id) ?? ["0"];
    expect(previous).toEqual({ title: earlier.at(-1) });
    titles.set(data.id, [...earlier, data.title]);
  }
  const all = Array.from({ length: CHANGES + 1 }, (_, title) => `${title}`);
  expect([...titles.values()]).toEqual(Array.from({ length: LINKS }, () => all));
});
