import type { ClickSubject } from "@/generated/prisma/enums";

// A month that is over is packed: its clicks are in arrays, some hundred times shorter than rows and their index. Whoever
// reads clicks reads both, by the texts that this file makes. See docs/decisions/click-packs.md.

/** So many clicks are in a pack at most: what one is read for may be one of them. */
export const PACK = 1_000;

/** The columns of a click, apart from `at` and `seal` kept as they are. */
const COLUMNS = [
  ...[
    "at",
    "link_id",
    "qr_code_id",
    "campaign_id",
    "bio_page_id",
    "visitor",
    '"unique"',
    "robot",
    "country",
    "language",
  ],
  ...[
    "referrer",
    "browser",
    "os",
    "device",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "rule",
  ],
  ...["bio_block", "beyond", "class", "ruleset", "seal", "variant", "variant_unique", "devices", "region", "city"],
  ...["network", "agent", "id"],
] as const;

export type ClickColumn = (typeof COLUMNS)[number];

export const clickColumns = {
  link: "link_id",
  qr: "qr_code_id",
  campaign: "campaign_id",
  bio: "bio_page_id",
} as const satisfies Record<ClickSubject, ClickColumn>;

/** What a pack has of each of them. */
const listed = { qr: "qr_codes", campaign: "campaigns", bio: "bio_pages" };

/** Whether a pack may have clicks on one thing. `id` is SQL: a parameter, a column. */
export const mayHave = (subject: ClickSubject, id: string) =>
  subject === "link"
    ? `int4range(pack.first_link, pack.last_link, '[]') @> ${id}::int`
    : `pack.${listed[subject]} @> array[${id}::int]`;

/** Of an array of ids. */
export const mayHaveAny = (subject: ClickSubject, many: string) =>
  subject === "link"
    ? `exists (select from unnest(${many}) as wanted (id) where ${mayHave("link", "wanted.id")})`
    : `pack.${listed[subject]} && ${many}`;

const column: Partial<Record<ClickColumn, string>> = {
  at: "pack.base + click.at * interval '1 millisecond'",
  seal: "int8send(click.seal)",
  country: "click.country::char(2)",
};

/** The clicks of packs, as `from pack` has them, each with `further` of its pack: of each only the columns that are asked for. */
export function unpacked(from: string, columns: readonly ClickColumn[] = COLUMNS, further: string[] = []): string {
  const named = columns.map((name) => (column[name] ? `${column[name]} as ${name}` : `click.${name}`));
  return `select ${[...named, ...further]} from ${from}
    cross join lateral unnest(${columns.map((name) => `pack.${name}`)}) as click (${columns})`;
}

interface Packs {
  /** SQL of moments: from the first, before the second one */
  from: string;
  to: string;
  /** of a pack: what does not hold of it holds of none of its clicks */
  packs?: string;
  /** no more than `MOST_PACKS`: see `wholeFrom` */
  newest?: boolean;
}

interface Wanted extends Packs {
  /** of a click's row */
  where?: string;
  columns?: readonly ClickColumn[];
}

/** A query of the clicks of a span of time, packed ones among them. Only `columns` may be used, by `where` as well. */
export function clicksWithin({ where = "true", columns = COLUMNS, ...packs }: Wanted): string {
  const within = `at >= ${packs.from} and at < ${packs.to} and ${where}`;
  return `select ${columns} from clicks where ${within} union all
    select ${columns} from (${packedWithin({ columns, ...packs })}) as click where ${within}`;
}

/** Those of the packs that overlap with a span of time. */
export const packedWithin = ({ columns = COLUMNS, ...packs }: Omit<Wanted, "where">) =>
  unpacked(`(${packsWithin("*", packs)}) as pack`, columns);

/**
 * So many packs are read at most, the newest: a second's work. Of a link they have more clicks than anybody reads; of a
 * campaign of very many links they may not.
 */
const MOST_PACKS = 5_000;

/** SQL of the moment from which on all clicks are read, where only the newest packs are. */
export const wholeFrom = (packs: Packs) =>
  `(select case when count(*) = ${MOST_PACKS} then min(last_at) else '-infinity' end
    from (${packsWithin("last_at", { ...packs, newest: true })}) as pack)`;

/** The same in milliseconds, of the newest `most` clicks that were `read`; null where all were. Beside `whole`, which has it. */
export const sinceRead = (most: number) =>
  `(extract(epoch from case when count(*) = ${most} then min(read.at)
    else (select nullif(at, '-infinity') from whole) end) * 1000)::float8`;

const packsWithin = (columns: string, { from, to, packs = "true", newest }: Packs) => `
  select ${columns} from click_packs as pack where pack.first_at < ${to} and pack.last_at >= ${from} and ${packs}
    and pack.base > (${from})::timestamptz - ${HALF_A_MONTH} and pack.base < (${to})::timestamptz + ${HALF_A_MONTH}
  ${newest ? `order by pack.last_at desc limit ${MOST_PACKS}` : ""}`;

/** Of all packs of a month `base` is the same, and indexed. */
const HALF_A_MONTH = "interval '17 days'";

const kept: Partial<Record<ClickColumn, string>> = {
  at: "(extract(epoch from at - base) * 1000)::int",
  seal: "('x' || encode(seal, 'hex'))::bit(64)::bigint",
};

const distinct = (column: ClickColumn) =>
  `coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`;

/** Of a column that is null in all of them nothing is kept. */
const array = (name: ClickColumn) =>
  `case when count(${name}) > 0 then array_agg(${kept[name] ?? name} order by link_id, at, id) end`;

/** Writes packs of `clicks`, rows of a click with the `base` of their month and `pack`, by which they are put together. */
export const writePacks = (clicks: string) => `
  insert into click_packs (base, first_at, last_at, first_link, last_link, qr_codes, campaigns, bio_pages, ${COLUMNS})
  select base, min(at), max(at), min(link_id), max(link_id), ${[distinct("qr_code_id"), distinct("campaign_id"), distinct("bio_page_id")]},
    ${COLUMNS.map(array)}
  from (${clicks}) as click group by base, pack`;
