// What runs in the threads of the studio. scripts/build.mjs bundles it.
import { setPriority } from "node:os";
import sharp from "sharp";
import { AppError } from "@/lib/contract/errors";
import type { Order, Outcome } from "./studio";
import { tasks } from "./tasks";

// Visitors come first. Elsewhere than on Linux this would be the priority of the whole process.
if (process.platform === "linux") setPriority(5);
// One picture takes one processor, and leaves no memory behind.
sharp.concurrency(1);
sharp.cache(false);

/** An error loses what it is on its way between threads, so a refusal travels as a plain object. */
export default async function work({ name, input }: Order): Promise<Outcome> {
  try {
    return { value: await (tasks[name] as (input: unknown) => unknown)(input) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, params, fields } = error;
    return { refusal: { code, params, fields } };
  }
}
