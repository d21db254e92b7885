import { setImmediate } from "node:timers/promises";
import type { AppLocale } from "@/lib/contract/locales";
import { processSingleton } from "@/lib/platform/singleton";
import { openApiDocument } from "./reference";
import type { Field } from "./reference-fields";
import german from "./reference-german.json";
import {
  type DeliveriesEntry,
  type OperationEntry,
  type RefusalEntry,
  refusalEntries,
  type TagEntry,
  tagEntries,
} from "./reference-pages";

interface Reference {
  tags: TagEntry[];
  refusals: RefusalEntry[];
}

/**
 * Translations by English sentence, so that a sentence of many fields is translated once. A test finds missing ones.
 * A language without them has the reference in English.
 */
export const translations: Partial<Record<AppLocale, Record<string, string>>> = { de: german };

const kept = processSingleton("reference", () => new Map<AppLocale, Promise<Reference>>());

/** Returns the reference in a reader's language. The texts of schemas and operations are translated from English. */
export function readReference(locale: AppLocale): Promise<Reference> {
  const reference = kept.get(locale) ?? buildReference(locale);
  kept.set(locale, reference);
  return reference;
}

async function buildReference(locale: AppLocale): Promise<Reference> {
  const document = await openApiDocument();
  const tags = tagEntries(document);
  await setImmediate();
  const words = translations[locale];
  return translated({ tags, refusals: refusalEntries(document) }, (text) => words?.[text] ?? text);
}

type Translate = (english: string) => string;

/** Returns the reference with every text passed through `say`. */
export function translated({ tags, refusals }: Reference, say: Translate): Reference {
  const fieldsIn = sharedFields(say);
  return {
    tags: tags.map(({ slug, name, description, operations, deliveries }) => ({
      slug,
      name: say(name),
      description: say(description),
      operations: operations.map((operation) => operationIn(operation, say, fieldsIn)),
      ...(deliveries && { deliveries: deliveriesIn(deliveries, say, fieldsIn) }),
    })),
    refusals: refusals.map((refusal) => ({ ...refusal, description: say(refusal.description) })),
  };
}

type FieldsIn = (fields: Field[]) => Field[];

/** Makes equal fields of many operations the same object, because React sends an object to the browser only once. */
function sharedFields(say: Translate): FieldsIn {
  const shared = new Map<string, object>();
  const one = <Value extends object>(value: Value): Value => {
    const key = JSON.stringify(value);
    if (!shared.has(key)) shared.set(key, value);
    return shared.get(key) as Value;
  };
  const fieldsIn: FieldsIn = (fields) =>
    one(
      fields.map(({ description, fields, alternatives, ...field }) =>
        one({
          ...{ ...field, description: say(description) },
          ...{ fields: fieldsIn(fields), alternatives: fieldsIn(alternatives) },
        }),
      ),
    );
  return fieldsIn;
}

const deliveriesIn = (
  { headers, failed, events }: DeliveriesEntry,
  say: Translate,
  fieldsIn: FieldsIn,
): DeliveriesEntry => ({
  headers: headers.map(({ name, description }) => ({ name, description: say(description) })),
  failed: say(failed),
  events: events.map(({ types, fields, example }) => ({
    types: types.map(({ type, sent }) => ({ type, sent: say(sent) })),
    fields: fieldsIn(fields),
    example,
  })),
});

function operationIn(operation: OperationEntry, say: Translate, fieldsIn: FieldsIn): OperationEntry {
  const { summary, description, pathFields, queryFields, bodyFields, resultFields, refusals, also } = operation;
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
