import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { eraseAccount } = await import("@/lib/resources/users/erase");
const { deleteUser } = await import("@/lib/resources/users/delete");
const { listDeletions, listDirectory } = await import("@/lib/resources/users/directory");
const { createUser, getUser, listUsers } = await import("@/lib/resources/users/service");
const { subscribe, subscriberCounts } = await import("@/lib/resources/plans/service");
const { setAdministrator } = await import("@/lib/resources/users/administrators");
const { findActor } = await import("@/lib/auth/actor");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { readSession, startSession } = await import("@/lib/auth/session-rows");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { freeAlias } = await import("@/lib/resources/links/writing/free-alias");
const { createDomain } = await import("@/lib/resources/domains/create");
const { createCampaign } = await import("@/lib/resources/campaigns/service");
const { linkCache } = await import("@/lib/visits/links/cache");
const { publicImage } = await import("@/lib/resources/uploads/service");
const { shareAt } = await import("@/lib/visits/shares/share");
const { campaignList } = await import("@/lib/visits/campaigns/list-answer");

const url = "https://example.com/";
const LINKS = 20_000;
const AT_ONCE = 2_000;

async function fill(userId: number): Promise<void> {
  for (let first = 1; first <= LINKS; first += AT_ONCE)
    await pool.query(
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
       SELECT $1::int, (SELECT id FROM domains WHERE user_id IS NULL), 'large-' || n, 'large-' || n, 'https://example.com/' || n
       FROM generate_series($2::int, $3::int) AS n`,
      [userId, first, first + AT_ONCE - 1],
    );
}

/** Returns how many rows each table has of an account, without tables that have none. */
async function rowsOf(userId: number): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE column_name = 'user_id' AND table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT count(*)::int AS rows FROM ${name} WHERE user_id = $1`, [userId]);
    if (rows[0].rows > 0) counts[name] = rows[0].rows;
  }
  return counts;
}

it("hides a large account at once, and erases it in steps that can be interrupted anywhere", async () => {
  const [admin, actor, other] = [await proActor({ admin: true }), await proActor(), await proActor()];
  const { userId } = actor;
  await fill(userId);
  const { id: domainId } = await db.domain.findFirstOrThrow({ where: { userId: null } });
  const linkId = (await db.link.findFirstOrThrow({ where: { userId } })).id;
  const domain = await createDomain(actor, { domain: { scheme: "https", host: "go.large.test" } } as never);
  const campaign = await createCampaign(actor, { name: "Large", slug: "large", public: true } as never);
  await db.link.update({ where: { id: linkId }, data: { campaignId: campaign.id } });
  await db.bioPage.create({ data: { userId, slug: "large", slugFolded: "large", name: "Large" } });
  await db.qrCode.create({ data: { userId, code: "largeqr", type: "text", name: "Text", data: "Hello" } });
  await db.overlay.create({ data: { userId, type: "message", name: "Large", content: { text: "Hello" } } });
  await db.upload.create({ data: { userId, code: "a".repeat(32), image: Buffer.from("image") } });
  await db.statisticsShare.create({ data: { userId, campaignId: campaign.id, token: "large-token" } });
  await db.webhook.create({
    data: {
      userId,
      name: "hook",
      url: "https://hook.test/",
      events: ["link.created"],
      secret: Buffer.from("x"),
    } as never,
  });
  await db.weeklyReport.create({ data: { userId, nextAt: new Date() } });
  await db.import.create({
    data: { userId, fileName: "a.csv", rows: { create: { row: 1, link: {}, domainId, outcome: "ready" } } },
  });
  await db.member.create({ data: { userId, memberId: other.userId, role: "admin" } });
  await db.member.create({ data: { userId: other.userId, memberId: userId, role: "editor" } });
  const { user: person, apiKey } = await createUser({ username: "large", email: "large@example.com", password: null });
  // The account's own key and session.
  await db.apiKey.updateMany({ where: { userId: person.id }, data: { userId, memberId: userId, legacy: false } });
  const session = await startSession(userId, "browser");
  await db.user.delete({ where: { id: person.id } });
  const found = () => linkCache().find(domainId, "large-7");
  expect(await found()).toMatchObject({ ownerId: userId });
  expect(await findActorByKey(apiKey)).toMatchObject({ userId });
  const { planId } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const subscribers = (await subscriberCounts(admin)).get(planId) ?? 0;

  // The request ends before everything is erased.
  expect(await deleteUser(admin, userId)).toBe(false);
  expect(await db.link.count({ where: { userId } })).toBeGreaterThan(0);

  expect(await found()).toBeNull();
  expect(await findActorByKey(apiKey)).toBeNull();
  expect(await readSession(session)).toBeNull();
  await expect(findActor(userId)).rejects.toMatchObject({ code: "account_deleted" });
  const gone = { kind: "not_found" };
  await expect(getUser(admin, userId)).rejects.toMatchObject(gone);
  await expect(deleteUser(admin, userId)).rejects.toMatchObject(gone);
  await expect(setAdministrator(admin, userId, true)).rejects.toMatchObject(gone);
  await expect(subscribe(admin, planId, userId, { type: "monthly" })).rejects.toMatchObject(gone);
  expect((await listUsers(admin, {})).map(({ id }) => id)).not.toContain(userId);
  expect((await listDirectory(admin, {}, { page: 1, limit: 100 })).rows.map(({ id }) => id)).not.toContain(userId);
  expect((await subscriberCounts(admin)).get(planId)).toBe(subscribers - 1);
  expect(await publicImage("a".repeat(32))).toBeNull();
  expect(await shareAt("large-token")).toBeNull();
  expect(await campaignList(campaign.id, 1)).toBeNull();
  expect(await db.member.count({ where: { OR: [{ userId }, { memberId: userId }] } })).toBe(0);
  expect(await db.webhook.findFirst({ where: { userId, status: "active" } })).toBeNull();
  const [progress] = await listDeletions(admin);
  expect(progress).toMatchObject({ id: userId, username: actor.username, links: LINKS });
  expect(progress?.left).toBe(await db.link.count({ where: { userId } }));

  // Others use what the account had, while it is being erased.
  const again = { username: actor.username, email: actor.email, password: null };
  expect((await createUser(again)).user).toMatchObject({ email: actor.email });
  expect(await freeAlias(other, { custom: "large-19990" } as never)).toMatch(/large-19990$/);
  const link = await createLink(other, { url, custom: "large-19990" });
  await updateLink(other, link.id, { custom: "large-19991" });
  expect(await db.link.findFirst({ where: { aliasFolded: "large-19991" } })).toMatchObject({ userId: other.userId });
  await createLink(other, { url, custom: "large-19992", tags: ["Tag"] });
  await createCampaign(other, { name: "Large", slug: "large" } as never);
  await db.bioPage.create({ data: { userId: other.userId, slug: "large", slugFolded: "large", name: "Large" } });

  // Each call is interrupted after about one step, like a process that is killed.
  let calls = 0;
  while (!(await eraseAccount(userId, AbortSignal.timeout(40), 1))) calls++;
  expect(calls).toBeGreaterThan(5);
  expect(await rowsOf(userId)).toEqual({});
  expect(await db.user.count({ where: { id: userId } })).toBe(0);
  expect(await db.importRow.count()).toBe(0);
  expect(await listDeletions(admin)).toEqual([]);
  const erasures = await db.clickErasure.groupBy({ by: "subject", _count: true });
  expect(Object.fromEntries(erasures.map(({ subject, _count }) => [subject, _count]))).toEqual({
    link: LINKS,
    campaign: 1,
    bio: 1,
    qr: 1,
  });
  expect(await db.formerDomain.findFirst({ where: { host: domain.host } })).toMatchObject({ userId: null });
  // What others have made meanwhile stays.
  expect(await db.link.count({ where: { userId: other.userId } })).toBe(2);
  // Erasing again finds nothing.
  expect(await eraseAccount(userId, AbortSignal.timeout(5_000), 1)).toBe(true);
});

it("erases an ordinary account before it answers, and an interrupted one only once", async () => {
  const [admin, actor] = [await proActor({ admin: true }), await proActor()];
  await createLink(actor, { url, tags: ["Tag"] });
  await db.clickErasure.deleteMany();
  const answers = await Promise.allSettled([deleteUser(admin, actor.userId), deleteUser(admin, actor.userId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(answers).toContainEqual({ status: "fulfilled", value: true });
  expect(await rowsOf(actor.userId)).toEqual({});
  expect(await db.clickErasure.count()).toBe(1);
});
