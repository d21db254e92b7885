import { Prisma } from "@/generated/prisma/client";
import type { LinkType } from "@/generated/prisma/enums";
import { foldAlias } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/db";

/** A link whose fields have been checked, as many at once are made of. */
export interface NewLink {
  domainId: number;
  alias: string;
  destination: string;
  title: string;
  description: string;
  private: boolean;
  importedClicks: number;
  createdAt: string | null;
  expiresAt: string | null;
  clickLimit: number | null;
  /** what is left out is as for any new link */
  type?: LinkType;
  overlayId?: number | null;
  splashPageId?: number | null;
  campaignId?: number | null;
  campaignWeight?: number;
  channels?: number[];
  pixels?: number[];
  redirectStatus?: number;
  expiryUrl?: string | null;
  rules?: unknown;
  deepLink?: unknown;
  parameters?: unknown;
  metaTitle?: string | null;
  metaDescription?: string | null;
  metaImage?: string | null;
}

/** Makes those links whose alias is free, in one statement; their ids by the index in `links`. */
export async function insertLinks(tx: Transaction, userId: number, links: NewLink[]): Promise<Map<number, number>> {
  const rows = links.map((link, index) => ({ ...link, index, folded: foldAlias(link.alias) }));
  const made = await tx.$queryRaw<{ index: number; id: number }[]>`
    WITH new AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new (
        "index" int, "domainId" int, alias text, folded text, destination text, title text, description text,
        private boolean, "importedClicks" bigint, "createdAt" timestamptz, "expiresAt" timestamptz, "clickLimit" int,
        type "LinkType", "redirectStatus" smallint, "expiryUrl" text, rules jsonb, "deepLink" jsonb, parameters jsonb,
        "metaTitle" text, "metaDescription" text, "metaImage" text, "overlayId" int, "splashPageId" int,
        "campaignId" int, "campaignWeight" smallint)
    ), made AS (
      INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, title, description, status, clicks,
        imported_clicks, created_at, expires_at, click_limit, type, redirect_status, expiry_url, rules, deep_link,
        parameters, meta_title, meta_description, meta_image, overlay_id, splash_page_id, campaign_id, campaign_weight)
      SELECT ${userId}::int, "domainId", alias, folded, destination, title, description,
        (CASE WHEN private THEN 'private' ELSE 'public' END)::"LinkStatus", "importedClicks", "importedClicks",
        coalesce("createdAt", now()), "expiresAt", "clickLimit", coalesce(type, 'direct'), coalesce("redirectStatus", 302),
        "expiryUrl", coalesce(rules, '[]'), "deepLink", coalesce(parameters, '[]'), "metaTitle", "metaDescription",
        "metaImage", "overlayId", "splashPageId", "campaignId", coalesce("campaignWeight", 1)
      FROM new ORDER BY "index"
      ON CONFLICT (domain_id, alias_folded) DO NOTHING RETURNING id, domain_id, alias_folded
    )
    SELECT min("index")::int AS index, id FROM new JOIN made ON domain_id = "domainId" AND alias_folded = folded
    GROUP BY id`;
  const ids = new Map(made.map(({ index, id }) => [index, id]));
  const assigned = (field: "channels" | "pixels") => {
    const pairs = [...ids].flatMap(([index, link]) => (links[index]?.[field] ?? []).map((other) => [link, other]));
    return Prisma.sql`unnest(${pairs.map(([link]) => link)}::int[], ${pairs.map(([, other]) => other)}::int[])`;
  };
  await tx.$executeRaw`
    INSERT INTO "_LinkToPixel" ("A", "B") SELECT * FROM ${assigned("pixels")} ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO channel_items (link_id, channel_id) SELECT * FROM ${assigned("channels")} ON CONFLICT DO NOTHING`;
  return ids;
}
