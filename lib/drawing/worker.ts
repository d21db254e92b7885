// The code that runs in the drawing processes. scripts/build.mjs bundles it.
import sharp from "sharp";
import { AppError } from "@/lib/contract/errors";
import { yieldProcess } from "@/lib/platform/process/priority";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import type { Order, Outcome } from "./drawing-processes";
import { tasks } from "./tasks";

// A terminal or systemd sends them to all processes. Pictures that clients wait for are drawn first.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
// The threads in which sharp draws start later, and so have this priority, too.
yieldProcess();
// One picture uses one processor, and its memory is freed.
sharp.concurrency(1);
sharp.cache(false);

/** Errors lose their class between processes, so a refusal travels as a plain object. */
export default async function work({ name, input }: Order): Promise<Outcome> {
  try {
    return { value: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, params, fields } = error;
    return { refusal: { code, params, fields } };
  }
}
