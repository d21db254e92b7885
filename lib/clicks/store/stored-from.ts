import { limitsInForce } from "@/lib/auth/plan-in-force";
import { env } from "@/lib/platform/env";

/**
 * SQL that returns the first day (UTC) whose clicks are kept, for each account: the shorter of its plan's `retention`
 * and
 * the instance's. Null if they are kept forever.
 */
export const storedFromSql = () => `select user_id, (now() at time zone 'utc')::date
    - least((limits->>'retention')::int, ${env.CLICK_RETENTION_DAYS ?? null}::int) as kept_from from (${limitsInForce}) as plan`;
