import { readdirSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import { isAlias } from "@/lib/contract/alias";
import type { Operation } from "@/lib/contract/operation";
import { otherPaths } from "@/lib/http/dialect";
import { buildOpenApi } from "@/lib/http/openapi/document";
import eventExamples from "@/lib/http/openapi/event-examples.json";
import { atAddress, openApiDocument, samplesOf } from "@/lib/http/openapi/reference";
import { sections } from "@/lib/http/openapi/sections";
import { baseUrl } from "@/lib/platform/env";

const document = await openApiDocument();
const examples = samplesOf(baseUrl());
const operations: [string, Operation][] = sections.flatMap((section) => Object.entries(section.operations));

function documented({ path, method }: Operation): oas31.OperationObject {
  const found = document.paths?.[path]?.[method.toLowerCase() as "get"];
  if (!found) throw new Error(`${method} ${path} is not in the document.`);
  return found;
}

const bodyOf = (path: string, method: "post" | "put") => {
  const body = document.paths?.[path]?.[method]?.requestBody as oas31.RequestBodyObject;
  const schema = body.content["application/json"]?.schema as oas31.SchemaObject & { $ref?: string };
  const named = schema.$ref && document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
  return { ...body, schema: (named ?? schema) as oas31.SchemaObject };
};

const successOf = (operation?: oas31.OperationObject): oas31.ResponseObject => operation?.responses?.["200"];

/** Routes that are not part of the API for integrators. */
const notOperations = ["/api/sms/callback"];

describe("the OpenAPI document", () => {
  it("is valid", async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it("is the same whether it is built at once or by section", () => {
    const { info, paths, webhooks, tags, components } = document;
    const source = { info, server: baseUrl(), examples, eventExamples: atAddress(eventExamples, baseUrl()) };
    const atOnce = buildOpenApi({ ...source, sections });
    expect({ paths, webhooks, tags, components }).toEqual({
      paths: atOnce.paths,
      webhooks: atOnce.webhooks,
      tags: atOnce.tags,
      components: atOnce.components,
    });
  });

  it("has an operation for every route and a route for every operation", () => {
    const routes = readdirSync("app/api", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("/route.ts") && !file.includes("[..."))
      .map(
        (file) =>
          `/api/${file
            .replace(/\/route\.ts$/, "")
            .replaceAll("[", "{")
            .replaceAll("]", "}")}`,
      )
      .filter((path) => !notOperations.includes(path));
    const paths = [...operations.map(([, { path }]) => path), ...otherPaths.map(({ path }) => path)];
    expect([...new Set(paths)].sort()).toEqual(routes.sort());
  });

  it.each(operations)("describes %s and its errors", (operationId, operation) => {
    const found = documented(operation);
    expect(found).toMatchObject({ operationId, summary: expect.any(String), tags: [operation.tag] });
    expect(document.tags?.map(({ name }) => name)).toContain(operation.tag);
    expect(Object.keys(found.responses ?? {}).filter((status) => Number(status) >= 400)).not.toHaveLength(0);
    const parameters = (found.parameters ?? []) as oas31.ParameterObject[];
    const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    expect(inPath).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it.each(operations.filter(([, { file }]) => !file))(
    "has a request and a response for %s that match the schemas",
    (name, operation) => {
      const { params, query, body, answer } = examples[name] ?? {};
      expect(operation.params?.safeParse(params).error).toBeUndefined();
      expect(operation.query?.safeParse(query).error).toBeUndefined();
      expect(operation.body?.safeParse(body).error).toBeUndefined();
      const { error, ...result } = answer as Record<string, unknown>;
      expect(error).toBe(operation.bare ? undefined : 0);
      // Parsing drops undocumented members, so this fails if there are any.
      expect(operation.result.parse(result)).toEqual(result);

      const found = documented(operation);
      const sent = found.requestBody as oas31.RequestBodyObject | undefined;
      expect(sent?.content["application/json"]?.example).toEqual(body);
      expect(successOf(found).content?.["application/json"]?.example).toEqual(answer);
    },
  );

  it("describes a file by its type", () => {
    const { content } = successOf(document.paths?.["/api/account/archive"]?.get);
    expect(content).toEqual({ "application/zip": { schema: { type: "string", format: "binary" } } });
  });

  it("has no example for a removed operation", () => {
    expect(Object.keys(examples)).toEqual(operations.map(([name]) => name));
  });

  it.each(operations.filter(([, { file }]) => file))(
    "names no key for %s, whose response is not stored",
    (_, operation) => {
      expect(documented(operation).parameters ?? []).not.toContainEqual(
        expect.objectContaining({ name: "Idempotency-Key" }),
      );
    },
  );

  it.each(operations.filter(([, { method, file }]) => method === "POST" && !file))(
    "describes the Idempotency-Key of %s and its errors",
    (_, operation) => {
      const found = documented(operation);
      expect(found.parameters).toContainEqual(expect.objectContaining({ in: "header", name: "Idempotency-Key" }));
      expect(Object.keys(found.responses ?? {})).toEqual(expect.arrayContaining(["400", "409"]));
    },
  );

  it("uses each name once", () => {
    const names = operations.map(([name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it("requires exactly the fields that must be sent", () => {
    const added = bodyOf("/api/url/add", "post");
    expect(added).toMatchObject({
      required: true,
      schema: { anyOf: [{ required: ["url"] }, { required: ["split"] }] },
    });
    expect(added.schema.required).toBeUndefined();
    const update = bodyOf("/api/url/{id}/update", "put");
    expect(update.required).toBe(false);
    expect(update.schema.required).toBeUndefined();
  });

  /** Every schema in the document, with its place. */
  const schemas: [path: string, schema: Record<string, unknown>][] = [];
  const collect = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && value.type === "string") schemas.push([path, value as Record<string, unknown>]);
    for (const [name, member] of Object.entries(value)) {
      if (!/^(?:example|x-.*)$/.test(name)) collect(member, `${path}/${name}`);
    }
  };
  collect(document, "");

  it("has patterns that every dialect of regular expressions reads", () => {
    const patterns = new Set(schemas.flatMap(([, { pattern }]) => (typeof pattern === "string" ? pattern : [])));
    expect(patterns.size).toBeGreaterThan(15);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\p\{|\(\?<[a-z]/i);
      expect(() => [new RegExp(pattern), new RegExp(pattern, "u")].length).not.toThrow();
    }
  });

  it.each([
    ["spring-sale", true],
    ["a/b.c~d+e/f_g", true],
    ["überraschung-日本-٣", true],
    ["a b", false],
    ["a//b", false],
    ["a.", false],
    [".a", false],
    ["a/b/c/d/e/f", false],
    ["a?b", false],
    ["a[b", false],
    ["a\\b", false],
    ["a{b", false],
    ["a`b", false],
    ["a,b", false],
    ["", false],
  ])("has an alias pattern that agrees with the service about %j: %s", (alias, isOne) => {
    const { pattern = "" } = (bodyOf("/api/url/{id}/update", "put").schema.properties?.custom ??
      {}) as oas31.SchemaObject;
    expect([new RegExp(pattern).test(alias), new RegExp(pattern, "u").test(alias), isAlias(alias)]).toEqual([
      isOne,
      isOne,
      isOne,
    ]);
  });

  it("describes the format of times, days, e-mail addresses and phone numbers", () => {
    const like: [RegExp, (schema: Record<string, unknown>) => boolean][] = [
      [/^\d{4}-\d\d-\d\d \d/, ({ pattern, example }) => new RegExp(String(pattern ?? "^$")).test(String(example))],
      [/^\d{4}-\d\d-\d\d$/, ({ format }) => format === "date"],
      [/^\S+@example\.com$/, ({ format }) => format === "email"],
      [/^\+\d+$/, ({ pattern, example }) => new RegExp(String(pattern ?? "^$")).test(String(example))],
    ];
    for (const [form, holds] of like) {
      const shown = schemas.filter(([, { example }]) => typeof example === "string" && form.test(example));
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter(([, schema]) => !holds(schema)).map(([path]) => path)).toEqual([]);
    }
  });

  it("accepts a time in more formats than one, and returns one format", () => {
    const sent = bodyOf("/api/url/{id}/update", "put").schema.properties?.expiry as oas31.SchemaObject;
    const [form = {}] = (sent.anyOf ?? []) as oas31.SchemaObject[];
    for (const text of ["2027-01-31 18:00:00", "2027-01-31", "Sun, 31 Jan 2027 18:00:00 GMT", "1801418400"]) {
      expect([text, new RegExp(form.pattern ?? "^$").test(text)]).toEqual([text, true]);
    }
    const details = document.components?.schemas?.ShownLink as oas31.SchemaObject;
    const returned = details.properties?.expiry as oas31.SchemaObject;
    expect(returned.anyOf?.[0]).toMatchObject({ pattern: "^(\\d{4})-(\\d\\d)-(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)$" });
  });

  it("distinguishes a list of links, a link that was looked up, and a failed look-up with status 200", () => {
    const { content } = successOf(document.paths?.["/api/urls"]?.get);
    const schema = content?.["application/json"]?.schema as oas31.SchemaObject | undefined;
    const [list, found, miss] = (schema?.anyOf ?? []) as oas31.SchemaObject[];
    expect([list?.required, Object.keys(list?.properties ?? {})]).toEqual([
      ["error", "data"],
      ["error", "data"],
    ]);
    expect(found?.required).toEqual(["error", "id", "details", "data"]);
    expect([list, found].map((one) => one?.properties?.error)).toEqual([
      { type: "integer", const: 0 },
      { type: "integer", const: 0 },
    ]);
    expect(miss).toEqual({ $ref: "#/components/schemas/Failure" });
  });

  it("has no IDs of real items in requests that add something", () => {
    for (const [name, { path, method }] of operations) {
      if (method !== "POST" || !path.endsWith("/add") || path === "/api/handover/add") continue;
      const names = Object.keys((examples[name]?.body ?? {}) as object);
      expect([name, names.filter((field) => /^(pixels|campaign|channel|template)$/.test(field))]).toEqual([
        name,
        name === "addUtmTemplate" ? ["campaign"] : [],
      ]);
    }
    expect(examples.addUser?.body).toMatchObject({ planid: 2 });
  });

  it("shows whole numbers as integers, however they may be sent", () => {
    const { properties } = bodyOf("/api/url/add", "post").schema;
    expect(properties?.clicklimit).toMatchObject({ type: "integer", minimum: 1 });
    expect(properties?.redirect).toMatchObject({ type: "integer", enum: [301, 302, 307, 308] });
    expect(properties?.pixels).toMatchObject({ type: "array", items: { type: "integer" } });
  });

  it("lists the errors of each kind of operation", () => {
    const statuses = (path: string, method: "get" | "post" | "put") =>
      Object.keys(document.paths?.[path]?.[method]?.responses ?? {}).map(Number);
    expect(statuses("/api/account", "get")).toEqual([200, 401, 403, 405, 429, 500, 503]);
    expect(statuses("/api/url/add", "post")).toEqual([200, 400, 401, 403, 405, 408, 409, 413, 415, 429, 500, 503]);
    expect(statuses("/api/url/{id}/update", "put")).toEqual([
      200, 400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 429, 500, 503,
    ]);
    expect(statuses("/api/health", "get")).toEqual([200, 405, 500, 503]);
    expect(document.paths?.["/api/health"]?.get?.security).toEqual([]);
  });

  it("puts the envelope around results, but not around itself", () => {
    const example = (path: string) => successOf(document.paths?.[path]?.get).content?.["application/json"]?.example;
    expect(example("/api/account")).toMatchObject({ error: 0, data: { id: expect.any(Number) } });
    expect(example("/api/openapi.json")).not.toHaveProperty("error");
  });
});
