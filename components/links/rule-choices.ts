import type { Choice } from "@/components/ui/choice";

/** The choices for conditions, with readable names. */
export interface RuleChoices {
  country: Choice[];
  /** regions and cities that the account's visitors came from; null without a city database */
  visited: { region: string[]; city: string[] } | null;
  language: Choice[];
  device: Choice[];
  os: Choice[];
  browser: Choice[];
}
