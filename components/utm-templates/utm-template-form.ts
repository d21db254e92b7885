import { type UtmName, utmNames } from "@/lib/resources/utm-templates/fill";

/** The fields of the editor. Empty text means that a field is not set. */
export type UtmTemplateForm = { name: string } & Record<UtmName, string>;

export const templateForm = (name: string, values: Partial<Record<UtmName, string | null>>): UtmTemplateForm => ({
  name,
  ...(Object.fromEntries(utmNames.map((one) => [one, values[one] ?? ""])) as Record<UtmName, string>),
});

/** Typical values, as placeholders. */
export const usual: Record<UtmName, string> = {
  source: "newsletter",
  medium: "email",
  campaign: "{campaign}",
  term: "running-shoes",
  content: "header",
};
