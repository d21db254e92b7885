import { refusing, z } from "@/lib/contract/zod";

const maxLength = 64;

/** Tags of one link. */
export const maxTags = 20;

const forbidden = /[,\p{Cc}]/u;

/** The name of a tag. Commas part tags from each other wherever they are one text. */
export const tagName = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((name) => !forbidden.test(name), refusing("tag_name_characters"))
    .meta({ example: "Spring" });

/** The tags of a link, by their names. */
export const tagNames = () => z.array(tagName()).max(maxTags);

/** The form in which names are compared. */
export const foldTag = (name: string) => name.normalize("NFC").toLowerCase();

/** A name as a tag can have it, of whatever another service calls a tag; empty where nothing is left. */
export const tagNameOf = (text: string) =>
  text
    .replace(/[,\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxLength)
    // Half of a character, where it was cut.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
