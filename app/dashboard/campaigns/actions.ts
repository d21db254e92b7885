"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { assignCampaignBody, createCampaignBody, updateCampaignBody } from "@/lib/resources/campaigns/schema";
import {
  assignToCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  removeFromCampaign,
  updateCampaign,
} from "@/lib/resources/campaigns/service";
import { act, change, type Edited, parseRowId, readEditedRow, readSentFields } from "../_lib/act";

/** Creates a campaign from the input of `createCampaignBody`. Returns its id. */
export async function createCampaignAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createCampaign(actor, parse(createCampaignBody, input))).id);
}

/** Changes the given fields of `updateCampaignBody`. Returns the id. */
export async function updateCampaignAction(edited: Edited, changes: object): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    // The API requires the name in every update.
    const { name } = await getCampaign(actor, id);
    const input = parse(updateCampaignBody, { name, ...readSentFields(changes) });
    return (await updateCampaign(actor, id, input, versions)).id;
  });
}

export async function deleteCampaignAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteCampaign(actor, parseRowId(id)));
}

/** Adds a link to the campaign, or changes its weight there. */
export async function assignAction(id: number, linkId: unknown, weight?: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { weight: parsed } = parse(assignCampaignBody, { weight });
    await assignToCampaign(actor, parseRowId(id), parseRowId(linkId), parsed);
  });
}

export async function unassignAction(id: number, linkId: number): Promise<ActionResult<null>> {
  return change((actor) => removeFromCampaign(actor, parseRowId(id), parseRowId(linkId)));
}
