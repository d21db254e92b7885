// Generates Prisma's client, the table of API routes for server.ts, the patterns of page addresses, the messages, and
// the names of regions.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { generatePrismaClient } from "./prisma-client.mjs";
import { regions } from "./regions.mjs";
import { keepHash } from "./sources.mjs";

await generatePrismaClient("generated/prisma");

const locales = readdirSync("messages").sort();

mkdirSync("generated", { recursive: true });
writeFileSync("generated/api-routes.ts", apiRoutes());
writeFileSync("generated/page-routes.ts", pageRoutes());
writeFileSync("generated/messages.ts", messages());
writeFileSync("generated/regions.json", regions());
// What is used outside of pages has a file for each namespace, so that the process that redirects loads no others, and
// so has what pages load late.
for (const namespace of ["commands", "mails", "refusals", "visitors"])
  writeFileSync(`generated/${namespace}.ts`, messagesOf(namespace));
keepHash("code");

function apiRoutes() {
  const files = readdirSync("app/api", { recursive: true, withFileTypes: true }).filter(
    (file) => file.name === "route.ts",
  );
  const routes = files.map((file) => relative(".", file.parentPath).split(sep).slice(1));
  return [
    "// Made by scripts/generate.mjs from app/api.",
    ...routes.map((segments, index) => `import * as route${index} from "@/app/${segments.join("/")}/route";`),
    "",
    "/** `:name` matches one segment of the path, `*` any number. */",
    "export const apiRoutes: { path: string; handlers: Record<string, unknown> }[] = [",
    ...routes.map((segments, index) => `  { path: "/${segments.map(pattern).join("/")}", handlers: route${index} },`),
    "];",
    "",
  ].join("\n");
}

function pageRoutes() {
  const files = readdirSync("app", { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /^(page\.tsx|route\.ts)$/.test(name),
  );
  const routes = files
    .map(({ name, parentPath }) => ({ name, segments: relative("app", parentPath).split(sep) }))
    .filter(({ segments: [first] }) => first !== "api")
    .map(({ name, segments }) => ({
      isPage: name === "page.tsx",
      path: `/${segments
        .filter((one) => one && !one.startsWith("("))
        .map(pattern)
        .join("/")}`,
    }));
  const list = (paths) => [...new Set(paths)].sort().map((path) => `  ${JSON.stringify(path)},`);
  return [
    "// Made by scripts/generate.mjs from app.",
    "/** The addresses that Next answers, written as those of the API. */",
    "export const pageRoutes = [",
    ...list(routes.map(({ path }) => path)),
    "];",
    "",
    "/** Those of them that show a page of the application, not visitors' paths, files, downloads or unknown addresses. */",
    "export const applicationPages = [",
    ...list(routes.filter(({ isPage, path }) => isPage && !path.endsWith("*")).map(({ path }) => path)),
    "];",
    "",
  ].join("\n");
}

/** Turns `[id]` into `:id`, and `[...path]` and `[[...path]]` into `*`. */
function pattern(segment) {
  return segment.replace(/^\[+\.\.\..*$/, "*").replace(/^\[(.+)\]$/, ":$1");
}

function messagesOf(namespace) {
  return [
    `// Made by scripts/generate.mjs from messages/*/${namespace}.json.`,
    ...locales.map((locale) => `import ${locale} from "@/messages/${locale}/${namespace}.json";`),
    "",
    `export const ${namespace} = { ${locales.join(", ")} };`,
    "",
  ].join("\n");
}

function messages() {
  const namespaces = readdirSync("messages/en")
    .map((file) => file.replace(".json", ""))
    .sort();
  const variable = (locale, name) => `${locale}_${name.replaceAll("-", "_")}`;
  const english = namespaces.map((name) => `  "${name}": ${readFileSync(`messages/en/${name}.json`, "utf8").trim()};`);
  return [
    "// Made by scripts/generate.mjs from messages.",
    ...locales.flatMap((locale) =>
      namespaces.map((name) => `import ${variable(locale, name)} from "@/messages/${locale}/${name}.json";`),
    ),
    "",
    "export const messages = {",
    ...locales.map((locale) => {
      const members = namespaces.map((name) => `"${name}": ${variable(locale, name)}`);
      return `  ${locale}: { ${members.join(", ")} },`;
    }),
    "};",
    "",
    "/** The English words as literal types: the types of a message's arguments follow from them. */",
    "export interface Messages {",
    ...english,
    "}",
    "",
  ].join("\n");
}
