import { type ChannelItem, Prisma } from "@/generated/prisma/client";
import type { Page, Paged } from "@/lib/contract/pagination";
import { readList, selectColumns } from "@/lib/platform/database/rows";

/** The relations that are loaded with an item. */
export const include = {
  link: {
    select: {
      id: true,
      alias: true,
      title: true,
      destination: true,
      metaTitle: true,
      metaImage: true,
      domain: { select: { userId: true, scheme: true, host: true } },
    },
  },
  bioPage: { select: { id: true, name: true, slug: true } },
  qrCode: { select: { id: true, name: true, code: true } },
} satisfies Prisma.ChannelItemInclude;

export type ChannelItemWithRelations = Prisma.ChannelItemGetPayload<{ include: typeof include }>;

type Link = NonNullable<ChannelItemWithRelations["link"]>;

interface ItemRow extends ChannelItem, Omit<Link, "id" | "domain"> {
  domainUserId: number | null;
  scheme: string;
  host: string;
  pageName: string;
  slug: string;
  codeName: string;
  code: string;
}

const columns = `${selectColumns(Object.keys(Prisma.ChannelItemScalarFieldEnum), "item")},
  ${selectColumns(["alias", "title", "destination", "metaTitle", "metaImage"], "link")},
  domain.user_id AS "domainUserId", domain.scheme, domain.host,
  page.name AS "pageName", page.slug, code.name AS "codeName", code.code`;

const from = `channel_items AS item
  LEFT JOIN links AS link ON link.id = item.link_id LEFT JOIN domains AS domain ON domain.id = link.domain_id
  LEFT JOIN bio_pages AS page ON page.id = item.bio_page_id LEFT JOIN qr_codes AS code ON code.id = item.qr_code_id`;

/** A page of the channel's items, latest first. Archived links stay in the channel but are not listed. */
export async function readItems(channelId: number, page: Page): Promise<Paged<ChannelItemWithRelations>> {
  const where = "item.channel_id = $1 AND (item.link_id IS NULL OR NOT link.archived)";
  const list = { columns, from, where, keys: ["item.id"], values: [channelId] };
  const { rows, ...listed } = await readList<ItemRow>(list, page);
  return { ...listed, rows: rows.map(toItem) };
}

function toItem(row: ItemRow): ChannelItemWithRelations {
  const { id, channelId, linkId, bioPageId, qrCodeId, createdAt } = row;
  const { alias, title, destination, metaTitle, metaImage } = row;
  const domain = { userId: row.domainUserId, scheme: row.scheme, host: row.host };
  return {
    ...{ id, channelId, linkId, bioPageId, qrCodeId, createdAt },
    link: linkId === null ? null : { id: linkId, alias, title, destination, metaTitle, metaImage, domain },
    bioPage: bioPageId === null ? null : { id: bioPageId, name: row.pageName, slug: row.slug },
    qrCode: qrCodeId === null ? null : { id: qrCodeId, name: row.codeName, code: row.code },
  };
}
