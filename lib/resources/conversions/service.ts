import type { Conversion } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { Page, Paged } from "@/lib/contract/pagination";
import { columnsOf, readList, readRows } from "@/lib/platform/rows";
import type { ListConversions } from "./schema";

const shown = [
  ...["linkId", "campaignId", "variant", "clickedAt", "event"],
  ...["amount", "currency", "externalId", "source", "at"],
] as (keyof Conversion)[];
const columns = `own.id::float8 AS id, own.id AS place, ${columnsOf(shown, "own")}`;

export type ListedConversion = Omit<Conversion, "id"> & { id: number };

const filters = [
  ["linkid", "link_id"],
  ["campaignid", "campaign_id"],
  ["event", "event"],
  ["externalid", "external_id"],
] as const;

/** A page of the account's conversions, newest first. */
export function listConversions(actor: Actor, query: ListConversions, page: Page): Promise<Paged<ListedConversion>> {
  authorize(actor, "conversions:read");
  const used = filters.filter(([field]) => query[field] !== undefined);
  const where = used.map(([, column], index) => ` AND own.${column} = $${index + 2}`).join("");
  const list = {
    columns,
    from: "conversions AS own",
    where: `own.user_id = $1${where}`,
    values: [actor.userId, ...used.map(([field]) => query[field])],
    ...{ keys: ["own.id"], order: "place DESC" },
  };
  return readList<ListedConversion>(list, page);
}

const BATCH = 1_000;

/** All conversions of the account, oldest first, in batches. */
export async function* allConversions(actor: Actor): AsyncGenerator<ListedConversion[]> {
  authorize(actor, "conversions:read");
  for (let after = 0; ; ) {
    const rows = await readRows<ListedConversion>(
      `SELECT ${columns} FROM conversions AS own WHERE own.user_id = $1 AND own.id > $2 ORDER BY own.id LIMIT ${BATCH}`,
      [actor.userId, after],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}
