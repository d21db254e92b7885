import { color, id, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import { tagName } from "./fields";

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

export const tagList = pageResult("tags", tagItem);
