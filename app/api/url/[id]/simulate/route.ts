import { endpoint } from "@/lib/api/endpoint";
import { simulateVisit } from "@/lib/redirects/operations";
import { simulate } from "@/lib/redirects/simulate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(simulateVisit, ({ actor, params, body }) =>
  simulate(actor, params.id, body),
);
