"use server";

import { redirect } from "next/navigation";
import type { Simulated } from "@/components/links/dry-runs";
import type { SavedLink } from "@/components/links/link-form";
import { costs, requireBudget } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import type { FormState } from "@/lib/http/server-action";
import { checkDestination } from "@/lib/resources/links/destinations/checks";
import { createLinkBody, linkParams, quickLinkForm, updateLinkBody } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { simulateBody } from "@/lib/resources/links/simulation/schema";
import { simulateDraft } from "@/lib/resources/links/simulation/service";
import { deleteLink } from "@/lib/resources/links/trash/service";
import { quickLink } from "@/lib/resources/links/writing/quick";
import { createLink, updateLink } from "@/lib/resources/links/writing/save";
import { act, actOnForm, change, parseRowId } from "../_lib/act";
import { type Edited, readEditedRow } from "../_lib/edited";
import { reasons } from "./reasons";

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

/** Where a visitor would arrive with these unsaved changes of a link, or of a new link, and why. */
export async function simulateAction(
  id: number | null,
  changes: unknown,
  visitor: unknown,
): Promise<ActionResult<Simulated>> {
  return act(async (actor) => {
    const link = id === null ? null : parseRowId(id);
    const draft = link === null ? parse(createLinkBody, changes) : parse(updateLinkBody, changes);
    return simulateDraft(actor, link, draft, parse(simulateBody, visitor), await reasons());
  }, costs.picture);
}
