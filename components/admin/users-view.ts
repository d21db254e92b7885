import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";

export const statuses = ["admin", "pro", "free"] as const;

/** What the address of the list of users asks for. */
export const usersView = z.object({
  ...listParameters,
  status: z.enum(statuses).optional().catch(undefined),
  plan: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
});
