// The code that runs in the studio's threads. scripts/build.mjs bundles it.
import sharp from "sharp";
import { AppError } from "@/lib/contract/errors";
import { yieldToVisitors } from "@/lib/platform/priority";
import type { Order, Outcome } from "./drawing-threads";
import { tasks } from "./tasks";

yieldToVisitors();
// One picture uses one processor, and its memory is freed.
sharp.concurrency(1);
sharp.cache(false);

/** Errors lose their class between threads, so a refusal travels as a plain object. */
export default async function work({ name, input }: Order): Promise<Outcome> {
  try {
    return { value: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, params, fields } = error;
    return { refusal: { code, params, fields } };
  }
}
