import type { LinkForward } from "@/generated/prisma/enums";
import { follow } from "@/lib/platform/changes";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import { snapshotCache } from "@/lib/visits/snapshot-cache";

/** Where a link of a rotator is found in the cache of links, which knows the rest. */
export interface RotatorLink {
  id: number;
  domainId: number;
  /** folded */
  alias: string;
  /** its short URL; on the default domain, where the service answers under any host, the path alone */
  url: string;
  weight: number;
  /** what its domain has links forward that say nothing of it */
  forward: LinkForward;
}

export interface RotatorSnapshot {
  links: RotatorLink[];
}

/** The rotators that are visited, by folded slug. They lead to links on active domains alone. */
export const rotatorCache = () =>
  processSingleton("rotatorCache", () =>
    follow(snapshotCache("rotators", 10_000, load), "campaign_changed", "domain_changed"),
  );

async function load(slug: string): Promise<RotatorSnapshot | null> {
  const { rows } = await pool.query<RotatorSnapshot>({
    name: "rotator-snapshot",
    text: `SELECT coalesce(json_agg(json_build_object('id', links.id, 'domainId', domains.id, 'alias', alias_folded,
        'url', CASE WHEN domains.user_id IS NULL THEN '' ELSE scheme || '://' || host END || '/' || alias,
        'weight', campaign_weight, 'forward', domains.forward)) FILTER (WHERE domains.id IS NOT NULL), '[]') AS links
      FROM campaigns LEFT JOIN links ON campaign_id = campaigns.id LEFT JOIN domains ON domains.id = domain_id AND domains.status = 'active'
      WHERE slug_folded = $1 GROUP BY campaigns.id`,
    values: [slug],
  });
  const [row] = rows;
  // As a Location header holds it: an alias may be of any script.
  return row ? { links: row.links.map((link) => ({ ...link, url: encodeURI(link.url) })) } : null;
}
