"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { redeliver, sendTest } from "@/lib/resources/webhooks/deliveries";
import { createWebhookBody, redeliverBody, updateWebhookBody } from "@/lib/resources/webhooks/schema";
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from "@/lib/resources/webhooks/service";
import { act, actAfterConfirmation, change, parseRowId, readSentFields } from "../../_lib/act";

/** Creates a webhook from the input of `createWebhookBody`. Returns its id and its secret, which is not shown again. */
export async function createWebhookAction(input: unknown): Promise<ActionResult<{ id: number; secret: string }>> {
  return actAfterConfirmation(async ({ actor }) =>
    createWebhook(actor, parse(createWebhookBody, readSentFields(input))),
  );
}

/** Changes the given fields of `updateWebhookBody`. Returns the id. */
export async function updateWebhookAction(id: number, changes: Record<string, unknown>): Promise<ActionResult<number>> {
  return actAfterConfirmation(async ({ actor }) => {
    const fields = readSentFields(changes);
    const input = parse(updateWebhookBody, fields);
    // For the API, null means not sent; for a form, it means cleared.
    await updateWebhook(actor, parseRowId(id), { ...input, ...(fields.name === null && { name: "" }) });
    return id;
  });
}

/** Pauses a webhook, or resumes it where it stopped. */
export async function switchWebhookAction(id: number, on: boolean): Promise<ActionResult<null>> {
  return change((actor) => updateWebhook(actor, parseRowId(id), { status: on === true ? "active" : "paused" }));
}

/** Replaces the secret. Returns the new one, which is not shown again. */
export async function rotateWebhookAction(id: number): Promise<ActionResult<string>> {
  return actAfterConfirmation(async ({ actor }) => rotateSecret(actor, parseRowId(id)));
}

export async function deleteWebhookAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteWebhook(actor, parseRowId(id)));
}

/** Sends a test event. */
export async function testWebhookAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => sendTest(actor, parseRowId(id)));
}

/** Sends deliveries again, chosen by the input of `redeliverBody`. Returns how many. */
export async function redeliverAction(id: number, input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => redeliver(actor, parseRowId(id), parse(redeliverBody, readSentFields(input))));
}
