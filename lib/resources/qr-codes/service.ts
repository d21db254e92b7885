import { isDeepStrictEqual } from "node:util";
import { Prisma, type QrCode } from "@/generated/prisma/client";
import type { QrType } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { eraseClicks, makeUsageInexact } from "@/lib/clicks/maintenance/erase";
import { notFound, refusedField } from "@/lib/contract/errors";
import { forColumn } from "@/lib/contract/json-columns";
import type { Page } from "@/lib/contract/pagination";
import { parse } from "@/lib/contract/parse";
import type { Versions } from "@/lib/contract/version";
import { z } from "@/lib/contract/zod";
import type { Design } from "@/lib/drawing/design";
import { describePicture, plainDesign, readDesign, redesigned, storedStyle } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import type { Style } from "@/lib/drawing/look";
import { announce } from "@/lib/platform/database/changes";
import { atVersion, db, isMissingRow, isUniqueViolation, type Transaction } from "@/lib/platform/database/db";
import { assertNotBlocked } from "@/lib/platform/network/blocklist";
import { isHostOfInstance } from "@/lib/resources/domains/instance-links";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { withinLimit } from "@/lib/resources/plans/quota";
import { requireStorageToGrow } from "@/lib/resources/plans/storage";
import { qrData } from "./data";
import { readLogoOrWarn } from "./logo";
import { encodePayload, findQrLinks, type QrContent } from "./payload";
import type { CreateQr, UpdateQr } from "./schema";
import { templateDesign } from "./templates";

const randomAttempts = 5;

const typeNames = {
  text: "Text",
  vcard: "vCard",
  link: "Link",
  email: "E-mail",
  phone: "Phone",
  sms: "SMS",
  wifi: "Wi-Fi",
};

/** A page of the actor's codes, newest first: all, or those of a type whose name contains `q`. */
export const listQrCodes = (actor: Actor, page: Page, { q = "", type }: { q?: string; type?: QrType } = {}) =>
  listOwnedRows(actor, "QR code", page, { q, type });

/** Returns the actor's newest code with this destination. */
export async function findQrCodeTo(actor: Actor, url: string): Promise<QrCode | null> {
  authorize(actor, "qr:read");
  const where = { userId: actor.userId, type: "link", data: { equals: url } } as const;
  return db.qrCode.findFirst({ where, orderBy: { id: "desc" } });
}

export const getQrCode = (actor: Actor, id: number) => getOwnedRow(actor, "QR code", id);

/** Stores a code. Refuses one whose picture the decoders cannot read. */
export async function createQrCode(actor: Actor, input: CreateQr, drawn = randomAlias()): Promise<QrCode> {
  authorize(actor, "qr:write");
  const content = await readContent(input.type, input.data);
  const base = input.template === undefined ? plainDesign : await templateDesign(actor, input.template);
  const requested = redesigned(base, input);
  const logo = requested.logo ? await readLogoOrWarn(actor, requested.logo) : null;
  const design = logo ? requested : { ...requested, logo: null };
  const date = new Date().toISOString().slice(0, 10);
  for (let attempt = 1, code = drawn; ; attempt++, code = randomAlias()) {
    await studio().have("assertReadable", describePicture(encodePayload(code, content), design, logo), actor);
    try {
      const data = {
        ...content,
        userId: actor.userId,
        code,
        name: input.name ?? `${typeNames[input.type]} ${date}`,
        ...forPrisma(columnsOf(design)),
        ...(logo && { logoImage: { create: { image: new Uint8Array(logo) } } }),
      };
      const created = await withinLimit(actor, "qrCodes", (tx) => tx.qrCode.create({ data }));
      announceQrCode(created);
      return created;
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === randomAttempts) throw error;
    }
  }
}

/**
 * Changes the fields that are sent. The type cannot change, because printed codes of some types cannot become another.
 */
export async function updateQrCode(actor: Actor, id: number, input: UpdateQr, versions?: Versions): Promise<Date> {
  authorize(actor, "qr:write");
  const before = await getQrCode(actor, id);
  if (input.type && input.type !== before.type) {
    throw refusedField("type", "qr_type_fixed", { type: before.type });
  }
  const content = await readContent(before.type, input.data);
  const sent = input.logo ? await readLogoOrWarn(actor, input.logo) : null;
  // A logo that is left out replaces nothing.
  const change = input.logo && !sent ? { ...input, logo: undefined } : input;
  const design = redesigned(readDesign(before), change);
  const logo = change.logo === undefined ? await getLogo(id) : sent;
  const payload = encodePayload(before.code, content);
  const drawn = [encodePayload(before.code, before as QrContent & QrCode), readDesign(before)];
  // A code that a stricter rule would refuse today can still be renamed or get another destination, because its printed
  // picture stays the same.
  if (sent || !isDeepStrictEqual([payload, design], drawn)) {
    await studio().have("assertReadable", describePicture(payload, design, logo), actor);
  }
  const image = sent && new Uint8Array(sent);
  const changed = { data: content.data, ...columnsOf(design), name: input.name };
  await requireStorageToGrow(actor, async () => ({ ...before, image: await getLogo(id) }), { ...changed, image: logo });
  const data = forPrisma(changed);
  const where = { id, userId: actor.userId };
  const save = async (tx: Transaction) => {
    const changed = await tx.qrCode.update({ where, data, select: { updatedAt: true } }).catch(mapDatabaseError);
    if (image) await tx.qrLogo.upsert({ where: { qrCodeId: id }, create: { qrCodeId: id, image }, update: { image } });
    if (change.logo === null) await tx.qrLogo.deleteMany({ where: { qrCodeId: id } });
    return changed;
  };
  const { updatedAt } = await db.$transaction((tx) => atVersion(tx, "qr_codes", { id, versions }, save));
  announceQrCode(before);
  return updatedAt;
}

const columnsOf = ({ foreground, background, logo, ...style }: Design) => ({
  foreground,
  background,
  logo,
  style: storedStyle(style),
});

const forPrisma = <Columns extends { style: Style | null }>({ style, ...columns }: Columns) => ({
  ...columns,
  style: style ? { ...style } : Prisma.DbNull,
});

/** Deletes the code with its scans and statistics. */
export async function deleteQrCode(actor: Actor, id: number): Promise<void> {
  authorize(actor, "qr:write");
  const qrCode = await db.$transaction(async (tx) => {
    const deleted = await tx.qrCode.delete({ where: { id, userId: actor.userId } }).catch(mapDatabaseError);
    await eraseClicks(tx, "qr", [id]);
    await makeUsageInexact(tx, [actor.userId]);
    return deleted;
  });
  announceQrCode(qrCode);
}

export async function getLogo(id: number): Promise<Buffer | null> {
  const logo = await db.qrLogo.findUnique({ where: { qrCodeId: id } });
  return logo && Buffer.from(logo.image);
}

/** Replaces a logo from before logos were shrunk by its smaller version, unless it was changed meanwhile. */
export async function keepSmaller(id: number, logo: Uint8Array, smaller: Uint8Array): Promise<void> {
  const [image, before] = [new Uint8Array(smaller), new Uint8Array(logo)];
  await db.qrLogo.updateMany({ where: { qrCodeId: id, image: before }, data: { image } });
}

export async function readContent(type: CreateQr["type"], sent: unknown): Promise<QrContent> {
  const { data } = parse(z.object({ data: forColumn<z.ZodType>("qr_codes.data", qrData[type]) }), { data: sent });
  const content = { type, data } as QrContent;
  await assertNotBlocked(findQrLinks(content));
  if (content.type === "link") {
    const url = new URL(content.data);
    if (/^\/+q\//.test(url.pathname) && (await isHostOfInstance(url.host))) {
      throw refusedField("data", "url_is_qr_code");
    }
  }
  return content;
}

/** Invalidates the cached code: at once in this process, a moment later in the others. */
function announceQrCode({ code }: QrCode): void {
  announce("qr_code_changed", code);
}

function mapDatabaseError(error: unknown): never {
  throw isMissingRow(error) ? notFound("QR code") : error;
}
