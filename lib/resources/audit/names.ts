import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { statement } from "@/lib/platform/database/statement";
import type { Change } from "./service";

/** The names of the things that columns refer to: by column, then by id. */
export type ReferredNames = Record<string, Record<number, string>>;

/** The tables that columns of the audit log refer to. Domains and plans also have rows without an owner. */
const tables = {
  campaign_id: "campaigns",
  channels: "channels",
  pixels: "pixels",
  domain_id: "domains",
  default_domain_id: "domains",
  root_bio_page_id: "bio_pages",
  plan_id: "plans",
} as const;

const rowsOf = {
  campaigns: "SELECT id, name FROM campaigns WHERE user_id = $1 AND id = ANY($2::int[])",
  channels: "SELECT id, name FROM channels WHERE user_id = $1 AND id = ANY($2::int[])",
  pixels: "SELECT id, name FROM pixels WHERE user_id = $1 AND id = ANY($2::int[])",
  domains: "SELECT id, host AS name FROM domains WHERE (user_id = $1 OR user_id IS NULL) AND id = ANY($2::int[])",
  bio_pages: "SELECT id, name FROM bio_pages WHERE user_id = $1 AND id = ANY($2::int[])",
  plans: "SELECT id, name FROM plans WHERE $1::int IS NOT NULL AND id = ANY($2::int[])",
};

/** Returns the present names of the things that these changes refer to. Deleted ones have none. */
export async function referredNames(actor: Actor, changes: Change[]): Promise<ReferredNames> {
  authorize(actor, "audit:read");
  const columns = Object.entries(tables).map(async ([column, table]) => {
    const values = changes.flatMap(({ before, after }) => [before?.[column], after?.[column]]).flat();
    const ids = [...new Set(values.filter((value) => typeof value === "number"))];
    if (ids.length === 0) return [column, {}] as const;
    const rows = await statement<{ id: number; name: string }>(rowsOf[table], [actor.userId, ids], { quick: true });
    return [column, Object.fromEntries(rows.map(({ id, name }) => [id, name]))] as const;
  });
  return Object.fromEntries(await Promise.all(columns));
}
