import { Prisma } from "@/generated/prisma/client";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/db";

type Columns = Omit<
  Prisma.LinkCreateManyInput,
  "id" | "userId" | "aliasFolded" | "clicks" | "uniqueClicks" | "clickLimitUsed" | "updatedAt"
>;

/** A link whose fields have been checked, as many at once are made of. What is left out is as for any new link. */
export type NewLink = Columns & { channels?: number[]; pixels?: number[] };

/** The columns that are neither null nor given where a link says nothing of them. */
type Defaulted = {
  [C in keyof Columns]-?: undefined extends Columns[C] ? (null extends Columns[C] ? never : C) : never;
}[keyof Columns];

/** One that is missing here is a type error. */
const defaults = {
  title: "",
  description: "",
  status: "public",
  type: "direct",
  redirectStatus: 302,
  rules: [],
  deepLink: null,
  parameters: [],
  campaignWeight: 1,
  importedClicks: 0,
  createdAt: null,
} satisfies Record<Defaulted, unknown>;

const counted = ["id", "userId", "aliasFolded", "clicks", "uniqueClicks", "clickLimitUsed", "updatedAt"];
const columns = Object.keys(Prisma.LinkScalarFieldEnum).filter((name) => !counted.includes(name)) as (keyof Columns)[];
const nameOf = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inserted = ["user_id", "alias_folded", "clicks", ...columns.map(nameOf)].map((name) => `"${name}"`).join(", ");

/** A row of `links`, by the names of its columns. */
function rowOf(userId: number, link: NewLink) {
  const values = columns.map((column) => {
    const value = link[column] ?? (column === "createdAt" ? new Date() : defaults[column as Defaulted]);
    return [nameOf(column), value === Prisma.DbNull ? null : (value ?? null)];
  });
  const clicks = link.importedClicks ?? 0;
  return { ...Object.fromEntries(values), user_id: userId, alias_folded: foldAlias(link.alias), clicks };
}

/** Makes those links whose alias is free, in one statement; their ids by the index in `links`. */
export async function insertLinks(tx: Transaction, userId: number, links: NewLink[]): Promise<Map<number, number>> {
  const rows = links.map((link) => rowOf(userId, link));
  // One parameter, however many links: Prisma would take twenty times as long to make a statement of all their values.
  const made = await tx.$queryRaw<{ id: number; domainId: number; aliasFolded: string }[]>`
    INSERT INTO links (${Prisma.raw(inserted)}) SELECT ${Prisma.raw(inserted)}
    FROM jsonb_populate_recordset(NULL::links, ${JSON.stringify(rows)}::jsonb) WITH ORDINALITY ORDER BY ordinality
    ON CONFLICT (domain_id, alias_folded) DO NOTHING
    RETURNING id, domain_id AS "domainId", alias_folded AS "aliasFolded"`;
  const idByKey = new Map(made.map(({ id, domainId, aliasFolded }) => [linkKey(domainId, aliasFolded), id]));
  const ids = new Map<number, number>();
  for (const [index, { domain_id, alias_folded }] of rows.entries()) {
    const key = linkKey(domain_id, alias_folded);
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
