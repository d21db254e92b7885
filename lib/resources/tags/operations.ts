import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createTagBody, tagItem, tagList, updateTagBody } from "./schema";

const tag = "Tags";
const params = z.object({ id: id().describe("The ID of the tag.") });

export const listTags = operation({
  method: "GET",
  path: "/api/tags",
  permission: "links:read",
  tag,
  summary: "List your tags",
  query: pageQuery,
  result: tagList,
});

export const showTag = operation({
  versioned: true,
  method: "GET",
  path: "/api/tag/{id}",
  permission: "links:read",
  tag,
  summary: "Show a tag",
  params,
  result: z.object({ data: tagItem }),
});

export const addTag = operation({
  method: "POST",
  path: "/api/tag/add",
  permission: "links:write",
  tag,
  summary: "Add a tag",
  description:
    "You do not have to add tags before you use them: a link creates those that do not exist yet. See the `tags` of links.",
  body: createTagBody,
  refuses: ["tag_taken"],
  result: z.object({ id: tagItem.shape.id }),
});

export const changeTag = operation({
  versioned: true,
  method: "PUT",
  path: "/api/tag/{id}/update",
  permission: "links:write",
  tag,
  summary: "Change a tag",
  description: "Fields that you do not send stay as they are. The new name appears on all links with this tag.",
  params,
  body: updateTagBody,
  refuses: ["tag_taken"],
  result: messageResult,
});

export const removeTag = operation({
  method: "DELETE",
  path: "/api/tag/{id}/delete",
  permission: "links:write",
  tag,
  summary: "Delete a tag",
  description: "Links with this tag are kept and lose the tag.",
  params,
  result: messageResult,
});
