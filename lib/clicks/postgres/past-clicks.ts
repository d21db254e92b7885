import type { Client } from "pg";
import { PAST_BATCH, type PastClick, type ReadPast } from "@/lib/clicks/past-click";

/** By the index of the moments: nothing stays open between two parts. */
export const pastInPostgres = (client: Client): ReadPast =>
  async function* (most) {
    let after = ["infinity", "0"];
    for (let left = most; left > 0; ) {
      const asked = Math.min(left, PAST_BATCH);
      const { rows } = await client.query<PastClick & { key: string; moment: string }>(
        `select id as key, at::text as moment, (extract(epoch from at) * 1000)::float8 as at, coalesce(link_id, 0) as link,
           coalesce(qr_code_id, 0) as qr, coalesce(bio_page_id, 0) as bio, referrer, robot, class::text, network, agent
         from clicks where (clicks.at, id) < ($1::timestamptz, $2::bigint) order by clicks.at desc, id desc limit $3`,
        [...after, asked],
      );
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < asked) return;
      after = [last.moment, last.key];
      left -= rows.length;
    }
  };
