import { id } from "./fields";
import { pageQuery } from "./pagination";
import type { Permission } from "./permissions";
import type { RefusalCode } from "./refusal-kinds";
import { z } from "./zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodObject = z.ZodObject,
> {
  method: Method;
  /** OpenAPI form: `/api/url/{id}/update` */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** not counted against the rate limit: for monitors, and for proxies that act for many clients */
  unlimited?: true;
  /** returns `result` alone, without `error`: for documents with their own format */
  bare?: true;
  /** returns a file of this type instead of `result` */
  file?: string;
  /** answers with status 200 and `error` 1 if nothing is found */
  missAs200?: true;
  /** the shapes that `result` can have, if there are several, so that clients can tell them apart */
  shapes?: z.ZodObject[];
  /**
   * about one thing that several people may edit: answers carry its version as `ETag`, and a change may carry `If-Match`
   */
  versioned?: true;
  /** codes of refusals that do not follow from the rest of the contract, such as a name that is taken */
  refuses?: RefusalCode[];
  /** codes of warnings beside a success: see `warn` in lib/platform/warnings.ts */
  warns?: RefusalCode[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** its result holds a secret that is shown once, so it is encrypted for requests with the same `Idempotency-Key` */
  secret?: true;
  /** the most values in its body, if it allows more than usual */
  maxValues?: number;
  /** how many requests it counts as against the rate limit, if more than one */
  cost?(body: z.infer<Body>): number;
  /** what a successful response holds besides `error` */
  result: Result;
}

/** Who may call an operation: anyone, an administrator, or the holder of a key with a permission. */
type Access =
  | { access: "public" | "admin"; permission?: undefined }
  | {
      access?: undefined;
      /** the permission that a role or key needs; a service may require more */
      permission: Permission;
    };

/**
 * The contract of one endpoint, written once: `endpoint` parses requests with it, the OpenAPI document is made from
 * it, and the tests run over it.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodObject = z.ZodObject,
> = Contract<Params, Query, Body, Result> & Access;

export function operation<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodObject = z.ZodObject,
>(contract: Operation<Params, Query, Body, Result>) {
  return contract;
}

/** Returns whether a request may carry `If-Match`. */
export const takesIfMatch = ({ method, versioned }: Operation) => method === "PUT" && versioned === true;

/** Returns whether a request may carry an `Idempotency-Key`. */
export const takesIdempotencyKey = ({ method, access, file }: Operation) =>
  method === "POST" && access !== "public" && !file;

/** The result of a write that returns only a message. */
export const messageResult = z.object({ message: z.string().meta({ example: "Your changes have been saved." }) });

/** The warnings beside a success of an operation that can have these. */
export const warningsOf = (codes: RefusalCode[]) =>
  z
    .array(
      z.object({
        field: z.string().describe("The field, with dots if it is nested.").meta({ example: "expiry" }),
        code: z.enum(codes),
        message: z.string().describe("One plain sentence."),
      }),
    )
    .optional()
    .describe(
      "Values that were left out or are probably mistakes, although the request succeeded. Missing if there are none.",
    );

type Subject = Extract<Permission, `${string}:write`> extends `${infer Name}:write` ? Name : never;

interface Resource {
  /** the section of the reference */
  tag: string;
  /** with its article: `an overlay` */
  one: string;
  /** without the ID: `/api/overlay` */
  path: string;
  /** whose `:read` and `:write` permissions are needed */
  permission: Subject;
  /** the description of its ID */
  idIs?: string;
}

interface Own {
  summary?: string;
  description?: string;
  refuses?: RefusalCode[];
  warns?: RefusalCode[];
  secret?: true;
}

/**
 * Returns functions that make the operations that most resources have, from what differs between resources, and what
 * its other operations share.
 */
export function resourceOperations({ tag, one, path, permission, idIs }: Resource) {
  const read = { tag, permission: `${permission}:read` } as const;
  const write = { tag, permission: `${permission}:write` } as const;
  const params = z.object({ id: idIs ? id().describe(idIs) : id() });
  const item = `${path}/{id}`;
  return {
    ...{ read, write, params },
    list: <Result extends z.ZodObject>(own: Own & { path: string; summary: string; result: Result }) =>
      operation({ ...read, method: "GET", query: pageQuery, ...own }),
    show: <Result extends z.ZodObject>(own: Own & { result: Result }) =>
      operation({ ...read, versioned: true, method: "GET", path: item, summary: `Show ${one}`, params, ...own }),
    add: <Body extends z.ZodType, Result extends z.ZodObject>(own: Own & { body: Body; result: Result }) =>
      operation({ ...write, method: "POST", path: `${path}/add`, summary: `Add ${one}`, ...own }),
    change: <Body extends z.ZodType>(own: Own & { body: Body }) =>
      operation({
        ...{ ...write, versioned: true, method: "PUT", path: `${item}/update`, summary: `Change ${one}` },
        ...{ params, result: messageResult, ...own },
      }),
    remove: (own: Own) =>
      operation({
        ...{ ...write, method: "DELETE", path: `${item}/delete`, summary: `Delete ${one}` },
        ...{ params, result: messageResult, ...own },
      }),
  };
}
