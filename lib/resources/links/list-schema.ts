import { z } from "@/lib/contract/zod";

/** What a list of links can show of each, beside what it is known by. */
export const listColumns = ["destination", "campaign", "tags", "lately", "clicks", "created"] as const;

export const pageSizes = [20, 50, 100] as const;

/** How somebody wants to see lists of links. */
export const listSettings = z.object({
  columns: z.array(z.enum(listColumns)).max(listColumns.length),
  compact: z.boolean(),
  perPage: z.literal(pageSizes),
});

export type ListSettings = z.infer<typeof listSettings>;

export const usualListSettings: ListSettings = { columns: [...listColumns], compact: false, perPage: 20 };
