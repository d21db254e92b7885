import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import {
  createUtmTemplateBody,
  filledUtmTemplate,
  fillUtmTemplateQuery,
  updateUtmTemplateBody,
  utmTemplateItem,
  utmTemplateList,
} from "./schema";

const tag = "UTM templates";
const params = z.object({ id: id().describe("The id of the template.") });

export const listUtmTemplates = operation({
  method: "GET",
  path: "/api/utm-templates",
  permission: "links:read",
  tag,
  summary: "List your UTM templates",
  query: pageQuery,
  result: utmTemplateList,
});

export const showUtmTemplate = operation({
  method: "GET",
  path: "/api/utm-template/{id}",
  permission: "links:read",
  tag,
  summary: "Show a UTM template",
  params,
  result: z.object({ data: utmTemplateItem }),
});

export const fillUtmTemplate = operation({
  method: "GET",
  path: "/api/utm-template/{id}/parameters",
  permission: "links:read",
  tag,
  summary: "Fill in a UTM template",
  description:
    "Its parameters for a link of this campaign and channel, as `parameters` of a link are sent. " +
    "To name a campaign takes `campaigns:read` as well, a channel `channels:read`.",
  params,
  query: fillUtmTemplateQuery,
  refuses: ["not_yours"],
  result: z.object({ data: filledUtmTemplate }),
});

export const addUtmTemplate = operation({
  method: "POST",
  path: "/api/utm-template/add",
  permission: "links:write",
  tag,
  summary: "Add a UTM template",
  description:
    "At least one parameter. `{campaign}` and `{channel}` in a value stand for what the link's campaign and channel are called: " +
    "a parameter that names what a link does not have is left out of it.",
  body: createUtmTemplateBody,
  refuses: ["utm_template_empty", "utm_template_taken"],
  result: z.object({ id: utmTemplateItem.shape.id }),
});

export const changeUtmTemplate = operation({
  method: "PUT",
  path: "/api/utm-template/{id}/update",
  permission: "links:write",
  tag,
  summary: "Change a UTM template",
  description: "What is not sent stays as it is; `null` empties it. Links that were made with it stay as they are.",
  params,
  body: updateUtmTemplateBody,
  refuses: ["utm_template_empty", "utm_template_taken"],
  result: messageResult,
});

export const removeUtmTemplate = operation({
  method: "DELETE",
  path: "/api/utm-template/{id}/delete",
  permission: "links:write",
  tag,
  summary: "Delete a UTM template",
  description: "Links that were made with it stay as they are.",
  params,
  result: messageResult,
});
