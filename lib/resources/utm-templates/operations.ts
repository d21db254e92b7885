import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import {
  createUtmTemplateBody,
  filledUtmTemplate,
  fillUtmTemplateQuery,
  updateUtmTemplateBody,
  utmTemplateItem,
  utmTemplateList,
} from "./schema";

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
