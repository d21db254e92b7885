import { endpoint } from "@/lib/http/endpoint";
import { checkAlias } from "@/lib/resources/links/operations";
import { freeAlias } from "@/lib/resources/links/writing/free-alias";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(checkAlias, async ({ actor, query }) => ({
  shorturl: await freeAlias(actor, query),
}));
