import type { ClickSubject } from "@/generated/prisma/enums";
import { type ClickColumn, columnEntries } from "@/lib/clicks/store/stored-columns";

// Past months are packed: their clicks are stored in arrays, which need a hundredth of the space of rows and their
// index. Code that reads clicks reads both, with the SQL from this file. See docs/decisions/click-packs.md.

/** Maximum number of clicks in a pack. A reader may want only one of them. */
export const PACK = 1_000;

/** The columns of a click. All but `at` and `seal` are stored unchanged. */
const COLUMNS: readonly ClickColumn[] = ["at", ...columnEntries.map(([name]) => name), "seal"];

export const clickColumns = {
  link: "link_id",
  qr: "qr_code_id",
  campaign: "campaign_id",
  bio: "bio_page_id",
} as const satisfies Record<ClickSubject, ClickColumn>;

/** The columns of a pack that list the clicks' subjects. */
const listed = { qr: "qr_codes", campaign: "campaigns", bio: "bio_pages" };

/** Returns the condition that a pack may contain clicks on a subject. `id` is SQL: a parameter or a column. */
export const mayContainSql = (subject: ClickSubject, id: string) =>
  subject === "link"
    ? `int4range(pack.first_link, pack.last_link, '[]') @> ${id}::int`
    : `pack.${listed[subject]} @> array[${id}::int]`;

/** The same condition for an array of ids. */
export const mayContainAnySql = (subject: ClickSubject, many: string) =>
  subject === "link"
    ? `exists (select from unnest(${many}) as wanted (id) where ${mayContainSql("link", "wanted.id")})`
    : `pack.${listed[subject]} && ${many}`;

const column: Partial<Record<ClickColumn, string>> = {
  at: "pack.base + click.at * interval '1 millisecond'",
  seal: "int8send(click.seal)",
  country: "click.country::char(2)",
};

/**
 * Returns a query of the clicks in packs. `from` is a `from` item named `pack`. Each click has the requested columns
 * and the `further` ones of its pack.
 */
export function packedClicksSql(
  from: string,
  columns: readonly ClickColumn[] = COLUMNS,
  further: string[] = [],
): string {
  const named = columns.map((name) => (column[name] ? `${column[name]} as ${name}` : `click.${name}`));
  return `select ${[...named, ...further]} from ${from}
    cross join lateral unnest(${columns.map((name) => `pack.${name}`)}) as click (${columns})`;
}

interface Packs {
  /** SQL of moments: `from` is included, `to` is excluded */
  from: string;
  to: string;
  /** condition on a pack: if it is false, none of its clicks match */
  packs?: string;
  /** reads at most `MOST_PACKS`: see `wholeFrom` */
  newest?: boolean;
}

interface Wanted extends Packs {
  /** condition on a click's row */
  where?: string;
  columns?: readonly ClickColumn[];
}

/** Returns a query of the clicks in a time span, including packed ones. Only `columns` can be used, also in `where`. */
export function clicksWithin({ where = "true", columns = COLUMNS, ...packs }: Wanted): string {
  const within = `at >= ${packs.from} and at < ${packs.to} and ${where}`;
  return `select ${columns} from clicks where ${within} union all
    select ${columns} from (${packedWithin({ columns, ...packs })}) as click where ${within}`;
}

/** Returns a query of the clicks in packs that overlap with a time span. */
export const packedWithin = ({ columns = COLUMNS, ...packs }: Omit<Wanted, "where">) =>
  packedClicksSql(`(${packsWithin("*", packs)}) as pack`, columns);

/**
 * Maximum number of packs to read, newest first: a second's work. For a link they contain more clicks than are ever
 * read; for a campaign with very many links they may not.
 */
const MOST_PACKS = 5_000;

/** Returns SQL for the time of the oldest click that is read, if only the newest packs are read. */
export const completeSinceSql = (packs: Packs) =>
  `(select case when count(*) = ${MOST_PACKS} then min(last_at) else '-infinity' end
    from (${packsWithin("last_at", { ...packs, newest: true })}) as pack)`;

/**
 * Returns the same in milliseconds for the newest `most` clicks in `read`; null if all were read. Requires `whole`,
 * which contains `wholeFrom`.
 */
export const readSinceSql = (most: number) =>
  `(extract(epoch from case when count(*) = ${most} then min(read.at)
    else (select nullif(at, '-infinity') from whole) end) * 1000)::float8`;

const packsWithin = (columns: string, { from, to, packs = "true", newest }: Packs) => `
  select ${columns} from click_packs as pack where pack.first_at < ${to} and pack.last_at >= ${from} and ${packs}
    and pack.base > (${from})::timestamptz - ${HALF_A_MONTH} and pack.base < (${to})::timestamptz + ${HALF_A_MONTH}
  ${newest ? `order by pack.last_at desc limit ${MOST_PACKS}` : ""}`;

/** `base` is indexed and the same for all packs of a month. */
const HALF_A_MONTH = "interval '17 days'";

const kept: Partial<Record<ClickColumn, string>> = {
  at: "(extract(epoch from at - base) * 1000)::int",
  seal: "('x' || encode(seal, 'hex'))::bit(64)::bigint",
};

const distinct = (column: ClickColumn) =>
  `coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`;

/** A column without any value is not stored. */
const array = (name: ClickColumn) =>
  `case when count(${name}) > 0 then array_agg(${kept[name] ?? name} order by link_id, at, id) end`;

/** Returns SQL that writes packs of `clicks`: rows of clicks with the `base` of their month, grouped by `pack`. */
export const writePacks = (clicks: string) => `
  insert into click_packs (base, first_at, last_at, first_link, last_link, qr_codes, campaigns, bio_pages, ${COLUMNS})
  select base, min(at), max(at), min(link_id), max(link_id), ${[distinct("qr_code_id"), distinct("campaign_id"), distinct("bio_page_id")]},
    ${COLUMNS.map(array)}
  from (${clicks}) as click group by base, pack`;
