import { LRUCache } from "lru-cache";
import type { Client } from "pg";
import type { Word } from "../rollup";

/** The numbers that stand for words in the roll-ups. To be dropped when a transaction in which it was asked fails. */
export class Dictionary {
  private readonly known = new LRUCache<string, number>({ max: 50_000 });

  constructor(private readonly client: Client) {}

  /** Words that are new get a number, which they keep. */
  async numbersOf(words: Word[]): Promise<number[]> {
    const numbers = words.map((word) => this.known.get(keyOf(word)));
    const unknown = words.filter((_, index) => numbers[index] === undefined);
    if (unknown.length === 0) return numbers as number[];
    const found = await this.find(unknown);
    const added = unknown.filter((word) => !found.has(keyOf(word)));
    if (added.length > 0) {
      await this.client.query(
        `insert into click_values (dimension, value) ${FROM_WORDS} order by 1, 2 on conflict do nothing`,
        columnsOf(added),
      );
      // Asked again: another drain may have been first.
      for (const [key, number] of await this.find(added)) found.set(key, number);
    }
    for (const [key, number] of found) this.known.set(key, number);
    return words.map((word, index) => numbers[index] ?? (found.get(keyOf(word)) as number));
  }

  private async find(words: Word[]): Promise<Map<string, number>> {
    const { rows } = await this.client.query<Word & { id: number }>(
      `select id, dimension, value from click_values join (${FROM_WORDS}) as wanted using (dimension, value)`,
      columnsOf(words),
    );
    return new Map(rows.map((row) => [keyOf(row), row.id]));
  }
}

const FROM_WORDS = `select * from unnest($1::"ClickDimension"[], $2::text[]) as word (dimension, value)`;

const columnsOf = (words: Word[]) => [words.map(({ dimension }) => dimension), words.map(({ value }) => value)];

const keyOf = ({ dimension, value }: Word) => `${dimension}\t${value}`;
