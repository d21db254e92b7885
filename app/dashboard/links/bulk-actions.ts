"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { addToChannel, linkIds, moveLinks, switchLinks, tagLinks, untagLinks } from "@/lib/resources/links/bulk";
import { deleteLinks } from "@/lib/resources/links/trash";
import { act, idOf } from "../act";

const status = z.enum(["public", "private"]);

/** Deletes links, which can be restored. */
export async function deleteLinksAction(ids: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteLinks(actor, parse(linkIds, ids));
    return null;
  });
}

/** Switches links on or off; those that were not so before. */
export async function turnLinksAction(ids: unknown, to: unknown): Promise<ActionResult<number[]>> {
  return act(async (actor) => switchLinks(actor, parse(linkIds, ids), parse(status, to)));
}

/** Moves links to a campaign, or out of theirs with null. */
export async function moveLinksAction(ids: unknown, campaign: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => moveLinks(actor, parse(linkIds, ids), campaign === null ? null : idOf(campaign)));
}

/** Puts links into a channel. */
export async function addLinksAction(ids: unknown, channel: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => addToChannel(actor, parse(linkIds, ids), idOf(channel)));
}

/** Gives links a tag; how many there are. */
export async function tagLinksAction(ids: unknown, tag: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => tagLinks(actor, parse(linkIds, ids), idOf(tag)));
}

/** Takes a tag off links; how many there are. */
export async function untagLinksAction(ids: unknown, tag: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => untagLinks(actor, parse(linkIds, ids), idOf(tag)));
}
