import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import { authorize, hasPermission } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import type { Permission } from "@/lib/contract/permissions";
import type { CropArea } from "@/lib/drawing/crop-area";
import { studio } from "@/lib/drawing/drawing-processes";
import { detectImageType } from "@/lib/drawing/image-type";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { inAccountLock } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { pathOfUpload, uploadCode } from "./code";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Unused uploads are deleted after a day, so this limits how many a user can have. */
const dailyUploads = 100;
const maxBytes = 1024 * 1024;
/** The permissions of everything that shows images: a user with any of them may upload. */
const showing: Permission[] = [
  "qr:write",
  "links:write",
  "bio:write",
  "splash:write",
  "overlays:write",
  "domains:write",
];
/** The largest stored side in pixels. */
const largestSide = 1000;

/**
 * Redraws a user's png or jpg: upright, without metadata (places, names), at most `side` pixels wide and high. Refuses
 * anything else, naming the field `path`.
 */
export async function redrawImage(actor: Actor, bytes: Uint8Array, side: number, path: string): Promise<Uint8Array> {
  if (bytes.length > maxBytes) throw refusedField(path, "image_too_large");
  if (!detectImageType(bytes)) throw refusedField(path, "image_type_unknown");
  return studio().have("normalImage", { bytes, side, path }, actor);
}

/** Throws unless the actor may change something that shows images. */
export function authorizeUpload(actor: Actor): void {
  if (!showing.some((permission) => hasPermission(actor, permission))) authorize(actor, "qr:write");
}

/**
 * Stores an image that the actor uploaded in the field `path`. Returns its path, `/uploads/<code>`. Throws
 * `rate_limited` after too many in one day.
 */
export async function saveImage(actor: Actor, bytes: Uint8Array, path: string): Promise<string> {
  authorizeUpload(actor);
  await requireStorage(actor);
  const { userId } = actor;
  const image = new Uint8Array(await redrawImage(actor, bytes, largestSide, path));
  const code = randomBytes(16).toString("hex");
  await inAccountLock(userId, async (tx) => {
    const recent = await tx.upload.count({ where: { userId, createdAt: { gt: new Date(Date.now() - DAY_MS) } } });
    if (recent >= dailyUploads) throw tooMany(path);
    await tx.upload.create({ data: { code, userId, image } });
  });
  return pathOfUpload(code);
}

/**
 * Stores an area of one of the actor's uploads as a new upload. Returns its path. The other upload is deleted later,
 * unless something uses it.
 */
export async function cropUpload(actor: Actor, address: string, area: CropArea): Promise<string> {
  authorizeUpload(actor);
  const code = uploadCode(address);
  const bytes = code && (await findOwnedImage(actor, code));
  if (!bytes) throw refusedField("picture", "upload_not_yours");
  return saveImage(actor, await studio().have("croppedImage", { bytes, area }, actor), "picture");
}

const tooMany = (path: string) => refusedField(path, "uploads_too_many", { count: dailyUploads });

/** Returns the actor's upload with this code; null if there is none. */
export async function findOwnedImage(actor: Actor, code: string): Promise<Buffer | null> {
  const upload = await db.upload.findFirst({ where: { code, userId: actor.userId } });
  return upload && Buffer.from(upload.image);
}

/** Refuses an address that is an upload of another user, naming its field. */
export async function assertOwnUploads(actor: Actor, addresses: Record<string, string | null | undefined>) {
  for (const [path, address] of Object.entries(addresses)) {
    const code = address && uploadCode(address);
    if (code && !(await db.upload.count({ where: { code, userId: actor.userId } })))
      throw refusedField(path, "upload_not_yours");
  }
}

/** Returns the image with this code, an upload or the instance's logo. Anyone with its address can see it. */
export async function publicImage(code: string): Promise<Buffer | null> {
  const upload = await db.upload.findUnique({ where: { code, user: { deletion: null } } });
  const image =
    upload?.image ?? (await db.instanceSettings.findFirst({ where: { logo: pathOfUpload(code) } }))?.logoImage;
  return image ? Buffer.from(image) : null;
}

/** Deletes unused uploads that are older than a day, as an open form may use newer ones. Returns how many. */
export async function sweepUploads(): Promise<number> {
  return (await statement(unused)).length;
}

// An upload is used by its path or its full address, wherever an image's address can be given.
const unused = String.raw`
  DELETE FROM uploads WHERE created_at < now() - interval '1 day' AND code NOT IN (
    SELECT (regexp_matches(words, '/uploads/([\da-f]{32})', 'g'))[1] FROM (
      SELECT logo AS words FROM qr_codes WHERE logo LIKE '%/uploads/%'
      UNION ALL SELECT meta_image FROM links WHERE meta_image LIKE '%/uploads/%'
      UNION ALL SELECT qr_design->>'logo' FROM links WHERE qr_design->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT stored #>> '{link,qr_design,logo}' FROM deleted_links WHERE stored #>> '{link,qr_design,logo}' LIKE '%/uploads/%'
      UNION ALL SELECT design->>'logo' FROM qr_templates WHERE design->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT stored #>> '{link,meta_image}' FROM deleted_links WHERE stored #>> '{link,meta_image}' LIKE '%/uploads/%'
      UNION ALL SELECT concat(meta_image, ' ', avatar, ' ', theme, ' ', blocks) FROM bio_pages
      UNION ALL SELECT theme->>'logo' FROM domains WHERE theme->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT content::text FROM splash_pages
      UNION ALL SELECT content::text FROM overlays
    ) AS named) RETURNING 1`;
