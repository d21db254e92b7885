import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import { createTagBody, tagItem, tagList, updateTagBody } from "./schema";

const { list, show, add, change, remove } = resourceOperations({
  tag: "Tags",
  one: "a tag",
  path: "/api/tag",
  permission: "links",
  idIs: "The ID of the tag.",
});

export const listTags = list({ path: "/api/tags", summary: "List your tags", result: tagList });

export const showTag = show({ result: z.object({ data: tagItem }) });

export const addTag = add({
  description:
    "You do not have to add tags before you use them: a link creates those that do not exist yet. See the `tags` of links.",
  body: createTagBody,
  refuses: ["tag_taken"],
  result: z.object({ id: tagItem.shape.id }),
});

export const changeTag = change({
  description: "Fields that you do not send stay as they are. The new name appears on all links with this tag.",
  body: updateTagBody,
  refuses: ["tag_taken"],
});

export const removeTag = remove({ description: "Links with this tag are kept and lose the tag." });
