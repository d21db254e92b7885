import { endpoint } from "@/lib/http/endpoint";
import { addLinks } from "@/lib/resources/links/add-many";
import * as operations from "@/lib/resources/links/operations";
import { presentOutcome } from "@/lib/resources/links/presenter";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addLinks, async ({ actor, body }) => ({
  results: (await addLinks(actor, body)).map(presentOutcome),
}));
