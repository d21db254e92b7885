import { Prisma } from "@/generated/prisma/client";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/db";

/** A link whose fields have been checked, as many at once are made of. What is left out is as for any new link. */
export type NewLink = Omit<
  Prisma.LinkCreateManyInput,
  "id" | "userId" | "aliasFolded" | "clicks" | "uniqueClicks" | "clickLimitUsed"
> & { channels?: number[]; pixels?: number[] };

/** Makes those links whose alias is free; their ids by the index in `links`. */
export async function insertLinks(tx: Transaction, userId: number, links: NewLink[]): Promise<Map<number, number>> {
  const data = links.map(({ channels, pixels, ...link }) => ({
    ...link,
    userId,
    aliasFolded: foldAlias(link.alias),
    clicks: link.importedClicks,
  }));
  const made = await tx.link.createManyAndReturn({
    data,
    skipDuplicates: true,
    select: { id: true, domainId: true, aliasFolded: true },
  });
  const idByKey = new Map(made.map(({ id, domainId, aliasFolded }) => [linkKey(domainId, aliasFolded), id]));
  const ids = new Map<number, number>();
  for (const [index, { domainId, aliasFolded }] of data.entries()) {
    const key = linkKey(domainId, aliasFolded);
    const id = idByKey.get(key);
    // Of two with one alias the first was made.
    if (id !== undefined && idByKey.delete(key)) ids.set(index, id);
  }
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
