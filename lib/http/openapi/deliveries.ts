import { createSchema, type oas31, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "@/lib/contract/zod";

/** An event that webhooks receive. */
export interface EventContract {
  /** one sentence */
  sent: string;
  body: z.ZodObject;
}

/** The headers of every delivery, as in Standard Webhooks 1.0.0. */
const headers = {
  "webhook-id": {
    description: "The ID of the delivery. It is the same at each attempt: use it to ignore repetitions.",
    example: "msg_0193d2a1-7c4e-4b5f-9a60-1f2e3d4c5b6a",
  },
  "webhook-timestamp": {
    description:
      "When this attempt was made, in Unix seconds. Reject a delivery whose time differs from your clock by more than five minutes.",
    example: "1801418400",
  },
  "webhook-signature": {
    description:
      "`v1,` and the Base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the part of the secret after `whsec_`, decoded from Base64. For 24 hours after the secret was replaced, there are two signatures with a space between them.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
};

/** The headers as components, to which events refer. */
export const deliveryHeaders = Object.fromEntries(
  Object.entries(headers).map(([name, { description, example }]) => [
    name,
    { name, in: "header" as const, required: true, description, schema: { type: "string" as const }, example },
  ]),
);

/** The two results of a delivery as components, to which events refer. */
export const deliveryResults = {
  Delivered: { description: "Delivered. The body of your response is ignored." },
  DeliveredAgain: {
    description:
      "If you answer with any other status, including a redirect, or not within 15 seconds, the delivery is repeated after 5 seconds, 15 seconds and so on, up to every 4 hours, for three days. If all deliveries fail for three days, the webhook is paused.",
  },
};

/** Returns the name of an event's schema: `LinkCreatedEvent`. */
const schemaName = (type: string) =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** Returns the schemas of the bodies of events, and of what they refer to, as components. */
export function eventSchemas(
  events: Record<string, EventContract>,
  override: ZodOpenApiOverride,
): Record<string, oas31.SchemaObject> {
  const bodies = Object.entries(events).map(([type, { body }]) => [schemaName(type), body]);
  // Bodies of requests are documented as input. These are output, like responses: the service creates them.
  const { schema, components } = createSchema(z.object(Object.fromEntries(bodies)), {
    ...{ io: "output", openapiVersion: "3.1.1", opts: { override } },
  });
  // The type also allows the additions of OpenAPI 3.2, but no schema uses them.
  return { ...components, ...(schema as oas31.SchemaObject).properties } as Record<string, oas31.SchemaObject>;
}

/** Returns the `webhooks` of the OpenAPI document. */
export const describeWebhooks = (
  tag: string,
  events: Record<string, EventContract>,
  examples: Record<string, unknown>,
): ZodOpenApiPathsObject =>
  Object.fromEntries(
    Object.entries(events).map(([type, { sent }]) => [
      type,
      {
        post: {
          tags: [tag],
          summary: sent,
          security: [],
          parameters: Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: `#/components/schemas/${schemaName(type)}` },
                example: examples[type],
              },
            },
          },
          responses: {
            "2XX": { $ref: "#/components/responses/Delivered" },
            default: { $ref: "#/components/responses/DeliveredAgain" },
          },
        },
      },
    ]),
  );
