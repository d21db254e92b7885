import { counts } from "@/lib/platform/log/counts";
import type { Answer } from "@/lib/visits/core/answer";

/** How a visit to a link can end, by the step that ends it. Each outcome is counted in `signpost_link_visits_total`. */
export const outcomes = {
  parse: ["malformed", "wrong_method"],
  resolve: ["unknown_host", "unknown_link"],
  admit: [
    ...["off", "disabled", "expired", "blocked", "limit_reached"],
    ...["about", "conversion", "icon", "pixels", "password", "button", "overlay_answer", "preview"],
  ],
  present: ["redirect", "splash_page", "app_page", "pixel_page", "frame", "overlay"],
} as const;

type OutcomeName = (typeof outcomes)[keyof typeof outcomes][number];

/** A step returns it to end the visit: the visitor's response, and the reason. */
export class Outcome {
  constructor(
    readonly name: OutcomeName,
    readonly answer: Answer | Promise<Answer>,
  ) {}
}

/** Counts how a visit ended, and returns its answer. */
export function finish({ name, answer }: Outcome): Answer | Promise<Answer> {
  const { linkVisits } = counts();
  linkVisits.set(name, (linkVisits.get(name) ?? 0) + 1);
  return answer;
}
