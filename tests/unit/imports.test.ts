import { randomUUID } from "node:crypto";
import { access, appendFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import { startDatabase } from "../support/database";
import { hostileImports } from "../support/hostile-imports";
import { temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

const folder = await temporaryFolder();
afterAll(() => rm(folder, { recursive: true }));
const list = join(folder, "blocklist");
process.env.BLOCKLIST = list;
await appendFile(list, "evil.example\n");
await startDatabase();
const imports = await import("@/lib/resources/imports/service");
const { keepReading } = await import("@/lib/resources/imports/begin");
const { resumeReading } = await import("@/lib/resources/imports/read-file");
const { sweepImports } = await import("@/lib/resources/imports/service");
const { resumeImports } = await import("@/lib/resources/imports/run");
const links = await import("@/lib/resources/links/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createUser } = await import("@/lib/resources/users/service");
const { findActor } = await import("@/lib/auth/actor");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { presentLink } = await import("@/lib/resources/links/presenter");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { isHostOfInstance } = await import("@/lib/resources/domains/instance-links");
const { db } = await import("@/lib/platform/database/db");

async function actor(username: string, limits: Record<string, unknown> = {}) {
  const input = { username, email: `${username}@example.com`, password: "a password of the tests" };
  const { user, apiKey } = await createUser(input);
  const free = await db.plan.findFirstOrThrow({ where: { free: true } });
  const plan = await db.plan.create({
    data: {
      name: `Plan of ${username}`,
      limits: {
        ...(free.limits as object),
        custom: { enabled: true },
        alias: { enabled: true },
        links: 1_000_000,
        ...limits,
      },
    },
  });
  await db.user.update({ where: { id: user.id }, data: { planId: plan.id } });
  const found = await findActorByKey(apiKey);
  if (!found) throw new Error("no actor");
  return found;
}
type Actor = Awaited<ReturnType<typeof actor>>;
const ann = await actor("ann");
const ben = await actor("ben");

const page = { page: 1, limit: 100 };
const said = (reason: string | null) => reason && storedRefusalIn("en", reason);

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const bringIn = (who: Actor, text: string) => imports.createImport(who, { fileName: "links.csv" }, bytes(text));

async function finished(who: Actor, id: number) {
  return eventually(async () => {
    const state = await imports.importState(who, id);
    expect(state.import.status).toBe("done");
    return state;
  });
}

const aliasesOf = async (who: Actor) =>
  (await db.link.findMany({ where: { userId: who.userId }, orderBy: { id: "asc" } })).map(({ alias }) => alias);

describe("an import", () => {
  it("shows what would happen, creates nothing before it is started, then creates exactly that", async () => {
    await createLink(ben, createLinkBody.parse({ url: "https://example.com/theirs", custom: "taken" }));
    await createLink(ann, createLinkBody.parse({ url: "https://example.com/mine", custom: "here" }));
    const made = await bringIn(
      ann,
      [
        "alias,url,title,clicks,created",
        "second,https://example.com/2,Two,20,2026-02-02",
        "first,https://example.com/1,One,10,2026-02-01",
        "Second,https://example.com/3,,,",
        "TAKEN,https://example.com/4,,,",
        "here,https://example.com/mine,,,",
        "dashboard,https://example.com/5,,,",
        "a b,https://example.com/6,,,",
        "bad,javascript:alert(1),,,",
        "gone,,,,",
        ",https://example.com/7,,,",
      ].join("\n"),
    );
    const before = await imports.importState(ann, made.id);
    expect(before.import).toMatchObject({ status: "checked", source: "csv", fileName: "links.csv" });
    expect(before.counts).toEqual({
      ready: 3,
      taken: 4,
      own: 0,
      repeated: 0,
      present: 1,
      invalid: 2,
      created: 0,
      renamed: 0,
      overwritten: 0,
      left: 0,
    });
    expect(await aliasesOf(ann)).toEqual(["here"]);
    const { rows: taken } = await imports.importRows(ann, made.id, "taken", page);
    expect(taken.map(({ row, message }) => [row, said(message)])).toEqual([
      [3, "“Second” and “second” are the same alias here. With a new alias it becomes “Second-2”, if that is free."],
      [4, "This alias is taken. With a new alias it becomes “TAKEN-2”, if that is free."],
      [6, "This word is reserved."],
      [7, "Use only letters, digits and - _ . ~ + in an alias."],
    ]);
    const { rows: wrong } = await imports.importRows(ann, made.id, "invalid", page);
    expect(wrong.map(({ message }) => said(message))).toEqual([
      "Only http and https addresses are allowed.",
      "This row has no destination.",
    ]);

    await imports.startImport(ann, made.id, "skip");
    const { counts } = await finished(ann, made.id);
    expect(counts).toMatchObject({ ready: 0, taken: 0, created: 3, left: 4, repeated: 0, present: 1, invalid: 2 });
    // The oldest first, so that lists show them in their original order.
    expect((await aliasesOf(ann)).slice(0, 3)).toEqual(["here", "first", "second"]);
    const { rows } = await links.listLinks(ann, { page: 1, limit: 15, q: "example.com/2" });
    expect(await links.getLink(ann, rows[0]?.id ?? 0)).toMatchObject({
      title: "Two",
      counts: { clicks: 20n },
      importedClicks: 20n,
      createdAt: new Date("2026-02-02"),
    });
    await expect(imports.startImport(ann, made.id, "skip")).rejects.toMatchObject({ kind: "conflict" });
  });

  it("gives links whose alias is not available another one on request", async () => {
    const made = await bringIn(ben, "alias,url\nhere,https://example.com/a\nlogin,https://example.com/b\n");
    await imports.startImport(ben, made.id, "suffix");
    const { counts } = await finished(ben, made.id);
    expect(counts).toMatchObject({ renamed: 2, left: 0 });
    const listed = async (who: Actor) =>
      (await imports.listImports(who, page)).rows.map(({ id, links }) => [id, links]);
    expect(await listed(ben)).toEqual([[made.id, 2]]);
    expect(await listed(ann)).toEqual([[expect.any(Number), 3]]);
    const { rows } = await imports.importRows(ben, made.id, "renamed", page);
    const { rows: found } = await links.listLinks(ben, { page: 1, limit: 2 });
    expect(rows.map(({ message }) => said(message)).sort()).toEqual(found.map(({ alias }) => alias).sort());
    // Only the taken alias can get a number. A reserved word gets a random alias.
    expect(await aliasesOf(ben)).toEqual(["taken", "here-2", expect.stringMatching(/^\w{7}$/)]);
  });

  it("keeps aliases without a host, and counts a row as incomplete if its short URL has no alias", async () => {
    const bare = await actor("bare");
    const file = ["shortlink,longlink", "chq1,https://example.com/1", "/chz2,https://example.com/2"];
    const made = await bringIn(bare, [...file, "https://sho.rt/,https://example.com/3"].join("\n"));
    expect(await imports.importState(bare, made.id)).toMatchObject({ partial: 1, counts: { ready: 3 } });
    await imports.startImport(bare, made.id, "skip");
    await finished(bare, made.id);
    expect(await aliasesOf(bare)).toEqual(["chq1", "chz2", expect.stringMatching(/^\w{7}$/)]);
    const { rows } = await imports.importRows(bare, made.id, "partial", page);
    expect(rows.map(({ row, outcome, link }) => [row, outcome, (link as ImportedLink).lost?.map(said)])).toEqual([
      [
        3,
        "created",
        ["“https://sho.rt/” in column “shortlink” was not read as an alias, so the link gets a random one."],
      ],
    ]);
  });

  it("turns links off that an unknown column may limit, and says so before and after", async () => {
    const tool = await actor("chhoto");
    const file = ["shortlink,longlink,expiry_time,secret_key", "dated,https://example.com/1,4102444800,"];
    const made = await bringIn(tool, [...file, "locked,https://example.com/2,0,k3y"].join("\n"));
    const sentence =
      "Column “secret_key” is not recognized, but “k3y” may limit who can open the link. The link stays off until you turn it on.";
    const notes = async () =>
      (await imports.importRows(tool, made.id, "partial", page)).rows.map(({ link }) =>
        (link as ImportedLink).lost?.map(said),
      );
    expect(await notes()).toEqual([[sentence]]);
    await imports.startImport(tool, made.id, "skip");
    await finished(tool, made.id);
    expect(await notes()).toEqual([[sentence]]);
    const found = await db.link.findMany({ where: { userId: tool.userId }, orderBy: { alias: "asc" } });
    expect(found.map(({ alias, status, expiresAt }) => [alias, status, expiresAt])).toEqual([
      ["dated", "public", new Date("2100-01-01T00:00:00Z")],
      ["locked", "off", null],
    ]);
  });

  it("creates the oldest first, also of links without an available alias", async () => {
    const file = [
      "alias,url,created",
      "newer,https://example.com/newer,2026-03-01",
      "here,https://example.com/old,2026-01-01",
      "newest,https://example.com/newest,2026-04-01",
    ];
    const made = await bringIn(ben, `${file.join("\n")}\n`);
    await imports.startImport(ben, made.id, "suffix");
    await finished(ben, made.id);
    const rows = await db.link.findMany({ where: { userId: ben.userId }, orderBy: { id: "desc" }, take: 3 });
    expect(rows.map(({ destination }) => destination)).toEqual(
      ["newest", "newer", "old"].map((name) => `https://example.com/${name}`),
    );
  });

  it("imports up to the maximum of clicks, which continue to be counted", async () => {
    const often = await actor("often");
    const made = await bringIn(
      often,
      "alias,url,clicks\nmost,https://example.com/1,1000000000000\nmore,https://example.com/2,1000000000001\n",
    );
    const { rows: wrong } = await imports.importRows(often, made.id, "invalid", page);
    expect(wrong.map(({ message }) => said(message))).toEqual([
      "A link can be imported with at most 1,000,000,000,000 clicks.",
    ]);
    await imports.startImport(often, made.id, "skip");
    await finished(often, made.id);
    await db.$executeRaw`UPDATE link_counts SET clicks = clicks + 1 WHERE user_id = ${often.userId}`;
    const { rows } = await links.listLinks(often, { page: 1, limit: 15 });
    expect(rows.map((link) => presentLink(link).clicks)).toEqual([1_000_000_000_001]);
  });

  it("never exceeds the plan's limit, and reports what it leaves out", async () => {
    const few = await actor("few", { links: 3 });
    const made = await bringIn(few, `url\n${"https://example.com/\n".repeat(5)}`);
    expect(await imports.importState(few, made.id)).toMatchObject({ room: 3, rows: 5 });
    await imports.startImport(few, made.id, "skip");
    expect((await finished(few, made.id)).counts).toMatchObject({ created: 3, left: 2 });
    const { rows } = await imports.importRows(few, made.id, "left", page);
    expect(storedRefusalIn("en", rows[0]?.message ?? "")).toMatch(/allows 3 links/);
  });

  it("creates tags, existing ones once, and no more than an account can have", async () => {
    const tagger = await actor("tagger", {});
    const { userId } = tagger;
    await db.tag.create({ data: { userId, name: "Été", nameFolded: "été" } });
    const more = Array.from({ length: 997 }, (_, n) => ({ userId, name: `${n}`, nameFolded: `${n}` }));
    await db.tag.createMany({ data: more });
    const file = `long_url,link,tags\nhttps://example.com/1,https://bit.ly/tags-1,"éTÉ,Poster"\nhttps://example.com/2,https://bit.ly/tags-2,"poster,Fair,Late"\n`;
    const { id, made } = await bringIn(tagger, file);
    expect(made).toEqual([
      { kind: "tag", name: "Poster" },
      { kind: "tag", name: "Fair" },
    ]);
    const { rows } = await imports.importRows(tagger, id, "partial", page);
    expect(rows.map(({ row, link }) => [row, (link as ImportedLink).lost?.map(said)])).toEqual([
      [2, ["An account can have 1000 tags. You have reached that limit."]],
    ]);
    await imports.startImport(tagger, id, "skip");
    await finished(tagger, id);
    const found = await db.link.findMany({
      where: { userId },
      orderBy: { destination: "asc" },
      select: { tags: { select: { name: true }, orderBy: { name: "asc" } } },
    });
    expect(found.map(({ tags }) => tags.map(({ name }) => name))).toEqual([
      ["Poster", "Été"],
      ["Fair", "Poster"],
    ]);
  });

  it("creates related items that the plan allows, and reports others and how many are too many", async () => {
    const small = await actor("small", { bundle: { enabled: false }, pixels: { enabled: true, count: 1 } });
    const line = (n: number, related: object[]) =>
      JSON.stringify({
        ...{ shorturl: `https://go.test/small-${n}`, longurl: "https://example.com/", uniqueclicks: 0 },
        related,
      });
    const pixel = (tag: string) => ({ kind: "pixel", id: 1, type: "gtmpixel", name: tag, tag });
    const channel = (n: number) => ({ kind: "channel", id: 1, name: `Channel ${n}`, color: "#123456" });
    const file = [
      line(1, [pixel("GTM-1")]),
      line(2, [{ kind: "campaign", id: 1, name: "Spring" }, pixel("GTM-2")]),
      line(3, [pixel("GTM-1"), channel(1)]),
      line(4, [{ ...channel(2), color: "red" }]),
    ].join("\n");
    const { id, made } = await bringIn(small, file);
    expect(made).toEqual([
      { kind: "pixel", name: "GTM-1" },
      { kind: "channel", name: "Channel 1" },
    ]);
    expect(await imports.importState(small, id)).toMatchObject({ partial: 1, counts: { ready: 3, invalid: 1 } });
    const { rows } = await imports.importRows(small, id, "partial", page);
    const campaigns = "Campaigns are not part of the Plan of small plan.";
    const pixels = "Your plan, Plan of small, allows 1 pixel. You have reached that limit.";
    expect(rows.map(({ row, link }) => [row, (link as ImportedLink).lost?.map(said)])).toEqual([
      [2, [campaigns, pixels]],
    ]);
    await imports.startImport(small, id, "skip");
    await finished(small, id);
    const found = await db.link.findMany({
      where: { userId: small.userId },
      orderBy: { alias: "asc" },
      select: { campaignId: true, pixels: { select: { tag: true } }, items: { select: { channel: true } } },
    });
    expect(found).toMatchObject([
      { campaignId: null, pixels: [{ tag: "GTM-1" }], items: [] },
      { campaignId: null, pixels: [], items: [] },
      { pixels: [{ tag: "GTM-1" }], items: [{ channel: { name: "Channel 1", color: "#123456" } }] },
    ]);

    const hundred = (n: number) => Array.from({ length: 100 }, (_, index) => channel(100 * n + index));
    const many = Array.from({ length: 11 }, (_, n) => line(n + 10, hundred(n))).join("\n");
    const sentence = /^This file contains more than 1,000 new campaigns, channels, pixels and tags\./;
    await expect(bringIn(small, many)).rejects.toMatchObject({
      fields: [{ path: "file", message: expect.stringMatching(sentence) }],
    });
  });

  it("continues after a process died, and creates no link twice, in any number of processes", async () => {
    const many = await actor("many");
    const lines = Array.from({ length: 3_000 }, (_, index) => `many-${index},https://example.com/${index}`);
    const made = await bringIn(many, `alias,url\n${lines.join("\n")}`);
    // Left by a process that died during its work: running, with an expired lease.
    await db.import.update({ where: { id: made.id }, data: { status: "running", leaseUntil: new Date(0) } });
    await Promise.all([resumeImports(), resumeImports(), imports.importState(many, made.id)]);
    expect((await finished(many, made.id)).counts).toMatchObject({ created: 3_000 });
    expect(await db.link.count({ where: { userId: many.userId } })).toBe(3_000);
  });

  it("keeps a link's domain if the user has it", async () => {
    const domain = await db.domain.create({ data: { userId: ann.userId, host: "go.ann.test" } });
    const made = await bringIn(
      ann,
      "shorturl,longurl\nhttps://go.ann.test/x1,https://example.com/\nhttps://bit.ly/x2,https://example.com/\n",
    );
    const { rows } = await imports.importRows(ann, made.id, "ready", page);
    expect(rows[0]?.domainId).toBe(domain.id);
    expect(rows[1]?.domainId).not.toBe(domain.id);
  });

  it("rejects links to this service", async () => {
    // A new domain is known a moment later.
    await vi.waitFor(async () => expect(await isHostOfInstance("go.ann.test")).toBe(true), 5_000);
    const made = await bringIn(ann, "url\nhttps://go.ann.test/x1\n");
    const { rows } = await imports.importRows(ann, made.id, "invalid", page);
    expect(storedRefusalIn("en", rows[0]?.message ?? "")).toBe(
      "The destination is itself a short link of this service.",
    );
  });

  it("creates no links to blocked destinations, even if they are blocked after the check", async () => {
    const careful = await actor("careful");
    const made = await bringIn(
      careful,
      "alias,url\nbad,https://www.evil.example/\nlate,https://late.example/x\nfine,https://example.com/\n",
    );
    expect((await imports.importState(careful, made.id)).counts).toMatchObject({ invalid: 1, ready: 2 });
    const messages = async (outcome: "invalid" | "left") =>
      (await imports.importRows(careful, made.id, outcome, page)).rows.map(({ message }) => said(message));
    const sentence = "This address is on this service's blocklist.";
    expect(await messages("invalid")).toEqual([sentence]);
    await appendFile(list, "late.example\n");
    await imports.startImport(careful, made.id, "suffix");
    expect((await finished(careful, made.id)).counts).toMatchObject({ created: 1, left: 1, invalid: 1 });
    expect(await messages("left")).toEqual([sentence]);
    expect(await aliasesOf(careful)).toEqual(["fine"]);
  });

  it("leaves out a line whose settings have become invalid", async () => {
    const late = await actor("later");
    const made = await bringIn(late, "alias,url\nlater-1,https://example.com/1\nlater-2,https://example.com/2\n");
    const settings = { rules: [{ when: {}, to: `https://example.com/${"x".repeat(70_000)}` }] };
    await db.$executeRaw`UPDATE import_rows SET link = jsonb_set(link, '{settings}', ${JSON.stringify(settings)}::jsonb)
      WHERE import_id = ${made.id} AND "row" = 2`;
    await imports.startImport(late, made.id, "skip");
    expect((await finished(late, made.id)).counts).toMatchObject({ created: 1, left: 1 });
    const { rows } = await imports.importRows(late, made.id, "left", page);
    expect(rows.map(({ message }) => said(message))).toEqual([expect.stringMatching(/64 KiB/)]);
  });

  it("is given up if the service fails repeatedly, without blocking others", async () => {
    const poor = await actor("poor");
    const made = await bringIn(poor, "alias,url\npoor-1,https://example.com/1\npoor-2,https://example.com/2\n");
    await db.$executeRaw`UPDATE import_rows SET link = jsonb_set(link, '{clicks}', '"no number"')
      WHERE import_id = ${made.id} AND "row" = 2`;
    await imports.startImport(poor, made.id, "skip");
    expect((await finished(poor, made.id)).counts).toMatchObject({ created: 0, left: 2 });
    const { rows } = await imports.importRows(poor, made.id, "left", page);
    expect(rows.map(({ message }) => said(message))).toEqual(Array(2).fill("Something went wrong during this import."));
    const next = await bringIn(poor, "alias,url\npoor-3,https://example.com/3\n");
    await imports.startImport(poor, next.id, "skip");
    expect((await finished(poor, next.id)).counts).toMatchObject({ created: 1 });
  });

  it("is given up if its user cannot be read, without blocking others", async () => {
    const lost = await actor("lost");
    const made = await bringIn(lost, "alias,url\nlost-1,https://example.com/1\n");
    // An account without a plan, and without a free one to fall back on, cannot be helped.
    const { id } = await db.plan.findFirstOrThrow({ where: { free: true } });
    await db.plan.update({ where: { id }, data: { free: false } });
    try {
      await imports.startImport(lost, made.id, "skip");
      expect((await finished(lost, made.id)).counts).toMatchObject({ created: 0, left: 1 });
    } finally {
      await db.plan.update({ where: { id }, data: { free: true } });
    }
    const next = await bringIn(lost, "alias,url\nlost-2,https://example.com/2\n");
    await imports.startImport(lost, next.id, "skip");
    expect((await finished(lost, next.id)).counts).toMatchObject({ created: 1 });
  });

  it.each(["removed", "an analyst"])("stops if the person who started it is %s by then, and says so", async (now) => {
    const account = await actor(`account-${now.replace(" ", "-")}`);
    const { userId: memberId } = await actor(`member-${now.replace(" ", "-")}`);
    await db.member.create({ data: { userId: account.userId, memberId, role: "editor" } });
    const editor = await findActor(account.userId, memberId);
    const made = await bringIn(editor, "alias,url\nrow-1,https://example.com/1\nrow-2,https://example.com/2\n");
    expect(await db.import.findUniqueOrThrow({ where: { id: made.id } })).toMatchObject({ memberId });
    const where = { userId_memberId: { userId: account.userId, memberId } };
    if (now === "removed") await db.member.delete({ where });
    else await db.member.update({ where, data: { role: "analyst" } });
    // The user had started it before.
    await db.import.update({ where: { id: made.id }, data: { status: "running", leaseUntil: null } });
    await resumeImports();
    expect((await finished(account, made.id)).counts).toMatchObject({ created: 0, left: 2 });
    const { rows } = await imports.importRows(account, made.id, "left", page);
    expect(rows.map(({ message }) => said(message))).toEqual(
      Array(2).fill("The person who started this import is no longer allowed to create links here."),
    );
    expect(await aliasesOf(account)).toEqual([]);
  });

  it("uses the permissions of the member who started it", async () => {
    const account = await actor("account-of-editor");
    const { userId: memberId } = await actor("editor-of-account");
    await db.member.create({ data: { userId: account.userId, memberId, role: "editor" } });
    const editor = await findActor(account.userId, memberId);
    const made = await bringIn(editor, "alias,url\nof-editor,https://example.com/1\n");
    await imports.startImport(editor, made.id, "skip");
    expect((await finished(account, made.id)).counts).toMatchObject({ created: 1 });
    expect(await aliasesOf(account)).toEqual(["of-editor"]);
  });

  it("keeps nothing of an unreadable file", async () => {
    const before = await db.import.count();
    await expect(bringIn(ann, "url\n")).rejects.toMatchObject({ message: "There are no links in this file." });
    await expect(bringIn(ann, `alias,url\nx,https://example.com/\n"`)).rejects.toMatchObject({ kind: "invalid" });
    expect(await db.import.count()).toBe(before);
  });

  it("runs one at a time per account, however many start at once", async () => {
    const eager = await actor("eager");
    let refusals = 0;
    let refusedTwo = () => {};
    const two = new Promise<void>((resolve) => {
      refusedTwo = resolve;
    });
    async function* slow() {
      yield Buffer.from("url\nhttps://example.com/\n");
      await two;
    }
    const attempts = [1, 2, 3].map(() =>
      imports.createImport(eager, { fileName: "links.csv" }, slow()).catch((error) => {
        if (++refusals === 2) refusedTwo();
        throw error;
      }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ kind: "conflict" });
    }
    // A checked import does not block others; a running one does.
    const second = await bringIn(eager, "url\nhttps://example.com/2\n");
    await db.import.update({ where: { id: second.id }, data: { busyUserId: eager.userId } });
    await expect(bringIn(eager, "url\nhttps://example.com/3\n")).rejects.toMatchObject({ kind: "conflict" });
    const [first] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    await expect(imports.startImport(eager, first?.id ?? 0, "skip")).rejects.toMatchObject({ kind: "conflict" });
  });

  it("does not wait for one whose process died while reading the file", async () => {
    const patient = await actor("patient");
    const data = { userId: patient.userId, busyUserId: patient.userId, fileName: "old.csv" };
    await db.import.create({ data: { ...data, leaseUntil: new Date(Date.now() - 1) } });
    await bringIn(patient, "url\nhttps://example.com/\n");
    expect(await db.import.count({ where: { userId: patient.userId } })).toBe(1);
  });

  describe("whose process died while it read the file", () => {
    /** Leaves an import as a dead process leaves it. */
    async function interrupted(username: string, state: { file?: boolean; tries?: number; agoMs?: number }) {
      const { userId } = await actor(username);
      const file = `import-${randomUUID()}`;
      if (state.file)
        await writeFile(join(tmpdir(), file), "alias,url\na1,https://example.com/1\na2,https://example.com/2\n");
      const leaseUntil = new Date(Date.now() - (state.agoMs ?? 1));
      const more = { file: state.file === undefined ? null : file, tries: state.tries, leaseUntil };
      const data = { userId, busyUserId: userId, fileName: "old.csv", ...more };
      const { id } = await db.import.create({
        data: { ...data, rows: { create: { row: 9, link: {}, domainId: 1, outcome: "ready" } } },
      });
      const found = () => db.import.findUnique({ where: { id }, include: { _count: { select: { rows: true } } } });
      const isLeft = () =>
        access(join(tmpdir(), file)).then(
          () => true,
          () => false,
        );
      return { found, isLeft };
    }

    it("goes on if the file has arrived, from its first row", async () => {
      const { found, isLeft } = await interrupted("goes-on", { file: true });
      await resumeReading();
      await eventually(async () =>
        expect(await found()).toMatchObject({ status: "checked", tries: 1, _count: { rows: 2 } }),
      );
      expect(await found()).toMatchObject({ busyUserId: null, leaseUntil: null, problem: null });
      await eventually(async () => expect(await isLeft()).toBe(false));
    });

    it("is read by one process only", async () => {
      const { found } = await interrupted("once", { file: true });
      await Promise.all([resumeReading(), resumeReading(), resumeReading()]);
      await eventually(async () =>
        expect(await found()).toMatchObject({ status: "checked", tries: 1, _count: { rows: 2 } }),
      );
    });

    it("says what happened after three interruptions, and removes the file", async () => {
      const { found, isLeft } = await interrupted("tiring", { file: true, tries: 2 });
      await resumeReading();
      const problem = (await found())?.problem ?? null;
      expect(said(problem)).toBe("The service was interrupted while it read this file. Please upload it again.");
      expect(await found()).toMatchObject({ status: "done", busyUserId: null });
      expect(await isLeft()).toBe(false);
    });

    it("waits for the machine with the file, and then says what happened", async () => {
      const [away, lost] = [
        await interrupted("away", { file: false, agoMs: 60_000 }),
        await interrupted("lost-file", { file: false, agoMs: 180_000 }),
      ];
      await resumeReading();
      expect(await away.found()).toMatchObject({ status: "reading", tries: 0 });
      expect(await lost.found()).toMatchObject({ status: "done", busyUserId: null });
      expect(said((await lost.found())?.problem ?? null)).toMatch(/^The service was interrupted/);
    });

    it("leaves nothing if the file had not arrived, because its request got no answer", async () => {
      const { found } = await interrupted("unanswered", {});
      await resumeReading();
      expect(await found()).toBeNull();
    });

    it("is read again from its stored rows if it was being read in another way", async () => {
      const again = await actor("again");
      const { id } = await bringIn(again, "alias,url\nb1,https://example.com/1\nb2,https://example.com/2\n");
      const { columns } = await db.import.findUniqueOrThrow({ where: { id } });
      const before = columns as { header: string; columns: unknown[]; reading: object };
      const data = {
        status: "reading",
        busyUserId: again.userId,
        leaseUntil: new Date(0),
        file: null,
        how: { reading: before.reading, before },
      } as const;
      await db.import.update({ where: { id }, data: data as never });
      await resumeReading();
      await eventually(async () =>
        expect(await db.import.findUnique({ where: { id } })).toMatchObject({ status: "checked", tries: 1 }),
      );
      expect(await db.importRow.count({ where: { importId: id } })).toBe(2);
    });
  });

  it("is given up if it is deleted while it is read, but not if it has just been read", async () => {
    const hasty = await actor("hasty");
    const { id } = await bringIn(hasty, "url\nhttps://example.com/\n");
    expect(await keepReading(id)).toBe(true);
    expect((await imports.importState(hasty, id)).import).toMatchObject({ status: "checked", leaseUntil: null });
    await imports.deleteImport(hasty, id);
    expect(await keepReading(id)).toBe(false);
  });

  it("deletes its lines a week after the last change, and keeps the counts", async () => {
    const tidy = await actor("tidy");
    const lines = Array.from({ length: 6_000 }, (_, n) => `https://example.com/${n}`).join("\n");
    const old = await bringIn(tidy, `url\n${lines}\nnot an address`);
    const young = await bringIn(tidy, "url\nhttps://example.com/\n");
    const day = 24 * 60 * 60_000;
    const touched = (id: number, days: number) =>
      db.import.update({ where: { id }, data: { touchedAt: new Date(Date.now() - days * day) } });
    await touched(old.id, 7.1);
    await touched(young.id, 6.9);
    await sweepImports();
    expect(await db.importRow.groupBy({ by: ["importId"], where: { import: { userId: tidy.userId } } })).toEqual([
      { importId: young.id },
    ]);
    const state = await imports.importState(tidy, old.id);
    expect(state).toMatchObject({ rows: 6_001, counts: { ready: 6_000, invalid: 1 }, import: { bytes: 0 } });
    expect(state.import.erasedAt).toBeInstanceOf(Date);
    await expect(imports.startImport(tidy, old.id, "skip")).rejects.toMatchObject({
      message: "The rows of this import were deleted. Please upload the file again.",
    });
    await imports.startImport(tidy, young.id, "skip");
    await finished(tidy, young.id);
  });

  it("is rejected if earlier ones store too much, or if it contains no address", async () => {
    const full = await actor("full");
    const [tiny, sentence] = hostileImports["tiny objects"](60_000);
    await expect(bringIn(full, tiny)).rejects.toMatchObject({ message: sentence });
    const { id } = await bringIn(full, "url\nhttps://example.com/\n");
    expect((await imports.importState(full, id)).import.bytes).toBeGreaterThan(20);
    await db.import.update({ where: { id }, data: { bytes: 256 * 2 ** 20 } });
    await expect(bringIn(full, "url\nhttps://example.com/\n")).rejects.toMatchObject({ kind: "conflict" });
    await imports.deleteImport(full, id);
    await bringIn(full, "url\nhttps://example.com/\n");
  });

  it("reads the file again as the user says, and the next file with the same header at once", async () => {
    const mapper = await actor("mapper");
    const file =
      "Ziel,Kürzel,Datum,Leer\nhttps://example.com/1,mapped-1,03/04/2026,\nhttps://example.com/2,mapped-2,04/03/2026,\n";
    const { id, columns } = await bringIn(mapper, file);
    expect(columns).toMatchObject({
      reading: { timeZone: "UTC", dayFirst: false, mapping: { ziel: "url" } },
      columns: [
        { name: "kürzel", label: "Kürzel", field: null },
        { name: "datum", label: "Datum", field: null },
        { name: "leer", label: "Leer", field: null },
        { name: "ziel", label: "Ziel", field: "url" },
      ],
      unrecognized: [
        { column: "Kürzel", rows: 2 },
        { column: "Datum", rows: 2 },
      ],
    });
    expect((await imports.importState(mapper, id)).counts).toMatchObject({ invalid: 0, ready: 2 });
    const mapping = { ziel: "url", kürzel: "alias", datum: "createdAt" } as const;
    const again = await imports.readAgain(mapper, id, { timeZone: "Europe/Berlin", dayFirst: true, mapping });
    expect(again).toMatchObject({
      status: "checked",
      columns: { dates: { assumed: true, ambiguous: true }, columns: { 0: { label: "Leer" }, 3: { label: "Ziel" } } },
    });
    expect((await imports.importState(mapper, id)).counts).toMatchObject({ invalid: 0, ready: 2 });
    const { rows } = await imports.importRows(mapper, id, "ready", page);
    expect(rows.map(({ row, link }) => [row, (link as ImportedLink).alias, (link as ImportedLink).createdAt])).toEqual([
      [1, "mapped-1", "2026-04-02T22:00:00.000Z"],
      [2, "mapped-2", "2026-03-03T23:00:00.000Z"],
    ]);
    await imports.startImport(mapper, id, "skip");
    await finished(mapper, id);
    expect(await aliasesOf(mapper)).toEqual(["mapped-2", "mapped-1"]);
    await expect(imports.readAgain(mapper, id, { timeZone: "UTC", dayFirst: true, mapping })).rejects.toMatchObject({
      kind: "conflict",
    });
    const next = await bringIn(mapper, "Ziel,Kürzel,Datum,Leer\nhttps://example.com/3,mapped-3,03/04/2026,\n");
    expect(next.columns).toMatchObject({ reading: { timeZone: "Europe/Berlin", dayFirst: true, mapping } });
    expect((await imports.importState(mapper, next.id)).counts).toMatchObject({ ready: 1 });
  });

  it("creates a link for each further address, and names the file's line", async () => {
    const bitly = await actor("bitly-user");
    const entry = (alias: string, custom: string[]) => ({
      ...{ link: `https://bit.ly/${alias}`, long_url: "https://example.com/", custom_bitlinks: custom },
    });
    const list = [entry("bit-1", ["https://bit.ly/bit-a"]), entry("bit-2", []), { ...entry("bit-3", []), odd: "x" }];
    const { id } = await bringIn(bitly, JSON.stringify(list));
    const { rows } = await imports.importRows(bitly, id, "ready", page);
    const lines = rows.map(({ row, link }) => [(link as ImportedLink).line ?? row, (link as ImportedLink).alias]);
    expect(lines).toEqual([
      [1, "bit-1"],
      [1, "bit-a"],
      [2, "bit-2"],
      [3, "bit-3"],
    ]);
    expect((await imports.importState(bitly, id)).partial).toBe(1);
    // After it is read again, they are gone.
    await imports.readAgain(bitly, id, { timeZone: "UTC", dayFirst: false, mapping: { odd: "ignore" } });
    expect(await imports.importState(bitly, id)).toMatchObject({ partial: 0, rows: 4, counts: { ready: 4 } });
  });

  it("keeps both of two aliases that differ only in case, the second with an announced suffix", async () => {
    const both = await actor("both");
    const lines = ["case-a,https://example.com/1", "CASE-A,https://example.com/2", "case-a-2,https://example.com/3"];
    const { id } = await bringIn(both, `alias,url\n${lines.join("\n")}\ncase-a,https://example.com/4\n`);
    expect((await imports.importState(both, id)).counts).toMatchObject({ ready: 2, taken: 1, repeated: 1 });
    const { rows } = await imports.importRows(both, id, "taken", page);
    expect(rows.map(({ row, message }) => [row, said(message)])).toEqual([
      [2, "“CASE-A” and “case-a” are the same alias here. With a new alias it becomes “CASE-A-2”, if that is free."],
    ]);
    await imports.startImport(both, id, "suffix");
    await finished(both, id);
    const found = await aliasesOf(both);
    expect(found.slice(0, 2)).toEqual(["case-a", "case-a-2"]);
    expect(found).toHaveLength(3);
    const third = await actor("third");
    const other = await bringIn(third, "alias,url\ncase-b,https://example.com/1\nCASE-B,https://example.com/2\n");
    await imports.startImport(third, other.id, "suffix");
    await finished(third, other.id);
    expect(await aliasesOf(third)).toEqual(["case-b", "CASE-B-2"]);
  });

  it("belongs to one account", async () => {
    const made = await bringIn(ann, "url\nhttps://example.com/\n");
    for (const attempt of [
      () => imports.importState(ben, made.id),
      () => imports.importRows(ben, made.id, "ready", page),
      () => imports.startImport(ben, made.id, "skip"),
      () => imports.deleteImport(ben, made.id),
      () => imports.readAgain(ben, made.id, { timeZone: "UTC", dayFirst: false, mapping: {} }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: "not_found" });
    }
    await imports.deleteImport(ann, made.id);
    await expect(imports.importState(ann, made.id)).rejects.toMatchObject({ kind: "not_found" });
  });
});
