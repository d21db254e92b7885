import { deleteRows } from "@/lib/platform/database/rows";
import { env } from "@/lib/platform/env";

/** Deletes messages after the retention period, because they contain phone numbers and texts. Returns how many. */
export const sweepMessages = () =>
  deleteRows("sms_messages", `created_at < now() - interval '${env.MESSAGE_RETENTION_DAYS} days'`);
