import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Download } from "@/lib/platform/files/download";
import type { CodesFile } from "@/lib/transfers/job";
import { filesIn } from "../support/archive";
import { startDatabase } from "../support/database";
import { cutInto, inkAtEdges, printed } from "../support/pdf";
import { decode, decodeWithZbar, hasZbar } from "../support/qr";

await startDatabase();
const { codesLabels, codesZip } = await import("@/lib/resources/qr-files/file");
const { drawCodes: codesIn } = await import("@/lib/resources/qr-files/codes");
const { codesLabelsBody, codesZipBody } = await import("@/lib/resources/qr-files/schema");
const { fileNames } = await import("@/lib/resources/qr-files/codes");
const { uploadCode } = await import("@/lib/resources/uploads/code");
const { designLink } = await import("@/lib/resources/qr-codes/link-design");
const { saveImage } = await import("@/lib/resources/uploads/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { shortUrlOf } = await import("@/lib/resources/links/short-url");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { db } = await import("@/lib/platform/database/db");

async function actor(username: string) {
  const input = { username, email: `${username}@example.com`, password: "a password of the tests" };
  const found = await findActorByKey((await createUser(input)).apiKey);
  if (!found) throw new Error("no actor");
  const { id } = await db.plan.findFirstOrThrow({ where: { name: "Pro" } });
  await db.user.update({ where: { id: found.userId }, data: { planId: id } });
  return { ...found, unlimited: true };
}
const ann = await actor("ann");
const ben = await actor("ben");
await db.domain.create({ data: { userId: ann.userId, host: "go.ann.test" } });

const newLink = async (custom: string, more: object = {}, who = ann) =>
  createLink(who, createLinkBody.parse({ url: "https://example.com/", custom, ...more }));

const bytes = async (file: Promise<Download>) =>
  buffer((await (await file).answer(new Request("http://localhost"))).body as ReadableStream);
const zipOf = async (body: object, who = ann) => filesIn(await bytes(codesZip(who, codesZipBody.parse(body))));
const labelsOf = async (body: object, who = ann) => bytes(codesLabels(who, codesLabelsBody.parse(body)));
const asPng = (picture: Buffer | undefined) => sharp(picture).png().toBuffer();

/** The file of a job, which may name links that the request has not checked. */
async function jobOf(ids: number[], file: CodesFile): Promise<Buffer> {
  const { userId } = ann;
  const chunks: Uint8Array[] = [];
  for await (const chunk of codesIn(ann, { kind: "codes", userId, memberId: userId, keyId: null, ids, file }))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

const plain = await newLink("summer");
const designed = await newLink("winter");
const logo = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#c81e1e" } })
  .png()
  .toBuffer();
await designLink(ann, designed.id, {
  ...{ dots: "rounded", foreground: "rgb(30,60,90)", frame: { style: "label", text: "Scan me" } },
  logo: await saveImage(ann, logo, "logo"),
});
const elsewhere = await newLink("summer", { domain: "go.ann.test" });
const theirs = await newLink("secret", {}, ben);

describe("a ZIP of codes", () => {
  it.each(["svg", "png"] as const)("has a picture of each selected link as %s, in its design", async (format) => {
    const ids = [designed.id, plain.id, theirs.id, 2_000_000_000, plain.id, elsewhere.id];
    const files = await zipOf({ ids, format, size: 600 });
    const names = ["winter", "summer", "summer-go.ann.test"];
    expect([...files.keys()]).toEqual(names.map((name) => `${name}.${format}`));
    const read = await Promise.all([...files.values()].map(async (file) => decode(await asPng(file))));
    expect(read).toEqual([designed, plain, elsewhere].map(shortUrlOf));
    for (const file of files.values()) expect(await sharp(file).metadata()).toMatchObject({ format, width: 600 });
    const own = await darkest(files.get(`winter.${format}`));
    expect(own).not.toEqual(await darkest(files.get(`summer.${format}`)));
  });

  it("has all links that a filter finds", async () => {
    const files = await zipOf({ filter: { q: "summer" }, count: 2 });
    expect([...files.keys()].sort()).toEqual([expect.stringMatching(/^summer-.+\.svg$/), "summer.svg"]);
    await expect(zipOf({ filter: { q: "summer" }, count: 3 })).rejects.toMatchObject({ code: "selection_changed" });
  });

  it("does not exist without a link of the account, or without its permission", async () => {
    await expect(zipOf({ ids: [theirs.id, 2_000_000_000] })).rejects.toMatchObject({ kind: "not_found" });
    const blind = { ...ann, permissions: new Set([]) } as unknown as typeof ann;
    await expect(zipOf({ ids: [plain.id] }, blind)).rejects.toMatchObject({ kind: "forbidden" });
  });

  it("leaves out what was deleted or is not the account's when it is drawn", async () => {
    const gone = await newLink("gone");
    await deleteLink(ann, gone.id);
    const zip = await jobOf([gone.id, theirs.id, plain.id], { kind: "zip", format: "svg", size: 512 });
    expect([...(await filesIn(zip)).keys()]).toEqual(["summer.svg"]);
  });

  it("has a plain code of a link whose logo can no longer be drawn", async () => {
    const link = await newLink("damaged");
    const path = await saveImage(ann, logo, "logo");
    await designLink(ann, link.id, { logo: path, foreground: "rgb(30,60,90)" });
    const where = { code: uploadCode(path) ?? "" };
    await db.upload.update({ where, data: { image: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]) } });
    const file = (await zipOf({ ids: [link.id] })).get("damaged.svg");
    expect(await decode(await asPng(file))).toBe(shortUrlOf(link));
    expect(await darkest(file)).toEqual([0, 0, 0]);
  });
});

/** The darkest color of a picture. */
async function darkest(file: Buffer | undefined) {
  const { channels } = await sharp(file).stats();
  return channels.slice(0, 3).map(({ min }) => min);
}

describe("names of files", () => {
  it("are unique on file systems that ignore case, and allowed on all", () => {
    const nameOf = fileNames("svg");
    expect(nameOf("sale", "a.test")).toBe("sale.svg");
    expect(nameOf("Sale", "b.test:8080")).toBe("Sale-b.test-8080.svg");
    expect(nameOf("sale", "b.test:8080")).toBe("sale-b.test-8080-2.svg");
    expect(nameOf("a/b~c", "a.test")).toBe("a-b~c.svg");
    expect(nameOf("a-b~c", "a.test")).toBe("a-b~c-a.test.svg");
    expect([nameOf("con", "a.test"), nameOf("Nul.x", "a.test")]).toEqual(["_con.svg", "_Nul.x.svg"]);
    const longest = "漢".repeat(64);
    nameOf(longest, "a.test");
    expect(Buffer.byteLength(nameOf(longest, `${"h".repeat(63)}.${"h".repeat(63)}.com`))).toBeLessThanOrEqual(255);
  });
});

describe("labels", () => {
  const grids = { "2x4": [2, 4], "3x8": [3, 8], "4x6": [4, 6] } as const;
  const papers = { a4: [595, 842], letter: [612, 792] } as const;

  it.each([
    ["a4", "3x8"],
    ["letter", "2x4"],
    ["a4", "4x6"],
  ] as const)("on %s in a grid of %s can be scanned, and keep away from cuts", async (paper, grid) => {
    const [columns, rows] = grids[grid];
    const links = [plain, designed, elsewhere];
    const ids = Array.from({ length: columns * rows + 1 }, (_, index) => links[index % 3]?.id ?? 0);
    // An account selects each link once, so the job gets repeated ones here.
    const pages = await printed(await jobOf(ids, { kind: "labels", paper, labels: grid }));
    expect(pages).toHaveLength(2);
    for (const { width, height } of pages)
      expect([width / 3, height / 3].map(Math.round)).toEqual(papers[paper].map((side) => expect.closeTo(side, -0.5)));
    const [first, second] = await Promise.all(pages.map((page) => cutInto([columns, rows], page)));
    const read = await Promise.all((first ?? []).map(decode));
    expect(read).toEqual(ids.slice(0, -1).map((_, index) => shortUrlOf(links[index % 3] ?? plain)));
    if (hasZbar) expect(decodeWithZbar(first?.[1] ?? Buffer.from(""))).toBe(shortUrlOf(designed));
    // Only the marks for cuts, of 3 points, are near the edges.
    for (const label of first ?? []) expect(await inkAtEdges(label, 14)).toBeLessThan(0.01);
    const last = links[(ids.length - 1) % 3] ?? plain;
    expect(await Promise.all((second ?? []).slice(0, 2).map(decode))).toEqual([shortUrlOf(last), null]);
  });

  it("show the short URL below the code, in two lines if it is long, and in any script", async () => {
    const long = await newLink(`${"long-".repeat(11)}alias`, { domain: "go.ann.test" });
    const greek = await newLink("καλοκαίρι");
    const chinese = await newLink("夏天");
    const pdf = await labelsOf({ ids: [plain.id, long.id, greek.id, chinese.id] });
    const [page] = await printed(pdf);
    if (!page) throw new Error("no page");
    const labels = await cutInto([3, 8], page);
    const lines = await Promise.all(labels.slice(0, 4).map(linesBelow));
    expect(lines).toEqual([1, 2, 1, 1]);
    expect(await Promise.all(labels.slice(0, 4).map(decode))).toEqual(
      [plain, long, greek, chinese].map((link) => new URL(shortUrlOf(link)).href),
    );
  });
});

/** How many lines of text are below the code of a label: rows of ink with empty rows between them. */
async function linesBelow(label: Buffer): Promise<number> {
  const { data, info } = await sharp(label).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const hasInk = (y: number) => {
    for (let x = 20; x < width - 20; x++) if ((data[y * width + x] ?? 255) < 160) return true;
    return false;
  };
  const bands: number[] = [];
  for (let y = 20; y < height - 20; y++) {
    if (hasInk(y) && !hasInk(y - 1)) bands.push(1);
    else if (hasInk(y)) bands.push((bands.pop() ?? 0) + 1);
  }
  // The dot of an i is separated from its stem by empty rows, so it is a band that is not a line of text.
  return bands.slice(1).filter((rows) => rows > 8).length;
}
