import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Instance, unusedPort, WORKERS } from "./instance";
import type { Place } from "./place";
import { type DrillReport, judge, type StepReport, skippedStep } from "./report";
import { restoreBackup } from "./restoring";
import { type Step, stepsOf } from "./steps";
import { storedOf } from "./stored";
import { visit } from "./visitors";

export interface Plan {
  seed: number;
  /** how many visits are redirected in each step */
  visits: number;
}

/** Each process reports once a second how many clicks it refused, and learns the counts of the others just as late. */
const REPORT_AFTER_MS = 2_500;

/**
 * Breaks the parts of an instance one after the other while it is being visited, and counts the clicks that it stored.
 */
export async function drill(
  place: Place,
  plan: Plan,
  signal: AbortSignal,
  onStep: (step: string) => void,
): Promise<DrillReport> {
  const startedAt = performance.now();
  const chance = seeded(plan.seed);
  const instance = new Instance(place.data, await unusedPort(), signal);
  onStep("an instance starts");
  await instance.start();
  const steps: StepReport[] = [];
  for (const step of stepsOf(place, chance)) {
    onStep(step.name);
    if (step.skipped !== undefined) steps.push(skippedStep(step.name, step.skipped));
    else steps.push(await take(step, `drill-${steps.length}`, instance, plan.visits, chance, signal));
  }
  onStep("a backup is restored");
  const aliases = steps.map((_, index) => `drill-${index}`);
  steps.push(await restoreBackup(place, instance, aliases, plan.visits, signal));
  const sum = (of: "lost" | "doubled") => steps.reduce((all, step) => all + step[of], 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { ...plan, workers: WORKERS, steps, lost: sum("lost"), doubled: sum("doubled"), seconds };
}

async function take(
  step: Step,
  alias: string,
  instance: Instance,
  count: number,
  chance: () => number,
  signal: AbortSignal,
): Promise<StepReport> {
  const startedAt = performance.now();
  await instance.addLink(alias);
  const refused = async () => (step.refuses ? (await instance.health()).journal.refused : 0);
  const before = await refused();
  const crowd = visit(instance.port, alias, count, signal);
  // In the middle of the visits: by then each worker has the link in its cache, and more visits follow.
  await crowd.answered(Math.round(count * (0.2 + 0.4 * chance())));
  await step.break(instance);
  const visits = await crowd.done;
  if (step.refuses) await sleep(REPORT_AFTER_MS, undefined, { signal });
  const unrecorded = (await refused()) - before;
  await step.mend?.(instance);
  const stored = await storedOf(instance, [alias], signal);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { step: step.name, ...judge(visits, unrecorded, stored.get(alias)), seconds };
}

/** Returns a function for numbers from 0 up to 1 that depend only on the seed. */
function seeded(seed: number): () => number {
  let drawn = 0;
  return () => createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}
