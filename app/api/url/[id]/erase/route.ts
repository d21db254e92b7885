import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { eraseLink } from "@/lib/resources/links/trash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.eraseLink, async ({ actor, params }) => {
  await eraseLink(actor, params.id);
  return { message: "The link has been erased with its clicks and statistics." };
});
