import type { ClickSubject } from "@/generated/prisma/enums";
import type { StoredClick } from "@/lib/clicks/classify/correction";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { Utm } from "@/lib/contract/utm";

// Each column of a stored click is described once, here. Rows and packs in Postgres, the table in ClickHouse, seals,
// corrections, the log and exports follow from this table and its order. Only `at` and `seal` are missing, because each
// store has its own format for them. A new column also needs a migration that adds it to `clicks` and `click_packs`.

export interface StoredColumn {
  /** returns its value for a new row */
  of: (click: EnrichedClick) => string | number | boolean | null | undefined;
  /** type in ClickHouse, which stores 0 or an empty text instead of null */
  type: string;
  /** name in ClickHouse if it is different */
  inClickHouse?: string;
  /**
   * Whether it is a fact of the visit, which a seal covers. Judgments are not, because they may change later. Seals of
   * older clicks must stay the same, so a new fact is added at the end, and older clicks must have the same text.
   */
  isFact: boolean;
  /** name in `StoredClick`, if a later judgment needs it */
  field?: keyof StoredClick;
  /** name in the log and in exports, if it is shown */
  shown?: string;
}

const idOf = <Field extends keyof StoredClick>(subject: ClickSubject, field: Field) =>
  ({
    type: "UInt32",
    field,
    of: ({ subjects }: EnrichedClick) => subjects.find((clicked) => clicked.subject === subject)?.id,
    isFact: true,
  }) as const;

type Text = "country" | "language" | "referrer" | "browser" | "os" | "device" | "rule" | "variant" | "region" | "city";

const fact = <Name extends Text>(name: Name) =>
  ({ type: "String", field: name, shown: name, of: (click: EnrichedClick) => click[name], isFact: true }) as const;

const utm = <Field extends keyof Utm>(field: Field) =>
  ({
    type: "String",
    field,
    shown: `utm_${field}`,
    of: (click: EnrichedClick) => click.utm?.[field],
    isFact: true,
  }) as const;

/** The keys are the columns in Postgres, as SQL. */
export const storedColumns = {
  link_id: idOf("link", "linkId"),
  qr_code_id: idOf("qr", "qrCodeId"),
  campaign_id: { ...idOf("campaign", "campaignId"), shown: "campaign" },
  bio_page_id: idOf("bio", "bioPageId"),
  visitor: { type: "Int64", field: "visitor", of: (click) => click.visitor, isFact: true },
  // A click on a link is unique or not by its link, regardless of its other subjects.
  '"unique"': {
    ...{ type: "UInt8", inClickHouse: "first", field: "unique", shown: "unique", isFact: false },
    of: ({ subjects }) => subjects[0]?.first === true,
  },
  robot: { type: "String", shown: "robot", of: (click) => click.robot, isFact: false },
  country: fact("country"),
  language: fact("language"),
  referrer: fact("referrer"),
  browser: fact("browser"),
  os: fact("os"),
  device: fact("device"),
  utm_source: utm("source"),
  utm_medium: utm("medium"),
  utm_campaign: utm("campaign"),
  utm_term: utm("term"),
  utm_content: utm("content"),
  rule: fact("rule"),
  bio_block: { type: "String", field: "bioBlock", shown: "block", of: (click) => click.bioBlock, isFact: true },
  beyond: { type: "UInt64", field: "beyond", of: (click) => click.beyond || null, isFact: false },
  class: { type: "String", shown: "class", of: (click) => click.class, isFact: false },
  ruleset: { type: "UInt16", shown: "ruleset", of: (click) => click.ruleset, isFact: false },
  variant: fact("variant"),
  variant_unique: {
    ...{ type: "UInt8", inClickHouse: "variant_first", field: "firstOfVariant", isFact: false },
    of: ({ variant, firstOfVariant }) => (variant ? firstOfVariant : null),
  },
  devices: { type: "UInt16", field: "devices", of: (click) => click.devices, isFact: true },
  region: fact("region"),
  city: fact("city"),
  network: { type: "Int32", field: "network", of: (click) => click.network, isFact: false },
  agent: { type: "Int32", field: "agent", of: (click) => click.agent, isFact: false },
  id: { type: "UInt64", field: "id", of: (click) => click.id, isFact: false },
} as const satisfies Record<string, StoredColumn>;

type Table = typeof storedColumns;
type NamesWith<Part> = { [Name in keyof Table]: Table[Name] extends Part ? Name : never }[keyof Table];

export type ClickColumn = "at" | keyof Table | "seal";
export type FactName = NamesWith<{ isFact: true }>;
/** The names in the log of the columns whose values are texts. */
export type ShownText = Extract<Table[NamesWith<{ type: "String"; shown: string }>], { shown: string }>["shown"];

export const columnEntries = Object.entries(storedColumns) as [keyof Table, StoredColumn][];

/** The columns that a seal covers, in the order of `factsOf`. */
export const FACTS = columnEntries.filter(([, { isFact }]) => isFact).map(([name]) => name as FactName);

/** The names in the log and in exports. */
export const shownNames = columnEntries.flatMap(([, { shown }]) => shown ?? []);
