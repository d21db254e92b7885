import { LRUCache } from "lru-cache";
import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "@/lib/clicks/store/period";
import type { DimensionValue } from "@/lib/clicks/store/rollup";
import type { CountedValue } from "@/lib/clicks/store/selection";
import { readRows } from "@/lib/platform/rows";

/** The values by number. A value keeps its number forever. */
const known = new LRUCache<number, DimensionValue>({ max: 20_000 });

type Rollup = [robot: boolean, clicks: number, firsts: number, values: number[], counts: number[]];

const of = `subject = $1::"ClickSubject" AND subject_id = $2 AND day = '${ALL_TIME}'`;
const text = `SELECT EXISTS (SELECT FROM click_rollups_beyond WHERE ${of}) AS limited,
    (SELECT json_agg(json_build_array(robot, clicks, "unique", "values", counts)) FROM click_rollups
      WHERE ${of} AND robot IN (false, true)) AS rollups`;

/** Statistics list all values of these dimensions, and the ten largest values of all others. */
const whole = new Set<string>(["rule", "variant", "variant_visitors", "block"]);
const listed = 10;

/**
 * Returns the counts of all clicks on a subject; null if some are beyond a plan's limit. Numbers become values here,
 * because Postgres takes four times as long to look them up, rank them and send them one by one.
 */
export async function allTimeCounts(subject: ClickSubject, id: number): Promise<CountedValue[] | null> {
  const [found] = await readRows<{ limited: boolean; rollups: Rollup[] | null }>(text, [subject, id]);
  if (!found || found.limited) return null;
  const rollups = found.rollups ?? [];
  const values = await valuesOf(rollups.flatMap(([, , , numbers]) => numbers));
  const people = rollups.find(([robot]) => !robot);
  const robots = rollups.find(([robot]) => robot);
  const entries = [...entriesOf(people, values), ...entriesOf(robots, values).filter(isOfRobots)];
  return [
    { dimension: "total", value: "", clicks: people?.[1] ?? 0 },
    { dimension: "visitors", value: "", clicks: people?.[2] ?? 0 },
    { dimension: "robots", value: "", clicks: robots?.[1] ?? 0 },
    ...(["region", "city"] as const).map((place) => ({
      dimension: `in_${place}` as const,
      value: "",
      clicks: entries.reduce((sum, { dimension, clicks }) => (dimension === place ? sum + clicks : sum), 0),
    })),
    ...largest(entries),
  ];
}

/** Looks up the values that are not known yet. A value that was deleted meanwhile is missing. */
async function valuesOf(numbers: number[]): Promise<Map<number, DimensionValue>> {
  const values = new Map<number, DimensionValue>();
  const unknown: number[] = [];
  for (const number of numbers) {
    const value = known.get(number);
    if (value) values.set(number, value);
    else unknown.push(number);
  }
  if (unknown.length === 0) return values;
  const lookUp = "SELECT id, dimension, value FROM click_values WHERE id = ANY($1::int[])";
  for (const { id, ...value } of await readRows<DimensionValue & { id: number }>(lookUp, [unknown])) {
    known.set(id, value);
    values.set(id, value);
  }
  return values;
}

/** A roll-up may have a value several times. */
function entriesOf(rollup: Rollup | undefined, values: Map<number, DimensionValue>): CountedValue[] {
  if (!rollup) return [];
  const [, , , numbers, counts] = rollup;
  const sums = new Map<number, CountedValue>();
  for (const [index, number] of numbers.entries()) {
    const value = values.get(number);
    if (!value) continue;
    const sum = sums.get(number);
    if (sum) sum.clicks += counts[index] ?? 0;
    else sums.set(number, { ...value, clicks: counts[index] ?? 0 });
  }
  return [...sums.values()];
}

const isOfRobots = ({ dimension }: CountedValue) => dimension === "class" || dimension === "robot";

function largest(entries: CountedValue[]): CountedValue[] {
  const places = new Map<string, number>();
  return entries
    .sort((one, other) => other.clicks - one.clicks || (one.value < other.value ? -1 : 1))
    .filter(({ dimension }) => {
      const place = (places.get(dimension) ?? 0) + 1;
      places.set(dimension, place);
      return place <= listed || whole.has(dimension);
    });
}
