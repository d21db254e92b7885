import type { oas31 } from "zod-openapi";

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** Returns the schema that `$ref` names in `document`, or the schema itself. */
export function resolved(schema: Schema, document: oas31.OpenAPIObject): oas31.SchemaObject {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? schema : document.components?.schemas?.[name];
  if (!target) throw new Error(`The OpenAPI document has no ${schema.$ref}.`);
  return target === schema ? (schema as oas31.SchemaObject) : resolved(target, document);
}
