import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log/log";
import { peek } from "@/lib/platform/singleton";
import type { BytesJob, CheckJob, LinesJob } from "./job";
import type { Transfers } from "./transfers";

// A process that answers visitors has `Transfers`. Other processes, such as those that `Transfers` starts, or tests, do
// the work themselves with `here`.

export const transfers = () => peek<Transfers>("transfers");

export const offloadCheck = (job: CheckJob, givenUp: AbortSignal, here: () => Promise<void>): Promise<void> =>
  transfers()?.check(job, givenUp) ?? here();

/** Resumes imports in the background. */
export function offloadImports(here: () => Promise<void>): void {
  const started = transfers();
  if (started) started.run();
  else here().catch((error) => log.warn({ error: String(error) }, "imports cannot continue at the moment"));
}

/** Returns the lines of a file: as a stream from another process, or generated here. `gone` ends that process. */
export const offloadLines = (
  job: LinesJob,
  gone: AbortSignal,
  here: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> | AsyncIterable<string> => transfers()?.send(job, gone) ?? here();

/** Returns the bytes of a file in the same way. */
export const offloadBytes = (
  job: BytesJob,
  gone: AbortSignal,
  here: () => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> => transfers()?.send(job, gone) ?? here();

/** A file is named like this until all of it has arrived. */
const PART = ".part";

const pathOf = (name: string) => join(transfers()?.folder ?? tmpdir(), name);

/**
 * Stores what arrives in a file and passes its name and its path to `use`. Once all has arrived, the file stays until
 * `removeFile`, so that another process can go on with it after a crash.
 */
export async function withFile<Value>(
  chunks: AsyncIterable<Uint8Array>,
  use: (name: string, path: string) => Promise<Value>,
): Promise<Value> {
  // Other services may use the same folder, so the name must be unique everywhere.
  const name = `import-${randomUUID()}`;
  const path = pathOf(name);
  const part = path + PART;
  const take = async () => {
    try {
      // The file must be whole after a power failure, too.
      await pipeline(chunks, createWriteStream(part, { mode: 0o600, flush: true }));
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw (error as NodeJS.ErrnoException).code === "ENOSPC" ? noRoom() : error;
    }
    return use(name, path);
  };
  const started = transfers();
  return started ? started.receive(take) : take();
}

/** Returns the path of a file that has arrived, or null if it is not on this machine. */
export async function findFile(name: string): Promise<string | null> {
  const path = pathOf(name);
  return access(path).then(
    () => path,
    () => null,
  );
}

export const removeFile = (name: string) => rm(pathOf(name), { force: true });

const noRoom = () => new AppError("no_room");
