import type { oas31 } from "zod-openapi";
import type { Operation } from "@/lib/contract/operation";
import { openApiDocument } from "@/lib/http/openapi/reference";
import { resolved } from "@/lib/http/openapi/schema";

export type Schema = oas31.SchemaObject;

export const document = await openApiDocument();

/** An operation in the OpenAPI document. */
export function documented({ path, method }: Operation): oas31.OperationObject {
  const found = document.paths?.[path]?.[method.toLowerCase() as "get"];
  if (!found) throw new Error(`${method} ${path} is not in the document.`);
  return found;
}

export const schemaOf = (schema: oas31.SchemaObject | oas31.ReferenceObject): Schema => resolved(schema, document);

/** The alternatives of a schema, or the schema itself. */
export const choicesOf = (schema: Schema): Schema[] => (schema.anyOf ?? schema.oneOf ?? [schema]).map(schemaOf);

/** The schema of an operation's body. If there are several, the one that fits `sent`. */
export function bodySchemaOf(operation: Operation, sent: Record<string, unknown> = {}): Schema | undefined {
  const body = documented(operation).requestBody as oas31.RequestBodyObject | undefined;
  const schema = body?.content["application/json"]?.schema;
  if (!schema) return undefined;
  return choicesOf(schemaOf(schema)).find(({ properties = {} }) =>
    Object.entries(properties).every(([name, property]) => {
      const { const: constant } = schemaOf(property);
      return constant === undefined || constant === sent[name];
    }),
  );
}

export const parametersOf = (operation: Operation, place: "path" | "query" | "header") =>
  ((documented(operation).parameters ?? []) as oas31.ParameterObject[]).filter((parameter) => parameter.in === place);
