import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";
import { type ImportOutcome, importOutcomes } from "@/lib/imports/schema";

/** What the address of an import asks for. */
export const importView = z.object({
  page: listParameters.page,
  show: z.enum(importOutcomes).optional().catch(undefined),
});

/** What somebody has to look at comes first. */
const order: ImportOutcome[] = ["taken", "invalid", "repeated", "left", "renamed", "ready", "created", "present"];

/** The outcomes that an import has. */
export const shownOutcomes = (counts: Record<ImportOutcome, number>) => order.filter((outcome) => counts[outcome] > 0);
