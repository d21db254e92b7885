import type { Permission } from "./permissions";
import type { RefusalCode } from "./refusal-kinds";
import type { z } from "./zod";

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
  /** not counted against the rate limit: what monitors poll, and what a proxy asks in the name of many */
  unlimited?: true;
  /** answered as `result` alone, without `error`: for documents with a format of their own */
  bare?: true;
  /** answered as a file of this type, in place of `result` */
  file?: string;
  /** that something is not there is answered with status 200, and `error` 1 */
  missAs200?: true;
  /** codes of refusals that do not follow from the rest of the contract, such as something unique that is taken */
  refuses?: RefusalCode[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** its result holds a secret that is shown once: it is not kept for requests that carry the same `Idempotency-Key` */
  secret?: true;
  /** how many values its body may have, where that is more than usual */
  maxValues?: number;
  /** as how many requests one counts against the rate limit, where that is more than one */
  cost?(body: z.infer<Body>): number;
  /** what a success holds besides `error` */
  result: Result;
}

/** Who may call an operation: anybody, an administrator, or the holder of a key with a permission. */
type Access =
  | { access: "public" | "admin"; permission?: undefined }
  | {
      access?: undefined;
      /** what of an account a role or a key must have; a service may ask for more */
      permission: Permission;
    };

/**
 * The contract of one endpoint, written once: `endpoint` parses requests with it, the OpenAPI document is made
 * from it and the tests go over it.
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

/** Whether a request for it may carry an `Idempotency-Key`. */
export const takesIdempotencyKey = ({ method, access, secret }: Operation) =>
  method === "POST" && access !== "public" && !secret;
