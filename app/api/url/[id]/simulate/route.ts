import { endpoint } from "@/lib/http/endpoint";
import { simulateVisit } from "@/lib/visits/links/operations";
import { simulate } from "@/lib/visits/links/simulate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(simulateVisit, ({ actor, params, body }) =>
  simulate(actor, params.id, body),
);
