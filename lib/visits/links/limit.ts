import { statement } from "@/lib/platform/database/statement";
import { transaction } from "@/lib/platform/database/transaction";

/**
 * Takes one of a link's clicks; returns false if none is left. A single conditional UPDATE admits exactly `click_limit`
 * visits, even if many arrive at once on several machines.
 */
export async function takeVisit(linkId: number): Promise<boolean> {
  const [taken] = await transaction([
    [
      `UPDATE links SET click_limit_used = click_limit_used + 1
        WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit) RETURNING id`,
      [linkId],
    ],
  ]);
  return taken?.length === 1;
}

/** Returns whether a link has clicks left, without taking one. */
export async function hasVisits(linkId: number): Promise<boolean> {
  const left = await statement(
    "SELECT 1 FROM links WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit)",
    [linkId],
    { quick: "visitor" },
  );
  return left.length === 1;
}
