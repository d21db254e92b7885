import { refusedTabs } from "@/components/ui/refused-tabs";
import type { Fields } from "@/components/ui/use-editor";
import type { FieldErrors } from "@/lib/contract/action-result";
import { linkFields, type TextField, tabs, textFields } from "@/lib/resources/links/fields";

/** What a rule asks for; whatever is left out does not matter to it. */
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

/** Leads to one destination, or splits its visitors. */
export interface RuleForm {
  when: ConditionsForm;
  to?: string;
  split?: ShareForm[];
}

/** Everything the editor edits, under the names by which it is sent. Empty text stands for what is not set. */
export interface LinkForm extends Record<TextField, string> {
  url: string;
  custom: string;
  domain: string;
  /** also those that were sent in a field for one condition: the first that holds decides */
  rules: RuleForm[];
  split: ShareForm[];
  deeplink: { auto: boolean; apple: string; google: string };
  tags: string[];
  pixels: string[];
  parameters: { name: string; value: string }[];
  /** empty keeps the present one, null removes it */
  password: string | null;
  status: "public" | "private";
}

/** What every part of the editor works on. */
export type LinkFields = Fields<LinkForm>;

/** A link that is nothing but its destination. */
export const emptyForm = (domain: string): LinkForm => ({
  ...(Object.fromEntries(textFields.map((field) => [field, ""])) as Record<TextField, string>),
  url: "",
  custom: "",
  domain,
  redirect: "302",
  type: "direct",
  rules: [],
  split: [],
  deeplink: { auto: false, apple: "", google: "" },
  tags: [],
  pixels: [],
  parameters: [],
  password: "",
  status: "public",
});

/** What is sent of changes: once the list of rules is edited it holds them all. */
export const sentChanges = (changes: Record<string, unknown>): Record<string, unknown> =>
  "rules" in changes ? { ...changes, geotarget: null, devicetarget: null, languagetarget: null } : changes;

const tabOfField = Object.fromEntries(Object.entries(linkFields).map(([field, { tab }]) => [field, tab]));

export const tabsWith = (errors: FieldErrors) => refusedTabs(tabs, tabOfField, errors);
