import type { oas31 } from "zod-openapi";

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** What `$ref` names in `document`, or the schema itself. */
export function resolved(schema: Schema, document: oas31.OpenAPIObject): oas31.SchemaObject {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? schema : document.components?.schemas?.[name];
  if (!target) throw new Error(`The OpenAPI document has no ${schema.$ref}.`);
  return target === schema ? (schema as oas31.SchemaObject) : resolved(target, document);
}

const isNull = (schema: Schema) => "type" in schema && schema.type === "null";

/** A value that fits the schema: the example that it carries, else one made from its parts. */
export function exampleOf(reference: Schema, document: oas31.OpenAPIObject): unknown {
  const schema = resolved(reference, document);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  // What may be null and has no example of its own is shown as null.
  if (choice) return schema.anyOf?.some(isNull) && !("example" in choice) ? null : exampleOf(choice, document);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part, document)]),
      );
    case "array":
      return schema.items ? [exampleOf(schema.items, document)] : [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "string":
      return "text";
    default:
      return null;
  }
}
