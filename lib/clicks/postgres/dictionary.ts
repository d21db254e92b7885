import { LRUCache } from "lru-cache";
import type { Client } from "pg";
import type { DimensionValue } from "@/lib/clicks/store/rollup";

/** For this long (ms), a number is used without checking whether its value has been marked as unused. */
export const KNOWN_FOR_MS = 600_000;

/** The numbers that represent values in the roll-ups. Discard it when a transaction that used it fails. */
export class Dictionary {
  private readonly known = new LRUCache<string, number>({ max: 50_000, ttl: KNOWN_FOR_MS });

  constructor(private readonly client: Client) {}

  /**
   * Returns the numbers of values. New values get a number, which stays theirs until no roll-up uses it (see
   * unused-values.ts).
   */
  async numbersOf(values: DimensionValue[]): Promise<number[]> {
    const numbers = values.map((value) => this.known.get(valueKey(value)));
    const unknown = values.filter((_, index) => numbers[index] === undefined);
    if (unknown.length === 0) return numbers as number[];
    const found = await this.find(unknown);
    const added = unknown.filter((value) => !found.has(valueKey(value)));
    if (added.length > 0) {
      await this.client.query(
        `insert into click_values (dimension, value) ${FROM_WORDS} order by 1, 2
         on conflict (dimension, value) do update set unused_since = null where click_values.unused_since is not null`,
        columnsOf(added),
      );
      // Read them, because another drain may have added them first.
      for (const [key, number] of await this.find(added)) found.set(key, number);
    }
    for (const [key, number] of found) this.known.set(key, number);
    return values.map((value, index) => numbers[index] ?? (found.get(valueKey(value)) as number));
  }

  private async find(values: DimensionValue[]): Promise<Map<string, number>> {
    const { rows } = await this.client.query<DimensionValue & { id: number }>(
      `select id, dimension, value from click_values join (${FROM_WORDS}) as wanted using (dimension, value)
       where unused_since is null`,
      columnsOf(values),
    );
    return new Map(rows.map((row) => [valueKey(row), row.id]));
  }
}

const FROM_WORDS = `select distinct * from unnest($1::"ClickDimension"[], $2::text[]) as word (dimension, value)`;

const columnsOf = (values: DimensionValue[]) => [
  values.map(({ dimension }) => dimension),
  values.map(({ value }) => value),
];

const valueKey = ({ dimension, value }: DimensionValue) => `${dimension}\t${value}`;
