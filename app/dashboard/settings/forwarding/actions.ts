"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { forwardAgain, testForwarding } from "@/lib/resources/forwardings/deliveries";
import { createForwardingBody, updateForwardingBody } from "@/lib/resources/forwardings/schema";
import { createForwarding, deleteForwarding, updateForwarding } from "@/lib/resources/forwardings/service";
import { redeliverBody } from "@/lib/resources/webhooks/schema";
import { act, actAfterConfirmation, change, parseRowId, readSentFields } from "../../_lib/act";

/** Creates a forwarding from the input of `createForwardingBody`. Returns its id. */
export async function createForwardingAction(input: unknown): Promise<ActionResult<number>> {
  return actAfterConfirmation(async ({ actor }) =>
    createForwarding(actor, parse(createForwardingBody, readSentFields(input))),
  );
}

/** Changes the given fields of `updateForwardingBody`. Returns the id. */
export async function updateForwardingAction(
  id: number,
  changes: Record<string, unknown>,
): Promise<ActionResult<number>> {
  return actAfterConfirmation(async ({ actor }) => {
    const fields = readSentFields(changes);
    const input = parse(updateForwardingBody, fields);
    // For the API, null means not sent; for a form, it means cleared.
    await updateForwarding(actor, parseRowId(id), { ...input, ...(fields.name === null && { name: "" }) });
    return id;
  });
}

/** Pauses a forwarding, or resumes it where it stopped. */
export async function switchForwardingAction(id: number, on: boolean): Promise<ActionResult<null>> {
  return change((actor) => updateForwarding(actor, parseRowId(id), { status: on === true ? "active" : "paused" }));
}

/** Deletes a forwarding with its deliveries. */
export async function deleteForwardingAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteForwarding(actor, parseRowId(id)));
}

/** Sends a test event. */
export async function testForwardingAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => testForwarding(actor, parseRowId(id)));
}

/** Sends deliveries again, chosen by the input of `redeliverBody`. Returns how many. */
export async function forwardAgainAction(id: number, input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => forwardAgain(actor, parseRowId(id), parse(redeliverBody, readSentFields(input))));
}
