import type { ActionResult } from "@/lib/contract/action-result";

/** The result for a simulated visitor. All reasons are in the page's language. */
export interface Simulated {
  outcome: "redirect" | "password" | "ended" | "missing" | "disabled";
  destination: string | null;
  /** the field of the rule that decided; null for the link's own destination */
  rule: string | null;
  /** the app that is tried before the destination, or `browser`; null for neither */
  opens: string | null;
  /** today's shares of visitors, if a split test decided */
  split: { destination: string; share: number }[] | null;
  why: { rule: string; matched: boolean; reason: string }[];
}

/** Simulates the input of `simulateBody` on the link with its unsaved changes. */
export type SimulateAction = (changes: object, visitor: object) => Promise<ActionResult<Simulated>>;
