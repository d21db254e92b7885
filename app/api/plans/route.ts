import { endpoint } from "@/lib/http/endpoint";
import { presentPlan } from "@/lib/resources/plans/presenter";
import * as operations from "@/lib/resources/plans/schema";
import { listPlans } from "@/lib/resources/plans/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listPlans, async ({ actor }) => {
  return { data: (await listPlans(actor)).map(presentPlan) };
});
