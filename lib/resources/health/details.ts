import { journal } from "@/lib/clicks/journal/journal";
import { englishOf } from "@/lib/contract/errors";
import { memory, vitals } from "@/lib/platform/process/vitals";
import { release } from "@/lib/platform/release";
import { allFigures } from "./figures";
import type { HealthWarning } from "./operations";
import { warnings } from "./warnings";

/** What `/api/health` adds for operators: the state of this process and the figures of all processes. */
export async function healthDetails() {
  const { restarts, stopping, schema } = vitals();
  const { backlog, disk } = journal();
  return {
    ...{ commit: release().commit, schema, journal: backlog(), disk: disk(), memory: memory() },
    ...{ restarts, stopping, warnings: await namedWarnings(), figures: await allFigures() },
  };
}

async function namedWarnings() {
  const found = await warnings();
  return found.map((warning) => ({ code: warning.code as HealthWarning, message: englishOf(warning) }));
}
