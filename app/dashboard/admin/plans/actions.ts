"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createPlanBody, updatePlanBody } from "@/lib/resources/plans/schema";
import { createPlan, deletePlan, updatePlan } from "@/lib/resources/plans/service";
import { act, change, type Edited, parseRowId, readEditedRow } from "../../_lib/act";

export async function createPlanAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createPlan(actor, parse(createPlanBody, input))).id);
}

export async function updatePlanAction(edited: Edited, changes: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    return (await updatePlan(actor, id, parse(updatePlanBody, changes), versions)).id;
  });
}

export async function deletePlanAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deletePlan(actor, parseRowId(id)));
}
