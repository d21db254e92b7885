import type { Actor } from "@/lib/auth/actor";
import { allowing, authorize } from "@/lib/auth/permissions";
import { fieldRefusalOf, refusedField } from "@/lib/contract/errors";
import { FetchError, guardedFetch } from "@/lib/platform/guarded-fetch";
import { logoSide } from "@/lib/resources/drawing/look";
import { pathOfUpload, uploadCode } from "@/lib/resources/uploads/code";
import { authorizeUpload, drawAnew, ownImage, saveImage } from "@/lib/resources/uploads/service";

/** The picture that an input's `logo` names, ready to be drawn: by its address, or as an upload of the actor's. */
export async function readLogo(actor: Actor, logo: string): Promise<Uint8Array> {
  authorize(actor, "qr:read");
  const code = uploadCode(logo);
  if (code) {
    const image = await ownImage(actor, code);
    if (!image) throw refusedField("logo", "upload_not_yours");
    return drawAnew(actor, image, logoSide, "logo");
  }
  if (!/^https?:\/\//i.test(logo)) {
    throw refusedField("logo", "logo_address_invalid");
  }
  return drawAnew(actor, await guardedFetch(logo).catch(mapFetchError), logoSide, "logo");
}

function mapFetchError(error: unknown): never {
  throw error instanceof FetchError ? fieldRefusalOf("logo", error) : error;
}

/** Keeps a picture, sent or at an address, among the actor's uploads: it is shown from there. Returns its path. */
export async function keepPicture(actor: Actor, picture: Uint8Array | string): Promise<string> {
  authorizeUpload(actor);
  const bytes = typeof picture === "string" ? await readLogo(allowing(actor, "qr:read"), picture) : picture;
  return saveImage(actor, bytes, "picture");
}

/** The path of the upload that a logo is kept as: one of the actor's, or a new one of what is at the address. */
export async function keptLogo(actor: Actor, logo: string): Promise<{ path: string; image: Uint8Array }> {
  const image = await readLogo(actor, logo);
  const code = uploadCode(logo);
  return { path: code ? pathOfUpload(code) : await saveImage(actor, image, "logo"), image };
}
