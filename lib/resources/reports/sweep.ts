import { deleteRows } from "@/lib/platform/database/rows";

/**
 * Deletes reports a year after their decision, and actions that disabled many links after a year. Open reports stay; their
 * number per link is limited. The links of an action stay disabled.
 */
export async function sweepReports(): Promise<number> {
  await deleteRows("link_takedowns", "created_at < now() - interval '1 year' AND status IN ('disabled', 'undone')");
  return deleteRows("reports", "decided_at < now() - interval '1 year'");
}
