import type { oas31 } from "zod-openapi";
import { maxInteger } from "@/lib/contract/fields";
import { resolved } from "./schema";

/** A field as the reference shows it. */
export interface Field {
  name: string;
  type: FieldType;
  /** whether it is a list of this type */
  list: boolean;
  nullable: boolean;
  required: boolean;
  description: string;
  limits: Limits;
  /** the fields of an object, or of the objects in a list */
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
  maxItems?: number;
  standard?: string;
}

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** Returns the fields of an object's schema. */
export function fieldsOf(reference: Schema, document: oas31.OpenAPIObject): Field[] {
  const schema = resolved(reference, document);
  return Object.entries(schema.properties ?? {}).map(([name, part]) =>
    fieldOf(name, part, schema.required?.includes(name) ?? false, document),
  );
}

export function fieldOf(name: string, reference: Schema, required: boolean, document: oas31.OpenAPIObject): Field {
  const { schema, nullable } = withoutNull(resolved(reference, document), document);
  const item = schema.items && resolved(schema.items, document);
  return {
    name,
    type: typeOf(item ?? schema),
    list: item !== undefined,
    nullable,
    required,
    description: resolved(reference, document).description ?? schema.description ?? "",
    limits: limitsOf(schema),
    fields: fieldsOf(item ?? schema, document),
  };
}

/** Returns a schema without null, and whether it allows null. */
function withoutNull(schema: oas31.SchemaObject, document: oas31.OpenAPIObject) {
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((name) => name !== "null");
    return { schema: { ...schema, type }, nullable: schema.type.includes("null") };
  }
  const choices = (schema.anyOf ?? []).map((choice) => resolved(choice, document));
  const nullable = choices.some(({ type }) => type === "null");
  const [only, ...others] = choices.filter(({ type }) => type !== "null");
  return only && others.length === 0 ? { schema: only, nullable } : { schema, nullable };
}

function typeOf({ format, type }: oas31.SchemaObject): FieldType {
  if (format === "uri") return "url";
  return types.find((name) => name === type) ?? "value";
}

function limitsOf(schema: oas31.SchemaObject): Limits {
  const { minimum, minLength, maxLength, maxItems, default: standard } = schema;
  return {
    choices: (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map(String),
    minimum,
    maximum: schema.maximum === maxInteger ? undefined : schema.maximum,
    minLength: minLength || undefined,
    maxLength,
    maxItems,
    standard: standard === undefined ? undefined : String(standard),
  };
}
