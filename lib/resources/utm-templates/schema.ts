import { allClearable, allOptional, id, name, optional, timestamp } from "@/lib/contract/fields";
import { operation, resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { placeholders, unknownPlaceholder, utmNames } from "./fill";

const maxValueLength = 200;

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

const fillUtmTemplateQuery = z.object({
  campaign: optional(id()).describe("The ID of the link's campaign."),
  channel: optional(id()).describe("The ID of the link's channel."),
});

const filledUtmTemplate = z.object({
  parameters: z
    .array(
      z.object({ name: z.string().meta({ example: "utm_source" }), value: z.string().meta({ example: "newsletter" }) }),
    )
    .describe("In the format of a link's `parameters`."),
  missing: z
    .array(z.enum(placeholders))
    .describe("Placeholders of the template that you sent no value for. Parameters that contain them are left out."),
});

const utmTemplateList = pageResult("templates", utmTemplateItem);

const { read, params, list, show, add, change, remove } = resourceOperations({
  tag: "UTM templates",
  one: "a UTM template",
  path: "/api/utm-template",
  permission: "links",
  idIs: "The ID of the template.",
});
const refuses: RefusalCode[] = ["utm_template_empty", "utm_template_taken"];

export const listUtmTemplates = list({
  path: "/api/utm-templates",
  summary: "List your UTM templates",
  result: utmTemplateList,
});

export const showUtmTemplate = show({ result: z.object({ data: utmTemplateItem }) });

export const fillUtmTemplate = operation({
  ...read,
  method: "GET",
  path: "/api/utm-template/{id}/parameters",
  summary: "Fill in a UTM template",
  description:
    "Returns the parameters for a link with this campaign and channel, ready to send as the `parameters` of a link. If you send a campaign, you also need the permission `campaigns:read`; for a channel, `channels:read`.",
  params,
  query: fillUtmTemplateQuery,
  refuses: ["not_yours"],
  result: z.object({ data: filledUtmTemplate }),
});

export const addUtmTemplate = add({
  description:
    "At least one parameter is required. `{campaign}` and `{channel}` in a value are replaced by the names of the link's campaign and channel. If a link has no campaign or channel, parameters with that placeholder are left out.",
  body: createUtmTemplateBody,
  refuses,
  result: z.object({ id: utmTemplateItem.shape.id }),
});

export const changeUtmTemplate = change({
  description:
    "Fields that you do not send stay as they are; `null` clears a field. Links created with the template do not change.",
  body: updateUtmTemplateBody,
  refuses,
});

export const removeUtmTemplate = remove({ description: "Links created with it do not change." });
