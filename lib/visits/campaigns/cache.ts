import type { LinkForward } from "@/generated/prisma/enums";
import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";

/** The key of a rotator's link in the cache of links, which holds everything else about it. */
export interface RotatorLink {
  id: number;
  domainId: number;
  /** folded */
  alias: string;
  /** its short URL; on the default domain only the path, because the service answers there under any host */
  url: string;
  weight: number;
  /** what its domain forwards for links without their own setting */
  forward: LinkForward;
}

export interface RotatorSnapshot {
  links: RotatorLink[];
}

/** The rotators that visitors open, by folded slug. They contain only links on active domains. */
export const rotatorCache = () =>
  processSingleton("rotatorCache", () =>
    follow(snapshotCache("rotators", 10_000, load), "campaign_changed", "domain_changed", "account_deleted"),
  );

async function load(slug: string): Promise<RotatorSnapshot | null> {
  const rows = await statement<RotatorSnapshot>(
    `SELECT coalesce(json_agg(json_build_object('id', links.id, 'domainId', domains.id, 'alias', alias_folded,
        'url', CASE WHEN domains.user_id IS NULL THEN '' ELSE scheme || '://' || host END || '/' || alias,
        'weight', campaign_weight, 'forward', domains.forward)) FILTER (WHERE domains.id IS NOT NULL), '[]') AS links
      FROM campaigns LEFT JOIN links ON campaign_id = campaigns.id LEFT JOIN domains ON domains.id = domain_id AND domains.status = 'active'
      WHERE slug_folded = $1 AND ${ofExistingAccount("campaigns.user_id")} GROUP BY campaigns.id`,
    [slug],
    { quick: "visitor" },
  );
  const [row] = rows;
  // Encoded for the Location header, because an alias may be in any script.
  return row ? { links: row.links.map((link) => ({ ...link, url: encodeURI(link.url) })) } : null;
}
