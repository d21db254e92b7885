import type { Step } from "@/lib/platform/database/transaction";

/** Returns the statement that locks an account, so that its limits are exact. */
export const lockOfAccount = (userId: number): Step => ["SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]];
