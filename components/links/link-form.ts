import type { Fields } from "@/components/ui/use-editor";
import type { FieldErrors } from "@/lib/action-result";

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

/** What every part of the editor works on. */
export type LinkFields = Fields<LinkForm>;

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
