"use server";

import type { Actor } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { type ShareItem, shareBody } from "@/lib/resources/shares/schema";
import { presentShare, type Shareable, shareStatistics, stopSharing } from "@/lib/resources/shares/service";
import { act, parseRowId } from "./_lib/act";

export async function shareLinkAction(id: number, input: unknown): Promise<ActionResult<ShareItem>> {
  return act((actor) => share(actor, "link", id, input));
}

export async function stopSharingLinkAction(id: number): Promise<ActionResult<null>> {
  return act((actor) => stop(actor, "link", id));
}

export async function shareCampaignAction(id: number, input: unknown): Promise<ActionResult<ShareItem>> {
  return act((actor) => share(actor, "campaign", id, input));
}

export async function stopSharingCampaignAction(id: number): Promise<ActionResult<null>> {
  return act((actor) => stop(actor, "campaign", id));
}

/** Shares the statistics, from the input of `shareBody`. */
const share = async (actor: Actor, subject: Shareable["subject"], id: number, input: unknown) =>
  presentShare(await shareStatistics(actor, { subject, id: parseRowId(id) }, parse(shareBody, input)));

async function stop(actor: Actor, subject: Shareable["subject"], id: number): Promise<null> {
  await stopSharing(actor, { subject, id: parseRowId(id) });
  return null;
}
