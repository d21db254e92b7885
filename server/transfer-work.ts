import { findActor } from "@/lib/auth/actor";
import type { Job, LinesJob } from "@/lib/resources/transfers/job";

// Each job imports what it needs alone: a process of its own begins sooner, and is smaller.

export const isLines = (job: Job): job is LinesJob => job.kind === "export" || job.kind === "leftovers";

export async function work(job: Exclude<Job, LinesJob>): Promise<void> {
  if (job.kind === "run") return (await import("@/lib/resources/imports/run")).resumeImports();
  const { checkFile } = await import("@/lib/resources/imports/check-file");
  await checkFile(await findActor(job.userId), job.importId, job.path, job.domainId);
}

export async function* linesOf(job: LinesJob): AsyncGenerator<string> {
  const actor = await findActor(job.userId);
  if (job.kind === "export") {
    const { exportLines } = await import("@/lib/resources/exports/lines");
    yield* exportLines(actor, job.fileName, job.ids);
  } else {
    const { leftoverLines } = await import("@/lib/resources/imports/leftovers");
    yield* leftoverLines(actor, job.importId, job.locale);
  }
}
