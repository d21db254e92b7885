import type { oas31 } from "zod-openapi";
import { baseUrl } from "@/lib/platform/env";
import { type Example, openApiOf } from "./openapi/document";
import examples from "./openapi/examples.json";
import { sections } from "./openapi/sections";

const description = `Create short links, change them and read what was counted of them.

Every response is JSON with \`error\`: \`0\` for success, \`1\` for failure. Send \`Authorization: Bearer <key>\` with every request.`;

let document: oas31.OpenAPIObject | undefined;

/** The OpenAPI document of this service, made when it is first asked for. */
export function openApiDocument(): oas31.OpenAPIObject {
  document ??= openApiOf({
    info: { title: "Signpost API", version: "3", description, license: { name: "MIT", identifier: "MIT" } },
    server: baseUrl(),
    sections,
    // What a test run sent and was answered: `npm run examples` records it anew.
    examples: examples as Record<string, Example>,
  });
  return document;
}
