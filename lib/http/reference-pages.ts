import type { oas31 } from "zod-openapi";
import type { AlsoUnderstood } from "./input";
import { operationsOf } from "./openapi/document";
import { type Field, fieldOf, fieldsOf } from "./reference-fields";

/** One operation as the reference page shows it. */
export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** needs no key */
  open: boolean;
  pathFields: Field[];
  queryFields: Field[];
  bodyFields: Field[];
  resultFields: Field[];
  /** with the codes that other operations which answer the same status do not all have */
  refusals: RefusalEntry[];
  /** what else clients may call it and its fields, a sentence each */
  also: string[];
  curl: string;
  /** the answer, as formatted JSON */
  answer: string;
}

export interface RefusalEntry {
  status: string;
  description: string;
  codes: string[];
}

export interface TagEntry {
  name: string;
  description: string;
  operations: OperationEntry[];
}

/** The OpenAPI document in the form in which it is read: by tag, with references resolved and a curl command for each. */
export function tagEntries(document: oas31.OpenAPIObject): TagEntry[] {
  const shared = sharedCodes(document);
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsOf(item).map((operation) => ({
      tag: operation.tags?.[0],
      entry: entryOf(path, item, operation, document, shared),
    })),
  );
  return (document.tags ?? []).map(({ name, description }) => ({
    name,
    description: description ?? "",
    operations: entries.filter(({ tag }) => tag === name).map(({ entry }) => entry),
  }));
}

/** Every status with which a request can be refused, what it means, and the codes of every operation that answers it. */
export function refusalEntries(document: oas31.OpenAPIObject): RefusalEntry[] {
  const shared = sharedCodes(document);
  const responses = Object.values(document.paths ?? {})
    .flatMap(operationsOf)
    .flatMap(({ responses = {} }) => Object.entries(responses));
  const refusals = responses.filter(([status]) => status !== "200") as [string, oas31.ReferenceObject][];
  return [...new Map(refusals)].sort().map(([status, reference]) => ({
    status,
    description: refusalText(reference, document),
    codes: [...(shared.get(status) ?? [])],
  }));
}

const codesOf = (operation: oas31.OperationObject) => operation["x-codes"] as Record<string, string[]>;

function sharedCodes({ paths = {} }: oas31.OpenAPIObject): Map<string, Set<string>> {
  const shared = new Map<string, Set<string>>();
  for (const operation of Object.values(paths).flatMap(operationsOf)) {
    for (const [status, codes] of Object.entries(codesOf(operation))) {
      shared.set(status, new Set(codes.filter((code) => shared.get(status)?.has(code) ?? true)));
    }
  }
  return shared;
}

function entryOf(
  path: string,
  item: oas31.PathItemObject,
  operation: oas31.OperationObject,
  document: oas31.OpenAPIObject,
  shared: Map<string, Set<string>>,
): OperationEntry {
  const method = (["get", "post", "put", "delete"] as const).find((name) => item[name] === operation) ?? "get";
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const fieldsIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required }) => fieldOf(name, schema ?? {}, required ?? false, document));
  const body = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content["application/json"];
  const { "200": success, ...refusals } = operation.responses ?? {};
  const { content = {} } = success as oas31.ResponseObject;
  const result = content["application/json"];
  const open = operation.security?.length === 0;
  return {
    id: operation.operationId ?? "",
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    open,
    pathFields: fieldsIn("path"),
    queryFields: fieldsIn("query"),
    bodyFields: body?.schema ? fieldsOf(body.schema, document) : [],
    resultFields: result?.schema ? fieldsOf(result.schema, document) : [],
    refusals: Object.entries(refusals).map(([status, reference]) => ({
      status,
      description: refusalText(reference as oas31.ReferenceObject, document),
      codes: codesOf(operation)[status]?.filter((code) => !shared.get(status)?.has(code)) ?? [],
    })),
    also: alsoSentences(operation),
    curl: curlOf(method, `${document.servers?.[0]?.url}${filled(path, parameters)}`, open, body?.example),
    // Of a file its type.
    answer: result ? JSON.stringify(result.example, null, 2) : (Object.keys(content)[0] ?? ""),
  };
}

function alsoSentences(operation: oas31.OperationObject): string[] {
  const {
    paths = [],
    fields = {},
    values = {},
    description,
  } = (operation["x-also-understood"] ?? {}) as AlsoUnderstood;
  const forOurs = (names: Record<string, string>) =>
    Object.entries(names).map(([name, ours]) => `\`${name}\` for \`${ours}\``);
  return [
    ...paths.map(({ path, fields = {} }) => [`\`${path}\``, ...forOurs(fields)].join(", with ")),
    ...forOurs(fields),
    ...Object.entries(values).flatMap(([field, of]) => forOurs(of).map((words) => `As \`${field}\`, ${words}`)),
    ...(description ? [description] : []),
  ];
}

function refusalText({ $ref }: oas31.ReferenceObject, document: oas31.OpenAPIObject): string {
  const response = document.components?.responses?.[$ref.split("/").at(-1) ?? ""] as oas31.ResponseObject | undefined;
  return response?.description ?? "";
}

/** The path with the examples of its parameters. */
function filled(path: string, parameters: oas31.ParameterObject[]): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name) => parameters.find((parameter) => parameter.name === name)?.example ?? name,
  );
}

function curlOf(method: string, url: string, open: boolean, body: unknown): string {
  const flag = method === "get" || (method === "post" && body !== undefined) ? "" : `-X ${method.toUpperCase()} `;
  return [
    `curl ${flag}${url}`,
    !open && `-H "Authorization: Bearer $KEY"`,
    body !== undefined && `-H "Content-Type: application/json"`,
    body !== undefined && `-d '${JSON.stringify(body)}'`,
  ]
    .filter((part) => part !== false)
    .join(" \\\n  ");
}
