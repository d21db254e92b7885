"use server";

import { getLocale } from "next-intl/server";
import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { keepLogo } from "@/lib/resources/qr-codes/logo";
import { codeOfDraft, previewQrCode, type QrPreview } from "@/lib/resources/qr-codes/preview";
import { createQrBody, drawQrBody, updateQrBody } from "@/lib/resources/qr-codes/schema";
import { createQrCode, deleteQrCode, updateQrCode } from "@/lib/resources/qr-codes/service";
import { act, fieldsIn, idOf } from "../act";

/** Draws what `drawQrBody` takes, without storing it. */
export async function previewQrAction(drawn: object, input: unknown): Promise<ActionResult<QrPreview>> {
  return act(async (actor) => {
    const { refusal, ...preview } = await previewQrCode(
      actor,
      parse(drawQrBody, { ...fieldsIn(input), ...fieldsIn(drawn) }),
    );
    const locale = await getLocale();
    return { ...preview, refusal: refusal && { ...refusal, message: refusalIn(locale, refusal) } };
  }, costs.picture);
}

/** Makes a code of what `createQrBody` takes, with the picture that was drawn of `draft`; its id. */
export async function createQrAction(draft: string, input: unknown): Promise<ActionResult<number>> {
  return act(
    async (actor) => (await createQrCode(actor, parse(createQrBody, input), codeOfDraft(actor, String(draft)))).id,
    costs.picture,
  );
}

/** Changes what was sent of what `updateQrBody` takes; the id. */
export async function updateQrAction(id: number, changes: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => {
    await updateQrCode(actor, idOf(id), parse(updateQrBody, changes));
    return id;
  }, costs.picture);
}

export async function deleteQrAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteQrCode(actor, idOf(id));
    return null;
  });
}

/** Keeps a picture for a logo, from a file or from its address; its path here. */
export async function keepLogoAction(picture: File | string): Promise<ActionResult<string>> {
  return act(
    async (actor) =>
      keepLogo(actor, picture instanceof File ? Buffer.from(await picture.arrayBuffer()) : String(picture)),
    costs.fetch,
  );
}
