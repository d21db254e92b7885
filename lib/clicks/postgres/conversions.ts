import type { Client } from "pg";
import type { Conversion } from "@/lib/clicks/journal/page-event-line";

/**
 * Stores conversions on links that still exist: only the first of each visitor on a link. Call it in the transaction
 * that moves the journal's offset past them. Rows are written in a fixed order, so that two drains cannot deadlock.
 */
export async function storeConversions(client: Client, conversions: Conversion[]): Promise<void> {
  if (conversions.length === 0) return;
  await client.query(
    `insert into link_conversions (link_id, visitor, at)
     select link_id, visitor, to_timestamp(min(at) / 1000)
     from unnest($1::int[], $2::bigint[], $3::float8[]) as reported (link_id, visitor, at)
     where exists (select from links where id = link_id)
     group by link_id, visitor order by link_id, visitor on conflict do nothing`,
    [
      conversions.map(({ linkId }) => linkId),
      conversions.map(({ visitor }) => visitor),
      conversions.map(({ at }) => at),
    ],
  );
}
