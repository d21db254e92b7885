import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import type { Download } from "@/lib/platform/files/download";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { exportFile } = await import("@/lib/resources/exports/file");
const { partNames } = await import("@/lib/resources/exports/parts");
const imports = await import("@/lib/resources/imports/service");
const links = await import("@/lib/resources/links/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { presentLinkDetails } = await import("@/lib/resources/links/presenter");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { pool } = await import("@/lib/platform/database/pool");
const { db } = await import("@/lib/platform/database/db");

async function actor(username: string, plan: "Free" | "Pro") {
  const input = { username, email: `${username}@example.com`, password: "a password of the tests" };
  const { user, apiKey } = await createUser(input);
  const { id } = await db.plan.findFirstOrThrow({ where: { name: plan } });
  await db.user.update({ where: { id: user.id }, data: { planId: id } });
  const found = await findActorByKey(apiKey);
  if (!found) throw new Error("no actor");
  return { ...found, apiKey };
}
type Actor = Awaited<ReturnType<typeof actor>>;
const ann = await actor("ann", "Pro");
const ben = await actor("ben", "Pro");

const selectionOf = (chosen?: string) => (chosen === undefined ? undefined : { ids: chosen.split(",") });

const textOf = async (file: Download) =>
  text((await file.answer(new Request("http://localhost"))).body as ReadableStream);

const fileOf = async (who: Actor, name: string, chosen?: string) =>
  textOf(await exportFile(who, name, selectionOf(chosen)));

const linesOf = async (who: Actor, name: string, chosen?: string) =>
  (await fileOf(who, name, chosen))
    .split("\n")
    .flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []));

/** Starts an import and waits until its links are created. */
async function bringIn(who: Actor, id: number) {
  await imports.startImport(who, id, "skip");
  await eventually(async () => {
    const { import: found, counts } = await imports.importState(who, id);
    expect([found.status, counts.created]).toEqual(["done", 4]);
  });
}

/** The aliases of an import's links that lose something, with what they lose. */
async function lossesOf(who: Actor, id: number) {
  const { rows } = await imports.importRows(who, id, "partial", { page: 1, limit: 100 });
  return rows
    .map(({ link }) => link as unknown as ImportedLink)
    .map(({ alias = "", lost = [] }) => [alias, ...lost.map((reason) => storedRefusalIn("en", reason))])
    .sort();
}

/** Creates one of everything that an account can own, including secrets. */
async function fill(who: Actor) {
  const { userId } = who;
  const secrets = ["a password of visitors", "the token of the provider", "the password of the tests"];
  const domain = await db.domain.create({ data: { userId, host: `go.${who.username}.test` } });
  const campaign = await db.campaign.create({
    data: { userId, name: "Spring", slug: who.username, slugFolded: who.username },
  });
  const pixel = await db.pixel.create({ data: { userId, type: "gtmpixel", name: "Tags", tag: "GTM-ABC123" } });
  const channel = await db.channel.create({ data: { userId, name: "Print", color: "#12B886" } });
  const overlay = await db.overlay.create({
    data: { userId, type: "contact", name: "Ask", content: { title: "Ask us" } },
  });
  await db.overlayAnswer.create({
    data: { overlayId: overlay.id, content: { message: "Hello" }, author: Buffer.from("who answered") },
  });
  const splash = await db.splashPage.create({ data: { userId, name: "Shop", content: { title: "To the shop" } } });
  await db.bioPage.create({ data: { userId, slug: who.username, slugFolded: who.username, name: "Me" } });
  await db.qrCode.create({ data: { userId, code: who.username, type: "text", name: "Poster", data: "Hello" } });
  await db.smsAccount.create({
    data: { userId, accountSid: "AC0123", authToken: Buffer.from("the token of the provider") },
  });
  await db.smsMessage.create({
    data: { userId, from: "+15005550006", to: "+4915112345678", message: "Hi", providerId: `SM77${userId}` },
  });
  await db.session.create({ data: { userId, expiresAt: new Date("2030-01-01") } });
  const link = await createLink(
    who,
    createLinkBody.parse({
      url: "https://example.com/whole?a=b",
      custom: `${who.username}-whole`,
      domain: `go.${who.username}.test`,
      type: "splash",
      redirect: 307,
      password: "a password of visitors",
      expiry: "2031-02-03 04:05:06",
      clicklimit: 500,
      expiryurl: "https://example.com/ended",
      pixels: [pixel.id],
      tags: ["Poster", "Été"],
      campaign: campaign.id,
      campaignweight: 3,
      channel: channel.id,
      deeplink: { auto: true, apple: "https://apps.apple.com/app/id1", google: "https://play.google.com/store/apps/x" },
      rules: [{ when: { country: ["FR"], os: ["iOS"] }, to: "https://example.com/fr" }],
      geotarget: [{ location: "DE", link: "https://example.com/de" }],
      devicetarget: [{ device: "mobile", link: "https://example.com/mobile" }],
      languagetarget: [{ language: "es", link: "https://example.com/es" }],
      split: [
        { to: "https://example.com/a", weight: 1 },
        { to: "https://example.com/b", weight: 3 },
      ],
      parameters: [{ name: "utm_source", value: 'news, and; "more"' }],
      metatitle: "=SUM(A1)",
      metadescription: "Two\nlines",
      metaimage: "https://example.com/a.png",
      description: "-1 is what a note can begin with",
    }),
  );
  const asking = await createLink(
    who,
    createLinkBody.parse({ url: "https://example.com/asks", type: `overlay-${overlay.id}` }),
  );
  const shop = { url: "https://example.com/shop", custom: `${who.username}-shop`, type: `splash-${splash.id}` };
  await createLink(who, createLinkBody.parse(shop));
  const web = await db.channel.create({ data: { userId, name: "Web" } });
  await db.channelItem.createMany({ data: [channel, web].map(({ id }) => ({ channelId: id, linkId: asking.id })) });
  const plain = await createLink(who, createLinkBody.parse({ url: "https://example.com/plain" }));
  await db.link.update({
    where: { id: plain.id },
    data: {
      title: "'=1+1",
      createdAt: new Date("2026-03-01T10:20:30Z"),
      counts: { update: { clicks: 1234, uniqueClicks: 99 } },
    },
  });
  return { secrets, ids: [link.id, plain.id], domain };
}
const { secrets } = await fill(ann);
await fill(ben);

describe("an export of chosen links", () => {
  it("contains only these, and nothing of other users or deleted links", async () => {
    const [first, second] = (await linesOf(ann, "links.jsonl")).map(({ id }) => Number(id));
    const [theirs] = (await linesOf(ben, "links.jsonl")).map(({ id }) => id);
    const idsIn = async (chosen: string) => (await linesOf(ann, "links.jsonl", chosen)).map(({ id }) => id);
    expect(await idsIn(`${second}`)).toEqual([second]);
    expect(await idsIn(`${theirs},${second},2000000000,${first},${first}`)).toEqual([first, second]);
    expect(await idsIn(`${theirs}`)).toEqual([]);
    const lines = (await fileOf(ann, "links.csv", `${second},${theirs}`)).trim().split("\r\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual([expect.stringContaining("id"), `${second}`]);
  });

  it("has the conversions and the revenue of each link", async () => {
    const [first, second] = (await linesOf(ann, "links.jsonl")).map(({ id }) => Number(id));
    const sale = { link: second, event: "sale", source: "api", at: new Date(), amount: 4_900, currency: "EUR" };
    const given = ["1", "1", "2"].map((click) => ({ ...sale, click }));
    await pool.query("SELECT add_conversions($1, 20, 100)", [JSON.stringify(given)]);
    const found = await linesOf(ann, "links.jsonl", `${first},${second}`);
    expect(found.map(({ conversions, revenue }) => [conversions, revenue])).toEqual([
      [0, {}],
      [2, { EUR: 14_700 }],
    ]);
    expect((await fileOf(ann, "links.csv")).split("\r\n")[0]).toMatch(/,"conversions","revenue","related"$/);
    await pool.query("DELETE FROM conversions");
  });

  it.each(["", "x", "1,,2", "0", "-1", Array.from({ length: 1_001 }, (_, index) => index + 1).join()])(
    "is rejected if they are %j",
    async (chosen) => {
      await expect(exportFile(ann, "links.csv", selectionOf(chosen))).rejects.toMatchObject({ kind: "invalid" });
    },
  );

  it("contains all that a filter finds, unless the number has changed", async () => {
    const all = await linesOf(ann, "links.jsonl");
    const found = await exportFile(ann, "links.jsonl", { filter: {}, count: String(all.length) });
    expect((await textOf(found)).trim().split("\n")).toHaveLength(all.length);
    const other = { filter: { q: "" }, count: all.length + 1 };
    await expect(exportFile(ann, "links.csv", other)).rejects.toMatchObject({ code: "selection_changed" });
  });

  it("contains only links, and needs a plan with exports", async () => {
    for (const name of ["clicks.csv", "everything.jsonl"])
      await expect(exportFile(ann, name, { ids: [1] })).rejects.toThrow("This export does not exist.");
    const free = await actor("none", "Free");
    await expect(exportFile(free, "links.csv", { ids: [1] })).rejects.toThrow("Exports are not part of the Free plan.");
  });
});

async function wholeLinks() {
  const { rows } = await links.listLinks(ann, { page: 1, limit: 100 });
  return Promise.all(rows.map(({ id }) => links.getLink(ann, id)));
}

describe("an export", () => {
  it.each(["links.csv", "links.jsonl", "everything.jsonl"])("of links as %s can be imported again", async (name) => {
    const before = (await wholeLinks()).map(presentLinkDetails);
    const file = await fileOf(ann, name);
    for (const { id } of before) await deleteLink(ann, id);
    const { id } = await imports.createImport(ann, { fileName: name }, chunks(file));
    await bringIn(ann, id);
    const after = (await wholeLinks()).map(presentLinkDetails);
    // Files contain no passwords, and unique visitors start again.
    const lost = { id: 0, uniqueclicks: 0, protected: false };
    const byUrl = (list: typeof after) =>
      list.map((link) => ({ ...link, ...lost })).sort((a, b) => a.longurl.localeCompare(b.longurl));
    const kept = before.map((link) => (link.protected ? { ...link, status: "off" as const } : link));
    expect(byUrl(after)).toEqual(byUrl(kept));
  });

  it("of everything can be imported into another account, with related items", async () => {
    const dora = await actor("dora", "Pro");
    await fill(dora);
    const before = await linesOf(dora, "links.jsonl");
    const everything = await fileOf(dora, "everything.jsonl");
    for (const { id } of before) await deleteLink(dora, id as number);
    const cleo = await actor("cleo", "Pro");
    await db.overlay.create({ data: { userId: cleo.userId, type: "contact", name: "Ask", content: {} } });
    const { id, made } = await imports.createImport(cleo, { fileName: "everything.jsonl" }, chunks(everything));
    const byName = (things: unknown) => (things as { name: string }[]).toSorted((a, b) => a.name.localeCompare(b.name));
    expect(byName(made)).toEqual([
      { kind: "tag", name: "Été" },
      { kind: "tag", name: "Poster" },
      { kind: "channel", name: "Print" },
      { kind: "campaign", name: "Spring" },
      { kind: "pixel", name: "Tags" },
      { kind: "channel", name: "Web" },
    ]);
    expect(await db.channel.count({ where: { userId: cleo.userId } })).toBe(0);
    const losses = [
      ["dora-shop", "You have no splash page called “Shop”, so the link goes straight to its destination."],
      [
        "dora-whole",
        "The file does not contain the link's password. The link stays off until you set one and turn it on.",
      ],
    ];
    expect(await lossesOf(cleo, id)).toEqual(losses);
    await bringIn(cleo, id);
    // Ids differ, Dora's domain is only hers, and losses are expected.
    const sameOf = (list: typeof before) =>
      list
        .map(
          ({ id, domain, shorturl, uniqueclicks, protected: locked, ...link }): Record<string, unknown> => ({
            ...link,
            ...{ campaign: null, channel: null, pixels: [], type: String(link.type).replace(/-\d+$/, "") },
            related: JSON.parse(JSON.stringify(link.related).replace(/"id":\d+,/g, "")),
            ...(locked === true && { status: "off" }),
            ...(link.alias === "dora-shop" && { type: "direct", related: null }),
          }),
        )
        .sort((a, b) => String(a.longurl).localeCompare(String(b.longurl)));
    const after = await linesOf(cleo, "links.jsonl");
    expect(sameOf(after)).toEqual(sameOf(before));
    expect(after).toHaveLength(4);
    expect(await lossesOf(cleo, id)).toEqual(losses);

    // A second import has nothing left to create.
    for (const link of after) await deleteLink(cleo, link.id as number);
    const again = await imports.createImport(cleo, { fileName: "everything.jsonl" }, chunks(everything));
    expect(again.made).toEqual([]);
    await bringIn(cleo, again.id);
    const where = { userId: cleo.userId };
    expect(
      await Promise.all([db.campaign.count({ where }), db.channel.count({ where }), db.pixel.count({ where })]),
    ).toEqual([1, 2, 1]);
  });

  it("of everything has a line for each item of the account, and for no other", async () => {
    const lines = await linesOf(ann, "everything.jsonl");
    const kinds = new Set(lines.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      ...[
        "account",
        "answer",
        "bio",
        "campaign",
        "channel",
        "channel-item",
        "domain",
        "link",
        "overlay",
        "pixel",
        "qr",
        "sms",
        "splash",
        "tag",
      ],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/ben/);
  });

  it.each(partNames)("as a table has a column for every member: %s", async (name) => {
    const [header = ""] = (await fileOf(ben, `${name}.csv`)).split("\r\n");
    const columns = header
      .replace("\uFEFF", "")
      .split(",")
      .map((cell) => JSON.parse(cell));
    for (const { kind, ...record } of await linesOf(ben, `${name}.jsonl`)) {
      expect(columns).toEqual(expect.arrayContaining(Object.keys(record)));
    }
    expect(columns.length).toBeGreaterThan(2);
  });

  it("contains no secret", async () => {
    const names = ["everything.jsonl", ...partNames.map((name) => `${name}.csv`)];
    const files = (await Promise.all(names.map((name) => fileOf(ben, name)))).join("\n");
    const [session] = await db.session.findMany({ where: { userId: ben.userId } });
    const user = await db.user.findUniqueOrThrow({ where: { id: ben.userId }, include: { apiKeys: true } });
    const stored = [
      user.passwordHash,
      user.apiKeys[0]?.encrypted,
      user.apiKeys[0]?.hmac,
      session?.id,
      ben.apiKey,
      "who answered",
    ];
    for (const secret of [...secrets, ...stored]) {
      for (const encoding of ["utf8", "hex", "base64"] as const) {
        expect(files).not.toContain(Buffer.from(secret as string).toString(encoding));
      }
    }
    expect(files).not.toMatch(/argon2|accountsid|AC0123|SM77|"(?:password|token|hash|key|secret)\w*"/i);
    expect(files).toContain("protected");
  });

  it("is rejected without a suitable plan or an existing file", async () => {
    const free = await actor("free", "Free");
    await expect(exportFile(free, "links.csv")).rejects.toThrow("Exports are not part of the Free plan.");
    for (const name of ["users.csv", "everything.csv", "toString.csv", "links.exe", "../links.csv"]) {
      await expect(exportFile(ann, name)).rejects.toThrow("This export does not exist.");
    }
  });
});

async function* chunks(file: string) {
  yield Buffer.from(file);
}

it("reads links in large batches, and in smaller ones if their rules are long", async () => {
  const eve = await actor("eve", "Pro");
  await pool.query(
    `insert into links (user_id, domain_id, alias, alias_folded, destination, archived)
     select $1, 1, 'eve-' || n, 'eve-' || n, 'https://example.com/', n % 3 = 0 from generate_series(1, 1205) as n`,
    [eve.userId],
  );
  const batches = async (chosen?: number[]) => {
    const sizes: number[] = [];
    const ids: number[] = [];
    for await (const rows of links.allLinks(eve, chosen)) {
      sizes.push(rows.length);
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    return { sizes, ids };
  };
  const all = await batches();
  expect(all.sizes).toEqual([1_000, 205]);
  expect(new Set(all.ids).size).toBe(1_205);
  // Links of others and missing ones are left out.
  expect((await batches([2_147_483_647, 1, ...all.ids.slice(0, 3)])).ids).toEqual(all.ids.slice(0, 3));
  await pool.query(
    `update links set rules = (select jsonb_agg(jsonb_build_object('when', '{}'::jsonb, 'to', 'https://example.com/' || md5(id || '-' || n)))
       from generate_series(1, 1200) as n) where id = any($1)`,
    [all.ids.slice(0, 30)],
  );
  const long = await batches();
  expect(long.ids).toEqual(all.ids);
  expect(long.sizes[0]).toBeLessThan(30);
});
