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
