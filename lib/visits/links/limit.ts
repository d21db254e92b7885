import { pool } from "@/lib/platform/pool";

/**
 * Takes one of a link's visits; false when none is left. One conditional UPDATE, so that of any number of visits at
 * once, on any number of machines, exactly `click_limit` are let through.
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

/** Whether one of a link's visits is left, taking none. */
export async function hasVisits(linkId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "has-visits",
    text: "SELECT 1 FROM links WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit)",
    values: [linkId],
  });
  return rowCount === 1;
}
