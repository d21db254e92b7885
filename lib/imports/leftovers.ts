import type { Actor } from "@/lib/auth/actor";
import type { ImportedLink } from "./schema";
import { leftovers } from "./service";

/** Columns of a link that an import reads again. */
const columns = [
  "alias",
  "url",
  "title",
  "description",
  "clicks",
  "createdAt",
  "expiresAt",
  "clickLimit",
] as const satisfies (keyof ImportedLink)[];

/** The lines that did not become links as a table, with the reason of each in the words of `inWords`. */
export async function leftoversTable(actor: Actor, id: number, inWords: (reason: string) => string) {
  const left = await leftovers(actor, id);
  return { header: ["line", "reason", ...columns], rows: rows() };

  async function* rows() {
    for await (const { row, message, link } of left) {
      const cells = columns.map((column) => (link as ImportedLink)[column] ?? null);
      yield [row, message && inWords(message), ...cells];
    }
  }
}
