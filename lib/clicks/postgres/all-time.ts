import { LRUCache } from "lru-cache";
import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "@/lib/clicks/store/period";
import type { DimensionValue } from "@/lib/clicks/store/rollup";
import type { CountedValue } from "@/lib/clicks/store/selection";
import { statement } from "@/lib/platform/database/statement";

/** The values by number. A value keeps its number forever. */
const known = new LRUCache<number, DimensionValue>({ max: 20_000 });

type Rollup = [robot: boolean, values: number[], counts: number[], clicks: number, firsts: number];
type Beyond = [beyond: number, values: number[], counts: number[], clicks: number];

/** What is counted of all clicks on a subject; null if nothing is. */
export interface AllTimeRollups {
  rollups: Rollup[] | null;
  /** the values of clicks beyond a plan's limit, which `rollups` lacks */
  beyond: Beyond[] | null;
}

/** Columns with `AllTimeRollups`, for a statement that reads the subject. Both arguments are expressions in SQL. */
export const rollupColumns = (subject: string, id: string) => {
  const of = `subject = ${subject}::"ClickSubject" AND subject_id = ${id} AND day = '${ALL_TIME}'`;
  return `(SELECT json_agg(json_build_array(robot, "values", counts, clicks, "unique")) FROM click_rollups
      WHERE ${of} AND robot IN (false, true)) AS rollups,
    (SELECT json_agg(json_build_array(beyond, "values", counts, clicks)) FROM click_rollups_beyond
      WHERE ${of}) AS beyond`;
};

const text = `SELECT ${rollupColumns("$1", "$2")}`;

/** Statistics list all values of these dimensions, and the ten largest values of all others. */
const whole = new Set<string>(["rule", "variant", "variant_visitors", "block"]);
const listed = 10;

/** Returns the counts of all clicks on a subject. `limit` is that of the reader's plan. */
export async function allTimeCounts(subject: ClickSubject, id: number, limit: number | null): Promise<CountedValue[]> {
  const [found] = await statement<AllTimeRollups>(text, [subject, id], { quick: true });
  return found ? countAllTime(found, limit) : [];
}

/**
 * Returns the counts that `rollupColumns` were read for. Numbers become values here, because Postgres takes four times
 * as long to look them up, rank them and send them one by one.
 */
export async function countAllTime(found: AllTimeRollups, limit: number | null): Promise<CountedValue[]> {
  const { rollups, beyond } = { rollups: found.rollups ?? [], beyond: found.beyond ?? [] };
  const people = rollups.filter(([robot]) => !robot);
  const robots = rollups.filter(([robot]) => robot);
  const open = beyond.filter(([place]) => limit === null || place < limit);
  const values = await valuesOf([...rollups, ...open]);
  const entries = [...entriesOf([...people, ...open], values), ...entriesOf(robots, values).filter(isOfRobots)];
  const clicksOf = (counted: Beyond[]) => counted.reduce((sum, [, , , clicks]) => sum + clicks, 0);
  const clicksIn = (place: string) =>
    entries.reduce((sum, { dimension, clicks }) => (dimension === place ? sum + clicks : sum), 0);
  const total = (dimension: CountedValue["dimension"], clicks: number) => ({ dimension, value: "", clicks });
  return [
    total("total", people[0]?.[3] ?? 0),
    total("visitors", people[0]?.[4] ?? 0),
    total("robots", robots[0]?.[3] ?? 0),
    total("locked", clicksOf(beyond) - clicksOf(open)),
    total("in_region", clicksIn("region")),
    total("in_city", clicksIn("city")),
    ...largest(entries),
  ];
}

/** Looks up the values that are not known yet. A value that was deleted meanwhile is missing. */
async function valuesOf(rollups: (Rollup | Beyond)[]): Promise<Map<number, DimensionValue>> {
  const values = new Map<number, DimensionValue>();
  const unknown: number[] = [];
  for (const [, numbers] of rollups) {
    for (const number of numbers) {
      const value = known.get(number);
      if (value) values.set(number, value);
      else unknown.push(number);
    }
  }
  if (unknown.length === 0) return values;
  const lookUp = "SELECT id, dimension, value FROM click_values WHERE id = ANY($1::int[])";
  for (const { id, ...value } of await statement<DimensionValue & { id: number }>(lookUp, [unknown], { quick: true })) {
    known.set(id, value);
    values.set(id, value);
  }
  return values;
}

/** Adds up roll-ups. Each may have a value several times. */
function entriesOf(rollups: (Rollup | Beyond)[], values: Map<number, DimensionValue>): CountedValue[] {
  const sums = new Map<number, CountedValue>();
  for (const [, numbers, counts] of rollups) {
    for (const [index, number] of numbers.entries()) {
      const value = values.get(number);
      if (!value) continue;
      const sum = sums.get(number);
      if (sum) sum.clicks += counts[index] ?? 0;
      else sums.set(number, { ...value, clicks: counts[index] ?? 0 });
    }
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
