import type { Client } from "pg";
import { PAST_BATCH, type PastClick, type ReadPast } from "@/lib/clicks/past-click";
import { monthsOfClicks } from "./partitions";

const HOUR_MS = 3_600_000;

/** A span of time after the other, as clicks are found by their time but not in its order. Nothing stays open in between. */
export const pastInPostgres = (client: Client): ReadPast =>
  async function* (most) {
    let left = most;
    let span = HOUR_MS;
    for (const { start, end } of (await monthsOfClicks(client)).reverse()) {
      const first = Date.parse(start);
      for (let to = Date.parse(end); to > first; ) {
        const from = Math.max(first, to - span);
        let after = [new Date(to).toISOString(), "0"];
        let found = 0;
        for (let full = true; full; ) {
          const asked = Math.min(left, PAST_BATCH);
          const rows = await read(client, new Date(from), after, asked);
          if (rows.length > 0) yield rows;
          left -= rows.length;
          if (left === 0) return;
          found += rows.length;
          full = rows.length === asked;
          const last = rows.at(-1);
          if (last) after = [last.moment, last.key];
        }
        to = from;
        // As long as one part suffices.
        if (found > PAST_BATCH) span /= 2;
        else if (found < PAST_BATCH / 4) span *= 2;
      }
    }
  };

async function read(client: Client, from: Date, after: string[], most: number) {
  const { rows } = await client.query<PastClick & { key: string; moment: string }>(
    `select id as key, at::text as moment, (extract(epoch from at) * 1000)::float8 as at, coalesce(link_id, 0) as link,
       coalesce(qr_code_id, 0) as qr, coalesce(bio_page_id, 0) as bio, referrer, robot, class::text, network, agent
     from clicks where clicks.at >= $1 and clicks.at <= $2::timestamptz and (clicks.at, id) < ($2::timestamptz, $3::bigint)
     order by clicks.at desc, id desc limit $4`,
    [from, ...after, most],
  );
  return rows;
}
