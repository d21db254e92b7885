import { pool } from "@/lib/platform/database/pool";

/**
 * Takes one of a link's clicks; returns false if none is left. A single conditional UPDATE admits exactly `click_limit`
 * visits, even if many arrive at once on several machines.
 */
export async function takeVisit(linkId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "take-visit",
    text: `UPDATE links SET click_limit_used = click_limit_used + 1
      WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit)`,
    values: [linkId],
  });
  return rowCount === 1;
}

/** Returns whether a link has clicks left, without taking one. */
export async function hasVisits(linkId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "has-visits",
    text: "SELECT 1 FROM links WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit)",
    values: [linkId],
  });
  return rowCount === 1;
}
