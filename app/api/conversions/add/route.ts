import { endpoint } from "@/lib/http/endpoint";
import { addConversions } from "@/lib/resources/conversions/add";
import { presentOutcome } from "@/lib/resources/conversions/presenter";
import * as operations from "@/lib/resources/conversions/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.addConversions,
  async ({ actor, body }) => ({ results: (await addConversions(actor, body)).map(presentOutcome) }),
);
