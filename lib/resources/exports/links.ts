import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { figuresOfLinks, NO_CONVERSIONS, presentRevenue } from "@/lib/clicks/statistics/conversion-figures";
import { db } from "@/lib/platform/db";
import type { Related } from "@/lib/resources/imports/format/related";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { allLinks } from "@/lib/resources/links/service";

const thing = { select: { id: true, name: true } } as const;

const select = {
  id: true,
  campaign: thing,
  items: { select: { channel: { select: { id: true, name: true, color: true } } }, orderBy: { id: "asc" } },
  pixels: { select: { id: true, type: true, name: true, tag: true }, orderBy: { id: "asc" } },
  tags: { select: { name: true, color: true }, orderBy: { id: "asc" } },
  overlay: thing,
  splashPage: thing,
} satisfies Prisma.LinkSelect;

/**
 * The actor's links, or those in `chosen`, as the API shows them, with their conversions and the names of related things:
 * ids mean nothing to another account.
 */
export async function* linksOf(actor: Actor, chosen?: number[]): AsyncGenerator<object> {
  for await (const links of allLinks(actor, chosen)) {
    const ids = links.map(({ id }) => id);
    const [rows, figures] = await Promise.all([
      db.link.findMany({ where: { id: { in: ids } }, select }),
      figuresOfLinks(ids),
    ]);
    const byId = new Map(rows.map((row) => [row.id, relatedOf(row)]));
    for (const link of links) {
      const { count, revenue } = figures.get(link.id) ?? NO_CONVERSIONS;
      const converted = { conversions: count, revenue: presentRevenue(revenue) };
      yield { ...presentLinkDetails(link), ...converted, related: byId.get(link.id) };
    }
  }
}

function relatedOf({
  campaign,
  items,
  pixels,
  tags,
  overlay,
  splashPage,
}: Prisma.LinkGetPayload<{ select: typeof select }>) {
  const all = (kind: Related["kind"], rows: ({ name: string } | null)[]) =>
    rows.flatMap((row) => (row ? { kind, ...row } : []));
  return [
    ...all("campaign", [campaign]),
    ...all(
      "channel",
      items.map(({ channel }) => channel),
    ),
    ...all("pixel", pixels),
    ...all("tag", tags),
    ...all("overlay", [overlay]),
    ...all("splash", [splashPage]),
  ];
}
