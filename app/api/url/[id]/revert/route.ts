import { refusedField } from "@/lib/contract/errors";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/history/operations";
import { historyPointOf, revertLink } from "@/lib/resources/links/history/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.revertLink,
  async ({ actor, params, body: { change, before, at } }) => {
    if (at !== undefined && change !== undefined) throw refusedField("at", "not_together", { other: "change" });
    const then = historyPointOf({ at, ...(before ? { before: change } : { after: change }) });
    const link = await revertLink(actor, params.id, then);
    return { id: link.id, short: shortUrlOf(link), shorturl: shortUrlOf(link) };
  },
);
