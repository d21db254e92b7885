import type { Choice } from "@/components/ui/choice";

/** What rules can be about, with the names that people know. */
export interface RuleChoices {
  country: Choice[];
  /** what the account's visitors came from, by the values that rules have; null where no data set has cities */
  visited: { region: string[]; city: string[] } | null;
  language: Choice[];
  device: Choice[];
  os: Choice[];
  browser: Choice[];
}
