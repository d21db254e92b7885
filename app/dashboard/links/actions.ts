"use server";

import { redirect } from "next/navigation";
import type { SavedLink } from "@/components/links/link-form";
import { costs, requireBudget } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import type { FormState } from "@/lib/http/server-action";
import { checkDestination } from "@/lib/resources/links/destinations/checks";
import { createLinkBody, linkParams, quickLinkForm, updateLinkBody } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { deleteLink } from "@/lib/resources/links/trash/service";
import { quickLink } from "@/lib/resources/links/writing/quick";
import { createLink, updateLink } from "@/lib/resources/links/writing/save";
import { designLink } from "@/lib/resources/qr-codes/link-design";
import { previewLinkQr, type QrPreview } from "@/lib/resources/qr-codes/preview";
import { drawLinkQrBody, linkQrBody } from "@/lib/resources/qr-codes/schema";
import { act, actOnForm, change, type Edited, parseRowId, readEditedRow } from "../_lib/act";
import { inWords } from "../qr-codes/shown";

/** Creates a link from the input of `createLinkBody`. */
export async function createLinkAction(input: unknown): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await createLink(actor, parse(createLinkBody, input));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  }, costs.fetch);
}

/** Creates a link from the one-line form, sent without scripts or before they have loaded. */
export async function shortenAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(quickLinkForm, form, async (actor, { url, domain }) => {
    await requireBudget(costs.fetch);
    const link = await createLink(actor, parse(createLinkBody, { domain, ...quickLink(url) }));
    redirect(`/dashboard/links?created=${link.id}`);
  });
}

/** Changes the given fields of `updateLinkBody`. */
export async function updateLinkAction(edited: Edited, input: unknown): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    const link = await updateLink(actor, id, parse(updateLinkBody, input), versions);
    return { id: link.id, shortUrl: shortUrlOf(link) };
  }, costs.fetch);
}

/** Deletes a link. It can be restored. */
export async function deleteLinkAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteLink(actor, parse(linkParams, { id }).id));
}

/** Checks whether a link's destination works again. */
export async function checkDestinationAction(id: number): Promise<ActionResult<{ fails: boolean }>> {
  return act(async (actor) => ({ fails: (await checkDestination(actor, parseRowId(id))) !== null }), costs.fetch);
}

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
