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
const params = z.object({ id: id().describe("The ID of the template.") });

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
  versioned: true,
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
    "Returns the parameters for a link with this campaign and channel, ready to send as the `parameters` of a link. If you send a campaign, you also need the permission `campaigns:read`; for a channel, `channels:read`.",
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
    "At least one parameter is required. `{campaign}` and `{channel}` in a value are replaced by the names of the link's campaign and channel. If a link has no campaign or channel, parameters with that placeholder are left out.",
  body: createUtmTemplateBody,
  refuses: ["utm_template_empty", "utm_template_taken"],
  result: z.object({ id: utmTemplateItem.shape.id }),
});

export const changeUtmTemplate = operation({
  versioned: true,
  method: "PUT",
  path: "/api/utm-template/{id}/update",
  permission: "links:write",
  tag,
  summary: "Change a UTM template",
  description:
    "Fields that you do not send stay as they are; `null` clears a field. Links created with the template do not change.",
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
  description: "Links created with it do not change.",
  params,
  result: messageResult,
});
