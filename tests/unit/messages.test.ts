import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Tree = { [key: string]: string | Tree };

// Refusals are found by code: see refusals.test.ts.
const namespaces = readdirSync("messages/en")
  .map((file) => file.replace(".json", ""))
  .filter((name) => name !== "refusals");

const flat = (tree: Tree, prefix = ""): [key: string, words: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

/** Every message of a language, by its key with the namespace. */
const messagesOf = (locale: string) =>
  new Map(
    namespaces.flatMap((name) => flat(JSON.parse(readFileSync(`messages/${locale}/${name}.json`, "utf8")), `${name}.`)),
  );

/** The names in braces and tags, which the code fills in. */
const placeholders = (words: string) =>
  [
    ...new Set(
      [...words.matchAll(/(?<!(?:\bone|\bother|\bscans|\bvisits|=\d+) )\{(\w+)|<(\w+)>/g)].map(([found]) => found),
    ),
  ].sort();

const sources = ["app", "components", "lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), "utf8") })),
);

const english = messagesOf("en");

describe.each(readdirSync("messages").filter((locale) => locale !== "en"))("the words in %s", (locale) => {
  const words = messagesOf(locale);

  it("are complete, and no more than the English ones", () => {
    expect(readdirSync(`messages/${locale}`)).toEqual(readdirSync("messages/en"));
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("leave the same places to fill in", () => {
    for (const [key, text] of english)
      expect([key, placeholders(words.get(key) ?? "")]).toEqual([key, placeholders(text)]);
  });
});

describe("the English words", () => {
  it("are all used", () => {
    const unused = [...english.keys()].filter((key) => !sources.some(({ text }) => mentions(text, key)));
    expect(unused).toEqual([]);
  });
});

describe("a page's words", () => {
  // Biome finds texts between tags; these are in properties that people read or hear.
  const properties =
    /\s(?:aria-label|alt|label|title|description|placeholder|lead|legend|note|submit|nothingFound\w*)="[^"]*\p{L}{2}[^"]*"/gu;
  const examples = /="(?:https?:\/\/\S+|[a-z_]+|\d+)"$/;

  it("come from the catalogue", () => {
    const pages = sources.filter(({ path }) => path.endsWith(".tsx") && !path.includes("docs"));
    const found = pages.flatMap(({ path, text }) =>
      [...text.matchAll(properties)].filter(([words]) => !examples.test(words)).map(([words]) => `${path}:${words}`),
    );
    expect(found).toEqual([]);
  });
});

/**
 * Whether a file requests a translation function for a prefix of `key`, and calls it with the rest, with a matching
 * template, or with a variable.
 */
function mentions(text: string, key: string): boolean {
  const functions = [...text.matchAll(/(?:const (\w+) = .*)?(?:use|get)Translations\((?:"([\w.-]+)")?\)/g)];
  const ofMails = /\b(?:mailWords|notifyOwner)\(/.test(text) ? [["", undefined, "mails"]] : [];
  const ofVisitors = /\b[vV]isitorWords\b/.test(text) ? [["", undefined, "visitors"]] : [];
  return [...functions, ...ofMails, ...ofVisitors].some(([, name, namespace]) => {
    if (namespace && !key.startsWith(`${namespace}.`)) return false;
    if (name && new RegExp(`\\b${name}(\\.rich)?\\(\\w+[,)]`).test(text)) return true;
    const rest = namespace ? key.slice(namespace.length + 1) : key;
    return [...text.matchAll(/["`]((?:[\w.-]|\$\{[^}]+\})+)["`]/g)].some(([, used = ""]) =>
      new RegExp(`^${used.replaceAll(".", "\\.").replace(/\$\{[^}]+\}/g, "[\\w-]+")}$`).test(rest),
    );
  });
}
