import type { Client } from "pg";
import type { OverlayEvent } from "@/lib/clicks/told-line";

/**
 * Adds what overlays' scripts have told, of those that are still there. To be called in the transaction that moves the
 * journal's offset past it. In the order of their ids, so that no two drains wait for each other; locked, so that none is
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
     select id, told.impressions, told.responses
     from present join unnest($1::int[], $2::int[], $3::int[]) as told (id, impressions, responses) using (id) order by id
     on conflict (overlay_id) do update set
       impressions = least(stored.impressions::bigint + excluded.impressions, 2147483647),
       responses = least(stored.responses::bigint + excluded.responses, 2147483647)`,
    [[...counted.keys()], sums.map(({ impressions }) => impressions), sums.map(({ responses }) => responses)],
  );
}
