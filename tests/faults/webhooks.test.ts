import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { type Receiver, startReceiver } from "../support/receiver";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { innerForms, loopbackForms } from "../support/ssrf";
import { eventually } from "../support/wait";

let server: TestServer;
let owner: LinkOwner;
let receiver: Receiver;
let dataDir: string;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

const start = (env: Record<string, string> = { ALLOW_PRIVATE_FETCH: "1" }) =>
  startServer({ dataDir, env: { SMTP_URL: smtp.url, ...env } });

beforeAll(async () => {
  smtp = await startSmtp();
  dataDir = await temporaryFolder();
  server = await start();
});
beforeEach(async () => {
  owner = await linkOwner(server);
  await receiver?.close();
  receiver = await startReceiver();
});
afterAll(async () => {
  await server?.stop();
  await receiver?.close();
  await smtp?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function add(events: string[]) {
  const made = (await owner.made("/api/webhook/add", { url: receiver.url, events })) as { id: number; secret: string };
  receiver.verifyWith(made.secret);
  return made;
}

/** The titles that the receiver got for each link, in the order in which each first arrived. */
function titlesByLink(): Map<number, string[]> {
  const seen = new Set<string>();
  const titles = new Map<number, string[]>();
  for (const { id, data } of receiver.received) {
    if (seen.has(id)) continue;
    seen.add(id);
    titles.set(data.id, [...(titles.get(data.id) ?? []), data.title]);
  }
  return titles;
}

/** The deliveries that wait, and the changes that are not deliveries yet. */
const waiting = () =>
  sql<{ count: number }>(
    server,
    `SELECT ((SELECT count(*) FROM webhook_deliveries WHERE status = 'waiting') + (SELECT count(*) FROM webhook_changes))::int AS count`,
  );

/** Lets hours pass for what a webhook has to send and for the jobs. */
async function passHours(id: number, hours: number): Promise<void> {
  const time = `make_interval(hours => ${hours})`;
  await sql(
    server,
    `UPDATE webhook_deliveries SET at = at - ${time}, next_at = next_at - ${time}, first_at = first_at - ${time}
     WHERE webhook_id = $1`,
    [id],
  );
  await sql(
    server,
    `UPDATE webhooks SET retry_at = retry_at - ${time}, failing_since = failing_since - ${time} WHERE id = $1`,
    [id],
  );
  await sql(server, `UPDATE signpost_jobs.job SET start_after = start_after - ${time} WHERE state < 'active'`);
}

test("a receiver that was down for a day gets everything, in each link's order, with the IDs of the first attempts", async () => {
  const { id } = await add(["link.created", "link.updated"]);
  const { url } = receiver;
  await receiver.close();
  const links = await Promise.all(Array.from({ length: 8 }, () => owner.create({ title: "0" })));
  const titles = Array.from({ length: 24 }, (_, hour) => `${hour + 1}`);
  const attempts = () =>
    sql<{ sum: number }>(server, "SELECT sum(attempts)::int FROM webhook_deliveries WHERE webhook_id = $1", [id]);
  for (const [hour, title] of titles.entries()) {
    await Promise.all(links.map((link) => owner.update(link.id, { title })));
    // In the first hours it is tried again after each; later at most each four hours.
    if (hour < 3) await eventually(async () => expect((await attempts())[0]?.sum).toBeGreaterThan(hour * 2), 90_000);
    await passHours(id, 1);
  }
  const before = await eventually(async () => {
    const rows = await sql<{ message: string; problem: string | null }>(
      server,
      "SELECT message, problem FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id",
      [id],
    );
    expect(rows).toHaveLength(8 * 25);
    return rows;
  });
  expect(before.some(({ problem }) => problem !== null)).toBe(true);
  const { secret } = (await owner.client.post<{ secret: string }>(`/api/webhook/${id}/rotate`)).body;
  receiver = await startReceiver(Number(new URL(url).port));
  receiver.verifyWith(secret);
  await passHours(id, 4);
  await eventually(() => expect(receiver.received).toHaveLength(8 * 25), 60_000);
  expect([...titlesByLink().values()]).toEqual(links.map(() => ["0", ...titles]));
  expect(receiver.received.map((one) => one.id).sort()).toEqual(before.map(({ message }) => `msg_${message}`).sort());
  await eventually(async () => {
    expect(await sql(server, "SELECT failing_since, retry_at FROM webhooks WHERE id = $1", [id])).toEqual([
      { failing_since: null, retry_at: null },
    ]);
  });
});

test("an endpoint that has accepted nothing for three days is paused, and continues where it stopped", async () => {
  const { id } = await add(["link.created", "link.updated"]);
  receiver.answer.status = 500;
  const link = await owner.create({ title: "0" });
  await eventually(() => expect(receiver.refused()).toBe(1));
  await owner.update(link.id, { title: "1" });
  await sql(server, "UPDATE webhooks SET failing_since = now() - interval '3 days 1 minute' WHERE id = $1", [id]);
  await eventually(async () => {
    const { body } = await owner.client.get(`/api/webhook/${id}`);
    expect(body).toMatchObject({ data: { status: "failing", waiting: 2 } });
  });
  const [mail] = await eventually(() => {
    expect(smtp.mails.filter(({ to }) => to.includes(owner.user.email))).toHaveLength(1);
    return smtp.mails.filter(({ to }) => to.includes(owner.user.email));
  });
  expect(mail?.text).toContain(`${server.url}/dashboard/settings/webhooks/${id}`);
  receiver.answer.status = 200;
  await owner.client.put(`/api/webhook/${id}/update`, { status: "active" });
  await eventually(() => expect(receiver.received).toHaveLength(2));
  expect(titlesByLink()).toEqual(new Map([[link.id, ["0", "1"]]]));
});

test("kill -9 during 1,000 events loses none, and repeats only with the same ID", async () => {
  const { id } = await add(["link.created", "link.updated"]);
  const links = await Promise.all(Array.from({ length: 100 }, () => owner.create({ title: "0" })));
  for (let title = 1; title <= 9; title++) {
    await Promise.all(links.map((link) => owner.update(link.id, { title: `${title}` })));
    if (title % 3 !== 0) continue;
    // Some have been sent, and some have not.
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(title * 25));
    await server.kill();
    server = await start();
    owner = { ...owner, ...(await sameOwner()) };
  }
  await eventually(async () => expect(await waiting()).toEqual([{ count: 0 }]), 120_000);
  const ids = await sql<{ message: string }>(server, "SELECT message FROM webhook_deliveries WHERE webhook_id = $1", [
    id,
  ]);
  expect(ids).toHaveLength(1_000);
  expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set(ids.map(({ message }) => `msg_${message}`)));
  const all = Array.from({ length: 10 }, (_, title) => `${title}`);
  expect([...titlesByLink().values()]).toEqual(links.map(() => all));
  const bodies = new Map(receiver.received.map((one) => [one.id, one.body]));
  for (const one of receiver.received) expect(one.body).toBe(bodies.get(one.id));
});

/** The owner's calls at the server that has just started. */
async function sameOwner() {
  const { api } = await import("../support/api");
  const client = api(server, owner.user.key);
  const update = async (id: number, body: Record<string, unknown>) => {
    const answer = await client.put(`/api/url/${id}/update`, body);
    expect(answer.status).toBe(200);
    return answer;
  };
  return { client, update };
}

test("never delivers to addresses that only this machine or its network reaches", async () => {
  await server.stop();
  server = await start({});
  const { client } = await sameOwner();
  const port = new URL(receiver.url).port;
  const hostile = [...loopbackForms(`:${port}/`), ...loopbackForms("/"), ...innerForms];
  for (const url of hostile.flatMap((form) => [form, form.replace(/^http:/, "https:")])) {
    const added = await client.post<{ id?: number }>("/api/webhook/add", { url, events: ["link.created"] });
    if (added.body.id) await client.delete(`/api/webhook/${added.body.id}/delete`);
    else expect([url, added.status]).toEqual([url, 400]);
  }
  // One whose name leads here: it can be added, and is not connected to.
  const good = { url: "https://example.com/hook", events: ["link.created"] };
  const { id } = (await client.post<{ id: number }>("/api/webhook/add", good)).body;
  for (const url of hostile)
    await sql(
      server,
      `WITH hook AS (INSERT INTO webhooks (user_id, url, events, secret)
         SELECT user_id, $2, events, secret FROM webhooks WHERE id = $1 RETURNING id)
       INSERT INTO webhook_deliveries (webhook_id, type, key, state) SELECT id, 'webhook.test', 'test:0', '{}' FROM hook`,
      [id, url],
    );
  await sql(server, "SELECT add_job('webhooks', id) FROM webhooks");
  await eventually(async () => {
    const left = `SELECT url, answer_status, attempts FROM webhook_deliveries AS sent JOIN webhooks ON webhooks.id = webhook_id
      WHERE sent.type = 'webhook.test' AND problem IS NULL`;
    expect(await sql(server, left)).toEqual([]);
  }, 60_000);
  expect([receiver.received, receiver.refused()]).toEqual([[], 0]);
});
