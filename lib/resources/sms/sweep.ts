import { deleteRows } from "@/lib/platform/delete-rows";
import { env } from "@/lib/platform/env";

/** Deletes messages whose time is over: they name who was written to, and what. Returns how many. */
export const sweepMessages = () =>
  deleteRows("sms_messages", `created_at < now() - interval '${env.MESSAGE_RETENTION_DAYS} days'`);
