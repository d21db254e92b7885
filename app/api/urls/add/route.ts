import { endpoint } from "@/lib/http/endpoint";
import { addLinks } from "@/lib/resources/links/add-many";
import { presentOutcome } from "@/lib/resources/links/add-many-presenter";
import * as operations from "@/lib/resources/links/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addLinks, async ({ actor, body }) => ({
  results: (await addLinks(actor, body)).map(presentOutcome),
}));
