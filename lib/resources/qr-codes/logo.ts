import type { Actor } from "@/lib/auth/actor";
import { invalid } from "@/lib/contract/errors";
import { FetchError, guardedFetch } from "@/lib/platform/guarded-fetch";
import { logoSide } from "@/lib/resources/drawing/look";
import { drawAnew, ownImage, saveImage, uploadCode } from "@/lib/resources/uploads/service";

/** The picture that an input's `logo` names, ready to be drawn: by its address, or as an upload of the actor's. */
export async function readLogo(actor: Actor, logo: string): Promise<Uint8Array> {
  const code = uploadCode(logo);
  if (code) {
    const image = await ownImage(actor, code);
    if (!image) throw invalid("logo", "This is not one of your uploads.");
    return drawAnew(actor, image, logoSide, "logo");
  }
  if (!/^https?:\/\//i.test(logo)) {
    throw invalid("logo", "This must be an http or https address, or the path of a file that you uploaded here.");
  }
  return drawAnew(actor, await guardedFetch(logo).catch(mapFetchError), logoSide, "logo");
}

function mapFetchError(error: unknown): never {
  throw error instanceof FetchError ? invalid("logo", error.message) : error;
}

/** Keeps a picture, sent or at an address, among the actor's uploads: it is drawn from there. Returns its path. */
export const keepLogo = async (actor: Actor, picture: Uint8Array | string): Promise<string> =>
  saveImage(actor, typeof picture === "string" ? await readLogo(actor, picture) : picture, "logo");
