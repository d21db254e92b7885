import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createTagBody, tagItem, tagList, updateTagBody } from "./schema";

const tag = "Tags";
const params = z.object({ id: id().describe("The id of the tag.") });

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
  description: "A link brings tags that you do not have yet along by itself: see `tags` there.",
  body: createTagBody,
  refuses: ["tag_taken"],
  result: z.object({ id: tagItem.shape.id }),
});

export const changeTag = operation({
  method: "PUT",
  path: "/api/tag/{id}/update",
  permission: "links:write",
  tag,
  summary: "Change a tag",
  description: "What is not sent stays as it is. Its links have it under its new name.",
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
  description: "Links that had it stay, without it.",
  params,
  result: messageResult,
});
