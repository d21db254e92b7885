import { Prisma } from "@/generated/prisma/client";
import { refusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/database/db";
import type { Warning } from "@/lib/platform/warnings";
import { storedRelations } from "./service";

/** What refers to one other thing, by its column. */
const single = {
  campaign_id: { field: "campaign", what: "campaign" },
  overlay_id: { field: "type", what: "overlay" },
  splash_page_id: { field: "type", what: "splash" },
} as const;

const isLess = [
  ...Object.keys({ external_id: true, ...single }).map(
    (column) => `(d.stored #>> '{link,${column}}') IS NOT NULL AND l."${column}" IS NULL AS "${column}"`,
  ),
  ...Object.entries(storedRelations).map(
    ([name, { table }]) =>
      `jsonb_array_length(d.stored->'${name}') > (SELECT count(*) FROM "${table}" WHERE "A" = l.id) AS "${name}"`,
  ),
  `jsonb_array_length(d.stored->'channels') > (SELECT count(*) FROM channel_items WHERE link_id = l.id) AS channels`,
].join(", ");

/** Returns what links that have been restored in this transaction did not get back, by id. */
export async function lossesOf(tx: Transaction, ids: number[]): Promise<Map<number, Warning[]>> {
  const rows = await tx.$queryRaw<({ id: number; moved: boolean; renamed: boolean } & Record<string, unknown>)[]>`
    SELECT l.id, d.domain_id IS NULL AS moved, d.alias <> l.alias AS renamed, ${Prisma.raw(isLess)}
    FROM deleted_links d JOIN links l ON l.id = d.link_id WHERE d.link_id = ANY(${ids}) ORDER BY l.id`;
  const found = new Map<number, Warning[]>();
  for (const { id, moved, renamed, external_id: named, ...lost } of rows) {
    const without = (field: string, what: Lacking) => ({ field, ...refusal("restored_without", { what }) });
    const losses: Warning[] = [
      ...(moved ? [{ field: "domain", ...refusal("restored_on_other_domain") }] : []),
      ...(renamed ? [{ field: "custom", ...refusal("restored_with_other_alias") }] : []),
      ...(named ? [{ field: "externalid", ...refusal("restored_without_externalid") }] : []),
      ...Object.entries(single).flatMap(([column, { field, what }]) => (lost[column] ? [without(field, what)] : [])),
      ...(["tags", "pixels"] as const).flatMap((name) => (lost[name] ? [without(name, name)] : [])),
      ...(lost.channels ? [without("channel", "channels")] : []),
    ];
    if (losses.length > 0) found.set(id, losses);
  }
  return found;
}

type Lacking = (typeof single)[keyof typeof single]["what"] | "tags" | "pixels" | "channels";
