import { postgresClickLog } from "@/lib/clicks/postgres/log";
import type { ClickLog, LoggedClick, LoggedSubject } from "@/lib/clicks/store/click-store";
import { readableHost } from "@/lib/contract/readable-url";
import { env } from "@/lib/platform/env";

/** Returns the log of the store in use. */
const clickLog = async (): Promise<ClickLog> =>
  env.CLICKHOUSE_URL ? (await import("@/lib/clicks/clickhouse/log")).clickhouseClickLog : postgresClickLog;

/** A click. If it is beyond the plan's limit, only its time is shown. */
export type ShownClick = Omit<LoggedClick, "beyond"> & { locked: boolean };

/**
 * Yields all clicks on these subjects in the order of `ClickLog`. Only the first `limit` clicks of each month of their
 * account have details; without a limit, all have. It reads the next clicks when they are needed, and keeps no
 * transaction open in between.
 */
export async function* allClicks(
  subject: LoggedSubject,
  ids: number[],
  limit: number | null,
  batch = 2_000,
): AsyncGenerator<ShownClick> {
  const { clicksOn } = await clickLog();
  let left = ids;
  let last: LoggedClick | undefined;
  while (left.length > 0) {
    const clicks = await clicksOn(subject, left, batch, last);
    for (const click of clicks) yield shown(click, limit);
    last = clicks.at(-1);
    if (!last || clicks.length < batch) return;
    const { id } = last;
    left = left.filter((other) => other >= id);
  }
}

function shown({ beyond, ...click }: LoggedClick, limit: number | null): ShownClick {
  const locked = limit !== null && beyond >= limit;
  if (!locked) return { ...click, referrer: click.referrer && readableHost(click.referrer), locked };
  const { id, at, place, campaign, unique, robot, class: kind, ruleset, ...detail } = click;
  const nothing = Object.fromEntries(Object.keys(detail).map((name) => [name, null])) as {
    [name in keyof typeof detail]: null;
  };
  return { id, at, place, campaign, unique, robot, class: kind, ruleset, ...nothing, locked };
}
