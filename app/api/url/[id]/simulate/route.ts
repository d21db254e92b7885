import { endpoint } from "@/lib/http/endpoint";
import { simulate } from "@/lib/visits/simulate";
import { simulateVisit } from "@/lib/visits/simulate-operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(simulateVisit, ({ actor, params, body }) =>
  simulate(actor, params.id, body),
);
