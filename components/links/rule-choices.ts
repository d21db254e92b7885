import type { Choice } from "@/components/ui/choice";

/** What rules can be about, with the names that people know. */
export interface RuleChoices {
  country: Choice[];
  language: Choice[];
  device: Choice[];
  os: Choice[];
  browser: Choice[];
}
