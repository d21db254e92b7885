import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { addLinks, presentOutcomes } from "@/lib/resources/links/writing/add-many";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addLinks, async ({ actor, body }) =>
  presentOutcomes(await addLinks(actor, body), body),
);
