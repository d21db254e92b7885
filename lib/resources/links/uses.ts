import { statement } from "@/lib/platform/database/statement";
import { shortUrlOf } from "./short-url";

const columns = { splash: "splash_page_id", overlay: "overlay_id" } as const;

/** The links that use a resource: how many, and the names of the newest three. */
export interface Uses {
  count: number;
  some: string[];
}

interface Row {
  id: number;
  count: number;
  some: Parameters<typeof shortUrlOf>[0][];
}

/** Returns the links that show each of these splash pages or overlays. */
export async function countUses(what: keyof typeof columns, ids: number[]): Promise<Map<number, Uses>> {
  const rows = await statement<Row>(
    `SELECT used.id, counted.count, named.some FROM unnest($1::int[]) AS used (id)
      CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM links WHERE ${columns[what]} = used.id) AS counted
      CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(json_build_object('alias', newest.alias, 'domain', json_build_object(
          'userId', domains.user_id, 'scheme', domains.scheme, 'host', domains.host))), '[]') AS some
        FROM (SELECT alias, domain_id FROM links WHERE ${columns[what]} = used.id ORDER BY id DESC LIMIT 3) AS newest
        JOIN domains ON domains.id = newest.domain_id
      ) AS named`,
    [ids],
  );
  return new Map(rows.map(({ id, count, some }) => [id, { count, some: some.map(shortUrlOf) }]));
}
