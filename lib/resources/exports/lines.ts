import type { Actor } from "@/lib/auth/actor";
import { can } from "@/lib/auth/permissions";
import { csvLines } from "@/lib/platform/csv";
import { type Part, type PartName, partNames, parts } from "./parts";

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/** The parts that a file of that name holds; none where there is no such file. */
export function partsOf(fileName: string): { names: PartName[]; format?: string } {
  const [, name = "", format] = /^([\w-]+)\.(csv|jsonl)$/.exec(fileName) ?? [];
  // The log is not what somebody has, but what was done; and not all who may take the former may see it.
  const owned = partNames.filter((part) => part !== "audit");
  return { names: name === "everything" && format === "jsonl" ? owned : [name].filter(isPart), format };
}

/** All that is exported is shown to who reads links, but for what was done in the account. */
export const maySee = (actor: Actor, name: PartName) => name !== "audit" || can(actor, "audit:read");

/** The lines of an export, read as they are used. */
export function exportLines(actor: Actor, fileName: string, ids?: number[]): AsyncGenerator<string> {
  const { names, format } = partsOf(fileName);
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

/** Lists and objects as JSON. */
function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
