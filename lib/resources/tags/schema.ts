import { color, id, optional, timestamp } from "@/lib/contract/fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";
import { maxTagLength, maxTags } from "./names";

const forbidden = /[,\p{Cc}]/u;

/** The name of a tag. It has no comma, because commas separate tags in a text. */
export const tagName = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxTagLength)
    .refine((name) => !forbidden.test(name), refusing("tag_name_characters"))
    .meta({ example: "Spring" });

/** Names of tags to filter by: in a list, in a text with commas, or both. */
export const tagFilter = () =>
  z.preprocess(
    (value) =>
      [value]
        .flat()
        .flatMap((text) => (typeof text === "string" ? text.split(",") : [text]))
        .flatMap((text) => (typeof text === "string" ? text.trim() || [] : [text])),
    z.array(z.string().max(255)).max(maxTags),
  );

/** The tags of a link, by name. */
export const tagNames = () => z.array(tagName()).max(maxTags);

export const defaultColor = "#5C7CFA";

export const createTagBody = z
  .object({
    name: tagName(),
    color: optional(color()).describe(`The color of its badge. Default: ${defaultColor}.`),
  })
  .meta({ example: { name: "Spring", color: "#12B886" } });

export const updateTagBody = z
  .object({ name: optional(tagName()), color: optional(color()) })
  .meta({ example: { name: "Summer" } });

export type CreateTag = z.infer<typeof createTagBody>;
export type UpdateTag = z.infer<typeof updateTagBody>;

export const tagItem = z
  .object({
    id: id(),
    name: tagName(),
    color: color(),
    links: z.int().describe("The number of links with this tag.").meta({ example: 12 }),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "Tag" });

const tagList = pageResult("tags", tagItem);

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
