import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { addLinks } from "@/lib/resources/links/writing/add-many";
import { presentOutcomes } from "@/lib/resources/links/writing/presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addLinks, async ({ actor, body }) =>
  presentOutcomes(await addLinks(actor, body), body),
);
