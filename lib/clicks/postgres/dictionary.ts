import { LRUCache } from "lru-cache";
import type { Client } from "pg";
import type { DimensionValue } from "@/lib/clicks/rollup";

/** The numbers that stand for values in the roll-ups. To be dropped when a transaction in which it was asked fails. */
export class Dictionary {
  private readonly known = new LRUCache<string, number>({ max: 50_000 });

  constructor(private readonly client: Client) {}

  /** Values that are new get a number, which they keep. */
  async numbersOf(values: DimensionValue[]): Promise<number[]> {
    const numbers = values.map((value) => this.known.get(valueKey(value)));
    const unknown = values.filter((_, index) => numbers[index] === undefined);
    if (unknown.length === 0) return numbers as number[];
    const found = await this.find(unknown);
    const added = unknown.filter((value) => !found.has(valueKey(value)));
    if (added.length > 0) {
      await this.client.query(
        `insert into click_values (dimension, value) ${FROM_WORDS} order by 1, 2 on conflict do nothing`,
        columnsOf(added),
      );
      // Asked again: another drain may have been first.
      for (const [key, number] of await this.find(added)) found.set(key, number);
    }
    for (const [key, number] of found) this.known.set(key, number);
    return values.map((value, index) => numbers[index] ?? (found.get(valueKey(value)) as number));
  }

  private async find(values: DimensionValue[]): Promise<Map<string, number>> {
    const { rows } = await this.client.query<DimensionValue & { id: number }>(
      `select id, dimension, value from click_values join (${FROM_WORDS}) as wanted using (dimension, value)`,
      columnsOf(values),
    );
    return new Map(rows.map((row) => [valueKey(row), row.id]));
  }
}

const FROM_WORDS = `select * from unnest($1::"ClickDimension"[], $2::text[]) as word (dimension, value)`;

const columnsOf = (values: DimensionValue[]) => [
  values.map(({ dimension }) => dimension),
  values.map(({ value }) => value),
];

const valueKey = ({ dimension, value }: DimensionValue) => `${dimension}\t${value}`;
