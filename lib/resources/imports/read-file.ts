import type { Import } from "@/generated/prisma/client";
import { type Actor, findActor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { db } from "@/lib/platform/database/db";
import { unavailable } from "@/lib/platform/database/outage";
import { log } from "@/lib/platform/log/log";
import { jobOwnerOf } from "@/lib/transfers/job";
import { findFile, offloadCheck, removeFile, withFile } from "@/lib/transfers/offload";
import { TransferStopped } from "@/lib/transfers/transfers";
import { claimInterrupted, deleteUnreceivedImports, whileReading } from "./begin";
import type { CheckHow } from "./format/schema";
import { storedEntries } from "./stored-entries";

/** A file that stops its process each time is given up after this many processes. */
const mostTries = 3;
/** How long the machine that has the file may be away. */
const awayMs = 2 * 60_000;

/** An import and the try to read it. */
type Begun = Pick<Import, "id" | "tries">;

/** Stores the file of an import while it arrives, and then reads it into rows. */
export async function receiveAndRead(
  actor: Actor,
  begun: Begun,
  chunks: AsyncIterable<Uint8Array>,
  how: CheckHow,
  { arrived, failed }: { arrived(): void; failed(error: unknown): Promise<boolean> },
): Promise<void> {
  authorize(actor, "links:write");
  await settle(failed, (noteFile) =>
    whileReading(begun, (givenUp) =>
      withFile(chunks, async (file, path) => {
        noteFile(file);
        await db.import.updateMany({ where: { id: begun.id }, data: { file } });
        arrived();
        await readArrived(actor, begun.id, path, how, givenUp);
      }),
    ),
  );
}

async function readArrived(actor: Actor, id: number, path: string, how: CheckHow, givenUp: AbortSignal): Promise<void> {
  await db.importRow.deleteMany({ where: { importId: id } });
  const job = { kind: "check", ...jobOwnerOf(actor), importId: id, path, how } as const;
  await offloadCheck(job, givenUp, async () => (await import("./check-file")).checkFile(actor, id, path, how));
}

/**
 * Removes the file as soon as the outcome is stored. Until then another process can go on with it. `failed` returns
 * whether another try follows.
 */
async function settle(
  failed: (error: unknown) => Promise<boolean>,
  read: (noteFile: (name: string) => void) => Promise<void>,
): Promise<void> {
  let file: string | undefined;
  const noteFile = (name: string) => {
    file = name;
  };
  try {
    await read(noteFile);
  } catch (error) {
    if (error instanceof TransferStopped) throw error;
    const isTriedAgain = await failed(error);
    if (file && !isTriedAgain) await removeFile(file);
    throw error;
  }
  if (file) await removeFile(file);
}

/** Goes on with each import whose reader has died, if its file is on this machine. */
export async function resumeReading(): Promise<void> {
  await deleteUnreceivedImports();
  const interrupted = await db.import.findMany({
    where: { status: "reading", leaseUntil: { lt: new Date() } },
    orderBy: { id: "asc" },
  });
  for (const found of interrupted) await resume(found);
}

async function resume(found: Import): Promise<void> {
  const { id, tries, file, leaseUntil } = found;
  const path = file && (await findFile(file));
  const isAway = file !== null && path === null;
  if (isAway && Number(leaseUntil) > Date.now() - awayMs) return;
  if (!(await claimInterrupted(id))) return;
  const claimed = { id, tries: tries + 1 };
  if (isAway || claimed.tries >= mostTries) {
    await storeProblem(claimed, new AppError("import_interrupted"));
    return file === null ? undefined : removeFile(file);
  }
  log.info({ import: id, tries: claimed.tries }, "reading an import goes on after an interruption");
  // Not awaited: files are read one after the other, and each can take minutes.
  readFurther(found, claimed, path).catch((error: unknown) =>
    log.debug({ error: String(error), import: id }, "an import could not be read"),
  );
}

async function readFurther({ userId, memberId, file, how: stored }: Import, begun: Begun, path: string | null) {
  const how = stored as CheckHow;
  const failed = (error: unknown) => endReading(begun, error);
  const read = async (noteFile: (name: string) => void) => {
    if (file !== null) noteFile(file);
    const actor = await findActor(userId, memberId);
    authorize(actor, "links:write");
    // The rows of an earlier reading are complete until the file has arrived.
    if (path === null) return receiveAndRead(actor, begun, storedEntries(begun.id), how, { arrived() {}, failed });
    await whileReading(begun, (givenUp) => readArrived(actor, begun.id, path, how, givenUp));
  };
  await settle(failed, read);
}

/**
 * Stores what is wrong with a file, and returns false. If only a service was missing, such as the database, stores nothing
 * and returns true: the file is read again when the lease of this try has ended.
 */
export async function endReading(begun: Begun, error: unknown): Promise<boolean> {
  const known = error instanceof AppError ? error : undefined;
  if (known?.kind === "unavailable" || unavailable(error)) return true;
  await storeProblem(begun, known ?? refusal("file_unreadable"));
  return false;
}

/** Ends an import that could not be read. Its rows are erased with those of earlier imports. */
const storeProblem = ({ id, tries }: Begun, problem: Refusal) =>
  db.import.updateMany({
    where: { id, tries },
    data: {
      status: "done",
      problem: writeRefusal(problem),
      ...{ counts: {}, bytes: 0, busyUserId: null, leaseUntil: null, erasedAt: new Date() },
    },
  });
