import { Prisma } from "@/generated/prisma/client";
import { AppError } from "@/lib/contract/errors";
import type { Versions } from "@/lib/contract/version";
import { db, type Transaction } from "./db";

/**
 * Saves a row in several statements if it still has one of these versions. The row is locked until then. While a row is
 * locked `FOR UPDATE`, no one else can assign tags, pixels or channels to it.
 */
export async function atVersion<Saved>(
  client: Transaction,
  table: "bio_pages" | "instance_settings" | "links" | "plans" | "qr_codes",
  { id, versions }: { id: number; versions: Versions },
  save: (tx: Transaction) => Promise<Saved>,
): Promise<Saved> {
  if (!versions) return save(client);
  const locked = async (tx: Transaction) => {
    const [row] = await tx.$queryRaw<{ at: Date }[]>`
      SELECT updated_at AS at FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE`;
    const isUnchanged = !row || versions.some((version) => version.getTime() === row.at.getTime());
    if (!isUnchanged) throw new AppError("changed_since_read");
    return save(tx);
  };
  return client === db ? db.$transaction(locked) : locked(client);
}
