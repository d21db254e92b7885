import { id } from "./fields";
import { operation } from "./operation";
import { pageQuery } from "./pagination";
import type { Permission } from "./permissions";
import type { RefusalCode } from "./refusal-kinds";
import { messageResult } from "./result";
import { z } from "./zod";

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
