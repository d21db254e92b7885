import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dirname, "RESULTS.md");
const intro = "# Measurements\n\nThe latest run of each bench, written by the bench itself.\n";

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();

/** Prints a bench's results and replaces its last ones in RESULTS.md. */
export function keepResults(title: string, markdown: string): void {
  // The results of earlier benches do not count as a change of the code.
  const changed = git("status", "--porcelain", ":/", ":(top,exclude)tests/bench/RESULTS.md") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${changed ? " with changes" : ""}`;
  const where = `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} cores, Node ${process.version}`;
  const section = `## ${title}\n\n${where}\n\n${markdown.trim()}\n`;
  console.log(`\n${section}`);
  const [, ...present] = existsSync(file) ? readFileSync(file, "utf8").split(/^(?=## )/m) : [];
  const others = present.filter((other) => !other.startsWith(`## ${title}\n`));
  writeFileSync(file, [intro, ...[...others, section].sort()].map((part) => `${part.trim()}\n`).join("\n"));
}

export const count = (value: number) => Math.round(value).toLocaleString("en");

/** A Markdown table. The first column holds names, the others figures. */
export function table(heads: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), `|---|${"---:|".repeat(heads.length - 1)}`, ...rows.map(line)].join("\n");
}
