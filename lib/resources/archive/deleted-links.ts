import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { listDeletedLinks } from "@/lib/resources/links/trash";

const perPage = 500;

/** The links that can still be restored. */
export async function* deletedLinkLines(actor: Actor): AsyncGenerator<string> {
  for (let page = 1; ; page++) {
    const { rows } = await listDeletedLinks(actor, { page, limit: perPage });
    for (const { id, alias, destination, title, clicks, uniqueClicks, createdAt, deletedAt, domain } of rows) {
      const record = {
        kind: "deleted-link",
        id,
        alias,
        domain: domain.userId === null ? null : domain.host,
        url: destination,
        title,
        clicks: Number(clicks),
        uniqueclicks: Number(uniqueClicks),
        date: formatTimestamp(createdAt),
        deleted: formatTimestamp(deletedAt),
      };
      yield `${JSON.stringify(record)}\n`;
    }
    if (rows.length < perPage) return;
  }
}
