import { getLocale, getTranslations } from "next-intl/server";
import type { Field } from "@/lib/http/openapi/reference-fields";
import { readReference } from "@/lib/http/openapi/reference-in";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import type { Entry } from "./find";
import { guideSections } from "./sections";

/** The search entries in the reader's language: the sections of the guide and all operations. */
export async function searchEntries(): Promise<Entry[]> {
  const t = await getTranslations("docs.guide");
  const section = { page: "/docs", method: "", path: "", fields: [] };
  const sections = guideSections.map((id) => ({ ...section, id, title: t(`${id}.title`) }));
  const { tags } = await readReference(await getLocale());
  return [...sections, ...operationEntries(tags)];
}

/** All operations and events as search entries, with the names of their fields. */
export const operationEntries = (tags: TagEntry[]): Entry[] =>
  tags.flatMap(({ slug, operations, deliveries }) => [
    ...operations.map(({ id, method, path, summary, pathFields, queryFields, bodyFields, resultFields }) => ({
      page: `/docs/${slug}`,
      id,
      title: summary,
      method,
      path,
      fields: [...new Set(namesOf([...pathFields, ...queryFields, ...bodyFields, ...resultFields]))],
    })),
    // Their fields are those of operations, which are found instead.
    ...(deliveries?.events ?? []).flatMap(({ types }) =>
      types.map(({ type, sent }) => ({
        page: `/docs/${slug}`,
        ...{ id: type, title: sent, method: "", path: type, fields: [] },
      })),
    ),
  ]);

const namesOf = (fields: Field[]): string[] => fields.flatMap(({ name, fields }) => [name, ...namesOf(fields)]);
