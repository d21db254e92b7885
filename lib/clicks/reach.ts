import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";

const LOOK_EVERY_MS = 5_000;
const LOOK_WITHIN_MS = 2_000;

interface Look {
  at: number;
  answer?: Promise<boolean>;
}

/** Whether ClickHouse answers, where there is one: asked every five seconds at most, however many ask here. */
export function isClickHouseReachable(): Promise<boolean> {
  if (!env.CLICKHOUSE_URL) return Promise.resolve(true);
  const look = processSingleton<Look>("clickhouseLook", () => ({ at: Number.NEGATIVE_INFINITY }));
  if (!look.answer || performance.now() - look.at > LOOK_EVERY_MS) {
    look.at = performance.now();
    look.answer = ask();
  }
  return look.answer;
}

async function ask(): Promise<boolean> {
  const { clickhouse } = await import("./clickhouse/client");
  const late = new Promise<{ success: false }>((done) =>
    setTimeout(() => done({ success: false }), LOOK_WITHIN_MS).unref(),
  );
  return (await Promise.race([clickhouse().ping(), late])).success;
}
