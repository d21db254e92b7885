import type { Client } from "pg";
import type { OverlayEvent } from "@/lib/clicks/journal/page-event-line";

/**
 * Adds impressions and responses to overlays that still exist. Call it in the transaction that moves the journal's
 * offset past them. Rows are locked in the order of their ids, so that two drains cannot deadlock and no overlay is
 * deleted before the transaction ends.
 */
export async function countOverlays(client: Client, events: OverlayEvent[]): Promise<void> {
  if (events.length === 0) return;
  const counted = new Map<number, { impressions: number; responses: number }>();
  for (const { overlayId, counts } of events) {
    const sums = counted.get(overlayId) ?? { impressions: 0, responses: 0 };
    sums[counts] += 1;
    counted.set(overlayId, sums);
  }
  const sums = [...counted.values()];
  await client.query(
    `with present as (select id from overlays where id = any($1::int[]) order by id for key share)
     insert into overlay_counts as stored (overlay_id, impressions, responses)
     select id, reported.impressions, reported.responses
     from present join unnest($1::int[], $2::int[], $3::int[]) as reported (id, impressions, responses) using (id) order by id
     on conflict (overlay_id) do update set
       impressions = least(stored.impressions::bigint + excluded.impressions, 2147483647),
       responses = least(stored.responses::bigint + excluded.responses, 2147483647)`,
    [[...counted.keys()], sums.map(({ impressions }) => impressions), sums.map(({ responses }) => responses)],
  );
}
