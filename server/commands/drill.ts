import { randomInt } from "node:crypto";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import { drill as run } from "@/server/drill/drill";
import { openPlace } from "@/server/drill/place";
import { textOf } from "@/server/drill/report";
import type { Command } from "./command";
import { numberOf } from "./flags";

const VISITS = 3_000;
const MOST_VISITS = 20_000;
const SEEDS = 2 ** 31;
const MINUTES = 3;
const MOST_MINUTES = 60;

export const drill: Command = {
  name: "drill",
  summary:
    "Starts a separate instance, breaks its parts one by one under visits, and reports what was lost. Your data is not touched.",
  options: { visits: { type: "string" }, seed: { type: "string" }, minutes: { type: "string" } },
  flags: {
    visits: `How many visits to redirect in each step. Default: ${VISITS}, at most ${MOST_VISITS}.`,
    minutes: `How many minutes it may take. Default: ${MINUTES}, at most ${MOST_MINUTES}. A busy machine needs longer.`,
    seed: "The seed that an earlier drill printed, to break at the same visits again.",
  },
  async run(values) {
    const visits = numberOf(values, "visits", { usual: VISITS, least: 100, most: MOST_VISITS });
    const seed = numberOf(values, "seed", { usual: randomInt(SEEDS), least: 0, most: SEEDS - 1 });
    const minutes = numberOf(values, "minutes", { usual: MINUTES, least: 1, most: MOST_MINUTES });
    process.stderr.write(`--seed ${seed}\n`);
    const stop = new AbortController();
    const tooLong = new Error(`Stopped after ${minutes} minutes, the limit of --minutes.`);
    const late = setTimeout(() => stop.abort(tooLong), minutes * 60_000);
    const interrupt = () => stop.abort(new Error("Interrupted."));
    for (const signal of STOP_SIGNALS) process.on(signal, interrupt);
    const place = openPlace();
    try {
      const result = await run(place, { seed, visits }, stop.signal, (step) => process.stderr.write(`${step}\n`));
      return { ok: result.lost === 0 && result.doubled === 0, result, text: textOf(result) };
    } catch (error) {
      // An interrupted drill fails with other errors; report the interruption instead.
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      clearTimeout(late);
      stop.abort();
      await place.clear();
      for (const signal of STOP_SIGNALS) process.off(signal, interrupt);
    }
  },
};
