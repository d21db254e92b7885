import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { decode } from "../support/qr";

// Low-priority threads draw, so a picture may wait while other tests run.
await startDatabase();
const uploads = await import("@/lib/resources/uploads/service");
const { uploadSize } = await import("@/lib/resources/uploads/size");
const { baseUrl } = await import("@/lib/platform/env");
const { uploadCode } = await import("@/lib/resources/uploads/code");
const qrCodes = await import("@/lib/resources/qr-codes/service");
const { designLink } = await import("@/lib/resources/qr-codes/link-design");
const { createTemplate } = await import("@/lib/resources/qr-codes/templates");
const { sweepUploads } = await import("@/lib/resources/uploads/service");
const { db } = await import("@/lib/platform/database/db");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");

async function actor(username: string) {
  const input = { username, email: `${username}@example.com`, password: "a password of the tests" };
  const found = await findActorByKey((await createUser(input)).apiKey);
  if (!found) throw new Error("no actor");
  return found;
}
/** Makes a user's uploads older than a day. */
const aged = (userId: number) =>
  db.upload.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) } });

const ann = await actor("ann");
const ben = await actor("ben");

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "rgb(200,30,30)" } });

const blue = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "rgb(0,0,250)" } })
    .png()
    .toBuffer();

describe("an upload", () => {
  it.each(["png", "jpeg"] as const)("stores a %s under a secret address", async (format) => {
    const path = await uploads.saveImage(ann, await red(40, 30).toFormat(format).toBuffer(), "logo");
    expect(path).toMatch(/^\/uploads\/[\da-f]{32}$/);
    const code = uploadCode(path) ?? "";
    const image = await uploads.publicImage(code);
    expect(await sharp(image ?? undefined).metadata()).toMatchObject({ format, width: 40, height: 30 });
    expect(await uploads.findOwnedImage(ann, code)).toEqual(image);
    expect(await uploads.findOwnedImage(ben, code)).toBeNull();
  });

  it("is upright, without camera metadata, and not larger than it is shown", async () => {
    const photo = await red(3000, 1500)
      .jpeg()
      .withExif({ IFD0: { Artist: "Ann" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const code = uploadCode(await uploads.saveImage(ann, photo, "logo")) ?? "";
    const kept = await sharp((await uploads.publicImage(code)) ?? undefined).metadata();
    expect(kept).toMatchObject({ width: 500, height: 1000 });
    expect([kept.orientation, kept.exif]).toEqual([undefined, undefined]);
  });

  it("is cropped to an upload of its own, and its size is known", async () => {
    const halves = await red(800, 600)
      .composite([{ input: await blue(400, 600), left: 400, top: 0 }])
      .png()
      .toBuffer();
    const path = await uploads.saveImage(ann, halves, "picture");
    const cropped = await uploads.cropUpload(ann, path, { left: 400, top: 100, width: 400, height: 210 });
    expect(cropped).not.toBe(path);
    expect(await uploadSize(`${baseUrl()}${cropped}`)).toEqual({ width: 400, height: 210 });
    const image = sharp((await uploads.publicImage(uploadCode(cropped) ?? "")) ?? undefined);
    expect((await image.stats()).dominant).toMatchObject({ r: 8, b: 248 });
    const photo = await uploads.saveImage(ann, await red(900, 300).jpeg().toBuffer(), "picture");
    expect(await uploadSize(photo)).toEqual({ width: 900, height: 300 });
    for (const other of ["https://example.com/a.png", `/uploads/${"0".repeat(32)}`])
      expect(await uploadSize(other)).toBeNull();
  });

  it.each<[string, string | null, object, string]>([
    ["too far to the right", null, { left: 1, width: 40 }, "crop"],
    ["too far down", null, { top: 1, height: 30 }, "crop"],
    ["of another account's upload", "theirs", {}, "picture"],
    ["of an image elsewhere", "https://example.com/a.png", {}, "picture"],
  ])("is not cropped to an area %s, and nothing is stored", async (_, other, area, path) => {
    const image = await red(40, 30).png().toBuffer();
    const mine = await uploads.saveImage(ann, image, "picture");
    const theirs = await uploads.saveImage(ben, image, "picture");
    const before = await db.upload.count();
    const part = { left: 0, top: 0, width: 4, height: 3, ...area };
    const address = other === "theirs" ? theirs : (other ?? mine);
    await expect(uploads.cropUpload(ann, address, part)).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ path }],
    });
    expect(await db.upload.count()).toBe(before);
  });

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ["a GIF", () => red(9, 9).gif().toBuffer(), /PNG or JPEG/],
    ["an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG/],
    ["a page", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), /PNG or JPEG/],
    ["nothing", async () => Buffer.alloc(0), /PNG or JPEG/],
    ["half a png", async () => (await red(99, 99).png().toBuffer()).subarray(0, 60), /damaged/],
    ["the start of a jpg", async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /damaged/],
    ["more pixels than fit in memory", () => red(6000, 5000).png().toBuffer(), /too many pixels/],
    [
      "more than 1 MiB",
      () =>
        sharp(randomBytes(700 * 700 * 3), { raw: { width: 700, height: 700, channels: 3 } })
          .png()
          .toBuffer(),
      /larger than 1 MiB/,
    ],
  ])("rejects %s", async (_, made, message) => {
    await expect(uploads.saveImage(ann, await made(), "logo")).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ path: "logo", message: expect.stringMatching(message) }],
    });
  });
});

describe("uploads", () => {
  it("are limited per user and day, even if many come at once", async () => {
    const [eve, bob] = [await actor("eve"), await actor("bob")];
    const picture = await red(4, 4).png().toBuffer();
    const image = new Uint8Array(picture);
    const rows = Array.from({ length: 97 }, (_, n) => ({ code: `eve-${n}`, userId: eve.userId, image }));
    await db.upload.createMany({ data: rows });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => uploads.saveImage(eve, picture, "logo")));
    const message = "You have uploaded 100 images in one day. Please try again tomorrow.";
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toMatchObject(
      Array(3).fill({ kind: "rate_limited", message, fields: [{ path: "logo", message }] }),
    );
    expect(await db.upload.count({ where: { userId: eve.userId } })).toBe(100);
    await uploads.saveImage(bob, picture, "logo");

    await aged(eve.userId);
    await uploads.saveImage(eve, picture, "logo");
  });

  it("are deleted after a day, unless they are used or may still be used", async () => {
    const cleo = await actor("cleo");
    const { userId } = cleo;
    const upload = async () => uploads.saveImage(cleo, await red(80, 80).png().toBuffer(), "logo");
    const at = (path: string) => `http://localhost:3000${path}`;
    const [
      logo = "",
      whole = "",
      unused = "",
      replaced = "",
      preview = "",
      block = "",
      splash = "",
      poster = "",
      link = "",
      designed = "",
      template = "",
      avatar = "",
      background = "",
      brand = "",
    ] = await Promise.all(Array.from({ length: 14 }, upload));
    await qrCodes.createQrCode(cleo, { type: "text", data: "Hello", logo });
    await qrCodes.createQrCode(cleo, { type: "text", data: "Hello", logo: at(whole) });
    const changed = await qrCodes.createQrCode(cleo, { type: "text", data: "Hello", logo: replaced });
    await qrCodes.updateQrCode(cleo, changed.id, { data: "Hello", logo: null });
    await db.bioPage.create({
      data: {
        ...{ userId, slug: "cleo", slugFolded: "cleo", name: "Cleo", metaImage: at(preview) },
        avatar: at(avatar),
        theme: { picture: at(background) },
        blocks: [{ type: "image", url: at(block) }],
      },
    });
    await db.splashPage.create({ data: { userId, name: "Shop", content: { title: "Shop", image: at(splash) } } });
    await db.overlay.create({ data: { userId, name: "Poster", type: "image", content: { url: at(poster) } } });
    const { id } = await createLink(cleo, createLinkBody.parse({ url: "https://example.com/", metaimage: at(link) }));
    await designLink(cleo, id, { logo: designed });
    await createTemplate(cleo, { name: "Spring", logo: at(template) });
    await db.domain.create({ data: { userId, host: "go.cleo.example", theme: { logo: at(brand) } } });
    await aged(userId);
    const fresh = await upload();

    await sweepUploads();
    const left = await db.upload.findMany({ where: { userId }, select: { code: true } });
    const shown = [logo, whole, preview, block, avatar, background, splash, poster, link, designed, template, brand];
    const named = [...shown, fresh].map((path) => uploadCode(path));
    expect(left.map(({ code }) => code).sort()).toEqual(named.sort());
    expect(await uploads.publicImage(uploadCode(unused) ?? "")).toBeNull();
    // A form that was left open names an upload that still exists.
    await qrCodes.createQrCode(cleo, { type: "text", data: "Hello", logo: fresh });
  });
});

describe("a QR code's logo", () => {
  it("can be an upload of the same account, by its path or full address, and is stored with the code", async () => {
    const path = await uploads.saveImage(ann, await red(80, 80).png().toBuffer(), "logo");
    for (const logo of [path, `http://localhost:3000${path}`]) {
      const { id, code } = await qrCodes.createQrCode(ann, { type: "text", data: "Hello", logo });
      const image = await qrCodes.getLogo(id);
      expect(image).toEqual(await uploads.publicImage(uploadCode(path) ?? ""));
      const { formats } = await import("@/lib/drawing/picture");
      const { plainStyle } = await import("@/lib/drawing/look");
      const { scanUrlOf } = await import("@/lib/resources/qr-codes/payload");
      const colours = { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)" };
      const picture = await formats.png.draw({ payload: scanUrlOf(code), ...colours, ...plainStyle, logo: image }, 200);
      expect(await decode(picture)).toBe(scanUrlOf(code));
    }
  });

  it("cannot be another user's upload, or a missing one", async () => {
    const path = await uploads.saveImage(ann, await red(80, 80).png().toBuffer(), "logo");
    for (const logo of [path, `/uploads/${"0".repeat(32)}`]) {
      await expect(qrCodes.createQrCode(ben, { type: "text", data: "Hello", logo })).rejects.toMatchObject({
        fields: [{ path: "logo", message: "This is not one of your uploads." }],
      });
    }
  });
});
