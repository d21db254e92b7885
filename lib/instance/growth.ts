import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { lastDays, listDays } from "@/lib/clicks/store/period";
import { statement } from "@/lib/platform/database/statement";

/** What was added on a day (UTC). */
export interface GrowthDay {
  day: string;
  /** created that day and still there */
  links: number;
  /** recorded that day, bots included */
  clicks: number;
}

const DAYS = 30;

/** The last days of the service: links by their index on dates, clicks by the segments that store them. */
export async function readGrowth(actor: Actor): Promise<GrowthDay[]> {
  requireAdmin(actor);
  const period = lastDays(DAYS);
  const [links, clicks] = await Promise.all([
    countsByDay(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::float8 AS count
       FROM links WHERE created_at >= $1 GROUP BY 1`,
      period.from,
    ),
    countsByDay(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(clicks)::float8 AS count FROM click_segments
       WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date GROUP BY 1`,
      period.from,
    ),
  ]);
  return listDays(period).map((day) => ({ day, links: links.get(day) ?? 0, clicks: clicks.get(day) ?? 0 }));
}

async function countsByDay(query: string, from: string): Promise<Map<string, number>> {
  const rows = await statement<{ day: string; count: number }>(query, [new Date(from)]);
  return new Map(rows.map(({ day, count }) => [day, count]));
}
