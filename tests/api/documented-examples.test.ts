import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import type { Operation } from "@/lib/contract/operation";
import { api } from "../support/api";
import { type Caller, newCaller } from "../support/caller";
import { type Call, callOf, operations } from "../support/calls";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";

const run = promisify(execFile);

/** The document as a client gets it. */
let document: oas31.OpenAPIObject;
let server: TestServer;
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Files are described by their type.
ajv.addFormat("binary", true);

beforeAll(async () => {
  server = await startServer();
  document = (await api(server).get<oas31.OpenAPIObject>("/api/openapi.json")).body;
  ajv.addSchema(document, "document");
});
afterAll(() => server?.stop());
// Examples use the same aliases and names.
afterEach(() => sql(server, "DELETE FROM users WHERE id <> (SELECT min(id) FROM users)"));

const published = ({ path, method }: Operation) =>
  document.paths?.[path]?.[method.toLowerCase() as "get"] as oas31.OperationObject;

const isId = /^(id|ids|\w+id|pixels|campaign|channel|change|email)$/;
const isListOfIds = (name: string, example: unknown) =>
  name === "links" && typeof (example as unknown[])[0] === "number";

/** Returns an example with the reader's own IDs, from a call that was prepared. */
function withOwnIds(example: unknown, prepared: unknown, name = ""): unknown {
  const hasOwn = (isId.test(name) && name !== "planid") || isListOfIds(name, example);
  if (hasOwn && prepared !== undefined) return prepared;
  if (Array.isArray(example))
    return example.map((item, index) => withOwnIds(item, (prepared as unknown[] | undefined)?.[index], name));
  if (typeof example !== "object" || example === null) return example;
  const own = (prepared ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, withOwnIds(value, own[key], key)]));
}

interface Prepared {
  caller: Caller;
  /** of the path and the query: the examples of their parameters, with the reader's own IDs */
  address: string;
  body: unknown;
  call: Call;
}

async function prepare(operation: Operation): Promise<Prepared> {
  const caller = await newCaller(server, operation.access);
  const call = await callOf(operation, caller);
  const { parameters = [], requestBody } = published(operation);
  const own = [...(call.params ?? [])];
  const path = operation.path.replace(/\{\w+\}/g, () => `${own.shift()}`);
  const inQuery = (parameters as oas31.ParameterObject[]).filter(
    ({ in: place, example }) => place === "query" && example !== undefined,
  );
  const query = new URLSearchParams(
    inQuery.map(({ name, example }) => [name, `${withOwnIds(example, call.query?.[name], name)}`]),
  );
  const body = (requestBody as oas31.RequestBodyObject | undefined)?.content["application/json"]?.example;
  const address = query.size > 0 ? `${path}?${query}` : path;
  return { caller, call, address, body: withOwnIds(body, call.body) };
}

/** Returns the names of the members of a value, also of those inside. */
function namesIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => namesIn(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${path}.${name}`, ...namesIn(member, `${path}.${name}`)]);
}

/** Throws unless an answer matches the documented schema and has at least the members of the documented example. */
function expectAsPublished(operation: Operation, answer: unknown): void {
  const pointer = [operation.path, operation.method.toLowerCase()].map((part) => part.replaceAll("/", "~1"));
  const validate = ajv.compile({
    $ref: encodeURI(`document#/paths/${pointer.join("/")}/responses/200/content/application~1json/schema`),
  });
  expect([validate(answer), validate.errors]).toEqual([true, null]);
  const { "200": success } = published(operation).responses ?? {};
  const { content = {} } = (success ?? {}) as Partial<oas31.ResponseObject>;
  // Statistics and metrics have other names for each server, link and day.
  const varies = /\.(top\w+|figures|changes|openapi|info|days|clicks\[\]|state|countries)/;
  const isEmpty = JSON.stringify(answer).includes("[]");
  const names = namesIn(content["application/json"]?.example).filter((name) => !varies.test(name));
  const missing = names.filter((name) => !namesIn(answer).includes(name) && !(isEmpty && name.includes("[]")));
  expect(missing).toEqual([]);
}

describe.each(operations)("the documented example of %s", (_, operation) => {
  it("works as it is", async () => {
    const { caller, address, body } = await prepare(operation);
    const response = await fetch(server.url + address, {
      method: operation.method,
      headers: { authorization: `Bearer ${caller.key}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const type = response.headers.get("content-type") ?? "";
    const answer = operation.file ? await response.arrayBuffer() : await response.json();
    expect([response.status, type], JSON.stringify(answer)).toEqual([200, operation.file ?? "application/json"]);
    if (!operation.file) expectAsPublished(operation, answer);
  });

  it("works as a command", async () => {
    const { caller, call, body } = await prepare(operation);
    const samples = published(operation)["x-codeSamples"] as { label: string; source: string }[];
    const source = samples.find(({ label }) => label === "curl")?.source ?? "";
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name.toUpperCase());
    const own = Object.fromEntries(names.map((name, index) => [name, `${call.params?.[index]}`]));
    const quoted = (json: unknown) => `'${JSON.stringify(json).replaceAll("'", `'\\''`)}'`;
    const { content = {} } = (published(operation).requestBody ?? {}) as Partial<oas31.RequestBodyObject>;
    const example = content["application/json"]?.example;
    const command = example === undefined ? source : source.replace(quoted(example), () => quoted(body));
    const options = `-s -o /dev/null -w '%{http_code}'`;
    const env = { ...process.env, ...own, KEY: caller.key };
    const { stdout } = await run("bash", ["-c", command.replace("curl ", `curl ${options} `)], { env });
    expect(stdout, command).toBe("200");
  });
});
