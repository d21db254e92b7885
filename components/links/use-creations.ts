import { useState } from "react";
import type { Choice } from "@/components/ui/choice";
import { useMayWrite } from "@/components/ui/may-write";
import type { CreateChoice } from "@/components/ui/new-choice";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";

type Create = (input: unknown) => Promise<ActionResult<number>>;

/** Server actions that create an entry from within a field's choices. They return the new id. */
export interface Creations {
  domain: Create;
  campaign: Create;
  channel: Create;
}

/** The creations that the user has permission for, in the form that a field takes. */
export function useCreations({ domain, campaign, channel }: Creations) {
  const may = { domain: useMayWrite("domains"), campaign: useMayWrite("campaigns"), channel: useMayWrite("channels") };
  return {
    domain: may.domain ? addressed(domain) : undefined,
    campaign: may.campaign ? named(campaign) : undefined,
    channel: may.channel ? named(channel) : undefined,
  };
}

const named =
  (create: Create): CreateChoice =>
  async (name) => {
    const made = await create({ name });
    return made.ok ? { ok: true, value: { value: String(made.value), label: name } } : made;
  };

/** Links identify their domain by its address. */
const addressed =
  (create: Create): CreateChoice =>
  async (name) => {
    const domain = /^https?:\/\//i.test(name) ? name : `https://${name}`;
    const made = await create({ domain });
    return made.ok ? { ok: true, value: { value: domain, label: withoutScheme(domain) } } : made;
  };

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
