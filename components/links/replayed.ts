import type { ActionResult } from "@/lib/contract/action-result";

/** Visits with the same outcome. */
export interface ReplayedWay {
  /** in the page's language */
  name: string;
  destination: string | null;
  visits: number;
}

/** Where past visitors would have gone with the rules of the editor; every sentence in the language of the page. */
export interface Replayed {
  visits: number;
  moved: number;
  before: ReplayedWay[];
  after: ReplayedWay[];
  /** how far back they reach, what is left out, and what no click keeps */
  notes: string[];
}

/** Replays the visits of the last days with the link's unsaved changes. */
export type ReplayAction = (changes: object, days: number) => Promise<ActionResult<Replayed>>;
