import { deleteRows } from "@/lib/platform/delete-rows";

/** Deletes reports a year after their decision. Open reports stay; their number per link is limited. */
export const sweepReports = () => deleteRows("reports", "decided_at < now() - interval '1 year'");
