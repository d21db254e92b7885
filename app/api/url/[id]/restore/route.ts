import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { presentRestored } from "@/lib/resources/links/presenter";
import { restoreLink } from "@/lib/resources/links/trash/restore";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.restoreLink, async ({ actor, params }) =>
  presentRestored(await restoreLink(actor, params.id)),
);
