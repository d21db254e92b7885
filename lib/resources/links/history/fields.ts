import { formatTimestamp } from "@/lib/contract/timestamp";
import { linkFields, plainFields } from "@/lib/resources/links/fields";
import { ruleFieldsOf } from "@/lib/resources/links/rule-fields";
import type { UpdateLink } from "@/lib/resources/links/schema";
import { readRules } from "@/lib/resources/links/stored";
import { nameOf } from "@/lib/resources/links/writing/insert";

/** A link's columns by name, and its lists, as the audit log stores them: prisma/sql/audit.sql. */
export interface Columns extends Record<string, unknown> {
  domain_id?: number;
  channels?: number[];
}

/** Fields of a link by their names in requests, and a few that are changed by other requests. */
export type HistoryFields = {
  [F in Exclude<keyof UpdateLink, "password" | "channel">]?: unknown;
} & { archived?: boolean; protected?: string | null; channels?: number[]; qrdesign?: unknown };

/** Columns of the audit log that become a field under another name. */
const renamed = {
  alias: "custom",
  campaign_id: "campaign",
  tags: "tags",
  pixels: "pixels",
  channels: "channels",
  archived: "archived",
  sealed: "protected",
  deep_link: "deeplink",
  qr_design: "qrdesign",
};

/** Returns the fields for some or all columns. `hosts` maps ids of domains to hosts. */
export function historyFields(columns: Columns, hosts: Map<number, string>): HistoryFields {
  const fields: Record<string, unknown> = {};
  const put = (column: string, field: string, present = (value: unknown) => value) => {
    if (columns[column] !== undefined) fields[field] = present(columns[column]);
  };
  for (const field of plainFields) put(nameOf(linkFields[field].column), field);
  for (const [column, field] of Object.entries(renamed)) put(column, field);
  put("domain_id", "domain", (id) => hosts.get(id as number) ?? null);
  put("expires_at", "expiry", (at) => at && formatTimestamp(new Date(at as string)));
  if (columns.type !== undefined || columns.overlay_id || columns.splash_page_id) fields.type = typeOf(columns);
  if (columns.rules !== undefined) Object.assign(fields, ruleFieldsOf(readRules(columns.rules)));
  return fields;
}

/** If the type is not in the change, only the page has changed. */
function typeOf({ type, overlay_id, splash_page_id }: Columns): unknown {
  if (overlay_id) return `overlay-${overlay_id}`;
  if (splash_page_id) return `splash-${splash_page_id}`;
  return type === "overlay" ? "direct" : type;
}

/** Keeps only the fields that differ: five of them share one column. */
export function differing({ before, after }: { before: HistoryFields; after: HistoryFields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof HistoryFields)[];
  const kept = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (fields: HistoryFields) =>
    Object.fromEntries(kept.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: of(before), after: of(after) };
}
