import { deleteRows } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";

const KEPT = "3 years";
const MOST = 1_000_000;

/** Deletes conversions after their retention period, and the oldest ones of an account that has too many. */
export async function sweepConversions(most = MOST): Promise<void> {
  await deleteRows("conversions", `at < now() - interval '${KEPT}'`);
  const rows = await statement<{ account: number; id: bigint }>(
    `SELECT users.id AS account, oldest.id FROM users CROSS JOIN LATERAL (
       SELECT id FROM conversions WHERE user_id = users.id ORDER BY id DESC OFFSET $1 LIMIT 1) AS oldest`,
    [most],
  );
  for (const { account, id } of rows) await deleteRows("conversions", `user_id = ${account} AND id <= ${id}`);
}
