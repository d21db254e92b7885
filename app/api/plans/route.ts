import { endpoint } from "@/lib/api/endpoint";
import * as operations from "@/lib/plans/operations";
import { presentPlan } from "@/lib/plans/presenter";
import { listPlans } from "@/lib/plans/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listPlans, async ({ actor }) => {
  return { data: (await listPlans(actor)).map(presentPlan) };
});
