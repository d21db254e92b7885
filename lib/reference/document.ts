import type { oas31 } from "zod-openapi";
import { openApiOf } from "@/lib/api/openapi";
import { baseUrl } from "@/lib/env";
import { sections } from "./sections";

const description = `Create short links, change them and read what was counted of them.

Every response is JSON with \`error\`: \`0\` for success, \`1\` for failure. Send \`Authorization: Bearer <key>\` with every request.`;

let document: oas31.OpenAPIObject | undefined;

/** The OpenAPI document of this service, made when it is first asked for. */
export function openApiDocument(): oas31.OpenAPIObject {
  document ??= openApiOf({
    info: { title: "Signpost API", version: "3", description, license: { name: "MIT", identifier: "MIT" } },
    server: baseUrl(),
    sections,
  });
  return document;
}
