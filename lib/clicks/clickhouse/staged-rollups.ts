import { copyValue } from "@/lib/clicks/postgres/copy";
import type { Rollup } from "@/lib/clicks/store/rollup";
import type { Tally } from "@/lib/clicks/store/tally";
import type { Block } from "./block";
import { BEYOND_COLUMNS, ROLLUP_COLUMNS } from "./tables";

/** A part with a unique name. ClickHouse recognizes by the name that it already has the part. */
export type Part = Pick<Block, "journal" | "from">;

export const nameOf = ({ journal, from }: Part) => `${journal}:${from}`;

/** A block's rows of one table of roll-ups as tab-separated lines, with a row for each month that names the block. */
export interface Staged {
  name: string;
  columns: string[];
  lines: string[];
  months: Set<string>;
  /** a further condition for the row that names the block */
  named: string;
}

export const ROLLUPS = "click_rollups";

export function daysOf(rollup: Rollup, part: Part): Staged {
  const staged = { name: ROLLUPS, columns: ROLLUP_COLUMNS, named: "robot = 0", ...noLines() };
  for (const { subject, id, robot, day, clicks, unique, values } of rollup.rows()) {
    const key = `${subject}\t${id}\t${robot ? 1 : 0}\t${day}`;
    staged.months.add(day.slice(0, 7));
    if (clicks !== 0) staged.lines.push(`${key}\ttotal\t\t${unsigned(clicks)}\t${unsigned(unique)}\n`);
    for (const [word, count] of wordsOf(rollup, values)) staged.lines.push(`${key}\t${word}\t${count}\t0\n`);
  }
  for (const month of staged.months)
    staged.lines.push(`block\t0\t0\t${month}-01\ttotal\t${copyValue(nameOf(part))}\t1\t0\n`);
  return staged;
}

export function beyondOf(rollup: Rollup, part: Part): Staged {
  const staged = { name: "click_rollups_beyond", columns: BEYOND_COLUMNS, named: "beyond = 0", ...noLines() };
  for (const { subject, id, day, beyond, clicks, values } of rollup.beyondRows()) {
    const key = `${subject}\t${id}\t${day}\t${beyond}`;
    staged.months.add(day.slice(0, 7));
    if (clicks !== 0) staged.lines.push(`${key}\ttotal\t\t${unsigned(clicks)}\n`);
    for (const [word, count] of wordsOf(rollup, values)) staged.lines.push(`${key}\t${word}\t${count}\n`);
  }
  for (const month of staged.months)
    staged.lines.push(`block\t0\t${month}-01\t0\ttotal\t${copyValue(nameOf(part))}\t1\n`);
  return staged;
}

/** Negative counts: sums of unsigned numbers in ClickHouse wrap around. */
const unsigned = (count: number) => (count < 0 ? BigInt.asUintN(64, BigInt(count)) : count);

const noLines = () => ({ lines: [] as string[], months: new Set<string>() });

function* wordsOf({ words }: Rollup, { places, clicks }: Tally): Generator<[word: string, count: number | bigint]> {
  for (const [index, place] of places.entries()) {
    const { dimension = "", value = "" } = words[place] ?? {};
    yield [`${dimension}\t${copyValue(value)}`, unsigned(clicks[index] ?? 0)];
  }
}
