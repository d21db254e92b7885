import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";
import { type ImportOutcome, importOutcomes } from "@/lib/resources/imports/outcomes";

/** The view that the URL of an import describes. */
export const importView = z.object({
  page: listParameters.page,
  show: z
    .enum([...importOutcomes, "partial"])
    .optional()
    .catch(undefined),
});

/** The lists of rows: by outcome, and the rows whose links lose something. */
export type Shown = ImportOutcome | "partial";

/** Outcomes that need attention come first. */
const order: Shown[] = [
  ...(["own", "taken", "invalid", "repeated", "left", "partial"] as const),
  ...(["overwritten", "renamed", "ready", "created", "present"] as const),
];

/** The lists of an import that are not empty. */
export const shownOutcomes = (counts: Record<Shown, number>) => order.filter((outcome) => counts[outcome] > 0);
