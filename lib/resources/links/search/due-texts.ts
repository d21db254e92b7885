import { db } from "@/lib/platform/database/db";

/** How long (ms) one run of the task works. The next one continues. */
const IN_TASK_MS = 40_000;

/**
 * Writes the search texts of links whose tag or campaign was renamed or deleted, if they were too many for that
 * statement: see `write_link_texts` in prisma/sql/links.sql. Each block of links is a transaction.
 */
export async function writeDueTexts(): Promise<void> {
  for (const until = Date.now() + IN_TASK_MS; Date.now() < until; ) {
    const due = await db.linkBlock.findFirst({ where: { textsDue: true }, select: { userId: true, block: true } });
    if (!due) return;
    const { userId, block } = due;
    await db.$transaction(async (tx) => {
      // It locks the names and then the block. A rename that came first is read, and a later one marks the block again.
      await tx.$queryRaw`
        SELECT write_link_texts(ARRAY(
          SELECT id FROM links WHERE user_id = ${userId} AND id BETWEEN ${block} << 12 AND (${block} << 12) + 4095))::text`;
      await tx.linkBlock.updateMany({ where: { userId, block }, data: { textsDue: false } });
    });
  }
}
