import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { csvLines } from "@/lib/platform/files/csv";
import { type Part, type PartName, partNames, parts } from "./parts";

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Returns the parts in a file of that name; none if there is no such file. */
export function parseExportName(fileName: string): { names: PartName[]; format?: string } {
  const [, name = "", format] = /^([\w-]+)\.(csv|jsonl)$/.exec(fileName) ?? [];
  // The audit log is not part of everything: it records actions rather than data, and needs a separate permission.
  const owned = partNames.filter((part) => part !== "audit");
  return { names: name === "everything" && format === "jsonl" ? owned : [name].filter(isPart), format };
}

/** Everything is exported to actors who may read links, except the audit log. */
export const maySee = (actor: Actor, name: PartName) => name !== "audit" || hasPermission(actor, "audit:read");

/** The lines of an export, read while they are consumed. */
export function exportLines(actor: Actor, fileName: string, ids?: number[]): AsyncGenerator<string> {
  const { names, format } = parseExportName(fileName);
  const [first] = names;
  if (format === "jsonl" || !first) return jsonLines(actor, names, ids);
  const { columns, read }: Part = parts[first];
  return csvLines([...columns], cellsOf(read(actor, ids), columns));
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

/** Lists and objects become JSON. */
function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
