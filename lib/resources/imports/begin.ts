import { type Import, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { getOwnedRow } from "@/lib/resources/owned-rows";
import { withinLimit } from "@/lib/resources/plans/quota";
import { maxRowBytes } from "./check-file";
import type { CheckHow } from "./format/schema";

/** How long a reader keeps its import after its last renewal. */
const readingLeaseMs = 60_000;

/**
 * Begins to read a file. An actor can have only one import at a time that is being read or runs, across all processes.
 */
export async function beginImport(actor: Actor, fileName: string, how: CheckHow): Promise<Import> {
  authorize(actor, "links:write");
  await deleteUnreceivedImports();
  const { _sum: held } = await db.import.aggregate({ where: { userId: actor.userId }, _sum: { bytes: true } });
  if ((held.bytes ?? 0) >= maxRowBytes) {
    throw new AppError("imports_too_large");
  }
  const { userId, by } = actor;
  const data = { userId, memberId: by.userId, busyUserId: userId, fileName: nameOf(fileName), leaseUntil: lease() };
  return withinLimit(actor, "imports", (tx) => tx.import.create({ data: { ...data, how: how as object } })).catch(
    (error: unknown) => {
      throw isUniqueViolation(error) ? importUnderWayError() : error;
    },
  );
}

/** Marks an import whose file has been checked as being read again. */
export async function claimForReading(actor: Actor, id: number, how: CheckHow): Promise<void> {
  authorize(actor, "links:write");
  await deleteUnreceivedImports();
  const { count } = await db.import
    .updateMany({
      where: { id, userId: actor.userId, status: "checked", erasedAt: null },
      data: {
        ...{ status: "reading", counts: {}, made: [], busyUserId: actor.userId, leaseUntil: lease() },
        ...{ memberId: actor.by.userId, how: how as object, file: null, tries: 0 },
      },
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? importUnderWayError() : error;
    });
  if (count > 0) return;
  const { erasedAt } = await getOwnedRow(actor, "import", id);
  throw new AppError(erasedAt ? "import_erased" : "import_started");
}

/**
 * Runs `work` and keeps the lease of an import that is being read meanwhile. Aborts its signal if the import is deleted,
 * or if another process reads it because this one was silent for too long. `tries` tells these processes apart.
 */
export async function whileReading<T>(
  { id, tries }: Pick<Import, "id" | "tries">,
  work: (givenUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const givenUp = new AbortController();
  const renew = async () => {
    if (!(await keepReading(id, tries).catch(() => true))) givenUp.abort();
  };
  const timer = setInterval(renew, readingLeaseMs / 6).unref();
  return work(givenUp.signal).finally(() => clearInterval(timer));
}

/** Renews the lease. Returns whether this process may go on, also if the import was just read. */
export async function keepReading(id: number, tries = 0): Promise<boolean> {
  const { count } = await db.import.updateMany({
    where: { id, status: "reading", tries },
    data: { leaseUntil: lease() },
  });
  return count > 0 || (await db.import.count({ where: { id, NOT: { status: "reading" } } })) > 0;
}

/** Claims an import whose reader has died. Returns whether this process may read it now. */
export async function claimInterrupted(id: number): Promise<boolean> {
  const { count } = await db.import.updateMany({
    where: { id, status: "reading", leaseUntil: { lt: new Date() } },
    data: { leaseUntil: lease(), tries: { increment: 1 } },
  });
  return count > 0;
}

/** Deletes imports whose process died before their file had arrived. Their requests got no answer. */
export const deleteUnreceivedImports = () =>
  db.import.deleteMany({
    where: {
      status: "reading",
      file: null,
      how: { path: ["before"], equals: Prisma.AnyNull },
      leaseUntil: { lt: new Date() },
    },
  });

export const importUnderWayError = () => new AppError("import_under_way");

const lease = () => new Date(Date.now() + readingLeaseMs);

const nameOf = (fileName: string) => fileName.replaceAll("\0", "").slice(0, 255);
