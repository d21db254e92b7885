import { findActor } from "@/lib/auth/actor";
import { portions } from "@/lib/platform/files/download";
import type { CheckHow } from "@/lib/resources/imports/format/schema";
import type { FileJob, Job, LinesJob } from "@/lib/transfers/job";

// Each job imports only what it needs, so that its process starts faster and stays smaller.

export const isFile = (job: Job): job is FileJob => job.kind !== "check" && job.kind !== "run";

export async function work(job: Exclude<Job, FileJob>): Promise<void> {
  if (job.kind === "run") return (await import("@/lib/resources/imports/run")).resumeImports();
  const { checkFile } = await import("@/lib/resources/imports/check-file");
  await checkFile(await findActor(job.userId, job.memberId, job.keyId), job.importId, job.path, job.how as CheckHow);
}

export async function* writeChunks(job: FileJob): AsyncGenerator<string | Uint8Array> {
  if (job.kind === "export" || job.kind === "leftovers") return yield* portions(linesOf(job));
  const actor = await findActor(job.userId, job.memberId, job.keyId);
  if (job.kind === "codes") {
    const { drawCodes } = await import("@/lib/resources/qr-files/codes");
    return yield* drawCodes(actor, job);
  }
  const { writeArchive } = await import("@/lib/resources/account/archive/archive");
  yield* writeArchive(actor);
}

async function* linesOf(job: LinesJob): AsyncGenerator<string> {
  const actor = await findActor(job.userId, job.memberId, job.keyId);
  if (job.kind === "export") {
    const { exportLines } = await import("@/lib/resources/exports/lines");
    yield* exportLines(actor, job.fileName, job.ids);
  } else {
    const { leftoverLines } = await import("@/lib/resources/imports/leftovers");
    yield* leftoverLines(actor, job.importId, job.locale);
  }
}
