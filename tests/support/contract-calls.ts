import { beforeAll, expect } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { type Caller, newCaller } from "./caller";
import { addressOf, type Call, callOf, operations } from "./calls";
import { expectListed } from "./listed-codes";
import type { ServerAddress } from "./server";
import { sql } from "./sql";
import { newUser } from "./users";

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Callers {
  user: Caller;
  otherUser: Caller;
  administrator: Caller;
  expiredKey: string;
}

export type ContractCalls = ReturnType<typeof contractCalls>;

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The calls of the contract's tests, which check what all answers have in common. Fill `callers` before the tests. */
export function contractCalls(server: ServerAddress) {
  const callers = {} as Callers;

  beforeAll(async () => {
    const [user, otherUser, administrator, { id, key }] = await Promise.all([
      newCaller(server),
      newCaller(server),
      newCaller(server, "admin"),
      newUser(server),
    ]);
    await sql(server, "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]);
    Object.assign(callers, { user, otherUser, administrator, expiredKey: key });
  });

  const callerOf = ({ access }: Operation) => (access === "admin" ? callers.administrator : callers.user);

  const unlimited = (path: string) => operations.some(([, one]) => one.path === path && one.unlimited);

  /** The type of the file that an operation returns. */
  const fileOf = (method: string, path: string) =>
    operations.find(([, one]) => one.path === path && one.method === method)?.[1].file;

  /** Sends a request and checks what all answers have in common. */
  async function send(
    { method, path }: Pick<Operation, "path"> & { method: string },
    call: Call,
    headers: Record<string, string | undefined>,
    rawBody?: string,
  ): Promise<Answer> {
    const body = rawBody ?? (call.body && JSON.stringify(call.body));
    const sent = { "content-type": "application/json", ...headers };
    const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const address = addressOf({ path }, call);
    const response = await fetch(server.url + address, { method, headers: given, body });
    // A file arrives long after its headers.
    const headersAt = Date.now();
    const file = response.status === 200 ? fileOf(method, path) : undefined;
    const answered = file ? await response.arrayBuffer().then(() => ({})) : await response.json();
    const answer = { status: response.status, headers: response.headers, body: answered };
    expect(answer.headers.get("content-type")).toBe(file ?? "application/json");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    // Only the document may be cached; it must be revalidated with its ETag. The ETags of others are for `If-Match`.
    const isDocument = path === "/api/openapi.json" && answer.headers.has("etag");
    expect(answer.headers.get("cache-control")).toBe(isDocument ? "no-cache" : "no-store");
    const isVersioned = operations.some(([, one]) => one.method === method && one.path === path && one.versioned);
    if (!isDocument) expect(answer.headers.has("etag")).toBe(isVersioned && answer.status === 200);
    expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    const remaining = Number(answer.headers.get("x-ratelimit-remaining"));
    expect(remaining).toBeGreaterThanOrEqual(0);
    if (!unlimited(path)) expect(remaining).toBeLessThan(Number(answer.headers.get("x-ratelimit-limit")));
    const seconds = Number(answer.headers.get("x-ratelimit-reset")) - headersAt / 1000;
    expect(seconds).toBeGreaterThan(-2);
    expect(seconds).toBeLessThan(62);
    expectListed(method, address, answer.status, answer.body);
    if (answer.status !== 200) {
      expect(answer.body).toMatchObject({
        error: 1,
        code: expect.any(String),
        message: expect.stringMatching(/^\S.*\S$/),
      });
      expect(Object.keys(answer.body).filter((name) => !["error", "code", "message", "errors"].includes(name))).toEqual(
        [],
      );
    }
    return answer;
  }

  /** Makes a valid call, changed by `change`. */
  async function callAs(operation: Operation, change: (call: Call) => Call = (call) => call): Promise<Answer> {
    const caller = callerOf(operation);
    return send(operation, change(await callOf(operation, caller)), bearer(caller.key));
  }

  /** Makes a valid call, changed by `change`, which must succeed. */
  async function isDone(operation: Operation, change: (call: Call) => Call) {
    const { status, body } = await callAs(operation, change);
    expect([status, body]).toEqual([200, expect.anything()]);
  }

  return { callers, callerOf, send, callAs, isDone };
}
