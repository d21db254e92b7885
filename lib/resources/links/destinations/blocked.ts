import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import type { Transaction } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { blockedReason, blocklist } from "@/lib/platform/network/blocklist";
import { isListed, listsNothing } from "@/lib/platform/network/host-list";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";

/** Small, because all rules of the links are read: this many of the largest take some MiB. */
const batch = 100;

/** Everything that a link may redirect to. */
export interface Leading {
  destination: string;
  expiryUrl: string | null;
  deepLink: DeepLink | null;
  rules: LinkRule[];
}

interface Row extends Leading {
  id: number;
}

/** Disables the links that can redirect to a blocked destination. */
export async function sweepLinks(): Promise<void> {
  // The list may have been edited just now.
  await instanceSettings();
  const lists = await blocklist();
  if (lists.every(listsNothing)) return;
  for (let after = 0; ; ) {
    const rows = await statement<Row>(links, [after, batch]);
    const listed = rows.filter((row) => destinationsOf(row).some((url) => isListed(lists, url)));
    if (listed.length > 0) await statement(disable, [listed.map(({ id }) => id), blockedReason]);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Returns everything that one link may redirect to. */
export async function findLeading(tx: Transaction, id: number): Promise<Leading> {
  const { destination, expiryUrl, deepLink, rules } = await tx.link.findUniqueOrThrow({ where: { id } });
  return { destination, expiryUrl, deepLink: readDeepLink(deepLink), rules: readRules(rules) };
}

const links = `SELECT id, destination, expiry_url AS "expiryUrl", deep_link AS "deepLink", rules FROM links
  WHERE id > $1 ORDER BY id LIMIT $2`;

const disable = `INSERT INTO disabled_links (link_id, reason) SELECT id, $2 FROM links WHERE id = ANY($1)
  ON CONFLICT DO NOTHING`;

export function destinationsOf({ destination, expiryUrl, deepLink, rules }: Leading): string[] {
  const ruled = rules.flatMap(({ to, split = [] }) => [to, ...split.map((share) => share.to)]);
  return [destination, expiryUrl, deepLink?.apple, deepLink?.google, ...ruled].filter((url) => typeof url === "string");
}
