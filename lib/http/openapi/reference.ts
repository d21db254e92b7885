import { setImmediate } from "node:timers/promises";
import type { oas31 } from "zod-openapi";
import { baseUrl } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { buildOpenApi, type Example } from "./document";
import { storedDocument } from "./document-answer";
import eventExamples from "./event-examples.json";
import examples from "./examples.json";
import { sections } from "./sections";

const description = `Create short links, change them and read what was counted of them.

A body is JSON or a form, in any charset that it names, and may be compressed as gzip, deflate or br. In a form in parts, a field for the address of a picture may hold the picture itself.

A parameter of a query that is unknown is ignored, unless it looks like one of the operation's own misspelt: that is refused.

Every response is JSON with \`error\`: \`0\` for success, \`1\` for failure. Send \`Authorization: Bearer <key>\` with every request.`;

/** Returns the OpenAPI document of this service. It is created when it is first requested. */
export const openApiDocument = () => processSingleton("openapi-document", made);

/** Returns the same document in the form in which it is sent. */
export const storedOpenApi = () =>
  processSingleton("openapi-stored", async () => storedDocument(await openApiDocument()));

/** Builds one section at a time. All at once would block the process for half a second. */
async function made(): Promise<oas31.OpenAPIObject> {
  const info = { title: "Signpost API", version: "3", description, license: { name: "MIT", identifier: "MIT" } };
  const base = baseUrl();
  const source = { info, server: base, examples: samplesOf(base), eventExamples: atAddress(eventExamples, base) };
  const document: oas31.OpenAPIObject = buildOpenApi({ ...source, sections: [] });
  for (const section of sections) {
    await setImmediate();
    const { tags = [], paths, webhooks, components } = buildOpenApi({ ...source, sections: [section] });
    document.tags?.push(...tags);
    document.paths = { ...document.paths, ...paths };
    document.webhooks = { ...document.webhooks, ...webhooks };
    document.components = {
      ...document.components,
      schemas: { ...document.components?.schemas, ...components?.schemas },
    };
  }
  return document;
}

/** Returns the requests and answers of a test run (`npm run examples`), with the addresses of this instance. */
export function samplesOf(base: string): Record<string, Example> {
  const adapted = ([name, example]: [string, Example]) => {
    // Examples of domains show a domain other than the service's own.
    if (/Domains?$/.test(name)) return [name, example];
    const here = atAddress(example, base);
    // This operation is about a host without a port.
    return [name, name === "allowCertificate" ? { ...here, query: { domain: new URL(base).hostname } } : here];
  };
  return Object.fromEntries(Object.entries(examples).map(adapted));
}

/** Returns a recorded value with the address of this instance. */
export function atAddress<Value>(value: Value, base: string): Value {
  const text = JSON.stringify(value).replaceAll("https://go.example.com", base);
  return JSON.parse(text.replaceAll("go.example.com", new URL(base).host));
}
