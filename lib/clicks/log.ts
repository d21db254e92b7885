import { env } from "@/lib/platform/env";
import type { ClickLog, LoggedClick, LoggedSubject } from "./click-store";
import { postgresClickLog } from "./postgres/log";

/** The log of wherever clicks are kept. */
const clickLog = async (): Promise<ClickLog> =>
  env.CLICKHOUSE_URL ? (await import("./clickhouse/log")).clickhouseClickLog : postgresClickLog;

/** All clicks on these subjects, as `ClickLog` orders them. Read as they are used: nothing stays open in between. */
export async function* allClicks(subject: LoggedSubject, ids: number[], batch = 2_000): AsyncGenerator<LoggedClick> {
  const { clicksOn } = await clickLog();
  let left = ids;
  let last: LoggedClick | undefined;
  while (left.length > 0) {
    const clicks = await clicksOn(subject, left, batch, last);
    yield* clicks;
    last = clicks.at(-1);
    if (!last || clicks.length < batch) return;
    const { id } = last;
    left = left.filter((other) => other >= id);
  }
}
