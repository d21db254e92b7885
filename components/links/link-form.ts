import { errorsByField, type FieldErrors } from "@/lib/action-result";
import { createLinkBody } from "@/lib/links/schema";

/** Everything the editor edits, under the names by which it is sent. Empty text stands for what is not set. */
export interface LinkForm {
  url: string;
  custom: string;
  domain: string;
  redirect: string;
  description: string;
  geotarget: { location: string; link: string }[];
  devicetarget: { device: string; link: string }[];
  languagetarget: { language: string; link: string }[];
  deeplink: { auto: boolean; apple: string; google: string };
  metatitle: string;
  metadescription: string;
  metaimage: string;
  parameters: { name: string; value: string }[];
  /** empty keeps the present one, null removes it */
  password: string | null;
  expiry: string;
  clicklimit: string;
  expiryurl: string;
  status: "public" | "private";
}

/** A link that is nothing but its destination. */
export const emptyForm = (domain: string): LinkForm => ({
  url: "",
  custom: "",
  domain,
  redirect: "302",
  description: "",
  geotarget: [],
  devicetarget: [],
  languagetarget: [],
  deeplink: { auto: false, apple: "", google: "" },
  metatitle: "",
  metadescription: "",
  metaimage: "",
  parameters: [],
  password: "",
  expiry: "",
  clicklimit: "",
  expiryurl: "",
  status: "public",
});

/** What differs from `initial`; what was emptied is sent as null, which clears it. */
export function changesOf(form: LinkForm, initial: LinkForm): Record<string, unknown> {
  const keys = Object.keys(form) as (keyof LinkForm)[];
  const changed = keys.filter((key) => JSON.stringify(form[key]) !== JSON.stringify(initial[key]));
  return Object.fromEntries(changed.map((key) => [key, isEmpty(form[key]) ? null : form[key]]));
}

function isEmpty(value: LinkForm[keyof LinkForm]): boolean {
  if (value === null || typeof value === "string") return !value;
  return Array.isArray(value) ? value.length === 0 : !value.apple && !value.google;
}

/** What the shared schema refuses. An alias may be left out only where a link is made, which then gets a random one. */
export function problemsOf(form: LinkForm, isNew: boolean): FieldErrors {
  const { error } = createLinkBody.safeParse(changesOf(form, emptyForm("")));
  const errors = errorsByField((error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })));
  if (!form.url) errors.url = "This is required.";
  if (!isNew && !form.custom) errors.custom = "This is required.";
  return errors;
}

export const tabs = ["destination", "rules", "look", "tracking", "protection"] as const;
export type Tab = (typeof tabs)[number];

const tabOfField: Record<keyof LinkForm, Tab> = {
  url: "destination",
  custom: "destination",
  domain: "destination",
  redirect: "destination",
  description: "destination",
  geotarget: "rules",
  devicetarget: "rules",
  languagetarget: "rules",
  deeplink: "rules",
  metatitle: "look",
  metadescription: "look",
  metaimage: "look",
  parameters: "tracking",
  password: "protection",
  expiry: "protection",
  clicklimit: "protection",
  expiryurl: "protection",
  status: "protection",
};

/** The tabs on which something is refused, in their order. */
export function tabsWith(errors: FieldErrors): Tab[] {
  const fields = Object.keys(errors).map((path) => path.split(".")[0] as keyof LinkForm);
  return tabs.filter((tab) => fields.some((field) => tabOfField[field] === tab));
}
