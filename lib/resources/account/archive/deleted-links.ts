import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { countsOf } from "@/lib/resources/links/counts";
import { listDeletedLinks } from "@/lib/resources/links/trash/service";

const perPage = 500;

/** The deleted links that can still be restored. */
export async function* deletedLinkLines(actor: Actor): AsyncGenerator<string> {
  for (let page = 1; ; page++) {
    const { rows } = await listDeletedLinks(actor, { page, limit: perPage });
    for (const link of rows) {
      const { id, alias, destination, title, createdAt, deletedAt, domain } = link;
      const { clicks, uniqueClicks } = countsOf(link);
      const record = {
        kind: "deleted-link",
        id,
        alias,
        domain: domain.userId === null ? null : domain.host,
        url: destination,
        title,
        clicks,
        uniqueclicks: uniqueClicks,
        date: formatTimestamp(createdAt),
        deleted: formatTimestamp(deletedAt),
      };
      yield `${JSON.stringify(record)}\n`;
    }
    if (rows.length < perPage) return;
  }
}
