import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { agents } from "./visit";

const usual = { address: "8.8.8.8", userAgent: agents.windows, referrer: "", language: "en" };
const person = { head: false, prefetch: false, untracked: false };

/** A click as a line of a journal: a person on Windows, unless `visit` overrides it. */
export const clickLine = (subjects: ClickSubjects, visit: Partial<Visit> & Pick<Visit, "at">): string =>
  formatLine({ ...usual, ...person, ...visit }, subjects);

let journals = 0;

/** Stores a journal with these lines like the drain. Returns the journal's name. */
export async function storeLines(client: pg.Client, lines: string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "signpost-clicks-"));
  try {
    const journal = `${++journals}`;
    writeFileSync(join(directory, `${journal}.closed`), lines.join(""));
    await new DirectoryDrain(await openClickStore(client), directory, () => {}).pass();
    return journal;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
