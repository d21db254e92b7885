import { deleteRows } from "@/lib/platform/delete-rows";

/** Deletes the reports that were decided about a year ago. Open ones wait, at most so many of a link. */
export const sweepReports = () => deleteRows("reports", "decided_at < now() - interval '1 year'");
