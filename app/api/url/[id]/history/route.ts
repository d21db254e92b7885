import { presentPage } from "@/lib/contract/pagination";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import { endpoint } from "@/lib/http/endpoint";
import { showLinkHistory } from "@/lib/resources/links/history/operations";
import { historyLimit, linkAt, listHistory, presentLinkChange } from "@/lib/resources/links/history/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  showLinkHistory,
  async ({ actor, params, query, page: requested }) => {
    const at = query.at === undefined ? null : parseTimestamp(query.at);
    const page = historyLimit(requested);
    const state = at && (await linkAt(actor, params.id, { at }));
    const history = await listHistory(actor, params.id, page, at);
    return {
      known: history.since && formatTimestamp(history.since),
      ...(at && { state }),
      ...presentPage(page, history, "changes", presentLinkChange),
    };
  },
);
