import { z } from "zod";
import { chosenId, listParameters } from "@/components/ui/list-view";

export const statuses = ["admin", "pro", "free"] as const;

/** The search, filters and page in the address of the list of users. */
export const usersView = z.object({
  ...listParameters,
  status: z.enum(statuses).optional().catch(undefined),
  plan: chosenId,
});
