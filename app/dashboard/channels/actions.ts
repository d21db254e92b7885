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
import { act, change, type Edited, parseRowId, readEditedRow } from "../_lib/act";

/** Creates a channel from the input of `createChannelBody`. Returns its id. */
export async function createChannelAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createChannel(actor, parse(createChannelBody, input))).id);
}

/** Changes the given fields of `updateChannelBody`. Returns the id. */
export async function updateChannelAction(
  edited: Edited,
  changes: Record<string, unknown>,
): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    const input = parse(updateChannelBody, changes);
    // For the API, null means not sent; for a form, it means cleared.
    const emptied = changes.description === null && { description: "" };
    await updateChannel(actor, id, { ...input, ...emptied }, versions);
    return id;
  });
}

export async function deleteChannelAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteChannel(actor, parseRowId(id)));
}

/** Adds an item, given by type and id such as "links/7", to the channel. */
export async function assignAction(id: number, item: string): Promise<ActionResult<null>> {
  return change((actor) => assignToChannel(actor, parseRowId(id), ...named(item)));
}

/** Removes an item from the channel. */
export async function unassignAction(id: number, item: string): Promise<ActionResult<null>> {
  return change((actor) => removeFromChannel(actor, parseRowId(id), ...named(item)));
}

function named(item: unknown) {
  const [type, id] = String(item).split("/");
  return [parse(channelItemType, type), parseRowId(id)] as const;
}
