// Names each message key that a language lacks or has alone, and each that code uses and English lacks. The type check
// finds the last kind too, but shows all the keys there are.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Returns all keys of a language's messages, by its namespaces: `links.title`. */
function keysOf(/** @type {Record<string, unknown>} */ messages, prefix = "") {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string"
      ? [prefix + key]
      : keysOf(/** @type {Record<string, unknown>} */ (value), `${prefix}${key}.`),
  );
}

/** Returns what is wrong between English and the other languages, each as keys by language. */
export function differences(/** @type {Record<string, Record<string, unknown>>} */ { en, ...others }) {
  const english = new Set(keysOf(en));
  return Object.entries(others).flatMap(([locale, messages]) => {
    const keys = new Set(keysOf(messages));
    return [
      ...[...english.difference(keys)].map((key) => `messages/${locale} lacks ${key}.`),
      ...[...keys.difference(english)].map((key) => `messages/${locale} has ${key}, which English lacks.`),
    ];
  });
}

const declaration = /const (\w+) = (?:await )?(?:use|get)Translations\((?:"([\w.-]+)")?\)/g;

/** Returns the keys that a file's code asks for by name and that are not in `english`, with their lines. */
export function unknownKeys(
  /** @type {string} */ file,
  /** @type {string} */ source,
  /** @type {Set<string>} */ english,
) {
  /** @type {Map<string, string[]>} */
  const namespaces = new Map();
  for (const [, name = "", namespace = ""] of source.matchAll(declaration))
    namespaces.set(name, [...(namespaces.get(name) ?? []), namespace && `${namespace}.`]);
  return [...namespaces].flatMap(([name, possible]) =>
    [...source.matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.(?:rich|markup|raw))?\\(\\s*"([^"]+)"`, "g"))].flatMap(
      ({ index, 1: key }) => {
        if (possible.some((namespace) => english.has(namespace + key))) return [];
        const line = source.slice(0, index).split("\n").length;
        return [`${file}:${line} uses ${possible[0]}${key}, which English lacks.`];
      },
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(join(import.meta.dirname, ".."));
  const read = (/** @type {string} */ locale) =>
    Object.fromEntries(
      readdirSync(`messages/${locale}`).map((file) => [
        file.replace(".json", ""),
        JSON.parse(readFileSync(`messages/${locale}/${file}`, "utf8")),
      ]),
    );
  const messages = Object.fromEntries(readdirSync("messages").map((locale) => [locale, read(locale)]));
  const english = new Set(keysOf(messages.en));
  const sources = globSync("{app,components,lib}/**/*.{ts,tsx}");
  const problems = [
    ...differences(/** @type {any} */ (messages)),
    ...sources.flatMap((file) => unknownKeys(file, readFileSync(file, "utf8"), english)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
