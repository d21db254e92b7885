import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a bench's results into a page of docs, between the marks with the bench's name. */
export function keepInPage(page: string, bench: string, markdown: string): void {
  const path = join(import.meta.dirname, "../../docs", page);
  const marked = new RegExp(`(?<=<!-- from npm run bench -- ${bench} -->\n\n).*?(?=\n\n<!-- to here -->)`, "s");
  const text = readFileSync(path, "utf8");
  if (!marked.test(text)) throw new Error(`${page} has no place for ${bench}`);
  writeFileSync(
    path,
    text.replace(marked, () => markdown),
  );
}
