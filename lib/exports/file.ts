import type { Actor } from "@/lib/auth/actor";
import { csvResponse } from "@/lib/csv";
import { download } from "@/lib/download";
import { notFound } from "@/lib/errors";
import { requireFeature } from "@/lib/plans/quota";
import { type PartName, partNames, parts } from "./parts";

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/**
 * A file of what the actor owns, sent while it is being read: `links.csv`, `links.jsonl` and so on for each part, and
 * `everything.jsonl`.
 */
export function exportFile(actor: Actor, fileName: string): Response {
  const [, name = "", format] = /^([\w-]+)\.(csv|jsonl)$/.exec(fileName) ?? [];
  const names = name === "everything" && format === "jsonl" ? partNames : [name].filter(isPart);
  const [first] = names;
  if (!first) throw notFound("export");
  requireFeature(actor, "export");
  if (format === "jsonl") return download(fileName, "application/jsonl; charset=utf-8", jsonLines(actor, names));
  const { columns } = parts[first];
  return csvResponse(fileName, [...columns], cellsOf(parts[first].read(actor), columns));
}

async function* jsonLines(actor: Actor, names: PartName[]): AsyncGenerator<string> {
  for (const name of names) {
    const { kind, read } = parts[name];
    for await (const record of read(actor)) yield `${JSON.stringify({ kind, ...record })}\n`;
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
