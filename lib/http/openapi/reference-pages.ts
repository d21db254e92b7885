import type { oas31 } from "zod-openapi";
import type { AlsoUnderstood } from "@/lib/http/input";
import { listOperations, takesPermission } from "./document";
import { type Call, callInputs, exampleAddress, writeCurl } from "./reference-call";
import { describeField, describeFields, type Field } from "./reference-fields";

/** One operation as the reference shows it. */
export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** the permission that it needs */
  permission?: string;
  /** whether it works without a key */
  open: boolean;
  pathFields: Field[];
  queryFields: Field[];
  bodyFields: Field[];
  resultFields: Field[];
  /** with the codes that are not shared by all operations with the same status */
  refusals: RefusalEntry[];
  /** other names and addresses that clients may use */
  also: AlsoUnderstood;
  curl: string;
  /** the data that a page needs to call it */
  call: Call;
  /** the answer, as formatted JSON */
  answer: string;
}

export interface RefusalEntry {
  status: string;
  description: string;
  codes: string[];
}

/** What webhooks receive. */
export interface DeliveriesEntry {
  headers: { name: string; description: string }[];
  /** what happens if a delivery fails */
  failed: string;
  events: EventEntry[];
}

/** Events whose bodies have the same fields. */
export interface EventEntry {
  types: { type: string; sent: string }[];
  fields: Field[];
  /** the body of the first, as formatted JSON */
  example: string;
}

export interface TagEntry {
  /** the slug in the address of its page */
  slug: string;
  name: string;
  description: string;
  operations: OperationEntry[];
  deliveries?: DeliveriesEntry;
}

/** Returns the operations of the OpenAPI document by tag, with references resolved and a curl command for each. */
export function tagEntries(document: oas31.OpenAPIObject): TagEntry[] {
  const shared = sharedCodes(document);
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    listOperations(item).map((operation) => ({
      tag: operation.tags?.[0],
      entry: entryOf(path, item, operation, document, shared),
    })),
  );
  return (document.tags ?? []).map(({ name, description }) => ({
    slug: name.toLowerCase().replaceAll(" ", "-"),
    name,
    description: description ?? "",
    operations: entries.filter(({ tag }) => tag === name).map(({ entry }) => entry),
    ...deliveriesOf(name, document),
  }));
}

/** Returns what the webhooks of a tag receive, if it has any. */
function deliveriesOf(tag: string, document: oas31.OpenAPIObject): Pick<TagEntry, "deliveries"> {
  const own = Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) =>
    post?.tags?.[0] === tag ? { type, operation: post } : [],
  );
  if (own.length === 0) return {};
  const { parameters = {}, responses = {} } = document.components ?? {};
  const headers = (Object.values(parameters) as oas31.ParameterObject[]).map(({ name, description = "" }) => ({
    name,
    description,
  }));
  const failed = (responses.DeliveredAgain as oas31.ResponseObject).description;
  return { deliveries: { headers, failed, events: eventEntries(own, document) } };
}

function eventEntries(
  events: { type: string; operation: oas31.OperationObject }[],
  document: oas31.OpenAPIObject,
): EventEntry[] {
  const entries = new Map<string, EventEntry>();
  for (const { type, operation } of events) {
    const body = (operation.requestBody as oas31.RequestBodyObject).content["application/json"];
    const [{ limits, ...named }, ...others] = describeFields(body?.schema ?? {}, document) as [Field, ...Field[]];
    // All bodies have the same first field, with another value.
    const fields = [{ ...named, limits: { ...limits, choices: [] } }, ...others];
    const key = JSON.stringify(fields);
    const entry = entries.get(key) ?? { types: [], fields, example: JSON.stringify(body?.example, null, 2) };
    entry.types.push({ type, sent: operation.summary ?? "" });
    entries.set(key, entry);
  }
  return withoutRepetition([...entries.values()]);
}

/** An object with at least this many fields is shown once, and other events refer to it. */
const FIELDS_SHOWN_ONCE = 20;

/** Leaves out fields of large objects that are already fields of an earlier event's `data`. */
function withoutRepetition(events: EventEntry[]): EventEntry[] {
  const shown: { type: string; keys: Set<string> }[] = [];
  const keyOf = ({ required: _, ...field }: Field) => JSON.stringify(field);
  const shortened = (field: Field): Field => {
    const known = shown.find(
      ({ keys }) => field.fields.filter((one) => keys.has(keyOf(one))).length >= FIELDS_SHOWN_ONCE,
    );
    if (!known) return { ...field, fields: field.fields.map(shortened) };
    return { ...field, as: known.type, fields: field.fields.filter((one) => !known.keys.has(keyOf(one))) };
  };
  return events.map((event) => {
    const fields = event.fields.map(shortened);
    const data = event.fields.find(({ name }) => name === "data");
    if (data && data.fields.length >= FIELDS_SHOWN_ONCE && !fields.some(({ as }) => as))
      shown.push({ type: event.types[0]?.type ?? "", keys: new Set(data.fields.map(keyOf)) });
    return { ...event, fields };
  });
}

/** Returns each status of refusals, its meaning, and the codes that all operations with it share. */
export function refusalEntries(document: oas31.OpenAPIObject): RefusalEntry[] {
  const shared = sharedCodes(document);
  const responses = Object.values(document.paths ?? {})
    .flatMap(listOperations)
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
  for (const operation of Object.values(paths).flatMap(listOperations)) {
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
  const method = (["GET", "POST", "PUT", "DELETE"] as const).find(
    (name) => item[name.toLowerCase() as "get"] === operation,
  );
  if (!method) throw new Error(`${path} has an operation of another method.`);
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const fieldsIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required }) => describeField(name, schema ?? {}, required ?? false, document));
  const body = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content["application/json"];
  const { "200": success, ...refusals } = operation.responses ?? {};
  const { content = {} } = success as oas31.ResponseObject;
  const result = content["application/json"];
  const permission = operation["x-permission"] as string | undefined;
  const open = operation.security?.length === 0;
  return {
    id: operation.operationId ?? "",
    method,
    path,
    summary: operation.summary ?? "",
    description: (operation.description ?? "").replace(permission ? takesPermission(permission) : "", "").trim(),
    permission,
    open,
    pathFields: fieldsIn("path"),
    queryFields: fieldsIn("query"),
    bodyFields: body?.schema ? describeFields(body.schema, document) : [],
    // If failures have the same status as successes, the success is the first choice.
    resultFields: result?.schema ? describeFields(firstOf(result.schema), document) : [],
    refusals: Object.entries(refusals).map(([status, reference]) => ({
      status,
      description: refusalText(reference as oas31.ReferenceObject, document),
      codes: codesOf(operation)[status]?.filter((code) => !shared.get(status)?.has(code)) ?? [],
    })),
    also: (operation["x-also-understood"] ?? {}) as AlsoUnderstood,
    curl: writeCurl({
      method,
      url: `${document.servers?.[0]?.url}${exampleAddress(path, parameters)}`,
      open,
      body: body && JSON.stringify(body.example),
    }),
    call: {
      method,
      path,
      open,
      inputs: callInputs(parameters, document),
      ...(body && { body: JSON.stringify(body.example, null, 2) }),
    },
    // For a file, shows its type.
    answer: result ? JSON.stringify(result.example, null, 2) : (Object.keys(content)[0] ?? ""),
  };
}

const firstOf = (schema: oas31.SchemaObject | oas31.ReferenceObject) =>
  ("anyOf" in schema && (schema as oas31.SchemaObject).anyOf?.[0]) || schema;

function refusalText({ $ref }: oas31.ReferenceObject, document: oas31.OpenAPIObject): string {
  const response = document.components?.responses?.[$ref.split("/").at(-1) ?? ""] as oas31.ResponseObject | undefined;
  return response?.description ?? "";
}
