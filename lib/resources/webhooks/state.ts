import type { Link } from "@/generated/prisma/client";
import { statement } from "@/lib/platform/database/statement";
import type { Columns } from "@/lib/resources/links/history/fields";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import type { Content } from "./payloads";

/** A link as `webhook_state` of prisma/sql/webhooks.sql stores it. */
export interface LinkState {
  link: Record<string, unknown>;
  clicks: number | null;
  uniqueClicks: number | null;
  pixels: number[];
  channel: number | null;
  /** since when it is in the trash; missing in events of earlier releases */
  deletedAt?: string | null;
  tags: { id: number; name: string }[];
  domain: { userId: number | null; scheme: string; host: string } | null;
  /** of `split.decided` */
  split?: Content<"split.decided">["data"]["split"];
  unreachable?: { status: number | null; failing_since: string | null };
}

const camelCase = (name: string) => name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** Converts a row that Postgres wrote as JSON to Prisma's form: its names and dates. */
export const camelCased = <Row>(row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      camelCase(name),
      name.endsWith("_at") && typeof value === "string" ? new Date(value) : value,
    ]),
  ) as Row;

export function linkOf({ link, clicks, uniqueClicks, pixels, channel, tags, domain }: LinkState): LinkWithRelations {
  const row = camelCased<Link>(link);
  return {
    ...row,
    importedClicks: BigInt(row.importedClicks ?? 0),
    domain,
    disabled: null,
    counts: { clicks: BigInt(clicks ?? 0), uniqueClicks: BigInt(uniqueClicks ?? 0) },
    pixels: pixels.map((id) => ({ id })),
    tags,
    items: channel === null ? [] : [{ channelId: channel }],
  } as LinkWithRelations;
}

/** Returns the link as it was before a change, from the old values in the audit log. */
export async function stateBefore(state: LinkState, before: Columns): Promise<LinkState> {
  const { tags, pixels, channels, sealed, ...columns } = before as Columns & { tags?: string[]; pixels?: number[] };
  return {
    ...state,
    link: { ...state.link, ...columns, ...(sealed !== undefined && { password_hash: sealed }) },
    ...(tags && { tags: tags.map((name) => ({ id: 0, name })) }),
    ...(pixels && { pixels }),
    ...(channels && { channel: channels.at(-1) ?? null }),
    ...(columns.domain_id && { domain: await domainOf(columns.domain_id) }),
  };
}

async function domainOf(id: number): Promise<LinkState["domain"]> {
  const rows = await statement<NonNullable<LinkState["domain"]>>(
    `SELECT user_id AS "userId", scheme, host FROM domains WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
