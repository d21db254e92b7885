import { parse } from "@/lib/api/request";
import type { Actor } from "@/lib/auth/actor";
import { csvResponse } from "@/lib/csv";
import { download } from "@/lib/download";
import { notFound } from "@/lib/errors";
import { linkIds } from "@/lib/links/bulk";
import { requireFeature } from "@/lib/plans/quota";
import { type Part, type PartName, partNames, parts } from "./parts";

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/**
 * A file of what the actor owns, sent while it is being read: `links.csv`, `links.jsonl` and so on for each part, and
 * `everything.jsonl`. `chosen`, ids with commas between them, leaves those links alone that it does not name.
 */
export function exportFile(actor: Actor, fileName: string, chosen?: string | null): Response {
  const [, name = "", format] = /^([\w-]+)\.(csv|jsonl)$/.exec(fileName) ?? [];
  const names = name === "everything" && format === "jsonl" ? partNames : [name].filter(isPart);
  const [first] = names;
  const narrows = typeof chosen === "string";
  if (!first || (narrows && fileName !== `links.${format}`)) throw notFound("export");
  requireFeature(actor, "export");
  const ids = narrows ? parse(linkIds, chosen.split(",")) : undefined;
  if (format === "jsonl") return download(fileName, "application/jsonl; charset=utf-8", jsonLines(actor, names, ids));
  const { columns, read }: Part = parts[first];
  return csvResponse(fileName, [...columns], cellsOf(read(actor, ids), columns));
}

async function* jsonLines(actor: Actor, names: PartName[], ids?: number[]): AsyncGenerator<string> {
  for (const name of names) {
    const { kind, read }: Part = parts[name];
    for await (const record of read(actor, ids)) yield `${JSON.stringify({ kind, ...record })}\n`;
  }
}

async function* cellsOf(records: AsyncIterable<object>, columns: readonly string[]) {
  for await (const record of records) {
    const values = new Map(Object.entries(record));
    yield columns.map((column) => cellOf(values.get(column)));
  }
}

/** Lists and objects as JSON. */
function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
