import type { Actor } from "@/lib/auth/actor";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import { refusal, writeRefusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/database/db";
import { blocklist } from "@/lib/platform/network/blocklist";
import { isListed } from "@/lib/platform/network/host-list";
import { lockLinks } from "@/lib/resources/links/bulk/lock-links";
import { keepOverwritten } from "@/lib/resources/links/bulk/overwritten";
import { References } from "@/lib/resources/links/references";
import { invalidateLink } from "@/lib/resources/links/service";
import { readRules } from "@/lib/resources/links/stored";
import { type Row, type RowResult, settingsOf } from "./create-links";
import type { ImportedLink } from "./format/schema";

/**
 * Overwrites the account's links that have these aliases with the destinations and settings of the rows, in the
 * transaction that records the results. Their statistics, tags, channels and campaign stay. A row whose link is gone or
 * cannot be changed is left out with a message that says why.
 */
export async function overwriteLinks(tx: Transaction, actor: Actor, requested: Row[]): Promise<RowResult[]> {
  // The blocklist may have changed since the file was checked.
  const blocked = await blocklist();
  const references = new References(actor);
  const links = await lockedLinks(tx, actor, requested);
  const settled: RowResult[] = [];
  const changed: number[] = [];
  for (const row of requested) {
    const { link } = row;
    const leave = (why: Parameters<typeof writeRefusal>[0]) =>
      settled.push({ row: row.row, outcome: "left", message: writeRefusal(why) });
    const present = links.get(linkKey(row.domainId, foldAlias(link.alias ?? "")));
    if (!present) leave(refusal("import_link_gone"));
    else if (isListed(blocked, link.url)) leave(refusal("url_blocked"));
    else {
      const columns = await settingsOf(references, row, readRules(present.rules));
      if ("code" in columns) {
        leave(columns);
        continue;
      }
      const data = { ...columns, ...namedColumns(link) };
      await tx.link.update({ where: { id: present.id, userId: actor.userId }, data, select: { id: true } });
      invalidateLink(present);
      changed.push(present.id);
      settled.push({ row: row.row, outcome: "overwritten" });
    }
  }
  await keepOverwritten(tx, actor, changed);
  return settled;
}

/** Returns the columns for the values in the file. A link keeps its other values. */
async function lockedLinks(tx: Transaction, actor: Actor, rows: Row[]) {
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM links WHERE user_id = ${actor.userId} AND (domain_id, alias_folded) IN (SELECT * FROM unnest(
      ${rows.map(({ domainId }) => domainId)}::int[], ${rows.map(({ link }) => foldAlias(link.alias ?? ""))}::text[]))`;
  const locked = await lockLinks(
    tx,
    actor,
    found.map(({ id }) => id),
  );
  const rules = await tx.link.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    select: { id: true, rules: true },
  });
  const rulesById = new Map(rules.map((link) => [link.id, link.rules]));
  return new Map(
    locked.map((link) => [linkKey(link.domainId, link.aliasFolded), { ...link, rules: rulesById.get(link.id) ?? [] }]),
  );
}

/** The columns for what the file names. A link keeps what the file does not name. */
const namedColumns = ({ url, title, description, expiresAt, clickLimit, status }: ImportedLink) => ({
  destination: url,
  ...(title && { title }),
  ...(description && { description }),
  ...(expiresAt !== undefined && { expiresAt }),
  ...(clickLimit !== undefined && { clickLimit }),
  ...(status !== "public" && { status }),
});
