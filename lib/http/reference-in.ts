import type { AppLocale } from "@/lib/contract/locales";
import { openApiDocument } from "./reference";
import type { Field } from "./reference-fields";
import german from "./reference-german.json";
import { type OperationEntry, type RefusalEntry, refusalEntries, type TagEntry, tagEntries } from "./reference-pages";

interface Reference {
  tags: TagEntry[];
  refusals: RefusalEntry[];
}

/** By the English sentence, so that one that is said of many fields is there once. A test misses those without. */
const translations: Partial<Record<AppLocale, Record<string, string>>> = { de: german };

const made = new Map<AppLocale, Reference>();

/** The reference in a reader's language: what schemas and operations say in English, and this in its place. */
export function referenceIn(locale: AppLocale): Reference {
  const document = openApiDocument();
  const words = translations[locale];
  const reference =
    made.get(locale) ??
    translated({ tags: tagEntries(document), refusals: refusalEntries(document) }, (text) => words?.[text] ?? text);
  made.set(locale, reference);
  return reference;
}

type Say = (english: string) => string;

/** With every sentence as `say` has it. */
export function translated({ tags, refusals }: Reference, say: Say): Reference {
  return {
    tags: tags.map(({ name, description, operations }) => ({
      name: say(name),
      description: say(description),
      operations: operations.map((operation) => operationIn(operation, say)),
    })),
    refusals: refusals.map((refusal) => ({ ...refusal, description: say(refusal.description) })),
  };
}

function operationIn(operation: OperationEntry, say: Say): OperationEntry {
  const { summary, description, pathFields, queryFields, bodyFields, resultFields, refusals, also } = operation;
  const fieldsIn = (fields: Field[]): Field[] =>
    fields.map((field) => ({ ...field, description: say(field.description), fields: fieldsIn(field.fields) }));
  return {
    ...operation,
    summary: say(summary),
    description: say(description),
    pathFields: fieldsIn(pathFields),
    queryFields: fieldsIn(queryFields),
    bodyFields: fieldsIn(bodyFields),
    resultFields: fieldsIn(resultFields),
    refusals: refusals.map((refusal) => ({ ...refusal, description: say(refusal.description) })),
    also: { ...also, ...(also.description && { description: say(also.description) }) },
  };
}
