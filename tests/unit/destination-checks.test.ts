import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

process.env.ALLOW_PRIVATE_FETCH = "1";
await startDatabase();
const {
  checkDestination,
  checkDestinations,
  failingAmong,
  failingDestinations,
  findFailure: failureOf,
} = await import("@/lib/resources/links/destinations/checks");
const { getShownLink } = await import("@/lib/resources/links/service");
const { findActor } = await import("@/lib/auth/actor");
const { pool } = await import("@/lib/platform/database/pool");
const { db } = await import("@/lib/platform/database/db");
const { createUser } = await import("@/lib/resources/users/service");

const { user } = await createUser({ username: "ada", email: "ada@example.com", password: "quiet river stone" });
const rival = (await createUser({ username: "eve", email: "eve@example.com", password: "quiet river stone" })).user;
const domain = await db.domain.findFirstOrThrow();

/** The site's answer for each path; "/" always works. */
let site: Server;
let requested: string[] = [];
let statuses: Record<string, number> = {};
const at = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  site = createServer(({ url = "" }, response) => {
    requested.push(url);
    response.writeHead(statuses[url] ?? 200).end("here");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});
afterAll(() => site.close());

let number = 0;
async function clickedLink(destination: string, clicks = 1, userId = user.id) {
  const alias = `link-${++number}`;
  const { id } = await db.link.create({
    data: { userId, domainId: domain.id, alias, aliasFolded: alias, destination },
  });
  await pool.query("UPDATE link_counts SET clicks = $2 WHERE link_id = $1", [id, clicks]);
  return id;
}
const look = (userId: number) => db.session.create({ data: { userId, expiresAt: new Date(Date.now() + 1e9) } });
/** Checks again when each is due. */
async function checkLater() {
  await pool.query("UPDATE destination_checks SET check_at = now() - interval '1 minute'");
  await checkDestinations();
}
const failing = async (userId = user.id) =>
  (await failingDestinations(userId, 10)).map(({ id, status }) => ({ id, status }));

beforeEach(async () => {
  await pool.query("DELETE FROM destination_checks");
  await db.link.deleteMany();
  await db.session.deleteMany();
  await look(user.id);
  requested = [];
  statuses = {};
});

it("of the link itself is reported to its owner if it fails, until the link is changed or the destination works", async () => {
  const [gone, fine] = [await clickedLink(at("/gone")), await clickedLink(at("/"))];
  const [owner, stranger] = [await findActor(user.id), await findActor(rival.id)];
  statuses = { "/gone": 404 };
  await checkDestinations();
  expect(await failureOf(owner, gone), "one failure tells nothing").toBeNull();
  await checkLater();
  const failure = { id: gone, status: 404, since: expect.any(Date) };
  expect(await failureOf(owner, gone)).toMatchObject(failure);
  expect((await getShownLink(owner, gone)).failing).toEqual(failure);
  expect((await getShownLink(owner, fine)).failing).toBeNull();
  expect([...(await failingAmong(owner, [gone, fine])).keys()]).toEqual([gone]);
  expect(await failureOf(owner, fine)).toBeNull();
  expect(await failureOf(stranger, gone)).toBeNull();
  expect(await failingAmong(owner, [])).toEqual(new Map());
  await db.link.update({ where: { id: gone }, data: { destination: at("/") } });
  expect(await failureOf(owner, gone), "led elsewhere").toBeNull();
  expect((await getShownLink(owner, gone)).failing, "led elsewhere").toBeNull();
  await db.link.update({ where: { id: gone }, data: { destination: at("/gone") } });
  expect(await failureOf(owner, gone)).not.toBeNull();
  statuses = {};
  await checkLater();
  expect(await failureOf(owner, gone), "answers again").toBeNull();
});

describe("a destination", () => {
  it("is reported after it has failed twice, and no longer when it is back", async () => {
    await clickedLink(at("/"));
    const gone = await clickedLink(at("/gone"));
    statuses["/gone"] = 404;
    await checkDestinations();
    expect(await failing()).toEqual([]);
    await checkLater();
    expect(await failing()).toEqual([{ id: gone, status: 404 }]);
    expect(await failing(rival.id)).toEqual([]);
    statuses = {};
    await checkLater();
    expect(await failing()).toEqual([]);
  });

  it("fails without a response, if other destinations respond", async () => {
    await clickedLink(at("/"));
    const silent = await clickedLink("http://127.0.0.1:1/");
    await checkDestinations();
    await checkLater();
    expect(await failing()).toEqual([{ id: silent, status: null }]);
  });

  it("is not reported if no other one responds, because it may be our network", async () => {
    await clickedLink("http://127.0.0.1:1/");
    await clickedLink("http://127.0.0.1:1/other");
    await checkDestinations();
    await checkLater();
    expect(await failing()).toEqual([]);
  });

  it("works if it rejects clients that are not browsers", async () => {
    for (const status of [401, 403, 405, 429]) {
      statuses[`/${status}`] = status;
      await clickedLink(at(`/${status}`));
    }
    await checkDestinations();
    await checkLater();
    expect(await failing()).toEqual([]);
  });

  it("is checked again when the link's destination changes", async () => {
    const id = await clickedLink(at("/gone"));
    statuses["/gone"] = 500;
    await checkDestinations();
    await checkLater();
    expect(await failing()).toEqual([{ id, status: 500 }]);
    await db.link.update({ where: { id }, data: { destination: at("/gone?again") } });
    expect(await failing()).toEqual([]);
    statuses["/gone?again"] = 500;
    await checkDestinations();
    expect(await failing(), "failed once").toEqual([]);
  });
});

describe("a check on request", () => {
  const actorOf = async (id: number) => {
    const actor = await findActor(id);
    if (!actor) throw new Error("no actor");
    return actor;
  };

  it("ends the report if the destination responds, and keeps it otherwise", async () => {
    const actor = await actorOf(user.id);
    const id = await clickedLink(at("/gone"));
    statuses["/gone"] = 404;
    await checkDestinations();
    await checkLater();
    expect(await checkDestination(actor, id)).toMatchObject({ id, status: 404 });
    expect(await failing()).toEqual([{ id, status: 404 }]);
    statuses["/gone"] = 200;
    expect(await checkDestination(actor, id)).toBeNull();
    expect(await failing()).toEqual([]);
  });

  it("requires the permission to change the link", async () => {
    const id = await clickedLink(at("/"));
    const actor = await actorOf(user.id);
    await expect(checkDestination(await actorOf(rival.id), id)).rejects.toMatchObject({ kind: "not_found" });
    const reader = { ...actor, permissions: new Set(["links:read"]) } as unknown as typeof actor;
    await expect(checkDestination(reader, id)).rejects.toMatchObject({ kind: "forbidden" });
    expect(requested).toEqual([]);
  });
});

describe("the checked destinations", () => {
  it("are each checked once a day, and not before they are due", async () => {
    await clickedLink(at("/"));
    await checkDestinations();
    await checkDestinations();
    expect(requested).toEqual(["/"]);
  });

  it("are the twenty most clicked links of recently active accounts, and none without clicks", async () => {
    await clickedLink(at("/never"), 0);
    for (let clicks = 1; clicks <= 22; clicks++) await clickedLink(at(`/${clicks}`), clicks);
    await clickedLink(at("/rival"), 5, rival.id);
    await checkDestinations();
    expect(requested.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `/${n + 3}`).sort());
    await look(rival.id);
    await checkDestinations();
    expect(requested).toContain("/rival");
  });

  it("are forgotten a week after the last check", async () => {
    const id = await clickedLink(at("/"));
    await checkDestinations();
    await pool.query("DELETE FROM links WHERE id = $1", [id]);
    await pool.query("UPDATE destination_checks SET check_at = now() - interval '8 days'");
    await checkDestinations();
    expect((await pool.query("SELECT FROM destination_checks")).rowCount).toBe(0);
  });
});
