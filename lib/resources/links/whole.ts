import { type DisabledLink, type Domain, type Link, Prisma } from "@/generated/prisma/client";
import { type AllTimeRollups, hasLinkRollups, linkRollups } from "@/lib/clicks/statistics/stats";
import { columnOf, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { type FailingDestination, joinFailing } from "./failing";
import { type Counts, counts, joined, type LinkWithRelations, type ListedLink, tagsColumn } from "./read";

/** The columns whose types JSON does not have. A missing one is a type error. */
type Typed = {
  [F in keyof Link]: Extract<Link[F], Date | bigint | Uint8Array> extends never ? never : F;
}[keyof Link];
const typed = Object.keys({
  ...{ expiresAt: true, importedClicks: true, createdAt: true, updatedAt: true },
} satisfies Record<Typed, true>);
const plain = Object.keys(Prisma.LinkScalarFieldEnum).flatMap((field) =>
  typed.includes(field) ? [] : [[field, columnOf(field)] as const],
);
const domainFields = Object.keys(Prisma.DomainScalarFieldEnum);
const disabledFields = Object.keys(Prisma.DisabledLinkScalarFieldEnum);
// One JSON text, because sending and parsing forty columns one by one costs twice as much.
const linkColumns = `to_json(link) AS link, ${selectColumns(typed, "link")}, ${counts}, ${tagsColumn},
    ARRAY(SELECT channel_id FROM channel_items WHERE link_id = link.id ORDER BY id DESC) AS "channelIds",
    ARRAY(SELECT "B" FROM "_LinkToPixel" WHERE "A" = link.id ORDER BY 1) AS "pixelIds"`;
const linkText = `SELECT ${linkColumns}, ${selectColumns(domainFields, "domain", "domain.")},
    ${selectColumns(disabledFields, "disabled", "disabled.")}
  FROM ${joined("links AS link")} WHERE link.id = ANY($1) AND link.user_id = $2`;
const shownText = (
  more = "",
) => `SELECT ${linkColumns}, ${selectColumns(["userId", "scheme", "host"], "domain", "domain.")},
    checked.status AS "failingStatus", checked.failing_since AS "failingSince",
    EXISTS (SELECT FROM counted_conversions AS converted WHERE converted.link_id = link.id) AS converted${more}
  FROM links AS link JOIN domains AS domain ON domain.id = link.domain_id
    LEFT JOIN link_counts AS counts ON counts.link_id = link.id ${joinFailing}
  WHERE link.id = $1 AND link.user_id = $2`;
const shown = shownText();
const shownWithRollups = shownText(`, ${linkRollups}`);

type LinkRow = Pick<LinkWithRelations, "tags"> &
  Counts & {
    link: Record<string, unknown>;
    channelIds: number[];
    pixelIds: number[];
  } & Record<string, unknown>;

/** The user's link with all its relations. */
export const linkById = async (userId: number, id: number): Promise<LinkWithRelations | null> =>
  (await wholeLinks(userId, [id]))[0] ?? null;

/** A link with what the API shows of it. */
export type PresentableLink = Omit<LinkWithRelations, "domain" | "disabled"> & Pick<ListedLink, "domain">;

export interface ShownLink {
  link: PresentableLink;
  /** why its destination fails; null if it works or is not checked */
  failing: FailingDestination | null;
  /** whether it has conversions that count */
  converted: boolean;
  /** null if the clicks are in ClickHouse */
  rollups: AllTimeRollups | null;
}

type ShownRow = LinkRow &
  AllTimeRollups & { failingStatus: number | null; failingSince: Date | null; converted: boolean };

/** The user's link with everything that the API shows of it. Of its statistics, only the roll-ups in this database. */
export async function shownLinkById(userId: number, id: number): Promise<ShownLink | null> {
  const isInPostgres = hasLinkRollups();
  const [row] = await statement<ShownRow>(isInPostgres ? shownWithRollups : shown, [id, userId], { quick: true });
  if (!row) return null;
  const { failingStatus: status, failingSince: since, converted } = row;
  const domain = partOf<ListedLink["domain"]>(row, ["userId", "scheme", "host"], "domain.");
  const rollups = isInPostgres ? { rollups: row.rollups, beyond: row.beyond } : null;
  return { link: { ...withAssigned(row), domain }, failing: since && { id, status, since }, converted, rollups };
}

/** The user's links with all their relations, in no particular order. */
export const wholeLinks = async (userId: number, ids: number[]): Promise<LinkWithRelations[]> =>
  (await statement<LinkRow>(linkText, [ids, userId], { quick: true })).map(toWhole);

const partOf = <Part>(row: LinkRow, names: string[], prefix = "") =>
  Object.fromEntries(names.map((name) => [name, row[prefix + name]])) as Part;

const withAssigned = (row: LinkRow) => ({
  ...(Object.fromEntries(plain.map(([field, column]) => [field, row.link[column]])) as Omit<Link, Typed>),
  ...partOf<Pick<Link, Typed>>(row, typed),
  counts: { clicks: row.clicks, uniqueClicks: row.uniqueClicks },
  pixels: row.pixelIds.map((id) => ({ id })),
  tags: row.tags,
  items: row.channelIds.map((channelId) => ({ channelId })),
});

const toWhole = (row: LinkRow): LinkWithRelations => ({
  ...withAssigned(row),
  domain: partOf<Domain>(row, domainFields, "domain."),
  disabled: row["disabled.linkId"] === null ? null : partOf<DisabledLink>(row, disabledFields, "disabled."),
});
