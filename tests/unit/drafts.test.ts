import { beforeEach, describe, expect, test, vi } from "vitest";
import { dropDraft, dropUserDrafts, keepDraft, readDraft, withKept } from "@/components/ui/drafts";

/** Like a browser's storage, whose entries are properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name: string, text: string) {
    this[name] = text;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

const day = 86_400_000;

describe("a draft", () => {
  test("is stored for a person and an item", () => {
    keepDraft("1.1:link", { url: "https://example.com/" });
    expect(readDraft("1.1:link")?.values).toEqual({ url: "https://example.com/" });
    for (const other of ["2.2:link", "1.1:bio", "1.2:link"]) expect(readDraft(other)).toBeUndefined();
    dropDraft("1.1:link");
    expect(Object.keys(storage)).toEqual([]);
  });

  test("contains no secret at any depth", () => {
    keepDraft("1.1:link", { url: "x", password: "quiet river", data: { wifi: { ssid: "home", pass: "stone" } } });
    expect(JSON.stringify(storage)).not.toMatch(/quiet|stone/);
    expect(readDraft("1.1:link")?.values).toEqual({ url: "x", data: { wifi: { ssid: "home" } } });
  });

  test("is deleted if only a secret is left in it", () => {
    keepDraft("1.1:link", { url: "x", password: "quiet river" });
    keepDraft("1.1:link", { password: "quiet river" });
    expect(Object.keys(storage)).toEqual([]);
  });

  test("has a limited age, size and number", () => {
    keepDraft("1.1:link", { url: "x" });
    expect(readDraft("1.1:link", Date.now() + 31 * day)).toBeUndefined();
    expect(Object.keys(storage)).toEqual([]);
    keepDraft("1.1:link", { url: "x" });
    keepDraft("1.1:link", { url: "x".repeat(200_000) });
    expect(readDraft("1.1:link")?.values).toEqual({ url: "x" });
    vi.useFakeTimers();
    for (let number = 0; number < 30; number++) {
      vi.advanceTimersByTime(1_000);
      keepDraft(`1.1:${number}`, { url: "x" });
    }
    vi.useRealTimers();
    expect(Object.keys(storage)).toHaveLength(20);
    expect(readDraft("1.1:29")).toBeDefined();
    expect(readDraft("1.1:9")).toBeUndefined();
  });

  test("is deleted when its owner logs out, and others' drafts are not", () => {
    for (const key of ["1.1:link", "1.7:bio", "11.11:link"]) keepDraft(key, { url: "x" });
    dropUserDrafts(1);
    expect(Object.keys(storage)).toEqual(["signpost-draft:11.11:link"]);
  });

  test("is empty if the browser stores nothing, or something else", () => {
    storage.setItem("signpost-draft:1.1:link", "{");
    expect(readDraft("1.1:link")).toBeUndefined();
    storage.setItem("signpost-draft:1.1:link", '{"at":1e15,"values":[1]}');
    expect(readDraft("1.1:link")).toBeUndefined();
    vi.stubGlobal("localStorage", undefined);
    keepDraft("1.1:link", { url: "x" });
    expect(readDraft("1.1:link")).toBeUndefined();
  });
});

test("a stored draft fills a form where it still fits", () => {
  const form = { url: "", tags: ["a"], deeplink: { auto: false, apple: "" }, password: "" as string | null };
  const kept = { url: "x", tags: ["b", "c"], deeplink: { auto: true, apple: 7 }, gone: 1 };
  expect(withKept(form, kept)).toEqual({
    ...{ url: "x", tags: ["b", "c"], password: "" },
    deeplink: { auto: true, apple: "" },
  });
  expect(withKept(form, { url: ["x"], tags: "b", deeplink: [] })).toEqual(form);
});
