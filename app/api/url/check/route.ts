import { endpoint } from "@/lib/http/endpoint";
import { freeAlias } from "@/lib/resources/links/free-alias";
import { checkAlias } from "@/lib/resources/links/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(checkAlias, async ({ actor, query }) => ({
  shorturl: await freeAlias(actor, query),
}));
