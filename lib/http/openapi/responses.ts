import type { ZodOpenApiResponseObject } from "zod-openapi";
import { type Operation, takesIdempotencyKey } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

const failure = z
  .object({
    error: z.literal(1),
    message: z.string().describe("One plain sentence."),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe("What is wrong, field by field, where fields are to blame."),
    requestId: z.string().optional().describe("With status 500: quote it to whoever runs the service."),
  })
  .meta({ id: "Failure" });

/** Every header that a response can have. */
export const headers = {
  "X-Request-Id": header("The request's id. The service's log has the same.", "string"),
  "X-RateLimit-Limit": header("Requests allowed in one window.", "integer"),
  "X-RateLimit-Remaining": header("Requests left in this window.", "integer"),
  "X-RateLimit-Reset": header("When the window ends, in Unix seconds.", "integer"),
  "Retry-After": header("Seconds until requests are let through again.", "integer"),
  Allow: header("The method that this address answers.", "string"),
  "WWW-Authenticate": header("Always `Bearer`.", "string"),
};

function header(description: string, type: "string" | "integer") {
  return { description, required: true, schema: { type } };
}

/** References to the headers of every response and to those named. */
export function headersWith(...more: (keyof typeof headers)[]) {
  const names = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Refusal {
  name: string;
  description: string;
  message: string;
  headers?: (keyof typeof headers)[];
  /** what a response holds besides, in its example */
  more?: object;
  /** whether an operation can be refused in this way */
  of(operation: Operation): boolean;
}

const always = () => true;
const hasBody = ({ body }: Operation) => body !== undefined;

const refusals: Record<number, Refusal> = {
  400: {
    name: "InvalidInput",
    description: "Something in the request is wrong; `errors` names the fields.",
    message: "url: This is required.",
    more: { errors: [{ path: "url", message: "This is required." }] },
    of: ({ params, query, body, refuses }) => Boolean(params ?? query ?? body ?? refuses?.includes("invalid")),
  },
  401: {
    name: "Unauthorized",
    description: "The API key is missing, unknown or expired.",
    message: "A valid API key is required to use this service.",
    headers: ["WWW-Authenticate"],
    of: ({ access }) => access !== "public",
  },
  403: {
    name: "Forbidden",
    description: "Your account may not do this: it is for administrators, or your plan does not include it.",
    message: "Only an administrator may do this.",
    of: ({ access }) => access !== "public",
  },
  404: {
    name: "NotFound",
    description: "There is nothing with this id, or it belongs to another user.",
    message: "This link does not exist.",
    of: ({ params, refuses }) => params !== undefined || Boolean(refuses?.includes("missing")),
  },
  405: {
    name: "MethodNotAllowed",
    description: "This address answers another method.",
    message: "This address answers GET alone.",
    headers: ["Allow"],
    of: always,
  },
  409: {
    name: "Conflict",
    description:
      "Something that must be unique is taken, something that this refers to changed at the same moment, or an `Idempotency-Key` was used for another request.",
    message: "That alias is taken. Please choose another one.",
    of: (operation) => takesIdempotencyKey(operation) || Boolean(operation.refuses?.includes("conflict")),
  },
  413: {
    name: "TooLarge",
    description: "The body is larger than 1 MiB.",
    message: "The body is larger than 1 MiB.",
    of: hasBody,
  },
  415: {
    name: "UnsupportedType",
    description: "The body is not declared as JSON.",
    message: "The body must be JSON, with the header Content-Type: application/json.",
    of: hasBody,
  },
  429: {
    name: "RateLimited",
    description: "The rate limit is used up. Wait for as long as `Retry-After` says.",
    message: "Too many requests. Please wait before the next one.",
    headers: ["Retry-After"],
    of: ({ unlimited }) => !unlimited,
  },
  500: {
    name: "InternalError",
    description: "Something went wrong in the service. Its log has the request id.",
    message: "Something went wrong.",
    more: { requestId: "5f0c2a0e-8a39-4a0f-9d0f-0b6a1f6a7c11" },
    of: always,
  },
  503: {
    name: "Unavailable",
    description: "The database cannot be reached, or too much is going on. Please try again soon.",
    message: "The service cannot reach its database. Please try again soon.",
    headers: ["Retry-After"],
    of: always,
  },
};

/** The refusals as components that operations refer to. */
export const refusalComponents: Record<string, ZodOpenApiResponseObject> = Object.fromEntries(
  Object.values(refusals).map(({ name, description, message, more, headers = [] }) => [
    name,
    {
      description,
      headers: headersWith(...headers),
      content: { "application/json": { schema: failure, example: { error: 1, message, ...more } } },
    },
  ]),
);

/** References to the ways in which this operation can be refused, by status. */
export function refusalsOf(operation: Operation) {
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([, refusal]) => refusal.of(operation))
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
