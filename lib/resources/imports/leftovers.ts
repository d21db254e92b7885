import type { Actor } from "@/lib/auth/actor";
import type { AppLocale } from "@/lib/contract/locales";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { db } from "@/lib/platform/database/db";
import { csvLines } from "@/lib/platform/files/csv";
import { getOwnedRow } from "@/lib/resources/owned-rows";
import type { ImportedLink } from "./format/schema";

/** The columns of a link that an import can read again. */
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

const readAtOnce = 500;

/** A CSV of the entries that did not become links, each with its reason. It is read while it is consumed. */
export async function* leftoverLines(actor: Actor, id: number, locale: AppLocale): AsyncGenerator<string> {
  await getOwnedRow(actor, "import", id);
  yield* csvLines(["line", "reason", ...columns], rows());

  async function* rows() {
    for await (const { row, message, link } of leftovers(id)) {
      const cells = columns.map((column) => (link as ImportedLink)[column] ?? null);
      yield [(link as ImportedLink).line ?? row, message && storedRefusalIn(locale, message), ...cells];
    }
  }
}

/** The rows that did not become links, in the order of the file. */
async function* leftovers(importId: number) {
  let after = 0;
  for (;;) {
    const found = await db.importRow.findMany({
      where: { importId, outcome: { in: ["invalid", "taken", "own", "repeated", "left"] }, row: { gt: after } },
      orderBy: { row: "asc" },
      take: readAtOnce,
    });
    yield* found;
    if (found.length < readAtOnce) return;
    after = found.at(-1)?.row ?? after;
  }
}
