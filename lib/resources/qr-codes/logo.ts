import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { AppError, fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { logoSide } from "@/lib/drawing/look";
import { FetchError, guardedFetch } from "@/lib/platform/network/guarded-fetch";
import { warn } from "@/lib/platform/warnings";
import { pathOfUpload, uploadCode } from "@/lib/resources/uploads/code";
import { authorizeUpload, findOwnedImage, redrawImage, saveImage } from "@/lib/resources/uploads/service";

/** Why the image at an address is left out. Addresses that are never fetched are refused. */
const unavailable: RefusalCode[] = [
  "fetch_failed",
  "fetch_late",
  "fetch_no_host",
  "fetch_status",
  "fetch_too_large",
  "fetch_too_many_redirects",
  "image_damaged",
  "image_too_large",
  "image_type_unknown",
];

/** Returns the image for an input's `logo`, ready to be drawn: from its address, or one of the actor's uploads. */
export async function readLogo(actor: Actor, logo: string): Promise<Uint8Array> {
  authorize(actor, "qr:read");
  const code = uploadCode(logo);
  if (code) {
    const image = await findOwnedImage(actor, code);
    if (!image) throw refusedField("logo", "upload_not_yours");
    return redrawImage(actor, image, logoSide, "logo");
  }
  if (!/^https?:\/\//i.test(logo)) {
    throw refusedField("logo", "logo_address_invalid");
  }
  return redrawImage(actor, await guardedFetch(logo).catch(mapFetchError), logoSide, "logo");
}

/**
 * Like `readLogo`, for a design that is stored. An image at an address that cannot be fetched, or is no image, is left
 * out with a warning: returns null.
 */
export async function readLogoOrWarn(actor: Actor, logo: string): Promise<Uint8Array | null> {
  return readLogo(actor, logo).catch((error: unknown) => {
    const [reason] = error instanceof AppError ? (error.fields ?? []) : [];
    if (!reason || uploadCode(logo) || !unavailable.includes(reason.code)) throw error;
    warn("logo", "logo_left_out", { reason: { code: reason.code, params: reason.params } });
    return null;
  });
}

function mapFetchError(error: unknown): never {
  throw error instanceof FetchError ? fieldRefusalOf("logo", error) : error;
}

/** Saves an image, sent or at an address, as an upload of the actor. Returns its path. */
export async function keepPicture(actor: Actor, picture: Uint8Array | string): Promise<string> {
  authorizeUpload(actor);
  const bytes = typeof picture === "string" ? await readLogo(withPermissions(actor, "qr:read"), picture) : picture;
  return saveImage(actor, bytes, "picture");
}

/**
 * Returns the path of a logo's upload: an existing one of the actor, or a new one of the image at the address. Null if
 * the image is left out with a warning.
 */
export async function saveLogo(actor: Actor, logo: string): Promise<{ path: string; image: Uint8Array } | null> {
  const image = await readLogoOrWarn(actor, logo);
  if (!image) return null;
  const code = uploadCode(logo);
  return { path: code ? pathOfUpload(code) : await saveImage(actor, image, "logo"), image };
}
