"use server";

import type { ActionResult } from "@/lib/action-result";
import { parse } from "@/lib/api/request";
import { createPlanBody, updatePlanBody } from "@/lib/plans/schema";
import { createPlan, deletePlan, updatePlan } from "@/lib/plans/service";
import { act, idOf } from "../../act";

export async function createPlanAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createPlan(actor, parse(createPlanBody, input))).id);
}

export async function updatePlanAction(id: number, changes: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await updatePlan(actor, idOf(id), parse(updatePlanBody, changes))).id);
}

export async function deletePlanAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deletePlan(actor, idOf(id));
    return null;
  });
}
