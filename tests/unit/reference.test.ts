import { describe, expect, it } from "vitest";
import { find } from "@/components/docs/find";
import { operationEntries } from "@/components/docs/operation-entries";
import { type AppLocale, locales } from "@/lib/contract/locales";
import { curlOf } from "@/lib/http/openapi/curl";
import { openApiDocument } from "@/lib/http/openapi/reference";
import { addressOf, type Call } from "@/lib/http/openapi/reference-call";
import { referenceIn, translated, translations } from "@/lib/http/openapi/reference-in";
import { refusalEntries, tagEntries } from "@/lib/http/openapi/reference-pages";
import { baseUrl } from "@/lib/platform/env";

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
    for (const locale of untranslated) expect(await referenceIn(locale)).toEqual(english);
  });

  it("is what a German reader gets", async () => {
    const shorten = (await referenceIn("de")).tags.flatMap((tag) => tag.operations).find(({ id }) => id === "addLink");
    expect(shorten).toMatchObject({ summary: "Eine URL kürzen", path: "/api/url/add" });
    expect(shorten?.bodyFields.find(({ name }) => name === "url")?.description).toBe(
      "Das Ziel: http oder https. Mit `split` kann es fehlen: Dann ist es das erste dieser Ziele.",
    );
  });

  it("defines fields that many operations share once", async () => {
    const operations = (await referenceIn("de")).tags.flatMap(({ operations }) => operations);
    const fields = (id: string) => operations.find((operation) => operation.id === id)?.bodyFields;
    const [added, changed] = ["addLink", "changeLink"].map((id) =>
      fields(id)?.find(({ name }) => name === "geotarget"),
    );
    expect(added?.fields.length).toBeGreaterThan(0);
    expect(added?.fields).toBe(changed?.fields);
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
    const address = addressOf(call, values);
    expect(address).not.toBeNull();
    expect(address).not.toContain("{");
    expect(curl).toContain(address?.split("?")[0]);
  });

  it("says that a part of its path is missing", () => expect(addressOf(callOf("showLink"), { id: " " })).toBeNull());

  it("escapes what was typed, and leaves out empty values", () => {
    expect(addressOf(callOf("showLink"), { id: "7/../8?x" })).toBe("/api/url/7%2F..%2F8%3Fx");
    expect(addressOf(callOf("listLinks"), { q: "a&b=c", tag: "", limit: "2" })).toBe("/api/urls?limit=2&q=a%26b%3Dc");
  });

  it("is one command, with any content, and never contains the key", () => {
    const body = `{"title": "it's $HOME; \`rm\`"}`;
    expect(curlOf({ method: "PUT", url: "https://go.test/api/url/1/update?a=b&c", open: false, body })).toBe(
      [
        "curl -X PUT 'https://go.test/api/url/1/update?a=b&c'",
        `-H "Authorization: Bearer $KEY"`,
        `-H "Content-Type: application/json"`,
        `-d '{"title": "it'\\''s $HOME; \`rm\`"}'`,
      ].join(" \\\n  "),
    );
    expect(curlOf({ method: "GET", url: "https://go.test/api/health", open: true })).toBe(
      "curl https://go.test/api/health",
    );
  });
});
