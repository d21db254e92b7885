import type { Field } from "@/lib/http/openapi/reference-fields";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import type { Entry } from "./find";

/** All operations as search entries, with the names of their fields. */
export const operationEntries = (tags: TagEntry[]): Entry[] =>
  tags.flatMap(({ slug, operations }) =>
    operations.map(({ id, method, path, summary, pathFields, queryFields, bodyFields, resultFields }) => ({
      page: `/docs/${slug}`,
      id,
      title: summary,
      method,
      path,
      fields: [...new Set(namesOf([...pathFields, ...queryFields, ...bodyFields, ...resultFields]))],
    })),
  );

const namesOf = (fields: Field[]): string[] => fields.flatMap(({ name, fields }) => [name, ...namesOf(fields)]);
