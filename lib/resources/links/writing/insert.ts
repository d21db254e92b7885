import { type Domain, type Link, Prisma } from "@/generated/prisma/client";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/database/db";
import { randomAlias } from "./random-alias";

type Columns = Omit<Prisma.LinkCreateManyInput, "id" | "userId" | "aliasFolded" | "clickLimitUsed" | "updatedAt">;

/** A link whose fields have been checked, for inserting many at once. Omitted fields get the defaults of a new link. */
export type NewLink = Columns & { channels?: number[]; pixels?: number[]; tags?: number[] };

/** A link that may have no alias yet. */
export type LinkWithoutAlias = Omit<NewLink, "alias"> & { alias?: string };

/** The columns that cannot be null and may be omitted from a link. */
type Defaulted = {
  [C in keyof Columns]-?: undefined extends Columns[C] ? (null extends Columns[C] ? never : C) : never;
}[keyof Columns];

/** A missing column is a type error. */
const defaults = {
  title: "",
  description: "",
  status: "public",
  archived: false,
  type: "direct",
  redirectStatus: 302,
  rules: [],
  deepLink: null,
  qrDesign: null,
  parameters: [],
  campaignWeight: 1,
  importedClicks: 0,
  createdAt: null,
} satisfies Record<Defaulted, unknown>;

const counted = ["id", "userId", "aliasFolded", "clickLimitUsed", "updatedAt"];
const columns = Object.keys(Prisma.LinkScalarFieldEnum).filter((name) => !counted.includes(name)) as (keyof Columns)[];
export const nameOf = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const named = columns.map((column) => [column, nameOf(column)] as const);
const inserted = ["user_id", "alias_folded", "clicks", ...columns.map(nameOf)];

/** Returns a row of `links` by column names, without empty columns: there may be thousands of rows. */
export function rowOf(userId: number, link: NewLink) {
  const row: Record<string, unknown> = {
    user_id: userId,
    alias_folded: foldAlias(link.alias),
    clicks: link.importedClicks ?? 0,
  };
  for (const [column, name] of named) {
    const value = link[column] ?? (column === "createdAt" ? new Date() : defaults[column as Defaulted]);
    if (value != null && value !== Prisma.DbNull) row[name] = value;
  }
  return row;
}

const keyOf = (domainId: number, aliasFolded: string, externalId?: string | null) =>
  `${linkKey(domainId, aliasFolded)} ${externalId ?? ""}`;

const randomAttempts = 5;

/** The unique values of a link that are taken. */
export type TakenField = "alias" | "externalId";

/** A new link, with what its short URL and the following steps need. Nothing is read back for it. */
export type InsertedLink = Pick<
  Link,
  "id" | "userId" | "alias" | "aliasFolded" | "domainId" | "destination" | "title" | "type" | "campaignId"
> & { domain: Pick<Domain, "userId" | "scheme" | "host"> };

/** Returns the link of an inserted row. */
export const insertedLinkOf = (userId: number, link: NewLink, { id, domain }: InsertedRow): InsertedLink => ({
  ...{ id, userId, alias: link.alias, aliasFolded: foldAlias(link.alias), domainId: link.domainId, domain },
  ...{ destination: link.destination, title: link.title ?? "", type: link.type ?? "direct" },
  campaignId: link.campaignId ?? null,
});

/** The columns that inserting returns of each row. */
export interface InsertedRow {
  id: number;
  domainId: number;
  aliasFolded: string;
  externalId: string | null;
  campaignId: number | null;
  domain: InsertedLink["domain"];
}

const returned = `id, domain_id AS "domainId", alias_folded AS "aliasFolded", external_id AS "externalId",
  campaign_id AS "campaignId", (SELECT json_build_object('userId', user_id, 'scheme', scheme, 'host', host)
    FROM domains WHERE domains.id = links.domain_id) AS domain`;

/** Returns columns as a part of a statement. */
const listOf = (names: string[]) => Prisma.raw(names.map((name) => `"${name}"`).join(", "));

/** The insert of links. Leaves out those whose alias or external ID is taken, and returns an `InsertedRow` for each. */
export const insertionOf = (names: string[], source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO links (${listOf(names)}) ${source} ON CONFLICT DO NOTHING RETURNING ${Prisma.raw(returned)}`;

interface Conditions {
  /** the plan's limit; links beyond it are left out */
  links?: number | null;
  /** the plan's limit of tags; without room for all of `names`, no link is inserted */
  tags?: number | null;
  /** folded names of the tags that the links need */
  names?: string[];
}

/**
 * Returns the statement that inserts new links, in their order. Its text is always the same, so that connections can
 * prepare it.
 */
export function insertionOfNew(
  userId: number,
  rows: object[],
  { links = null, tags = null, names = [] }: Conditions = {},
): Prisma.Sql {
  // One parameter for all links: building a statement with all their values would take Prisma twenty times as long.
  return insertionOf(
    inserted,
    Prisma.sql`SELECT ${listOf(inserted)}
  FROM jsonb_populate_recordset(NULL::links, ${JSON.stringify(rows)}::jsonb) WITH ORDINALITY
  WHERE ${tags}::int IS NULL OR cardinality(${names}::text[]) + (SELECT count(*) FROM tags
    WHERE user_id = ${userId}::int AND name_folded <> ALL(${names}::text[])) <= ${tags}::int
  ORDER BY ordinality LIMIT CASE WHEN ${links}::int IS NOT NULL THEN greatest(0, ${links}::int
    - (SELECT coalesce(sum(links), 0) FROM link_blocks WHERE user_id = ${userId}::int)) END`,
  );
}

export interface Inserted {
  /** by index in the given list */
  made: Map<number, InsertedLink>;
  /** why the others could not be inserted */
  taken: Map<number, TakenField>;
}

/**
 * Inserts all links whose alias and external ID are free. Links without an alias get a random one; with `rename`, so do
 * links whose alias is taken.
 */
export async function insertLinks(
  tx: Transaction,
  userId: number,
  links: LinkWithoutAlias[],
  rename = false,
): Promise<Inserted> {
  const made: Inserted["made"] = new Map();
  const taken: Inserted["taken"] = new Map();
  let left = links.map((link, index) => ({ index, link: { ...link, alias: link.alias || randomAlias() } }));
  for (let attempt = 0; left.length > 0 && attempt <= randomAttempts; attempt++) {
    const rows = await insertFree(
      tx,
      userId,
      left.map(({ link }) => link),
    );
    for (const [at, one] of left.entries()) {
      const row = rows.get(at);
      if (row) made.set(one.index, insertedLinkOf(userId, one.link, row));
    }
    const missed = left.filter(({ index }) => !made.has(index));
    const addresses = missed.map(({ link }) => link);
    if (attempt === 0 && missed.length > 0 && (await eraseDeletedHolders(tx, addresses))) {
      left = missed;
      continue;
    }
    const known = await takenIds(tx, userId, missed);
    left = [];
    for (const one of missed) {
      if (one.link.externalId && known.has(one.link.externalId)) taken.set(one.index, "externalId");
      else if (links[one.index]?.alias && !rename) taken.set(one.index, "alias");
      else left.push({ ...one, link: { ...one.link, alias: randomAlias() } });
    }
  }
  for (const { index } of left) taken.set(index, "alias");
  return { made, taken };
}

async function takenIds(tx: Transaction, userId: number, missed: { link: NewLink }[]): Promise<Set<string | null>> {
  const sent = missed.flatMap(({ link }) => link.externalId ?? []);
  if (sent.length === 0) return new Set();
  const found = await tx.link.findMany({ where: { userId, externalId: { in: sent } }, select: { externalId: true } });
  return new Set(found.map(({ externalId }) => externalId));
}

/** Inserts the links whose alias and external ID are free, in one statement. Returns their rows by index in `links`. */
async function insertFree(tx: Transaction, userId: number, links: NewLink[]): Promise<Map<number, InsertedRow>> {
  const rows = links.map((link) => rowOf(userId, link));
  const made = await tx.$queryRaw<InsertedRow[]>(insertionOfNew(userId, rows));
  const rowByKey = new Map(made.map((row) => [keyOf(row.domainId, row.aliasFolded, row.externalId), row]));
  const found = new Map<number, InsertedRow>();
  for (const [index, { domainId, alias, externalId }] of links.entries()) {
    const key = keyOf(domainId, foldAlias(alias), externalId);
    const row = rowByKey.get(key);
    // Of two links with the same alias, the first was inserted.
    if (row && rowByKey.delete(key)) found.set(index, row);
  }
  const assign = async (table: string, field: "channels" | "pixels" | "tags") => {
    const pairs = [...found].flatMap(([index, { id }]) => (links[index]?.[field] ?? []).map((other) => [id, other]));
    if (pairs.length === 0) return;
    const [own, others] = [pairs.map(([link]) => link), pairs.map(([, other]) => other)];
    await tx.$executeRaw`
      INSERT INTO ${Prisma.raw(table)} SELECT * FROM unnest(${own}::int[], ${others}::int[]) ON CONFLICT DO NOTHING`;
  };
  await assign('"_LinkToPixel" ("A", "B")', "pixels");
  await assign('"_LinkToTag" ("A", "B")', "tags");
  await assign("channel_items (link_id, channel_id)", "channels");
  return found;
}

/**
 * Erases links of deleted accounts that still have one of these aliases, so that others can use them. Returns whether
 * there were any.
 */
export async function eraseDeletedHolders(
  tx: Transaction,
  addresses: { domainId: number; alias: string }[],
): Promise<boolean> {
  const [domains, aliases] = [
    addresses.map(({ domainId }) => domainId),
    addresses.map(({ alias }) => foldAlias(alias)),
  ];
  const erased = await tx.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT links.id FROM unnest(${domains}::int[], ${aliases}::text[]) AS wanted (domain_id, alias_folded)
      JOIN links USING (domain_id, alias_folded) JOIN account_deletions USING (user_id) ORDER BY links.id FOR UPDATE OF links),
    gone AS (DELETE FROM links WHERE id IN (SELECT id FROM held) RETURNING id)
    INSERT INTO click_erasures (subject, subject_id, clicks) SELECT 'link', id, true FROM gone`;
  return erased > 0;
}
