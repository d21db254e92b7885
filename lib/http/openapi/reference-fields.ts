import type { oas31 } from "zod-openapi";
import { maxInteger } from "@/lib/contract/fields";
import { resolved } from "./schema";

/** A field as the reference shows it. */
export interface Field {
  name: string;
  type: FieldType;
  /** whether it is a list of this type */
  list: boolean;
  /** whether it is an object with values of this type under names of any kind */
  map: boolean;
  nullable: boolean;
  required: boolean;
  description: string;
  /** the limits of the value, or of each value in a list or map */
  limits: Limits;
  /** how many entries a list has */
  entries: { minimum?: number; maximum?: number };
  /** if values of several types are possible: each of them. The type is then "value". */
  alternatives: Field[];
  /** the event whose `data` has its other fields, if they are shown there */
  as?: string;
  /** the fields of an object, or of the objects in a list. If there are several kinds of objects, an entry for each. */
  fields: Field[];
}

const types = ["boolean", "integer", "null", "number", "object", "string", "url", "value"] as const;
export type FieldType = (typeof types)[number];

/** The limits that the schema states. */
export interface Limits {
  choices: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  /** The format; missing for URLs, because `type` says so. */
  format?: string;
  /** a regular expression, if it is short enough to be read */
  pattern?: string;
  standard?: string;
}

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** Returns the fields of an object's schema. For a union of objects, returns an entry for each of them. */
export function describeFields(reference: Schema, document: oas31.OpenAPIObject): Field[] {
  const schema = resolved(reference, document);
  if (schema.properties === undefined) return kindsOf(schema, document);
  return Object.entries(schema.properties).map(([name, part]) =>
    describeField(name, part, schema.required?.includes(name) ?? false, document),
  );
}

/** Returns the kinds of a union of objects. Each is named by the value that only it has, such as `type: message`. */
function kindsOf(schema: oas31.SchemaObject, document: oas31.OpenAPIObject): Field[] {
  const kinds = (schema.oneOf ?? schema.anyOf ?? []).map((kind) => resolved(kind, document));
  if (kinds.length === 0 || kinds.some(({ properties }) => properties === undefined)) return [];
  return kinds.map((kind, index) => describeField(kindName(kind, document) ?? `${index + 1}`, kind, false, document));
}

function kindName({ properties = {} }: oas31.SchemaObject, document: oas31.OpenAPIObject): string | undefined {
  return Object.entries(properties).flatMap(([name, part]) => {
    const { const: value } = resolved(part, document);
    return value === undefined ? [] : `${name}: ${value}`;
  })[0];
}

export function describeField(
  name: string,
  reference: Schema,
  required: boolean,
  document: oas31.OpenAPIObject,
): Field {
  const { schema, nullable } = withoutNull(resolved(reference, document), document);
  const named = schema.additionalProperties;
  const map = !schema.properties && typeof named === "object" && Object.keys(named).length > 0;
  const part = schema.items ?? (map ? named : undefined);
  const value = part ? withoutNull(resolved(part, document), document).schema : schema;
  const alternatives = alternativesOf(value, document);
  return {
    name,
    type: typeOf(value),
    list: schema.items !== undefined,
    map,
    nullable,
    required,
    description: resolved(reference, document).description ?? schema.description ?? "",
    limits: { ...limitsOf(value), standard: standardOf(schema) },
    entries: { minimum: schema.minItems || undefined, maximum: schema.maxItems },
    alternatives,
    fields: [...describeFields(value, document), ...alternatives.flatMap(({ fields }) => fields)],
  };
}

/** Returns a schema without null, and whether it allows null. */
function withoutNull(schema: oas31.SchemaObject, document: oas31.OpenAPIObject) {
  if (Array.isArray(schema.type)) {
    const left = schema.type.filter((name) => name !== "null");
    const type = left.length === 1 ? left[0] : left;
    return { schema: { ...schema, type } as oas31.SchemaObject, nullable: schema.type.includes("null") };
  }
  const choices = (schema.anyOf ?? []).map((choice) => resolved(choice, document));
  const nullable = choices.some(({ type }) => type === "null");
  const [only, ...others] = choices.filter(({ type }) => type !== "null");
  return only && others.length === 0 ? { schema: only, nullable } : { schema, nullable };
}

/** Returns the types of a value that can have several, unless all are objects. */
function alternativesOf(schema: oas31.SchemaObject, document: oas31.OpenAPIObject): Field[] {
  if (schema.properties || kindsOf(schema, document).length > 0) return [];
  const choices: Schema[] = Array.isArray(schema.type)
    ? schema.type.map((type) => ({ type }))
    : (schema.anyOf ?? schema.oneOf ?? []);
  return choices
    .map((choice) => resolved(choice, document))
    .filter(({ type }) => type !== "null")
    .map((choice) => describeField("", choice, false, document));
}

function typeOf({ format, type }: oas31.SchemaObject): FieldType {
  if (format === "uri") return "url";
  return types.find((name) => name === type) ?? "value";
}

/** A longer regular expression is described in words instead. */
const LONGEST_PATTERN = 40;

function limitsOf(schema: oas31.SchemaObject): Limits {
  const { minimum, minLength, maxLength, format, pattern } = schema;
  const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return {
    choices: choices.filter((value) => value !== null).map(String),
    minimum,
    maximum: schema.maximum === maxInteger ? undefined : schema.maximum,
    minLength: minLength || undefined,
    maxLength,
    format: format === "uri" ? undefined : format,
    pattern: format === undefined && pattern && pattern.length <= LONGEST_PATTERN ? pattern : undefined,
  };
}

const standardOf = ({ default: standard }: oas31.SchemaObject) =>
  standard === undefined ? undefined : String(standard);
