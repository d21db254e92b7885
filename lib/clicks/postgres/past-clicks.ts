import type { Client } from "pg";
import { PAST_BATCH, type PastClick, type ReadPast } from "@/lib/clicks/store/past-click";
import type { ClickColumn } from "@/lib/clicks/store/stored-columns";
import { clicksWithin } from "./packs";
import { monthsOfClicks, monthsOfPacks } from "./partitions";

const HOUR_MS = 3_600_000;

/**
 * Reads one time span after another, because clicks can be found by time but not read in its order. A packed month is
 * read at once, because each pack may span all of it. Nothing stays open in between.
 */
export const pastInPostgres = (client: Client): ReadPast =>
  async function* (most) {
    let left = most;
    let span = HOUR_MS;
    const packed = new Set((await monthsOfPacks(client)).map(({ start }) => start));
    for (const { start, end } of (await monthsOfClicks(client)).reverse()) {
      const first = Date.parse(start);
      for (let to = Date.parse(end); to > first; ) {
        const from = packed.has(start) ? first : Math.max(first, to - span);
        const batch = packed.has(start) ? PACKED_BATCH : PAST_BATCH;
        let after = [new Date(to).toISOString(), "0"];
        let found = 0;
        for (let full = true; full; ) {
          const count = Math.min(left, batch);
          const rows = await read(client, new Date(from), after, count);
          if (rows.length > 0) yield rows;
          left -= rows.length;
          if (left === 0) return;
          found += rows.length;
          full = rows.length === count;
          const last = rows.at(-1);
          if (last) after = [last.moment, last.key];
        }
        to = from;
        if (packed.has(start)) continue;
        // Adjusts the span so that one step is enough for a batch.
        if (found > PAST_BATCH) span /= 2;
        else if (found < PAST_BATCH / 4) span *= 2;
      }
    }
  };

/** Each step reads all packs of a month. */
const PACKED_BATCH = 5 * PAST_BATCH;

const COLUMNS: ClickColumn[] = [
  ...(["id", "at", "link_id", "qr_code_id", "bio_page_id", "referrer", "robot", "class", "network", "agent"] as const),
];

async function read(client: Client, from: Date, after: string[], most: number) {
  const { rows } = await client.query<PastClick & { key: string; moment: string }>(
    `select id as key, click.at::text as moment, (extract(epoch from click.at) * 1000)::float8 as at, coalesce(link_id, 0) as link,
       coalesce(qr_code_id, 0) as qr, coalesce(bio_page_id, 0) as bio, referrer, robot, class::text, network, agent
     from (${clicksWithin({
       from: "$1",
       to: "$2::timestamptz + interval '1 millisecond'",
       where: "(at, id) < ($2::timestamptz, $3::bigint)",
       columns: COLUMNS,
     })}) as click
     order by click.at desc, id desc limit $4`,
    [from, ...after, most],
  );
  return rows;
}
