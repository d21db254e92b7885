import { useState } from "react";
import type { Choice } from "@/components/ui/choice";

/** The choices for a link's domain, campaign, tags, pages and so on. */
export interface LinkChoices extends Record<Creatable, Choice[]> {
  /** names of tags that exist; others can be typed */
  tags: string[];
  splashPages: Choice[];
  overlays: Choice[];
}

type Creatable = "domains" | "campaigns" | "channels";
export type AddLinkChoice = (kind: Creatable) => (choice: Choice) => void;

/** The page's choices, plus those that were created while the link is edited. */
export function useLinkChoices(offered: LinkChoices): { places: LinkChoices; add: AddLinkChoice } {
  const [made, setMade] = useState<Record<Creatable, Choice[]>>({ domains: [], campaigns: [], channels: [] });
  const all = (kind: Creatable) => [
    ...offered[kind],
    ...made[kind].filter(({ value }) => offered[kind].every((choice) => choice.value !== value)),
  ];
  return {
    places: { ...offered, domains: all("domains"), campaigns: all("campaigns"), channels: all("channels") },
    add: (kind) => (choice) => setMade((present) => ({ ...present, [kind]: [...present[kind], choice] })),
  };
}
