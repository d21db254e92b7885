import { deleteRows } from "@/lib/platform/database/rows";

/** Deletes transfers 30 days after they expired. */
export const sweepOwnershipTransfers = () => deleteRows("handovers", "expires_at < now() - interval '30 days'");
