import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { oas31 } from "zod-openapi";
import type { Row } from "@/components/docs/fields";
import { find } from "@/components/docs/find";
import { operationEntries } from "@/components/docs/search-entries";
import { useRows } from "@/components/docs/use-operation-view";
import type { Messages } from "@/generated/messages";
import { maxInteger } from "@/lib/contract/fields";
import { type AppLocale, locales } from "@/lib/contract/locales";
import { openApiDocument } from "@/lib/http/openapi/reference";
import { type Call, writeAddress, writeCurl } from "@/lib/http/openapi/reference-call";
import type { Field } from "@/lib/http/openapi/reference-fields";
import { readReference, translated, translations } from "@/lib/http/openapi/reference-in";
import { refusalEntries, tagEntries } from "@/lib/http/openapi/reference-pages";
import { resolved } from "@/lib/http/openapi/schema";
import { baseUrl } from "@/lib/platform/env";
import { delayAfter, GIVE_UP_AFTER_MS } from "@/lib/platform/jobs/back-off";
import { testEvent, webhookEvents } from "@/lib/resources/webhooks/events";
import { TIMEOUT_MS } from "@/lib/resources/webhooks/send";
import { signedHeaders } from "@/lib/resources/webhooks/signature";
import docs from "@/messages/en/docs.json";

const document = await openApiDocument();
const english = { tags: tagEntries(document), refusals: refusalEntries(document) };
const operations = english.tags.flatMap((tag) => tag.operations);
const code = (text: string) => (text.match(/`[^`]+`/g) ?? []).sort();

describe("the reference in other languages", () => {
  const sentences = new Set<string>();
  translated(english, (text) => {
    if (text) sentences.add(text);
    return text;
  });

  it.each(Object.keys(translations))("in %s has every sentence of operations and fields, and no other", (locale) => {
    const words = translations[locale as AppLocale] ?? {};
    expect(sentences.size).toBeGreaterThan(500);
    expect([...sentences].filter((sentence) => !(sentence in words))).toEqual([]);
    expect(Object.keys(words).filter((sentence) => !sentences.has(sentence))).toEqual([]);
  });

  it.each(Object.keys(translations))("in %s leaves names as they are", (locale) => {
    for (const [sentence, words] of Object.entries(translations[locale as AppLocale] ?? {}))
      expect([sentence, code(words)]).toEqual([sentence, code(sentence)]);
  });

  it("is in English if it is not translated", async () => {
    const untranslated = locales.filter((locale) => !(locale in translations));
    expect(untranslated).toContain("en");
    for (const locale of untranslated) expect(await readReference(locale)).toEqual(english);
  });

  it("is what a German reader gets", async () => {
    const shorten = (await readReference("de")).tags
      .flatMap((tag) => tag.operations)
      .find(({ id }) => id === "addLink");
    expect(shorten).toMatchObject({ summary: "Eine URL kürzen", path: "/api/url/add" });
    expect(shorten?.bodyFields.find(({ name }) => name === "url")?.description).toBe(
      "Das Ziel: http oder https. Mit `split` kann es fehlen: Dann ist es das erste dieser Ziele.",
    );
  });

  it("defines fields that many operations share once", async () => {
    const operations = (await readReference("de")).tags.flatMap(({ operations }) => operations);
    const fields = (id: string) => operations.find((operation) => operation.id === id)?.bodyFields;
    const [added, changed] = ["addLink", "changeLink"].map((id) =>
      fields(id)?.find(({ name }) => name === "geotarget"),
    );
    expect(added?.fields.length).toBeGreaterThan(0);
    expect(added?.fields).toBe(changed?.fields);
  });
});

describe("the events", () => {
  const [deliveries, ...others] = english.tags.flatMap(({ deliveries }) => deliveries ?? []);

  it("are all that webhooks can get, each with an example of its type", () => {
    expect(others).toEqual([]);
    const types = deliveries?.events.flatMap(({ types }) => types.map(({ type }) => type));
    expect(types?.sort()).toEqual([...webhookEvents, testEvent].sort());
    for (const { types, example } of deliveries?.events ?? []) expect(JSON.parse(example).type).toBe(types[0]?.type);
  });

  it("come with the headers that deliveries have", () => {
    const names = Object.keys(signedHeaders([], "", 0, "")).filter((name) => name.startsWith("webhook-"));
    expect(deliveries?.headers.map(({ name }) => name)).toEqual(names);
  });

  it("are repeated as the reference says", () => {
    expect(deliveries?.failed).toContain("after 5 seconds, 15 seconds and so on, up to every 4 hours, for three days");
    expect([1, 2, 99].map(delayAfter)).toEqual([5_000, 15_000, 4 * 3_600_000]);
    expect(GIVE_UP_AFTER_MS).toBe(3 * 86_400_000);
    expect(deliveries?.failed).toContain("15 seconds, the delivery");
    expect(TIMEOUT_MS).toBe(15_000);
  });
});

describe("the samples", () => {
  it("name this instance", () => {
    const others = operations.filter(({ id }) => !/Domains?$/.test(id));
    const texts = others.flatMap(({ curl, answer, call }) => [curl, answer, call.body ?? ""]);
    expect(texts.filter((text) => text.includes("go.example"))).toEqual([]);
    const { answer } = operations.find(({ id }) => id === "addLink") ?? {};
    expect(JSON.parse(answer ?? "")).toMatchObject({ shorturl: `${baseUrl()}/spring-sale` });
  });
});

function Fields({ fields, onShown }: { fields: Field[]; onShown: (rows: Row[]) => void }) {
  onShown(useRows()(fields));
  return null;
}

/** Returns fields as the page shows them. */
function shownAs(fields: Field[]): Row[] {
  let shown: Row[] = [];
  const page = createElement(Fields, { fields, onShown: (rows) => (shown = rows) });
  const provider = {
    locale: "en",
    messages: { docs: docs as Messages["docs"] },
    timeZone: "UTC",
    children: page,
  } as const;
  renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
  return shown;
}

type Schema = oas31.SchemaObject;
const schemaOf = (schema: oas31.SchemaObject | oas31.ReferenceObject): Schema => resolved(schema, document);

/** Returns the schemas that make up a value, without the members of objects: entries of lists, alternatives. */
function partsOf(schema: Schema): Schema[] {
  const { items, additionalProperties: named, anyOf = [], oneOf = [] } = schema;
  const parts = [items, typeof named === "object" ? named : undefined, ...anyOf, ...oneOf];
  return [schema, ...parts.flatMap((part) => (part ? partsOf(schemaOf(part)) : []))];
}

/** Everything that a schema says about a value, as the page writes it. */
function statedBy(schema: Schema): string[] {
  const { const: only, enum: choices = [], minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const counts = [minLength || undefined, maxLength, minItems || undefined, maxItems].flatMap(
    (count) => count?.toLocaleString("en") ?? [],
  );
  const values = [only, ...choices, minimum, maximum === maxInteger ? undefined : maximum, schema.default];
  const format = schema.format === "uri" ? "URL" : schema.format;
  const pattern = schema.format || (schema.pattern?.length ?? 0) > 40 ? undefined : schema.pattern;
  return [...values, ...counts, format, pattern].filter((value) => value !== undefined && value !== null).map(String);
}

/** Returns each statement of the schema of an object that its rows on the page do not show. */
function notShown(object: Schema, rows: Row[], place: string): string[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, part]) => {
    const row = rows.find((row) => row.name === name);
    const parts = partsOf(schemaOf(part));
    const text = `${row?.type.replaceAll("URLs", "URL")} ${row?.limits ?? ""}`;
    const words = text.split(/[\s;:]+|,(?:\s|$)|\.(?:\s|$)/);
    const isShown = (statement: string) => (/[\s;:]/.test(statement) ? text : words).includes(statement);
    const stated = parts.filter(({ properties }) => !properties).flatMap(statedBy);
    const missing = stated.filter((statement) => !isShown(statement)).map((value) => `${place}.${name}: ${value}`);
    return [...missing, ...notShownOf(parts, row?.members ?? [], `${place}.${name}`)];
  });
}

/** The same for the objects among parts. If there are several, there is a row for each. */
function notShownOf(parts: Schema[], rows: Row[], place: string): string[] {
  const objects = parts.filter(({ properties }) => properties);
  const [only, ...others] = objects;
  if (only && others.length === 0) return notShown(only, rows, place);
  return objects.flatMap((object, index) => notShown(object, rows[index]?.members ?? [], `${place}[${index}]`));
}

const inJson = (part?: oas31.RequestBodyObject | oas31.ReferenceObject) =>
  part && "content" in part ? part.content["application/json"] : undefined;

describe("the fields", () => {
  const withSchemas = operations.map((shown) => {
    const operation = document.paths?.[shown.path]?.[shown.method.toLowerCase() as "get"];
    const { requestBody, responses, parameters = [] } = operation ?? {};
    return {
      shown,
      id: shown.id,
      parameters,
      body: inJson(requestBody)?.schema,
      result: inJson(responses?.["200"])?.schema,
    };
  });

  it.each(withSchemas)("of $id show every value, format and bound of their schemas", ({ shown, ...schemas }) => {
    const parameters = schemas.parameters as oas31.ParameterObject[];
    const named = ({ in: place }: oas31.ParameterObject) => place !== "header";
    const properties = parameters.filter(named).map(({ name, schema = {} }) => [name, schema]);
    const inAddress = shownAs([...shown.pathFields, ...shown.queryFields]);
    expect(notShown({ properties: Object.fromEntries(properties) }, inAddress, "address")).toEqual([]);
    const { body, result } = schemas;
    if (body) expect(notShownOf(partsOf(schemaOf(body)), shownAs(shown.bodyFields), "body")).toEqual([]);
    if (result) {
      const [success] = partsOf(schemaOf(result)).filter(({ properties }) => properties);
      expect(notShown(success as Schema, shownAs(shown.resultFields), "result")).toEqual([]);
    }
  });

  const events = english.tags.flatMap(({ deliveries }) => deliveries?.events ?? []);

  /** Returns a field with the fields that another event shows. */
  const whole = (field: Field): Field => {
    const other = events.find(({ types }) => types.some(({ type }) => type === field.as));
    const data = other?.fields.find(({ name }) => name === "data");
    return { ...field, fields: [...field.fields.map(whole), ...(data?.fields ?? [])] };
  };

  it("of a link are shown for one event", () => {
    const all = events.flatMap(({ types, fields }) => fields.map((field) => [types[0]?.type, field.name, field.as]));
    expect(all).toContainEqual(["link.created", "data", undefined]);
    expect(all).toContainEqual(["link.updated", "data", "link.created"]);
    expect(all).toContainEqual(["link.updated", "previous", "link.created"]);
    expect(all).toContainEqual(["split.decided", "data", "link.created"]);
  });

  it.each(events)("of the bodies of $types.0.type show every value, format and bound of their schemas", (event) => {
    for (const { type } of event.types) {
      const body = document.webhooks?.[type]?.post?.requestBody;
      const { properties: { type: _, ...properties } = {} } = schemaOf(inJson(body)?.schema ?? {});
      expect(notShown({ properties }, shownAs(event.fields.map(whole)), type)).toEqual([]);
    }
  });

  const sentTo = (id: string) => shownAs(operations.find((operation) => operation.id === id)?.bodyFields ?? []);
  const row = (rows: Row[] | undefined, name: string) => rows?.find((one) => one.name === name);

  it("name the values of entries of lists", () => {
    expect(row(sentTo("addWebhook"), "events")).toMatchObject({
      type: "list of strings",
      limits: expect.stringMatching(/^One of link\.created, .*limit\.near, 1 to 100 entries\.$/),
    });
    const when = row(row(sentTo("addLink"), "rules")?.members, "when")?.members;
    expect(row(when, "device")?.limits).toContain("mobile");
  });

  it("name the kinds of objects that are possible", () => {
    const kinds = sentTo("addOverlay");
    expect(kinds.map(({ name }) => name)).toContain("type: newsletter");
    const blocks = row(sentTo("addBioPage"), "blocks");
    expect(row(blocks?.members, "type: link")?.members?.map(({ name }) => name)).toContain("url");
  });

  it("name the types of values that can have several, and those of objects with any names", () => {
    expect(row(sentTo("previewHandover"), "links")).toMatchObject({
      type: "list of integers or string",
      limits: "List of integers: at least 1, 1 to 1,000 entries; string: always all.",
    });
    expect(row(sentTo("simulateVisit"), "address")).toMatchObject({
      type: "string",
      limits: "Format ipv4; format ipv6.",
    });
  });
});

describe("the search", () => {
  const entries = operationEntries(english.tags);
  const found = (query: string) => find(entries, query).map(({ id }) => id);

  it("finds operations by their name", () => expect(found("shorten a url")[0]).toBe("addLink"));
  it("says on which page they are", () => expect(find(entries, "shorten a url")[0]?.page).toBe("/docs/links"));
  it("finds them by path and method", () => expect(found("DELETE /api/tag")).toEqual(["removeTag"]));
  it("finds operations by a field, and names the field", () => {
    expect(find(entries, "expiryurl")[0]).toMatchObject({ field: "expiryurl" });
    expect(found("EXPIRYURL")).toContain("addLink");
  });
  it("lists names before fields", () => {
    const best = find(entries, "campaign");
    expect(best[0]?.field).toBeUndefined();
    expect(best[0]?.title.toLowerCase()).toContain("campaign");
  });
  it("requires every word", () => expect(found("shorten campaign nonsense")).toEqual([]));
  it("finds nothing for an empty search", () => expect(found("  ")).toEqual([]));
  it("ignores accents in titles", () => {
    const entry = { page: "/docs", id: "x", title: "Einen Link kürzen", method: "POST", path: "/", fields: [] };
    expect(find([entry], "kurzen")).toHaveLength(1);
    expect(find([entry], "Kürz")).toHaveLength(1);
  });
  it("shows a limited number", () => expect(found("a")).toHaveLength(20));
});

describe("a call", () => {
  const callOf = (id: string) => operations.find((operation) => operation.id === id)?.call as Call;

  it.each(operations)("of $id has its sample values", ({ call, curl }) => {
    const values = Object.fromEntries(call.inputs.map(({ name, sample }) => [name, sample]));
    const address = writeAddress(call, values);
    expect(address).not.toBeNull();
    expect(address).not.toContain("{");
    expect(curl).toContain(address?.split("?")[0]);
  });

  it("says that a part of its path is missing", () => expect(writeAddress(callOf("showLink"), { id: " " })).toBeNull());

  it("escapes what was typed, and leaves out empty values", () => {
    expect(writeAddress(callOf("showLink"), { id: "7/../8?x" })).toBe("/api/url/7%2F..%2F8%3Fx");
    expect(writeAddress(callOf("listLinks"), { q: "a&b=c", tag: "", limit: "2" })).toBe(
      "/api/urls?limit=2&q=a%26b%3Dc",
    );
  });

  it("is one command, with any content, and never contains the key", () => {
    const body = `{"title": "it's $HOME; \`rm\`"}`;
    expect(writeCurl({ method: "PUT", url: "https://go.test/api/url/1/update?a=b&c", open: false, body })).toBe(
      [
        "curl -X PUT 'https://go.test/api/url/1/update?a=b&c'",
        `-H "Authorization: Bearer $KEY"`,
        `-H "Content-Type: application/json"`,
        `-d '{"title": "it'\\''s $HOME; \`rm\`"}'`,
      ].join(" \\\n  "),
    );
    expect(writeCurl({ method: "GET", url: "https://go.test/api/health", open: true })).toBe(
      "curl https://go.test/api/health",
    );
  });
});
