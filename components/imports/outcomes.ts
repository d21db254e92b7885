import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";
import { type ImportOutcome, importOutcomes } from "@/lib/resources/imports/format/schema";

/** The view that the URL of an import asks for. */
export const importView = z.object({
  page: listParameters.page,
  show: z
    .enum([...importOutcomes, "partial"])
    .optional()
    .catch(undefined),
});

/** What lines are listed by: where they stand, or that their links lose something. */
export type Shown = ImportOutcome | "partial";

/** Outcomes that need attention come first. */
const order: Shown[] = ["taken", "invalid", "repeated", "left", "partial", "renamed", "ready", "created", "present"];

/** The lists that an import has. */
export const shownOutcomes = (counts: Record<Shown, number>) => order.filter((outcome) => counts[outcome] > 0);
