import { limitsInForce } from "@/lib/auth/plan-in-force";
import { env } from "@/lib/platform/env";

/**
 * SQL that returns the day (UTC) from which each account's clicks are kept: the shorter of its plan's `retention` and
 * the instance's. Null if they are kept forever.
 */
export const storedFromSql = () => `select user_id, (now() at time zone 'utc')::date
    - least((limits->>'retention')::int, ${env.CLICK_RETENTION_DAYS ?? null}::int) as kept_from from (${limitsInForce}) as plan`;
