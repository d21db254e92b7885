import { limitsInForce } from "@/lib/auth/plan-in-force";
import { env } from "@/lib/platform/env";

/**
 * The day (UTC) before which each account's clicks are kept no longer: its plan's `retention` ago, or that of the whole
 * instance, where that is shorter. Null where they are kept for ever.
 */
export const keptFrom = () => `select user_id, (now() at time zone 'utc')::date
    - least((limits->>'retention')::int, ${env.CLICK_RETENTION_DAYS ?? null}::int) as kept_from from (${limitsInForce}) as plan`;
