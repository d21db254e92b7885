import type { Import } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { db, isUniqueViolation } from "@/lib/platform/db";
import { getOwnedRow } from "@/lib/resources/owned-rows";
import { withinLimit } from "@/lib/resources/plans/quota";
import { maxRowBytes } from "./check-file";

/** How long a reader keeps its import after its last renewal. */
export const readingLeaseMs = 60_000;

/**
 * Begins to read a file. An actor can have only one import at a time that is being read or runs, across all processes.
 */
export async function beginImport(actor: Actor, fileName: string): Promise<Import> {
  authorize(actor, "links:write");
  await deleteInterruptedImports();
  const { _sum: held } = await db.import.aggregate({ where: { userId: actor.userId }, _sum: { bytes: true } });
  if ((held.bytes ?? 0) >= maxRowBytes) {
    throw new AppError("imports_too_large");
  }
  const { userId, by } = actor;
  const data = { userId, memberId: by.userId, busyUserId: userId, fileName: nameOf(fileName), leaseUntil: lease() };
  return withinLimit(actor, "imports", (tx) => tx.import.create({ data })).catch((error: unknown) => {
    throw isUniqueViolation(error) ? importUnderWayError() : error;
  });
}

/** Marks an import whose file has been checked as being read again. */
export async function claimForReading(actor: Actor, id: number): Promise<void> {
  authorize(actor, "links:write");
  await deleteInterruptedImports();
  const { count } = await db.import
    .updateMany({
      where: { id, userId: actor.userId, status: "checked", erasedAt: null },
      data: { status: "reading", counts: {}, made: [], busyUserId: actor.userId, leaseUntil: lease() },
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? importUnderWayError() : error;
    });
  if (count > 0) return;
  const { erasedAt } = await getOwnedRow(actor, "import", id);
  throw new AppError(erasedAt ? "import_erased" : "import_started");
}

/** Renews the lease of an import that is being read. Returns whether it still exists, also if it was just read. */
export async function keepReading(id: number): Promise<boolean> {
  const { count } = await db.import.updateMany({ where: { id, status: "reading" }, data: { leaseUntil: lease() } });
  return count > 0 || (await db.import.count({ where: { id } })) > 0;
}

/** Deletes imports that were being read when a process died. */
export const deleteInterruptedImports = () =>
  db.import.deleteMany({ where: { status: "reading", leaseUntil: { lt: new Date() } } });

export const importUnderWayError = () => new AppError("import_under_way");

const lease = () => new Date(Date.now() + readingLeaseMs);

const nameOf = (fileName: string) => fileName.replaceAll("\0", "").slice(0, 255);
