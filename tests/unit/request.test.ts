import { describe, expect, it } from "vitest";
import { readInput } from "@/lib/contract/body/body";
import { AppError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { createLinkBody } from "@/lib/resources/links/schema";

/** The refusal that `run` throws; any other error fails the test. */
async function refusal(run: () => unknown): Promise<AppError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

const request = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
  new Request("http://localhost/", { method: "POST", body, headers });

describe("a body", () => {
  it.each([
    ...["application/json", "application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"],
    "text/plain;charset=UTF-8",
  ])("is accepted as %s", async (type) => {
    expect(await readInput(request('{"a":"é"}', { "content-type": type }))).toEqual({ a: "é" });
  });

  it("that ends early is the client's error, and not an outage", async () => {
    const broken = new ReadableStream({
      pull: () => Promise.reject(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    const cut = new Request("http://localhost/", { method: "POST", body: broken, duplex: "half" } as RequestInit);
    expect(await refusal(() => readInput(cut))).toMatchObject({
      kind: "invalid",
      message: "The connection closed before the whole body arrived. Please send the request again.",
    });
  });

  it("may be left out", async () => {
    expect(await readInput(new Request("http://localhost/", { method: "DELETE" }))).toEqual({});
    expect(await readInput(request("", {}))).toEqual({});
  });

  it.each(["text/html", "text/plainly", "application/jsonp", "text/json; application/json", "form"])(
    "is rejected as %j",
    async (type) => {
      expect(await refusal(() => readInput(request("{}", { "content-type": type })))).toMatchObject({
        kind: "unsupported_type",
      });
    },
  );

  it.each(["{", "{'a':1}", "undefined", '{"a":1,}', "\u0000", '{"a":1}{}'])("is rejected if it is %j", async (body) => {
    expect(await refusal(() => readInput(request(body)))).toMatchObject({ kind: "invalid" });
  });

  it("is rejected if it is not UTF-8", async () => {
    const latin1 = Buffer.from('{"a":"é"}', "latin1");
    expect(await refusal(() => readInput(request(latin1)))).toMatchObject({ kind: "invalid" });
  });

  it("can have exactly 1 MiB", async () => {
    const text = "x".repeat(1024 * 1024 - 2);
    expect(await readInput(request(`"${text}"`))).toBe(text);
    expect(await refusal(() => readInput(request(`"${text}x"`)))).toMatchObject({ kind: "too_large" });
    const claimed = { "content-type": "application/json", "content-length": String(1024 * 1024 + 1) };
    expect(await refusal(() => readInput(request("{}", claimed)))).toMatchObject({ kind: "too_large" });
  });
});

describe("the shape of a body", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const list = (length: number) => `[${Array(length).fill(1).join(",")}]`;
  const named = (length: number) => `{"${"é".repeat(length)}":1}`;

  it.each([
    [nested(32), nested(33), "The body is nested more than 32 levels deep."],
    [list(4_999), list(5_001), "The body has more than 5,000 values."],
    [named(200), named(201), "The body has a field name of more than 200 characters."],
  ])("is limited before its content is read", async (widest, beyond, message) => {
    const anything = z.unknown();
    expect(parse(anything, await readInput(request(widest)))).toEqual(JSON.parse(widest));
    const readAndParse = async () => parse(anything, await readInput(request(beyond)));
    expect(await refusal(readAndParse)).toMatchObject({ kind: "invalid", message });
    // Server actions receive values instead of text.
    expect(await refusal(() => parse(anything, JSON.parse(beyond)))).toMatchObject({ kind: "invalid", message });
  });

  it("is checked before the text is parsed, which can take long", async () => {
    const message = "The body is nested more than 32 levels deep.";
    expect(await refusal(() => readInput(request("[".repeat(500_000))))).toMatchObject({ message });
    const names = `{${Array.from({ length: 5_001 }, (_, index) => `"k${index}":1`)}`;
    expect(await refusal(() => readInput(request(names)))).toMatchObject({
      message: "The body has more than 5,000 values.",
    });
    const long = `{"${"k".repeat(400_000)}":`;
    expect(await refusal(() => readInput(request(long)))).toMatchObject({
      message: "The body has a field name of more than 200 characters.",
    });
  });

  it("ignores brackets, commas and colons in texts", async () => {
    const text = `\\"${"[{,:".repeat(5_000)}\\`;
    expect(await readInput(request(JSON.stringify({ text, [text.slice(0, 100)]: text })))).toMatchObject({ text });
  });
});

describe("an invalid input", () => {
  it("is rejected in few words, however much is wrong", async () => {
    const texts = z.record(z.string(), z.array(z.string()));
    const name = "k".repeat(200);
    for (const value of ["\0", 1]) {
      const error = await refusal(() =>
        parse(z.object({ [name]: texts }), { [name]: { [name]: Array(4_000).fill(value) } }),
      );
      expect(error.fields).toHaveLength(20);
      expect(error.fields?.every(({ path }) => path.length === 200)).toBe(true);
    }
    const talkative = z.unknown().refine(() => false, { error: "x".repeat(100_000) });
    expect((await refusal(() => parse(talkative, 1))).message).toHaveLength(1_000);
  });

  it("is rejected with a sentence about the first field, and a list of all", async () => {
    const error = await refusal(() => parse(createLinkBody, { url: 5, custom: ["a"], clicklimit: "many" }));
    expect(error.kind).toBe("invalid");
    expect(error.message).toBe("url: This must be text.");
    expect(error.fields?.map(({ path }) => path)).toEqual(["url", "custom", "clicklimit"]);
  });

  it("names a nested field by its dotted path", async () => {
    const geotarget = [
      { location: "FR", link: "https://a.example/" },
      { location: "FR", link: "ftp://a.example/" },
    ];
    const error = await refusal(() => parse(createLinkBody, { url: "https://a.example/", geotarget }));
    expect(error.fields).toEqual([
      { path: "geotarget.1.link", code: "url_not_http", message: "Only http and https addresses are allowed." },
    ]);
  });

  it("says that a required field is missing", async () => {
    expect((await refusal(() => parse(createLinkBody, {}))).message).toBe("url: This is required.");
  });

  it.each([[null], [[]], ["text"], [5], [true]])("must be an object: %j", async (input) => {
    expect((await refusal(() => parse(createLinkBody, input))).message).toBe("This must be an object.");
  });

  // Postgres can store neither, so each would cause a database error.
  it.each([
    ["a NUL", "a\0b"],
    ["half of a surrogate pair", "a\ud83d"],
  ])("is rejected if a text contains %s, at any depth", async (_, text) => {
    const schema = z.object({ name: z.string(), list: z.array(z.object({ value: z.string() })).optional() });
    expect((await refusal(() => parse(schema, { name: text }))).fields?.[0]?.path).toBe("name");
    const nested = { name: "fine", list: [{ value: "fine 🚀" }, { value: text }] };
    expect((await refusal(() => parse(schema, nested))).fields?.[0]?.path).toBe("list.1.value");
    expect(parse(schema, { name: "fine", unknown: text })).toEqual({ name: "fine" });
  });
});
