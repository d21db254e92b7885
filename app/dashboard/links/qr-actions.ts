"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { designLink } from "@/lib/resources/qr-codes/link-design";
import { previewLinkQr, type QrPreview } from "@/lib/resources/qr-codes/preview";
import { drawLinkQrBody, linkQrBody } from "@/lib/resources/qr-codes/schema";
import { act, change, parseRowId } from "../_lib/act";
import { type Edited, readEditedRow } from "../_lib/edited";
import { inWords } from "../qr-codes/shown";

/** Draws the link's QR code from the input of `drawLinkQrBody`, without storing it. */
export async function previewLinkQrAction(id: number, input: unknown): Promise<ActionResult<QrPreview>> {
  return act(
    async (actor) => inWords(await previewLinkQr(actor, parseRowId(id), parse(drawLinkQrBody, input))),
    costs.picture,
  );
}

/** Changes the given fields of the QR code's design. */
export async function designLinkAction(edited: Edited, changes: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await designLink(actor, id, parse(linkQrBody, changes), versions);
  }, costs.picture);
}
