import { statement } from "@/lib/platform/database/statement";

/** The name of the task. The database stores its progress under this name. */
export const EXPIRED_LINKS = "expired links";

/** Writes `link.expired` for links that have expired since the last run. */
export async function reportExpiredLinks(): Promise<void> {
  await statement("SELECT expire_links($1)", [EXPIRED_LINKS]);
}
