import type { ZodOpenApiResponseObject } from "zod-openapi";
import { englishOf } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { z } from "@/lib/contract/zod";
import { findCodes } from "./codes";

export const failure = z
  .object({
    error: z.literal(1),
    code: z
      .string()
      .describe("The code of the error. It does not change between versions. Each operation lists its codes."),
    message: z.string().describe("One plain sentence."),
    errors: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .describe("The invalid fields, each with the reason."),
    reasons: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .optional()
      .describe("If the service is not ready: the codes of all problems. `code` is the first of them."),
    results: z
      .array(z.looseObject({ status: z.string() }))
      .optional()
      .describe("If several things were sent and none of them is saved: what became of each, in order."),
    requestId: z.string().optional().describe("With status 500: send it to the operator of the service."),
  })
  .meta({ id: "Failure" });

/** Every header that a response can have. */
export const headers = {
  "X-Request-Id": header("The request's id. The service's log has the same.", "string"),
  "X-RateLimit-Limit": header("Requests allowed in one window.", "integer"),
  "X-RateLimit-Remaining": header("Requests left in this window.", "integer"),
  "X-RateLimit-Reset": header("When the window ends, in Unix seconds.", "integer"),
  "Retry-After": header("Seconds until requests are let through again.", "integer"),
  ETag: header(
    "The version: when its settings last changed. Send it as `If-Match` to change only what you have read.",
    "string",
  ),
  Allow: header("The method that this address answers.", "string"),
  "WWW-Authenticate": header("Always `Bearer`.", "string"),
};

function header(description: string, type: "string" | "integer") {
  return { description, required: true, schema: { type } };
}

/** Returns references to the headers of every response, and to the named ones. */
export function headersWith(...more: (keyof typeof headers)[]) {
  const names = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Answer {
  name: string;
  description: string;
  example: Refusal;
  headers?: (keyof typeof headers)[];
  /** further members of the response in its example */
  more?: object;
}

const refusals: Record<number, Answer> = {
  400: {
    name: "InvalidInput",
    description: "The request is invalid. `errors` names the fields.",
    example: refusal("invalid_input", { field: "url", reason: refusal("required") }),
    more: { errors: [{ path: "url", code: "required", message: "This is required." }] },
  },
  401: {
    name: "Unauthorized",
    description: "The API key is missing, unknown or expired.",
    example: refusal("api_key_required"),
    headers: ["WWW-Authenticate"],
  },
  403: {
    name: "Forbidden",
    description: "Not allowed: your role, API key or plan does not permit it, or only administrators may do it.",
    example: refusal("admin_only"),
  },
  404: {
    name: "NotFound",
    description: "Nothing has this ID, or it belongs to another user.",
    example: refusal("not_found", { what: "link" }),
  },
  405: {
    name: "MethodNotAllowed",
    description: "This address does not support this method.",
    example: refusal("method_not_allowed", { method: "GET" }),
    headers: ["Allow"],
  },
  408: {
    name: "TooSlow",
    description: "The body did not arrive within a minute. Nothing was saved.",
    example: refusal("body_too_slow"),
  },
  409: {
    name: "Conflict",
    description:
      "A conflict: a value that must be unique is already in use, something that the request refers to changed at the same moment, or the `Idempotency-Key` was already used for a different request.",
    example: refusal("alias_taken"),
  },
  412: {
    name: "Changed",
    description: "It was changed after you read it: its `ETag` is no longer the one in `If-Match`. Nothing was saved.",
    example: refusal("changed_since_read"),
  },
  413: {
    name: "TooLarge",
    description: "The body is larger than 1 MiB, either as sent or after decompression.",
    example: refusal("body_too_large"),
  },
  415: {
    name: "UnsupportedType",
    description: "The body's content type is neither JSON nor a form, or its charset or compression is not supported.",
    example: refusal("body_type_unknown"),
  },
  429: {
    name: "RateLimited",
    description: "You have reached the rate limit. Wait for the number of seconds in `Retry-After`.",
    example: refusal("rate_limited"),
    headers: ["Retry-After"],
  },
  500: {
    name: "InternalError",
    description: "Something went wrong in the service. You can find the request ID in its log.",
    example: refusal("internal_error"),
    more: { requestId: "5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" },
  },
  503: {
    name: "Unavailable",
    description:
      "The database cannot be reached or cannot save anything, the service is too busy, or the request took too long. Please try again soon.",
    example: refusal("database_unreachable"),
    headers: ["Retry-After"],
  },
};

/** The refusals as components, to which operations refer. */
export const refusalComponents: Record<string, ZodOpenApiResponseObject> = Object.fromEntries(
  Object.values(refusals).map(({ name, description, example, more, headers = [] }) => [
    name,
    {
      description,
      headers: headersWith(...headers),
      content: {
        "application/json": {
          schema: failure,
          example: { error: 1, code: example.code, message: englishOf(example), ...more },
        },
      },
    },
  ]),
);

/** Returns references to the refusals that are possible for this operation, by status. */
export function listRefusals(operation: Operation) {
  const possible = findCodes(operation);
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([status]) => status in possible)
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
