import { foldAlias } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/database/db";

/**
 * Erases links of deleted accounts that still have one of these aliases, so that others can use them. Returns whether
 * there were any.
 */
export async function eraseDeletedHolders(
  tx: Transaction,
  addresses: { domainId: number; alias: string }[],
): Promise<boolean> {
  const [domains, aliases] = [
    addresses.map(({ domainId }) => domainId),
    addresses.map(({ alias }) => foldAlias(alias)),
  ];
  const erased = await tx.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT links.id FROM unnest(${domains}::int[], ${aliases}::text[]) AS wanted (domain_id, alias_folded)
      JOIN links USING (domain_id, alias_folded) JOIN account_deletions USING (user_id) ORDER BY links.id FOR UPDATE OF links),
    gone AS (DELETE FROM links WHERE id IN (SELECT id FROM held) RETURNING id)
    INSERT INTO click_erasures (subject, subject_id, clicks) SELECT 'link', id, true FROM gone`;
  return erased > 0;
}
