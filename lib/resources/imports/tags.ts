import { firstSpellings, tagNameOf } from "@/lib/resources/tags/names";
import { isObject } from "./list-reader";
import { parsed, storable } from "./values";

/** Reads tags: a list of names, of objects with a name, or a text separated by commas, semicolons or bars. */
export function tagsIn(value: unknown): string[] {
  const list = parsed(value);
  const names = Array.isArray(list)
    ? list.map((member) => (isObject(member) ? member.name : member))
    : String(list ?? "").split(/[,;|]/);
  const tags = names.map((name) => (typeof name === "string" ? tagNameOf(storable(name)) : "")).filter(Boolean);
  return [...firstSpellings(tags).values()];
}
