import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import type { Client } from "pg";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { filesIn, manifestOf, recordsOf, sha256 } from "../support/archive";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { archiveFile } = await import("@/lib/resources/account/archive/file");
const { writeArchive: archiveOf } = await import("@/lib/resources/account/archive/archive");
const imports = await import("@/lib/resources/imports/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { grantedPermissions: permissionsOf } = await import("@/lib/auth/permissions");
const { ensurePartitions } = await import("@/lib/clicks/postgres/partitions");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");

async function newActor(username: string): Promise<Actor & { apiKey: string }> {
  const input = { username, email: `${username}@example.com`, password: "the password of the account" };
  const { apiKey } = await createUser(input);
  return { ...((await findActorByKey(apiKey)) as Actor), apiKey };
}

const clicks = 5_000;
const secrets = [
  "the token of ann",
  "a password of visitors",
  "the token of the provider",
  "the password of the account",
];

/** Creates one of everything, and enough clicks for several reads. */
async function fill(who: Actor) {
  const { userId, username } = who;
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const domain = await db.domain.create({ data: { userId, host: `go.${username}.test` } });
  const campaign = await db.campaign.create({ data: { userId, name: "Spring", slug: username, slugFolded: username } });
  const channel = await db.channel.create({ data: { userId, name: "Print" } });
  const pixel = await db.pixel.create({ data: { userId, type: "gtmpixel", name: "Tags", tag: "GTM-ABC123" } });
  const overlay = await db.overlay.create({
    data: { userId, type: "contact", name: "Ask", content: { title: "Ask" } },
  });
  await db.overlayAnswer.create({ data: { overlayId: overlay.id, content: { message: "Hello" } } });
  await db.splashPage.create({ data: { userId, name: "Shop", content: { title: "To the shop" } } });
  await db.bioPage.create({ data: { userId, slug: username, slugFolded: username, name: "Me" } });
  const code = {
    userId,
    code: `qr${username}`,
    type: "link",
    name: "Poster",
    data: "https://example.com/poster",
  } as const;
  const qr = await db.qrCode.create({
    data: { ...code, logo: "https://example.com/a.png", logoImage: { create: { image: new Uint8Array(picture) } } },
  });
  await db.upload.create({ data: { userId, code: randomBytes(16).toString("hex"), image: new Uint8Array(picture) } });
  await db.smsAccount.create({
    data: { userId, accountSid: "AC0123", authToken: Buffer.from("the token of the provider") },
  });
  await db.smsMessage.create({ data: { userId, from: "+15005550006", to: "+4915112345678", message: "Hi" } });
  await db.utmTemplate.create({ data: { userId, name: "Newsletter", source: "newsletter" } });
  await db.linkView.create({ data: { userId, name: "Spring", query: "q=spring" } });
  await db.webhook.create({
    data: { userId, url: "https://example.com/hook", events: ["link.created"], secret: Buffer.from(secrets[0] ?? "") },
  });
  const link = await createLink(who, { url: "https://example.com/a", password: "a password of visitors" });
  await db.link.update({
    where: { id: link.id },
    data: {
      title: "=1+1",
      domainId: domain.id,
      campaignId: campaign.id,
      pixels: { connect: { id: pixel.id } },
      tags: { create: { userId, name: "Été", nameFolded: "été" } },
      items: { create: { channelId: channel.id } },
    },
  });
  await db.statisticsShare.create({ data: { userId, linkId: link.id, token: `the token of ${username}` } });
  const gone = await createLink(who, { url: "https://example.com/gone" });
  await deleteLink(who, gone.id);
  const client = await pool.connect();
  await ensurePartitions(client as unknown as Client, [Date.now()]);
  client.release();
  await pool.query(
    `INSERT INTO clicks (at, link_id, "unique", country) SELECT now(), $1, false, 'FR'
     FROM generate_series(1, $2) AS n`,
    [link.id, clicks],
  );
  await pool.query(
    `INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
     VALUES ('link', $1, false, current_date, $2, 1, '{}', '{}')`,
    [link.id, clicks],
  );
  return { link, qr, picture };
}

const ann = await newActor("ann");
const ben = await newActor("ben");
const mine = await fill(ann);
await fill(ben);

const zipOf = async (who: Actor) =>
  buffer((await archiveFile(who).answer(new Request("http://localhost"))).body as ReadableStream);

describe("an archive", () => {
  it("contains everything that the database has of an account, as its manifest says, also on the Free plan", async () => {
    expect(ann.plan.name).toBe("Free");
    const answer = await archiveFile(ann).answer(new Request("http://localhost"));
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const files = await filesIn(await buffer(answer.body as ReadableStream));
    const manifest = manifestOf(files);
    expect(manifest).toMatchObject({ format: "signpost-archive", version: 1, account: "ann" });

    expect(manifest.files.map(({ path }) => path).sort()).toEqual(
      [...files.keys()].filter((path) => path !== "manifest.json").sort(),
    );
    for (const { path, bytes, sha256: hash } of manifest.files) {
      expect([path, files.get(path)?.length, sha256(files.get(path))]).toEqual([path, bytes, hash]);
    }

    const { userId } = ann;
    const owned = { where: { userId } };
    const counts = {
      "account.jsonl": 1,
      "domains.jsonl": await db.domain.count(owned),
      "campaigns.jsonl": await db.campaign.count(owned),
      "channels.jsonl": await db.channel.count(owned),
      "channel-items.jsonl": await db.channelItem.count({ where: { channel: { userId } } }),
      "tags.jsonl": await db.tag.count(owned),
      "utm-templates.jsonl": await db.utmTemplate.count(owned),
      "shared-statistics.jsonl": await db.statisticsShare.count(owned),
      "pixels.jsonl": await db.pixel.count(owned),
      "overlays.jsonl": await db.overlay.count(owned),
      "answers.jsonl": await db.overlayAnswer.count({ where: { overlay: { userId } } }),
      "splash-pages.jsonl": await db.splashPage.count(owned),
      "links.jsonl": await db.link.count(owned),
      "links.csv": await db.link.count(owned),
      "deleted-links.jsonl": await db.deletedLink.count(owned),
      "qr-codes.jsonl": await db.qrCode.count(owned),
      "bio-pages.jsonl": await db.bioPage.count(owned),
      "sms.jsonl": await db.smsMessage.count(owned),
      "clicks.jsonl": clicks,
      "days.jsonl": 1,
      "settings.jsonl": 3,
    };
    const shown = Object.fromEntries(manifest.files.map(({ path, records }) => [path, records]));
    expect(shown).toMatchObject(counts);
    for (const [path, count] of Object.entries(counts)) {
      if (path.endsWith(".jsonl")) expect([path, recordsOf(files, path).length]).toEqual([path, count]);
    }
    expect(Object.values(counts)).not.toContain(0);
  });

  it("contains each record as the database has it, and the images", async () => {
    const files = await filesIn(await zipOf(ann));
    expect(recordsOf(files, "links.jsonl")).toMatchObject([
      { id: mine.link.id, longurl: "https://example.com/a", title: "=1+1", tags: ["Été"] },
    ]);
    expect(recordsOf(files, "clicks.jsonl")[0]).toMatchObject({ type: "link", id: mine.link.id, country: "FR" });
    expect(recordsOf(files, "days.jsonl")).toMatchObject([{ type: "link", id: mine.link.id, clicks }]);
    expect(recordsOf(files, "settings.jsonl")).toMatchObject([
      { kind: "settings", smsaccount: "AC0123" },
      { kind: "webhook", url: "https://example.com/hook", events: ["link.created"], status: "active" },
      { kind: "view", name: "Spring" },
    ]);
    expect(String(files.get(`qr-codes/${mine.qr.code}.svg`))).toMatch(/^<svg .*<image /);
    expect(files.get(`qr-codes/${mine.qr.code}-logo.png`)).toEqual(mine.picture);
    const [upload] = await db.upload.findMany({ where: { userId: ann.userId } });
    expect(files.get(`uploads/${upload?.code}.png`)).toEqual(mine.picture);
  });

  it("contains no secret, and nothing of another account", async () => {
    const files = await filesIn(await zipOf(ann));
    const hashes = await db.link.findMany({ where: { userId: ann.userId }, select: { passwordHash: true } });
    const hidden = [...secrets, ann.apiKey, ...hashes.flatMap(({ passwordHash }) => passwordHash ?? [])];
    for (const [path, bytes] of files) {
      const words = String(bytes);
      for (const secret of hidden) expect([path, words.includes(secret)]).toEqual([path, false]);
      expect([path, /ben/.test(words)]).toEqual([path, false]);
    }
  });

  it("contains links that another account can import", async () => {
    const files = await filesIn(await zipOf(ben));
    const cleo = await newActor("cleo");
    async function* chunks() {
      yield files.get("links.jsonl") as Buffer;
    }
    const { id } = await imports.createImport(cleo, { fileName: "links.jsonl" }, chunks());
    const { counts } = await imports.importState(cleo, id);
    expect(counts.ready).toBe(1);
  });

  it("is refused after a few in an hour, and to members who cannot see a part of it", async () => {
    const dan = await newActor("dan");
    const analyst = { ...dan, permissions: permissionsOf("owner", ["account:read", "links:read"]) };
    expect(() => archiveFile(analyst)).toThrow(expect.objectContaining({ code: "permission_lacking" }));
    // Asking for the headers alone costs nothing.
    for (let heads = 0; heads < 9; heads++)
      await archiveFile(dan).answer(new Request("http://localhost", { method: "HEAD" }));
    for (let made = 0; made < 5; made++) await zipOf(dan);
    await expect(zipOf(dan)).rejects.toMatchObject({ code: "archive_too_often", kind: "rate_limited" });
  });

  it("reads no further than its reader does", async () => {
    const answered = () =>
      pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()",
      );
    const archive = archiveOf(ann);
    expect((await archive.next()).done).toBe(false);
    await archive.return(undefined);
    await eventually(async () => expect((await answered()).rows[0]?.n).toBe(0));
    expect(await archive.next()).toEqual({ done: true, value: undefined });
  });
});
