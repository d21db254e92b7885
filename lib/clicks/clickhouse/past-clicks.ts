import { PAST_BATCH, type PastClick, type ReadPast } from "@/lib/clicks/store/past-click";
import { quoted, rowsOf, slowRows } from "./client";

type Row = Record<"robot" | "kind" | "referrer", string> &
  Record<"link" | "qr" | "bio" | "seconds" | "network" | "agent", number>;

/** Reads one day after another, so that ClickHouse sorts no more than a day at once. */
export const pastInClickHouse: ReadPast = async function* (most) {
  let left = most;
  const days = await rowsOf<{ date: string }>("select distinct toString(day) as date from clicks order by date desc");
  for (const { date } of days) {
    if (left <= 0) return;
    const clicks = slowRows<Row>(
      `select toUInt32(at) as seconds, link_id as link, qr_code_id as qr, bio_page_id as bio, referrer, robot, class as kind, network, agent
       from clicks where day = ${quoted(date)} order by at desc, robot desc limit 1 by block, line limit ${left}`,
      PAST_BATCH,
    );
    for await (const rows of clicks) {
      left -= rows.length;
      yield rows.map(({ seconds, kind, ...row }): PastClick => {
        const { referrer, robot, network, agent } = row;
        const kept = {
          referrer: referrer || null,
          robot: robot || null,
          network: network || null,
          agent: agent || null,
        };
        return { ...row, ...kept, at: seconds * 1_000, class: kind || null };
      });
    }
  }
};
