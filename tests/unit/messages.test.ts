import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { locales } from "@/lib/contract/locales";
import { elementsOf, filledIn, pluralForms } from "../support/message-elements";
import { namesInAllLanguages, sameInEnglish } from "../support/same-in-english";

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ""): [key: string, words: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

/** Every message of a language, by its key with the namespace. */
const messagesOf = (locale: string) =>
  new Map(
    readdirSync(`messages/${locale}`).flatMap((file) =>
      flat(JSON.parse(readFileSync(`messages/${locale}/${file}`, "utf8")), `${file.replace(".json", "")}.`),
    ),
  );

const sources = ["app", "components", "lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), "utf8") })),
);

const english = messagesOf("en");

/** Returns the messages that `fault` finds something wrong with, each with its key and what is wrong. */
const faultsIn = (words: Map<string, string>, fault: (words: string, key: string) => string | undefined) =>
  [...words].flatMap(([key, text]) => {
    const found = fault(text, key);
    return found === undefined ? [] : [`${key}: ${found}`];
  });

it("has a folder of messages for each language, and no other", () => {
  expect(readdirSync("messages").sort()).toEqual([...locales].sort());
});

describe.each(locales.filter((locale) => locale !== "en"))("the words in %s", (locale) => {
  const words = messagesOf(locale);
  const same = [...namesInAllLanguages, ...sameInEnglish[locale]];
  const isSame = (text: string, key: string) => text === english.get(key) && hasLetters(text, locale);

  it("have exactly the keys of the English ones", () => {
    expect(readdirSync(`messages/${locale}`)).toEqual(readdirSync("messages/en"));
    expect([...english.keys()].filter((key) => !words.has(key))).toEqual([]);
    expect([...words.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  it("have the same arguments and tags", () => {
    const faults = faultsIn(words, (text, key) => {
      const [present, wanted] = [
        filledIn(elementsOf(text, locale)),
        filledIn(elementsOf(english.get(key) ?? "", "en")),
      ];
      // Refusals may leave arguments out.
      const missing = key.startsWith("refusals.") ? [] : wanted.filter((name) => !present.includes(name));
      const more = present.filter((name) => !wanted.includes(name));
      return missing.length + more.length > 0 ? `without ${missing}, and with ${more}` : undefined;
    });
    expect(faults).toEqual([]);
  });

  it("have the plural forms of the language", () => {
    const rules = new Intl.PluralRules(locale);
    const known: string[] = rules.resolvedOptions().pluralCategories;
    // Forms for millions or fractions alone may be left out.
    const wanted = [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
    const faults = faultsIn(words, (text) => {
      const wrong = pluralForms(elementsOf(text, locale)).filter(
        (forms) =>
          forms.some((form) => !known.includes(form)) ||
          (forms.length > 1 && wanted.some((form) => !forms.includes(form))),
      );
      return wrong.length > 0 ? wrong.join("; ") : undefined;
    });
    expect(faults).toEqual([]);
  });

  it("are translated", () => {
    expect(faultsIn(words, (text, key) => (isSame(text, key) && !same.includes(text) ? text : undefined))).toEqual([]);
    const needed = new Set([...words].filter(([key, text]) => isSame(text, key)).map(([, text]) => text));
    expect(sameInEnglish[locale].filter((text) => !needed.has(text))).toEqual([]);
  });
});

describe("the English words", () => {
  it("are all used", () => {
    // Refusals are found by code: see refusals.test.ts.
    const ofPages = [...english.keys()].filter((key) => !key.startsWith("refusals."));
    const requests = sources.map(({ text }) => requestsOf(text)).filter(({ functions }) => functions.length > 0);
    const unused = ofPages.filter((key) => !requests.some((each) => mentions(each, key)));
    expect(unused).toEqual([]);
  });
});

describe("a page's words", () => {
  // Biome finds texts between tags; these are in properties that people read or hear.
  const properties =
    /\s(?:aria-label|alt|label|title|description|placeholder|lead|legend|note|submit|nothingFound\w*)="[^"]*\p{L}{2}[^"]*"/gu;
  const examples = /="(?:https?:\/\/\S+|[a-z_]+|\d+)"$/;

  it("come from the messages", () => {
    const pages = sources.filter(({ path }) => path.endsWith(".tsx") && !path.includes("docs"));
    const found = pages.flatMap(({ path, text }) =>
      [...text.matchAll(properties)].filter(([words]) => !examples.test(words)).map(([words]) => `${path}:${words}`),
    );
    expect(found).toEqual([]);
  });
});

/** Returns whether a message has words besides the places that the code fills in. */
const hasLetters = (text: string, locale: string) =>
  elementsOf(text, locale).some(({ type, value }) => type === 0 && /\p{L}/u.test(value));

/** What a file requests: translation functions, each for a namespace or for all, and what it may call them with. */
function requestsOf(text: string) {
  const functions = [
    ...text.matchAll(/(?:const (\w+) = .*)?(?:(?:use|get)Translations|pageTitle)\((?:"([\w.-]+)")?[,)]/g),
  ].map(([, name, namespace]) => ({
    namespace,
    withVariable: name !== undefined && new RegExp(`\\b${name}(\\.rich)?\\(\\w+[,)]`).test(text),
  }));
  if (/\b(?:mailWords|notifyOwner)\(/.test(text)) functions.push({ namespace: "mails", withVariable: false });
  if (/\b[vV]isitorWords\b/.test(text)) functions.push({ namespace: "visitors", withVariable: false });
  const used = [...text.matchAll(/["`]((?:[\w.-]|\$\{[^}]+\})+)["`]/g)].map(([, words = ""]) => words);
  const templates = used.filter((words) => words.includes("${"));
  return {
    functions,
    keys: new Set(used),
    patterns: templates.map(
      (words) => new RegExp(`^${words.replaceAll(".", "\\.").replace(/\$\{[^}]+\}/g, "[\\w-]+")}$`),
    ),
  };
}

/**
 * Returns whether a file requests a translation function for a prefix of `key`, and calls it with the rest, with a
 * matching template, or with a variable.
 */
const mentions = ({ functions, keys, patterns }: ReturnType<typeof requestsOf>, key: string): boolean =>
  functions.some(({ namespace, withVariable }) => {
    if (namespace && !key.startsWith(`${namespace}.`)) return false;
    const rest = namespace ? key.slice(namespace.length + 1) : key;
    return withVariable || keys.has(rest) || patterns.some((pattern) => pattern.test(rest));
  });
