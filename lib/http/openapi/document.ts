import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiParameters,
} from "zod-openapi";
import { type Operation, takesIdempotencyKey, takesIfMatch, warningsOf } from "@/lib/contract/operation";
import { timestampPattern } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { alsoUnderstood } from "@/lib/http/input";
import { findCodes, findFieldCodes } from "./codes";
import { deliveryHeaders, deliveryResults, describeWebhooks, type EventContract, eventSchemas } from "./deliveries";
import { exampleAddress, writeCurl } from "./reference-call";
import { failure, headers, headersWith, listRefusals, refusalComponents } from "./responses";

/** A tag of the reference and its operations. The names of the operations become their `operationId`. */
export interface Section {
  tag: string;
  /** one sentence */
  description: string;
  operations: Record<string, Operation>;
  /** the events that webhooks receive, by type */
  events?: Record<string, EventContract>;
}

/** A request that was sent and its answer, unless that is a file. `params` are those of the path. */
export interface Example {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: unknown;
  answer?: unknown;
}

interface Source {
  info: oas31.InfoObject;
  server: string;
  sections: Section[];
  /** by `operationId` */
  examples: Record<string, Example>;
  /** the body of an event, by its type */
  eventExamples: Record<string, unknown>;
}

/** Returns the OpenAPI 3.1 document of these operations. */
export function buildOpenApi({ info, server, sections, examples, eventExamples }: Source): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const section of sections) {
    for (const [operationId, operation] of inReadingOrder(section.operations)) {
      paths[operation.path] = {
        ...paths[operation.path],
        [operation.method.toLowerCase()]: describe(operationId, operation),
      };
    }
  }
  const webhooks = sections.map(({ tag, events = {} }) => describeWebhooks(tag, events, eventExamples));
  const whole = createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: server }],
      tags: sections.map(({ tag, description }) => ({ name: tag, description })),
      security: [{ apiKey: [] }],
      paths,
      webhooks: Object.assign({}, ...webhooks),
      components: {
        parameters: deliveryHeaders,
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "Your API key: `Authorization: Bearer <key>`." },
        },
        headers,
        responses: { ...refusalComponents, ...deliveryResults },
      },
    },
    { override },
  );
  // The type also allows the additions of OpenAPI 3.2, but `paths` uses none of them.
  const document = whole as oas31.OpenAPIObject;
  for (const { events } of sections) {
    if (!events || !document.components) continue;
    document.components.schemas = { ...eventSchemas(events, override), ...document.components.schemas };
  }
  complete(document, examples);
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item[method.toLowerCase() as "get"];
      if (operation) operation["x-codeSamples"] = writeCodeSamples(sampleOf(server, path, method, operation));
    }
  }
  return document;
}

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe(
      "If the same request is sent again with this key within 24 hours, it is not carried out again. It gets the first response.",
    )
    .meta({ example: "5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" }),
});

const matchHeader = z.object({
  "If-Match": z
    .string()
    .optional()
    .describe(
      "The `ETag` of the last response that you read. If the resource has changed since then, nothing is saved (412).",
    )
    .meta({ example: '"2026-11-26T09:30:00.000Z"' }),
});

const methods = ["GET", "POST", "PUT", "DELETE"];

/** Sorts lists before single resources, reading before writing, and deletion last. */
function inReadingOrder(operations: Record<string, Operation>): [string, Operation][] {
  const rank = ({ method, path }: Operation) => methods.indexOf(method) * 10 + path.split("{").length;
  return Object.entries(operations).sort(([, a], [, b]) => rank(a) - rank(b));
}

export const takesPermission = (permission: string) => `Takes the permission \`${permission}\`.`;

function describe(operationId: string, operation: Operation): ZodOpenApiOperationObject {
  const { tag, summary, permission, params, query, body, warns } = operation;
  const result = warns ? operation.result.extend({ warnings: warningsOf(warns) }) : operation.result;
  const description = [operation.description, permission && takesPermission(permission)];
  const successes = (operation.shapes ?? [result]).map(({ shape }) => z.object({ error: z.literal(0), ...shape }));
  const [success = result] = operation.bare ? [] : successes;
  const content = operation.file
    ? { [operation.file]: { schema: { type: "string", format: "binary" } as const } }
    : { "application/json": { schema: operation.missAs200 ? z.union([...successes, failure]) : success } };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description.some(Boolean) && { description: description.filter(Boolean).join(" ") }),
    ...(operation.access === "public" && { security: [] }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(takesIdempotencyKey(operation) && { header: idempotencyHeader }),
      ...(takesIfMatch(operation) && { header: matchHeader }),
    } as ZodOpenApiParameters,
    ...(body && {
      requestBody: { required: !body.safeParse({}).success, content: { "application/json": { schema: body } } },
    }),
    responses: {
      "200": { description: "Done.", headers: operation.versioned ? headersWith("ETag") : headersWith(), content },
      ...listRefusals(operation),
    },
    ...(permission && { "x-permission": permission }),
    // The codes of failures by status, and the codes in `errors`.
    "x-codes": findCodes(operation),
    "x-field-codes": findFieldCodes(operation),
    // Other names and addresses that clients of similar services use.
    "x-also-understood": alsoUnderstood(operation),
  };
}

/** What all forms of a moment have in common that input accepts. */
const aYear = String.raw`\d{4}`;

/**
 * Corrects schemas: input accepts more forms of a time than the output has, numbers that must be whole become integers,
 * bounds that only mean "an integer" are left out, and results may gain members without breaking clients.
 */
const override: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (io === "input" && jsonSchema.pattern === timestampPattern.source) jsonSchema.pattern = aYear;
  const values = jsonSchema.enum ?? ("const" in jsonSchema ? [jsonSchema.const] : []);
  if (jsonSchema.type === "number" && values.length > 0 && values.every(Number.isInteger)) jsonSchema.type = "integer";
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/** Adds what zod-openapi leaves out: examples, and that path parameters are required. */
function complete(document: oas31.OpenAPIObject, examples: Record<string, Example>): void {
  for (const operation of Object.values(document.paths ?? {}).flatMap(listOperations)) {
    const example = examples[operation.operationId ?? ""];
    for (const parameter of (operation.parameters ?? []) as oas31.ParameterObject[]) {
      if (parameter.in === "path") parameter.required = true;
      const value = { ...example?.params, ...example?.query }[parameter.name];
      if (value !== undefined) parameter.example = value;
    }
    const [body, answer] = [operation.requestBody, operation.responses?.["200"]].map(
      (part) => part?.content["application/json"],
    );
    if (body) body.example = example?.body;
    if (answer) answer.example = example?.answer;
  }
}

/** Returns the operations of one path. */
export const listOperations = (path: oas31.PathItemObject) =>
  [path.get, path.post, path.put, path.delete].filter((operation) => operation !== undefined);

/** Returns the operation's example as a request. */
function sampleOf(
  server: string,
  path: string,
  method: string,
  { parameters = [], requestBody, security, responses }: oas31.OperationObject,
): SampleRequest {
  const body = (requestBody as oas31.RequestBodyObject | undefined)?.content["application/json"]?.example;
  // A reader has other ids than the example, except those of plans, which are the same on every instance.
  const words = (parameters as oas31.ParameterObject[]).filter(
    ({ name, schema }) => name === "planid" || (schema as oas31.SchemaObject | undefined)?.type !== "integer",
  );
  const success = responses?.["200"] as oas31.ResponseObject | undefined;
  return {
    ...{ method, url: `${server}${exampleAddress(path, words)}`, body },
    ...{ open: security?.length === 0, isFile: !success?.content?.["application/json"] },
  };
}

/** A request for the samples. The key is not part of it: each sample reads the key from the environment. */
export interface SampleRequest {
  method: string;
  /** the names of the reader's own ids are in braces: `/api/url/{id}` */
  url: string;
  /** whether it works without a key */
  open: boolean;
  body?: unknown;
  /** whether the answer is a file rather than JSON */
  isFile: boolean;
}

/** Returns the request in four languages, in the format of OpenAPI's `x-codeSamples`. */
export const writeCodeSamples = (request: SampleRequest) => [
  { lang: "Shell", label: "curl", source: inCurl(request) },
  { lang: "JavaScript", label: "JavaScript", source: inJavaScript(request) },
  { lang: "Python", label: "Python", source: inPython(request) },
  { lang: "PHP", label: "PHP", source: inPhp(request) },
];

/** Returns the URL as an expression of a language. Ids come from the environment, like the key. */
function urlAs(
  url: string,
  text: (plain: string) => string,
  withIds: (inserted: (id: (name: string) => string) => string) => string,
) {
  return /\{\w+\}/.test(url)
    ? withIds((id) => url.replace(/\{(\w+)\}/g, (_, name: string) => id(name.toUpperCase())))
    : text(url);
}

function inCurl({ body, url, ...request }: SampleRequest): string {
  const command = writeCurl({ ...request, url, body: body === undefined ? undefined : JSON.stringify(body) });
  return command.replace(`'${url}'`, () =>
    urlAs(
      url,
      (plain) => plain,
      (inserted) => `"${inserted((name) => `$${name}`)}"`,
    ),
  );
}

function inJavaScript({ method, url, open, body, isFile }: SampleRequest): string {
  const headers = [
    ...(open ? [] : [["Authorization", `\`Bearer \${process.env.KEY}\``]]),
    ...(body === undefined ? [] : [["Content-Type", '"application/json"']]),
  ].map(([name, value]) => `    ${JSON.stringify(name)}: ${value},`);
  const options = [
    method !== "GET" && `  method: "${method}",`,
    headers.length > 0 && `  headers: {\n${headers.join("\n")}\n  },`,
    body !== undefined && `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
  ].filter((line) => line !== false);
  const sent = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return `const response = await fetch(${urlAs(url, JSON.stringify, (inserted) => `\`${inserted((name) => `\${process.env.${name}}`)}\``)}${sent});
console.log(await response.${isFile ? "blob" : "json"}());`;
}

function inPython({ method, url, open, body, isFile }: SampleRequest): string {
  const address = urlAs(url, JSON.stringify, (inserted) => `f"${inserted((name) => `{os.environ['${name}']}`)}"`);
  const given = [
    `    ${address},`,
    !open && `    headers={"Authorization": f"Bearer {os.environ['KEY']}"},`,
    body !== undefined && `    json=${literal(body, pythonWords)},`,
  ].filter((line) => line !== false);
  return `${open && !address.startsWith("f") ? "" : "import os\n\n"}import requests

response = requests.${method.toLowerCase()}(
${given.join("\n")}
)
print(${isFile ? "len(response.content)" : "response.json()"})`;
}

function inPhp({ method, url, open, body, isFile }: SampleRequest): string {
  const headers = [
    !open && `"Authorization: Bearer " . getenv("KEY")`,
    body !== undefined && `"Content-Type: application/json"`,
  ].filter((line) => line !== false);
  const options = [
    `    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`,
    headers.length > 0 && `    CURLOPT_HTTPHEADER => [${headers.join(", ")}],`,
    body !== undefined && `    CURLOPT_POSTFIELDS => json_encode(${literal(body, phpWords)}),`,
    "    CURLOPT_RETURNTRANSFER => true,",
  ].filter((line) => line !== false);
  return `<?php
$curl = curl_init(${urlAs(url, phpText, (inserted) => `"${inserted((name) => `" . getenv("${name}") . "`)}"`)});
curl_setopt_array($curl, [
${options.join("\n")}
]);
${isFile ? "echo strlen(curl_exec($curl));" : "print_r(json_decode(curl_exec($curl), true));"}`;
}

/** In single quotes, PHP treats only the backslash and the quote as special. */
const phpText = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** How a language writes the values of JSON. */
interface Words {
  values: { true: string; false: string; null: string };
  text(text: string): string;
  list: [open: string, close: string];
  members: [open: string, between: string, close: string];
  noMembers: string;
}

const pythonWords: Words = {
  values: { true: "True", false: "False", null: "None" },
  // Python understands all escapes of JSON.
  text: (text) => JSON.stringify(text),
  list: ["[", "]"],
  members: ["{", ": ", "}"],
  noMembers: "{}",
};

const phpWords: Words = {
  values: { true: "true", false: "false", null: "null" },
  text: phpText,
  list: ["[", "]"],
  members: ["[", " => ", "]"],
  // `json_encode([])` is an empty list.
  noMembers: "new stdClass()",
};

function literal(value: unknown, words: Words, indent = "    "): string {
  if (typeof value === "string") return words.text(value);
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return words.values[String(value ?? null) as "true"];
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? words.list : [words.members[0], words.members[2]];
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, words, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${words.text(name)}${words.members[1]}${literal(item, words, deeper)}`,
      );
  if (parts.length === 0) return Array.isArray(value) ? open + close : words.noMembers;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}
