import {
  type BioPage,
  type Campaign,
  type Channel,
  type Domain,
  type Import,
  type Overlay,
  type Pixel,
  Prisma,
  type QrCode,
  type QrTemplate,
  type SplashPage,
  type UtmTemplate,
} from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorizeResource } from "@/lib/auth/resource-names";
import { notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { columnOf, escapeLike, readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";

interface OwnedRows {
  campaign: Campaign;
  channel: Channel;
  domain: Domain;
  import: Import;
  overlay: Overlay;
  pixel: Pixel;
  "bio page": BioPage;
  "QR code": QrCode;
  "QR template": QrTemplate;
  "splash page": SplashPage;
  "UTM template": UtmTemplate;
}

type OwnedResource = keyof OwnedRows;

const table = (name: string, fields: object) => ({
  from: `"${name}" AS own`,
  columns: selectColumns(Object.keys(fields), "own"),
});

const tables: Record<OwnedResource, { from: string; columns: string }> = {
  campaign: table("campaigns", Prisma.CampaignScalarFieldEnum),
  channel: table("channels", Prisma.ChannelScalarFieldEnum),
  domain: table("domains", Prisma.DomainScalarFieldEnum),
  import: table("imports", Prisma.ImportScalarFieldEnum),
  overlay: table("overlays", Prisma.OverlayScalarFieldEnum),
  pixel: table("pixels", Prisma.PixelScalarFieldEnum),
  "bio page": table("bio_pages", Prisma.BioPageScalarFieldEnum),
  "QR code": table("qr_codes", Prisma.QrCodeScalarFieldEnum),
  "QR template": table("qr_templates", Prisma.QrTemplateScalarFieldEnum),
  "splash page": table("splash_pages", Prisma.SplashPageScalarFieldEnum),
  "UTM template": table("utm_templates", Prisma.UtmTemplateScalarFieldEnum),
};

/** Filters of a list: `q` must be in the name, and columns have the given values. */
export type OwnedRowsFilter<Row> = { q?: string } & Partial<Row>;

/** A page of the actor's rows that match `filter`, newest first. */
export async function listOwnedRows<N extends OwnedResource>(
  actor: Actor,
  noun: N,
  page: Page,
  filter: OwnedRowsFilter<OwnedRows[N]> = {},
): Promise<Paged<OwnedRows[N]>> {
  authorizeResource("read", actor, noun);
  const list = { ...tables[noun], ...ownedRowsWhere(actor.userId, filter) };
  return readList<OwnedRows[N]>(list, page);
}

/**
 * Returns the condition on a table called `own` with a `user_id` and a `name`. The caller has checked the permission.
 */
export function ownedRowsWhere(userId: number, { q = "", ...columns }: { q?: string }) {
  const values: unknown[] = [userId];
  const conditions = ["own.user_id = $1"];
  if (q !== "") conditions.push(`own.name ILIKE $${values.push(`%${escapeLike(q)}%`)}`);
  for (const [field, value] of Object.entries(columns)) {
    if (value !== undefined) conditions.push(`own."${columnOf(field)}" = $${values.push(value)}`);
  }
  return { where: conditions.join(" AND "), values };
}

/** Returns the actor's row. A row of another user gets the same refusal as one that does not exist. */
export async function getOwnedRow<N extends OwnedResource>(actor: Actor, noun: N, id: number): Promise<OwnedRows[N]> {
  authorizeResource("read", actor, noun);
  const { columns, from } = tables[noun];
  const text = `SELECT ${columns} FROM ${from} WHERE own.id = $1 AND own.user_id = $2`;
  const [row] = await statement<OwnedRows[N]>(text, [id, actor.userId], { quick: true });
  if (!row) throw notFound(noun);
  return row;
}
