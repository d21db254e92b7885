import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import type { RedirectDecision } from "@/lib/resources/links/routing/decide";
import type { LinkVisit } from "./link-visit";
import type { Outcome } from "./outcome";

/** A visit that may reach the destination. */
export interface Admitted {
  visit: LinkVisit;
  decision: RedirectDecision;
  /** the click to record; undefined if it has already been counted or does not count */
  click?: RecordedClick;
  /** set for a visitor who has just entered the link's password */
  cookie?: string;
}

export type Admission = Admitted | Outcome | Promise<Admitted | Outcome>;
