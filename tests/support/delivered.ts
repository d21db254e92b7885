import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "vitest";
import type { oas31 } from "zod-openapi";
import { deliveredEvents } from "@/lib/resources/webhooks/payloads";
import { document } from "./schemas";

const documentId = "openapi.json";
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, documentId);

/** Throws if the body of a delivery does not match the schema of its event in the OpenAPI document. */
export function expectDocumented(body: string): void {
  const sent: { type: string } = JSON.parse(body);
  const { requestBody } = document.webhooks?.[sent.type]?.post ?? {};
  const { content = {} } = (requestBody ?? {}) as Partial<oas31.RequestBodyObject>;
  const { $ref = "" } = (content["application/json"]?.schema ?? {}) as Partial<oas31.ReferenceObject>;
  const validate = ajv.getSchema(`${documentId}${$ref}`);
  validate?.(sent);
  expect([sent.type, validate?.errors], body).toEqual([sent.type, null]);
  // Parsing drops members that are not documented, so this fails if there are any.
  expect(deliveredEvents[sent.type]?.body.parse(sent)).toEqual(sent);
}
