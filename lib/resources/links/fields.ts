import type { Link } from "@/generated/prisma/client";
import type { UpdateLink } from "./schema";

// Import only types here: browsers load this file too.

/** A field of a link, by the name in requests. */
export type LinkField = keyof UpdateLink;

export const tabs = ["destination", "rules", "look", "tracking", "protection"] as const;
export type Tab = (typeof tabs)[number];

interface FieldRules {
  /** the tab of the editor that shows it */
  tab: Tab;
  /** the column that stores the value unchanged; other fields are handled in lib/resources/links/columns.ts */
  column?: keyof Link;
  /** what `null` sets that column to, if not to null */
  emptied?: unknown;
  /** the editor shows it as text, empty if there is none */
  text?: true;
  /** how an import reads it: as a setting of this name, in its own way, or never */
  imported: "setting" | "apart" | "never";
}

/**
 * The properties of each field. Columns, presenter, editor and import are driven by this table. What it cannot express
 * about a field is handled there by the field's name.
 */
export const linkFields = {
  url: { tab: "destination", column: "destination", imported: "apart" },
  custom: { tab: "destination", imported: "apart" },
  domain: { tab: "destination", imported: "apart" },
  redirect: { tab: "destination", column: "redirectStatus", text: true, imported: "setting" },
  type: { tab: "destination", text: true, imported: "setting" },
  campaign: { tab: "destination", text: true, imported: "apart" },
  campaignweight: { tab: "destination", column: "campaignWeight", imported: "setting" },
  channel: { tab: "destination", text: true, imported: "apart" },
  tags: { tab: "destination", imported: "apart" },
  title: { tab: "destination", column: "title", emptied: "", text: true, imported: "apart" },
  description: { tab: "destination", column: "description", emptied: "", text: true, imported: "apart" },
  externalid: { tab: "tracking", column: "externalId", text: true, imported: "setting" },
  rules: { tab: "rules", imported: "setting" },
  split: { tab: "rules", imported: "setting" },
  splitfinish: { tab: "rules", imported: "setting" },
  deeplink: { tab: "rules", imported: "setting" },
  geotarget: { tab: "rules", imported: "setting" },
  devicetarget: { tab: "rules", imported: "setting" },
  languagetarget: { tab: "rules", imported: "setting" },
  metatitle: { tab: "look", column: "metaTitle", text: true, imported: "setting" },
  metadescription: { tab: "look", column: "metaDescription", text: true, imported: "setting" },
  metaimage: { tab: "look", column: "metaImage", text: true, imported: "setting" },
  pixels: { tab: "tracking", imported: "apart" },
  parameters: { tab: "tracking", column: "parameters", emptied: [], imported: "setting" },
  forward: { tab: "tracking", column: "forward", text: true, imported: "setting" },
  trackconversions: { tab: "tracking", column: "trackConversions", text: true, imported: "setting" },
  password: { tab: "protection", imported: "never" },
  expiry: { tab: "protection", text: true, imported: "apart" },
  clicklimit: { tab: "protection", column: "clickLimit", text: true, imported: "apart" },
  expiryurl: { tab: "protection", column: "expiryUrl", text: true, imported: "setting" },
  status: { tab: "protection", column: "status", imported: "apart" },
} as const satisfies Record<LinkField, FieldRules>;

type Rules = typeof linkFields;

/** The fields whose column stores the value unchanged. */
export type PlainField = { [F in LinkField]: Rules[F] extends { column: string } ? F : never }[LinkField];
export type TextField = { [F in LinkField]: Rules[F] extends { text: true } ? F : never }[LinkField];
export type ImportedSetting = { [F in LinkField]: Rules[F]["imported"] extends "setting" ? F : never }[LinkField];

const fieldsWhere = (fits: (rules: FieldRules) => boolean) =>
  (Object.keys(linkFields) as LinkField[]).filter((field) => fits(linkFields[field]));

export const plainFields = fieldsWhere(({ column }) => column !== undefined) as PlainField[];
export const textFields = fieldsWhere(({ text }) => text === true) as TextField[];
export const importedSettings = fieldsWhere(({ imported }) => imported === "setting") as ImportedSetting[];

type Emptied<F extends LinkField> = Rules[F] extends { emptied: infer Value } ? Value : null;
type Stored<F extends LinkField> = UpdateLink[F] extends infer Sent ? (Sent extends null ? Emptied<F> : Sent) : never;

/** Returns the columns of an input's plain fields. A field that was not sent is `undefined` and stays. */
export function plainColumns(input: UpdateLink) {
  const columns: Record<string, unknown> = {};
  for (const field of plainFields) {
    const rules: FieldRules = linkFields[field];
    columns[rules.column as string] = input[field] === null ? (rules.emptied ?? null) : input[field];
  }
  return columns as { [F in PlainField as Rules[F]["column"]]: Stored<F> };
}

/** Returns a link's plain fields by their names in requests. */
export function plainValues<F extends PlainField>(link: Pick<Link, Rules[F]["column"]>, fields: readonly F[]) {
  return Object.fromEntries(fields.map((field) => [field, link[linkFields[field].column as Rules[F]["column"]]])) as {
    [Field in F]: Link[Rules[Field]["column"]];
  };
}
