"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { presentShare } from "@/lib/resources/shares/presenter";
import { type ShareItem, shareBody } from "@/lib/resources/shares/schema";
import { type Shareable, shareStatistics, stopSharing } from "@/lib/resources/shares/service";
import { act, idOf } from "./act";

export async function shareLinkAction(id: number, input: unknown): Promise<ActionResult<ShareItem>> {
  return share("link", id, input);
}

export async function stopSharingLinkAction(id: number): Promise<ActionResult<null>> {
  return stop("link", id);
}

export async function shareCampaignAction(id: number, input: unknown): Promise<ActionResult<ShareItem>> {
  return share("campaign", id, input);
}

export async function stopSharingCampaignAction(id: number): Promise<ActionResult<null>> {
  return stop("campaign", id);
}

/** Shares the statistics as `shareBody` says. */
const share = (subject: Shareable["subject"], id: number, input: unknown) =>
  act(async (actor) => presentShare(await shareStatistics(actor, { subject, id: idOf(id) }, parse(shareBody, input))));

const stop = (subject: Shareable["subject"], id: number) =>
  act(async (actor) => {
    await stopSharing(actor, { subject, id: idOf(id) });
    return null;
  });
