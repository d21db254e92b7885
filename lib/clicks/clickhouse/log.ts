import { clickColumns } from "@/lib/clicks/postgres/packs";
import type { ClickLog, LoggedClick } from "@/lib/clicks/store/click-store";
import { selectRows } from "./client";
import { namedColumns, readValue } from "./tables";

const shown = namedColumns.filter((column) => column.shown !== undefined);

type Row = Record<string, string | number> & Record<"id" | "seconds" | "ms" | "past", number> & Record<"place", string>;

/**
 * Reads the log from the table of clicks. A click that was sent twice or corrected may still have two rows. If they
 * differ, the row that calls it a bot's is the later one.
 */
export const clickhouseClickLog: ClickLog = {
  async clicksOn(subject, ids, limit, after) {
    const column = clickColumns[subject];
    const rows = await selectRows<Row>(
      `select ${column} as id, toUInt32(at) as seconds, ms, concat(toString(block), ':', toString(line)) as place,
         toFloat64(beyond) as past, ${shown.map(({ name }) => name)}
       from clicks where ${column} in (${ids}) ${after ? `and ${behind(column, after)}` : ""}
       order by ${column}, at desc, ms desc, block desc, line desc, robot desc
       limit 1 by ${column}, at, block, line limit ${limit}`,
    );
    return rows.map(({ id, seconds, ms, place, past, ...row }) => {
      const values = Object.fromEntries(shown.map((one) => [one.shown, readValue(one, row[one.name])]));
      return { ...values, id, at: new Date(seconds * 1_000 + ms), place, beyond: past } as LoggedClick;
    });
  },
};

/** Returns the condition for clicks that come after a given one in the log. */
function behind(column: string, { id, at, place }: LoggedClick): string {
  const [block, line] = place.split(":");
  const moment = `toDateTime(${Math.floor(at.getTime() / 1_000)})`;
  const ms = at.getTime() % 1_000;
  return `(${column} > ${id} or at < ${moment} or (at = ${moment} and (ms < ${ms} or (ms = ${ms} and (block < ${block} or (block = ${block} and line < ${line}))))))`;
}
