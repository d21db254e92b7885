import { z } from "@/lib/contract/zod";
import { listColumns, pageSizes } from "./list-columns";

/** A person's settings for lists of links. */
export const listSettings = z.object({
  columns: z.array(z.enum(listColumns)).max(listColumns.length),
  compact: z.boolean(),
  perPage: z.literal(pageSizes),
});

export type ListSettings = z.infer<typeof listSettings>;

export const usualListSettings: ListSettings = { columns: [...listColumns], compact: false, perPage: 20 };
