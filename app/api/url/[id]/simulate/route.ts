import { endpoint } from "@/lib/http/endpoint";
import { simulateVisit } from "@/lib/resources/links/simulation/schema";
import { simulate } from "@/lib/resources/links/simulation/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(simulateVisit, ({ actor, params, body }) =>
  simulate(actor, params.id, body),
);
