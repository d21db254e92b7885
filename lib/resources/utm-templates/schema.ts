import { allClearable, allOptional, id, name, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { placeholders, unknownPlaceholder, utmNames } from "./fill";

export const maxValueLength = 200;

const value = (example: string, about: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxValueLength)
    .superRefine((text, { addIssue }) => {
      const placeholder = unknownPlaceholder(text);
      if (placeholder) addIssue({ code: "custom", message: refusing("utm_placeholder_unknown", { placeholder }) });
    })
    .describe(about)
    .meta({ example })
    .register(schemaRefusals, { codes: ["utm_placeholder_unknown"] });

const values = {
  source: value("newsletter", "`utm_source`: where visitors come from."),
  medium: value("{channel}", "`utm_medium`: how visitors come, such as e-mail or print."),
  campaign: value("{campaign}", "`utm_campaign`: the campaign that the link belongs to."),
  term: value("running shoes", "`utm_term`: the search terms."),
  content: value("header", "`utm_content`: tells apart several links of the same campaign."),
};

export const createUtmTemplateBody = z
  .object({ name: name(), ...allOptional(values) })
  .refine((template) => utmNames.some((one) => template[one] !== undefined), refusing("utm_template_empty"))
  .meta({ example: { name: "Newsletter", source: "newsletter", medium: "{channel}", campaign: "{campaign}" } });

export const updateUtmTemplateBody = z
  .object({ name: optional(name()), ...allClearable(values) })
  .meta({ example: { medium: "email", term: null } });

export type CreateUtmTemplate = z.infer<typeof createUtmTemplateBody>;
export type UpdateUtmTemplate = z.infer<typeof updateUtmTemplateBody>;

export const utmTemplateItem = z
  .object({
    id: id(),
    name: name(),
    source: values.source.nullable(),
    medium: values.medium.nullable(),
    campaign: values.campaign.nullable(),
    term: values.term.nullable(),
    content: values.content.nullable(),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "UtmTemplate" });

export const fillUtmTemplateQuery = z.object({
  campaign: optional(id()).describe("The ID of the link's campaign."),
  channel: optional(id()).describe("The ID of the link's channel."),
});

export const filledUtmTemplate = z.object({
  parameters: z
    .array(
      z.object({ name: z.string().meta({ example: "utm_source" }), value: z.string().meta({ example: "newsletter" }) }),
    )
    .describe("In the format of a link's `parameters`."),
  missing: z
    .array(z.enum(placeholders))
    .describe("Placeholders of the template that you sent no value for. Parameters that contain them are left out."),
});

export const utmTemplateList = pageResult("templates", utmTemplateItem);
