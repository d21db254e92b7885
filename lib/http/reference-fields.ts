import type { oas31 } from "zod-openapi";
import { maxInteger } from "@/lib/contract/fields";
import { resolved } from "./openapi/schema";

/** One field as people read it: `type` and `limits` are words. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
  limits: string[];
  /** of an object, or of the objects in a list */
  fields: Field[];
}

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** The fields of an object's schema. */
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
    type: typeOf(schema, item) + (nullable ? " or null" : ""),
    required,
    description: resolved(reference, document).description ?? schema.description ?? "",
    limits: limitsOf(schema),
    fields: fieldsOf(item ?? schema, document),
  };
}

/** What a schema means besides null, and whether null is allowed. */
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

function typeOf(schema: oas31.SchemaObject, item?: oas31.SchemaObject): string {
  if (item) return `list of ${plurals[typeOf(item)] ?? "values"}`;
  if (schema.format === "uri") return "URL";
  return typeof schema.type === "string" ? schema.type : "value";
}

const plurals: Record<string, string> = { string: "strings", integer: "integers", URL: "URLs", object: "objects" };

function limitsOf(schema: oas31.SchemaObject): string[] {
  const { minimum, minLength, maxLength, maxItems, default: standard } = schema;
  const maximum = schema.maximum === maxInteger ? undefined : schema.maximum;
  const choices = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [
    choices.length === 1 && `always ${choices[0]}`,
    choices.length > 1 && `one of ${choices.join(", ")}`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && maximum === undefined && `at least ${minimum}`,
    minimum === undefined && maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `${(minLength ?? 0) > 0 ? `${minLength} to` : "at most"} ${maxLength} characters`,
    maxLength === undefined && minLength !== undefined && `at least ${minLength} characters`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    standard !== undefined && `${standard} unless sent`,
  ].filter((limit) => limit !== false);
}
