import { beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { continueTakedowns, listTakedowns, takeDown, undoTakedown } = await import("@/lib/resources/reports/takedown");
const { disableLink, fileReport, listReported } = await import("@/lib/resources/reports/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");

const admin = await proActor({ admin: true });
const ada = await proActor();
const eve = await proActor();

beforeEach(async () => {
  await pool.query("DELETE FROM links; DELETE FROM link_takedowns");
});

const add = async (actor: typeof ada, url: string, more: object = {}) =>
  (await createLink(actor, createLinkBody.parse({ url, ...more }))).id;
const disabled = async () =>
  (await db.disabledLink.findMany({ orderBy: { linkId: "asc" } })).map(({ linkId, reason }) => [linkId, reason]);

it("disables all links to a host, and its undo enables exactly those", async () => {
  const before = await add(ada, "https://evil.example/a");
  await disableLink(admin, before, "Earlier");
  const direct = await add(ada, "https://EVIL.example/b");
  const below = await add(eve, "https://login.evil.example/");
  const ruled = await add(eve, "https://fine.example/", {
    geotarget: [{ location: "Germany", link: "https://evil.example/c" }],
  });
  for (const url of ["https://notevil.example/", "https://evil.example.org/", "https://fine.example/?to=evil.example"])
    await add(ada, url);
  await fileReport(direct, { reason: "phishing", message: "", email: "ann@example.com" });
  const { id, links, status } = await takeDown(admin, { host: "Evil.Example." }, "Phishing");
  expect({ links, status }).toEqual({ links: 3, status: "disabled" });
  expect(await disabled()).toEqual([[before, "Earlier"], ...[direct, below, ruled].map((link) => [link, "Phishing"])]);
  expect((await listReported(admin, { page: 1, limit: 9 })).rows).toEqual([]);
  // A later decision about one link is not undone with the others.
  await disableLink(admin, below, "Also spam");
  expect((await undoTakedown(admin, id)).status).toBe("undone");
  expect(await disabled()).toEqual([
    [before, "Earlier"],
    [below, "Also spam"],
  ]);
  await expect(undoTakedown(admin, id)).rejects.toMatchObject({ code: "undo_gone" });
  expect(await listTakedowns(admin)).toMatchObject([{ id, host: "evil.example", status: "undone" }]);
});

it("disables all links of an account in steps, goes on after a restart, and records it in the administrator's name", async () => {
  await pool.query(
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1, (SELECT id FROM domains LIMIT 1), 'many-' || n, 'many-' || n, 'https://example.com/' FROM generate_series(1, 2500) AS n`,
    [eve.userId],
  );
  const own = await add(ada, "https://example.com/");
  const { id } = await db.linkTakedown.create({
    data: { accountId: eve.userId, account: eve.username, reason: "Spam", byId: admin.userId },
  });
  await continueTakedowns();
  expect(await db.linkTakedown.findUnique({ where: { id } })).toMatchObject({ status: "disabled", links: 2_500 });
  expect(await db.disabledLink.count()).toBe(2_500);
  expect(await db.disabledLink.count({ where: { linkId: own } })).toBe(0);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS changes, count(DISTINCT entry_id)::int AS entries FROM audit_changes
     JOIN audit_entries AS entry ON entry.id = entry_id
     WHERE subject = 'disabled_link' AND entry.user_id IS NULL AND operation = 'takedown' AND person_id = $1`,
    [admin.userId],
  );
  expect(rows).toEqual([{ changes: 2_500, entries: 1 }]);
  await db.linkTakedown.update({ where: { id }, data: { status: "undoing" } });
  await continueTakedowns();
  expect(await db.disabledLink.count()).toBe(0);
});

it("is refused for a wrong host or account, and for others than administrators", async () => {
  for (const host of ["evil", "com", "https://evil.example", "evil.example/path", "a b.example", "@evil.example", "."])
    await expect(takeDown(admin, { host }, "x"), host).rejects.toMatchObject({ fields: [{ path: "target" }] });
  await db.user.update({ where: { id: eve.userId }, data: { email: "karl@x.example" } });
  // The last one begins with the sign for kelvin, which JavaScript folds to a letter.
  for (const account of ["nobody@example.com", "nobody", "\u212Aarl@x.example"])
    await expect(takeDown(admin, { account }, "x")).rejects.toMatchObject({ fields: [{ path: "target" }] });
  await expect(undoTakedown(admin, 999)).rejects.toMatchObject({ kind: "not_found" });
  for (const attempt of [
    () => takeDown(ada, { host: "evil.example" }, "x"),
    () => undoTakedown(ada, 1),
    () => listTakedowns(ada),
  ])
    await expect(attempt()).rejects.toMatchObject({ kind: "forbidden" });
  expect(await db.linkTakedown.count()).toBe(0);
});
