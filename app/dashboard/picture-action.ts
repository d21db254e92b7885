"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { baseUrl } from "@/lib/platform/env";
import { keepPicture } from "@/lib/resources/qr-codes/logo";
import { cropBody } from "@/lib/resources/uploads/schema";
import { cropUpload } from "@/lib/resources/uploads/service";
import { act } from "./_lib/act";

/** Stores an image from a file or an address. Returns its full URL here. */
export async function keepPictureAction(picture: File | string): Promise<ActionResult<string>> {
  return act(async (actor) => {
    const sent = picture instanceof File ? Buffer.from(await picture.arrayBuffer()) : String(picture);
    return baseUrl() + (await keepPicture(actor, sent));
  }, costs.fetch);
}

/** Stores an area of an upload as an image with its own address, and returns that. */
export async function cropPictureAction(input: unknown): Promise<ActionResult<string>> {
  return act(async (actor) => {
    const { picture, ...area } = parse(cropBody, input);
    return baseUrl() + (await cropUpload(actor, picture, area));
  }, costs.picture);
}
