import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { seed } = await import("@/prisma/seed");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { peek } = await import("@/lib/platform/singleton");
const imports = await import("@/lib/resources/imports/service");
const { insertLinks } = await import("@/lib/resources/links/writing/insert");
const { changeLinks } = await import("@/lib/resources/links/bulk/service");
const { deleteLink, deleteLinks } = await import("@/lib/resources/links/trash/service");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody, updateLinkBody } = await import("@/lib/resources/links/schema");
const { requireStorage, measureStorage: storageOf } = await import("@/lib/resources/plans/storage");
const { saveImage } = await import("@/lib/resources/uploads/service");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
await seed();

async function actor(username: string, { admin = false, storageMb = 1 } = {}) {
  const input = { username, email: `${username}@example.com`, password: "a password of the tests", admin };
  const { user, apiKey } = await createUser(input);
  const free = await db.plan.findFirstOrThrow({ where: { free: true } });
  const limits = { ...(free.limits as object), links: null };
  const plan = await db.plan.create({ data: { name: `Plan of ${username}`, limits, storageMb } });
  await db.user.update({ where: { id: user.id }, data: { planId: plan.id } });
  const found = await findActorByKey(apiKey);
  if (!found) throw new Error("no actor");
  return found;
}

const sentence = (username: string) =>
  `Your plan, Plan of ${username}, stores up to 1 MB. Delete something you no longer need, then try again.`;
const refused = (username: string) => ({ kind: "forbidden", message: sentence(username) });
const megabyte = (userId: number) =>
  db.upload.create({ data: { userId, code: randomBytes(16).toString("hex"), image: new Uint8Array(2 ** 20) } });

const link = (input: object) => createLinkBody.parse({ url: "https://example.com/", ...input });

it("a new database's plans limit an account's storage", async () => {
  const plans = await db.plan.findMany({ where: { name: { in: ["Free", "Pro"] } }, orderBy: { id: "asc" } });
  expect(plans.map(({ name, storageMb }) => [name, storageMb])).toEqual([
    ["Free", 256],
    ["Pro", 4096],
  ]);
});

it("an account's storage is known after each way to create, change and delete links", async () => {
  const ann = await actor("ann", { storageMb: 100 });
  const right = async () => {
    const { rows: wrong } = await pool.query(
      `SELECT * FROM (SELECT user_id, block, links, bytes FROM link_blocks) AS kept FULL JOIN (
         SELECT user_id, id >> 12 AS block, count(*) AS links, sum(link_bytes(l)) AS bytes FROM links AS l GROUP BY 1, 2
       ) AS counted USING (user_id, block, links, bytes) WHERE kept IS NULL OR counted IS NULL`,
    );
    expect(wrong).toEqual([]);
  };
  const { id } = await createLink(ann, link({ custom: "first-one" }));
  await right();
  const bulk = Array.from({ length: 5_000 }, (_, index) => ({
    ...{ domainId: 1, alias: `bulk-${index}`, destination: "https://example.com/", title: "t".repeat(index % 50) },
    ...{ description: "", importedClicks: 0, expiresAt: null, clickLimit: null },
  }));
  const { made } = await db.$transaction((tx) => insertLinks(tx, ann.userId, bulk));
  expect(made.size).toBe(5_000);
  await right();
  const rule = { when: { country: ["FR"] }, to: "https://example.com/fr" };
  for (const changes of [
    { metatitle: "a".repeat(200), metadescription: "ü".repeat(900), metaimage: "https://example.com/a.png" },
    { rules: Array.from({ length: 50 }, () => rule), parameters: [{ name: "a", value: "ü" }] },
    { deeplink: { apple: "https://example.com/app" }, description: "note", password: "secret" },
    { url: "https://example.com/longer", expiryurl: "https://example.com/ended" },
  ]) {
    await updateLink(ann, id, updateLinkBody.parse(changes));
    await right();
  }
  await updateLink(ann, id, { custom: "plain", rules: [], metadescription: "" });
  await pool.query("UPDATE links SET title = repeat('x', id % 7), description = repeat('ä', id % 5) WHERE id % 3 = 0");
  await right();
  await deleteLinks(ann, [...made.values()].map(({ id }) => id).slice(0, 100));
  await deleteLink(ann, id);
  await right();
  await pool.query("DELETE FROM links WHERE user_id = $1", [ann.userId]);
  await right();
  expect(await storageOf(ann.userId)).toBe(0);
});

describe("a full account", () => {
  it("uploads nothing and adds no links to a channel, until there is room", async () => {
    const ben = await actor("ben");
    const { id } = await createLink(ben, link({}));
    const channel = await db.channel.create({ data: { name: "Posters", userId: ben.userId } });
    const { code } = await megabyte(ben.userId);
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    // Like a few seconds later, when the cached result has expired.
    peek<Map<string, unknown>>("storageCache")?.clear();
    await expect(saveImage(ben, picture, "logo")).rejects.toMatchObject(refused("ben"));
    await expect(changeLinks(ben, { ids: [id], channel: channel.id })).rejects.toMatchObject(refused("ben"));
    expect(await db.upload.count({ where: { userId: ben.userId } })).toBe(1);
    expect(await db.channelItem.count({ where: { channelId: channel.id } })).toBe(0);
    await db.upload.delete({ where: { code } });
    expect(await saveImage(ben, picture, "logo")).toMatch(/^\/uploads\//);
    expect(await changeLinks(ben, { ids: [id], channel: channel.id })).toMatchObject({ changed: 1 });
  });

  it("starts no import", async () => {
    const cleo = await actor("cleo");
    await megabyte(cleo.userId);
    await expect(bringIn(cleo, "url\nhttps://example.com/\n")).rejects.toMatchObject(refused("cleo"));
    expect(await db.import.count({ where: { userId: cleo.userId } })).toBe(0);
  });

  it("skips the rest of a running import, with the reason", async () => {
    const dora = await actor("dora");
    const lines = Array.from({ length: 1_600 }, (_, index) => `https://example.com/${index},${"t".repeat(100)}`);
    const { id } = await bringIn(dora, `url,title\n${lines.join("\n")}\n`);
    await imports.startImport(dora, id, "skip");
    const { counts } = await finished(dora, id);
    expect(counts.created).toBeGreaterThanOrEqual(500);
    expect(counts.left).toBeGreaterThanOrEqual(100);
    expect(counts.created + counts.left).toBe(1_600);
    expect(await db.link.count({ where: { userId: dora.userId } })).toBe(counts.created);
    const { rows } = await imports.importRows(dora, id, "left", { page: 1, limit: 100 });
    expect(new Set(rows.map(({ message }) => storedRefusalIn("en", message ?? "")))).toEqual(
      new Set([sentence("dora")]),
    );
    expect(await storageOf(dora.userId)).toBeLessThan(2 * 2 ** 20);
  });

  it("does not limit administrators", async () => {
    const eve = await actor("eve", { admin: true });
    await megabyte(eve.userId);
    await requireStorage(eve);
    const { id } = await bringIn(eve, "url\nhttps://example.com/e\n");
    await imports.startImport(eve, id, "skip");
    expect((await finished(eve, id)).counts).toMatchObject({ created: 1, left: 0 });
  });
});

type Owner = Awaited<ReturnType<typeof actor>>;

const bringIn = (who: Owner, text: string) =>
  imports.createImport(
    who,
    { fileName: "links.csv" },
    (async function* () {
      yield Buffer.from(text);
    })(),
  );

const finished = (who: Owner, id: number) =>
  eventually(async () => {
    const state = await imports.importState(who, id);
    expect(state.import.status).toBe("done");
    return state;
  });
