import { curlOf } from "./curl";

/** A request for the samples. The key is not part of it: each sample reads the key from the environment. */
export interface SampleRequest {
  method: string;
  /** the names of the reader's own ids are in braces: `/api/url/{id}` */
  url: string;
  /** whether it works without a key */
  open: boolean;
  body?: unknown;
  /** whether the answer is a file rather than JSON */
  isFile: boolean;
}

/** Returns the request in four languages, in the format of OpenAPI's `x-codeSamples`. */
export const codeSamplesOf = (request: SampleRequest) => [
  { lang: "Shell", label: "curl", source: inCurl(request) },
  { lang: "JavaScript", label: "JavaScript", source: inJavaScript(request) },
  { lang: "Python", label: "Python", source: inPython(request) },
  { lang: "PHP", label: "PHP", source: inPhp(request) },
];

/** Returns the URL as an expression of a language. Ids come from the environment, like the key. */
function urlAs(
  url: string,
  text: (plain: string) => string,
  withIds: (inserted: (id: (name: string) => string) => string) => string,
) {
  return /\{\w+\}/.test(url)
    ? withIds((id) => url.replace(/\{(\w+)\}/g, (_, name: string) => id(name.toUpperCase())))
    : text(url);
}

function inCurl({ body, url, ...request }: SampleRequest): string {
  const command = curlOf({ ...request, url, body: body === undefined ? undefined : JSON.stringify(body) });
  return command.replace(`'${url}'`, () =>
    urlAs(
      url,
      (plain) => plain,
      (inserted) => `"${inserted((name) => `$${name}`)}"`,
    ),
  );
}

function inJavaScript({ method, url, open, body, isFile }: SampleRequest): string {
  const headers = [
    ...(open ? [] : [["Authorization", `\`Bearer \${process.env.KEY}\``]]),
    ...(body === undefined ? [] : [["Content-Type", '"application/json"']]),
  ].map(([name, value]) => `    ${JSON.stringify(name)}: ${value},`);
  const options = [
    method !== "GET" && `  method: "${method}",`,
    headers.length > 0 && `  headers: {\n${headers.join("\n")}\n  },`,
    body !== undefined && `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
  ].filter((line) => line !== false);
  const sent = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return `const response = await fetch(${urlAs(url, JSON.stringify, (inserted) => `\`${inserted((name) => `\${process.env.${name}}`)}\``)}${sent});
console.log(await response.${isFile ? "blob" : "json"}());`;
}

function inPython({ method, url, open, body, isFile }: SampleRequest): string {
  const address = urlAs(url, JSON.stringify, (inserted) => `f"${inserted((name) => `{os.environ['${name}']}`)}"`);
  const given = [
    `    ${address},`,
    !open && `    headers={"Authorization": f"Bearer {os.environ['KEY']}"},`,
    body !== undefined && `    json=${literal(body, pythonWords)},`,
  ].filter((line) => line !== false);
  return `${open && !address.startsWith("f") ? "" : "import os\n\n"}import requests

response = requests.${method.toLowerCase()}(
${given.join("\n")}
)
print(${isFile ? "len(response.content)" : "response.json()"})`;
}

function inPhp({ method, url, open, body, isFile }: SampleRequest): string {
  const headers = [
    !open && `"Authorization: Bearer " . getenv("KEY")`,
    body !== undefined && `"Content-Type: application/json"`,
  ].filter((line) => line !== false);
  const options = [
    `    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`,
    headers.length > 0 && `    CURLOPT_HTTPHEADER => [${headers.join(", ")}],`,
    body !== undefined && `    CURLOPT_POSTFIELDS => json_encode(${literal(body, phpWords)}),`,
    "    CURLOPT_RETURNTRANSFER => true,",
  ].filter((line) => line !== false);
  return `<?php
$curl = curl_init(${urlAs(url, phpText, (inserted) => `"${inserted((name) => `" . getenv("${name}") . "`)}"`)});
curl_setopt_array($curl, [
${options.join("\n")}
]);
${isFile ? "echo strlen(curl_exec($curl));" : "print_r(json_decode(curl_exec($curl), true));"}`;
}

/** In single quotes, PHP treats only the backslash and the quote as special. */
const phpText = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** How a language writes the values of JSON. */
interface Words {
  values: { true: string; false: string; null: string };
  text(text: string): string;
  list: [open: string, close: string];
  members: [open: string, between: string, close: string];
  noMembers: string;
}

const pythonWords: Words = {
  values: { true: "True", false: "False", null: "None" },
  // Python understands all escapes of JSON.
  text: (text) => JSON.stringify(text),
  list: ["[", "]"],
  members: ["{", ": ", "}"],
  noMembers: "{}",
};

const phpWords: Words = {
  values: { true: "true", false: "false", null: "null" },
  text: phpText,
  list: ["[", "]"],
  members: ["[", " => ", "]"],
  // `json_encode([])` is an empty list.
  noMembers: "new stdClass()",
};

function literal(value: unknown, words: Words, indent = "    "): string {
  if (typeof value === "string") return words.text(value);
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return words.values[String(value ?? null) as "true"];
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? words.list : [words.members[0], words.members[2]];
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, words, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${words.text(name)}${words.members[1]}${literal(item, words, deeper)}`,
      );
  if (parts.length === 0) return Array.isArray(value) ? open + close : words.noMembers;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}
