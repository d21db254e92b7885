import type { Choice } from "@/components/ui/choice";
import { refusedTabs } from "@/components/ui/refused-tabs";
import type { Fields } from "@/components/ui/use-editor";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import type { LinkStatus } from "@/lib/contract/link-state";
import { linkFields, type TextField, tabs, textFields } from "@/lib/resources/links/fields";

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

/** The conditions of a rule; missing ones always match. */
export interface ConditionsForm {
  country?: string[];
  region?: string[];
  city?: string[];
  language?: string[];
  device?: string[];
  os?: string[];
  browser?: string[];
  query?: { name: string; value?: string }[];
  from?: string;
  until?: string;
  days?: string[];
  hours?: { from: string; until: string };
  timezone?: string;
}

export interface ShareForm {
  to: string;
  weight: number | string;
}

/** When a split test ends automatically. Values that the service has set are sent back unchanged. */
export interface FinishForm {
  days?: number | string;
  visitors?: number | string;
  since?: string;
  result?: { winner: number | null };
}

/** A rule with one destination, or with shares of visitors. */
export interface RuleForm {
  when: ConditionsForm;
  to?: string;
  split?: ShareForm[];
  finish?: FinishForm | null;
}

/** Everything that the editor edits, under the names of the API. An empty text means not set. */
export interface LinkForm extends Record<TextField, string> {
  url: string;
  custom: string;
  domain: string;
  /** also contains the rules that the API stores in fields for a single condition; the first match decides */
  rules: RuleForm[];
  split: ShareForm[];
  splitfinish: FinishForm | null;
  deeplink: { auto: boolean; apple: string; google: string };
  tags: string[];
  pixels: string[];
  parameters: { name: string; value: string }[];
  /** empty leaves the present password unchanged, null removes it */
  password: string | null;
  status: LinkStatus;
}

/** The fields that all parts of the editor share. */
export type LinkFields = Fields<LinkForm>;

/** A new link without a destination. */
export const emptyForm = (domain: string): LinkForm => ({
  ...(Object.fromEntries(textFields.map((field) => [field, ""])) as Record<TextField, string>),
  url: "",
  custom: "",
  domain,
  redirect: "302",
  type: "direct",
  rules: [],
  split: [],
  splitfinish: null,
  deeplink: { auto: false, apple: "", google: "" },
  tags: [],
  pixels: [],
  parameters: [],
  password: "",
  status: "public",
});

/** Prepares changes for the API: an edited list of rules replaces the fields for single conditions. */
export const sentChanges = (changes: Record<string, unknown>): Record<string, unknown> =>
  "rules" in changes ? { ...changes, geotarget: null, devicetarget: null, languagetarget: null } : changes;

const tabOfField = Object.fromEntries(Object.entries(linkFields).map(([field, { tab }]) => [field, tab]));

export const tabsWith = (errors: FieldErrors) => refusedTabs(tabs, tabOfField, errors);

export interface SavedLink {
  id: number;
  shortUrl: string;
}

// The server actions in app/dashboard/links/actions.ts, which pages pass to these components.
export type CreateLinkAction = (input: unknown) => Promise<ActionResult<SavedLink>>;
export type UpdateLinkAction = (id: number, input: unknown) => Promise<ActionResult<SavedLink>>;
