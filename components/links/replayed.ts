import type { ActionResult } from "@/lib/contract/action-result";

/** Visits with the same outcome. */
export interface ReplayedWay {
  /** in the page's language */
  name: string;
  destination: string | null;
  visits: number;
}

/** Where past visitors would have gone with the editor's rules. All texts are in the page's language. */
export interface Replayed {
  visits: number;
  moved: number;
  before: ReplayedWay[];
  after: ReplayedWay[];
  /** how far back the visits reach, what is left out, and what clicks do not store */
  notes: string[];
}

/** Replays the last days' visits with the link's unsaved changes. */
export type ReplayAction = (changes: object, days: number) => Promise<ActionResult<Replayed>>;
