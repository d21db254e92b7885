"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { baseUrl } from "@/lib/platform/env";
import { keepPicture } from "@/lib/resources/qr-codes/logo";
import { act } from "./_lib/act";

/** Stores an image from a file or an address. Returns its full URL here. */
export async function keepPictureAction(picture: File | string): Promise<ActionResult<string>> {
  return act(async (actor) => {
    const sent = picture instanceof File ? Buffer.from(await picture.arrayBuffer()) : String(picture);
    return baseUrl() + (await keepPicture(actor, sent));
  }, costs.fetch);
}
