"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { channelItemType, createChannelBody, updateChannelBody } from "@/lib/resources/channels/schema";
import {
  assignToChannel,
  createChannel,
  deleteChannel,
  removeFromChannel,
  updateChannel,
} from "@/lib/resources/channels/service";
import { act, idOf } from "../act";

/** Makes a channel of what `createChannelBody` takes; its id. */
export async function createChannelAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createChannel(actor, parse(createChannelBody, input))).id);
}

/** Changes what was sent of what `updateChannelBody` takes; the id. */
export async function updateChannelAction(id: number, changes: Record<string, unknown>): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const input = parse(updateChannelBody, changes);
    // To the API null is what was not sent, to a form what was emptied.
    const emptied = changes.description === null && { description: "" };
    await updateChannel(actor, idOf(id), { ...input, ...emptied });
    return id;
  });
}

export async function deleteChannelAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteChannel(actor, idOf(id));
    return null;
  });
}

/** Puts into the channel what `item` names by its type and id: "links/7". */
export async function assignAction(id: number, item: string): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await assignToChannel(actor, idOf(id), ...named(item));
    return null;
  });
}

/** Takes it out. */
export async function unassignAction(id: number, item: string): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await removeFromChannel(actor, idOf(id), ...named(item));
    return null;
  });
}

function named(item: unknown) {
  const [type, id] = String(item).split("/");
  return [parse(channelItemType, type), idOf(id)] as const;
}
