import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/api/operation";
import { type Caller, newCaller } from "./caller";
import { addressOf, type Call, callOf, operations } from "./calls";
import { bodySchemaOf, parametersOf, schemaOf } from "./schemas";
import type { ServerAddress } from "./server";
import { sql } from "./sql";
import { newUser } from "./users";

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

const noKey = { error: 1, message: "A valid API key is required to use this service." };
const unknownId = 2_147_483_647;

/** The contract of every operation, tested against the server at `server.url`. */
export function testContract(server: ServerAddress): void {
  let user: Caller;
  let otherUser: Caller;
  let administrator: Caller;
  let expiredKey: string;

  beforeAll(async () => {
    [user, otherUser, administrator] = await Promise.all([
      newCaller(server),
      newCaller(server),
      newCaller(server, "admin"),
    ]);
    const { id, key } = await newUser(server);
    await sql(server, "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]);
    expiredKey = key;
  });

  const callerOf = ({ access }: Operation) => (access === "admin" ? administrator : user);

  const unlimited = (path: string) => operations.some(([, one]) => one.path === path && one.unlimited);

  /** Sends a request and checks what every answer has. */
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
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    const remaining = Number(answer.headers.get("x-ratelimit-remaining"));
    expect(remaining).toBeGreaterThanOrEqual(0);
    if (!unlimited(path)) expect(remaining).toBeLessThan(Number(answer.headers.get("x-ratelimit-limit")));
    const seconds = Number(answer.headers.get("x-ratelimit-reset")) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(-2);
    expect(seconds).toBeLessThan(62);
    if (answer.status !== 200) {
      expect(answer.body).toMatchObject({ error: 1, message: expect.stringMatching(/^\S.*\S$/) });
      expect(Object.keys(answer.body).filter((name) => !["error", "message", "errors"].includes(name))).toEqual([]);
    }
    return answer;
  }

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  /** Makes a valid call, changed by `change`. */
  async function callAs(operation: Operation, change: (call: Call) => Call = (call) => call): Promise<Answer> {
    const caller = callerOf(operation);
    return send(operation, change(await callOf(operation, caller)), bearer(caller.key));
  }

  async function isDone(operation: Operation, change: (call: Call) => Call) {
    const { status, body } = await callAs(operation, change);
    expect([status, body]).toEqual([200, expect.anything()]);
  }

  const withBody = (change: (body: Record<string, unknown>) => Record<string, unknown>) => (call: Call) => ({
    ...call,
    body: change(call.body ?? {}),
  });

  describe.each(operations)("%s", (_, operation) => {
    const { method, path, access } = operation;
    const wordy = { params: [1, 1, 1] };

    it.runIf(access !== "public")("refuses who has no valid key", async () => {
      const expired = await newUser(server);
      await sql(server, "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
        expired.id,
      ]);
      for (const authorization of [undefined, "Bearer sp_wrong", `Bearer ${expiredKey}`]) {
        const { status, headers, body } = await send(operation, wordy, { authorization });
        expect([status, body, headers.get("www-authenticate")]).toEqual([401, noKey, "Bearer"]);
      }
    });

    it.runIf(access === "admin")("refuses who is no administrator, before it looks at anything else", async () => {
      const broken = operation.body && "{";
      const { status, body } = await send(operation, { params: ["x", "x"] }, bearer(user.key), broken);
      expect([status, body]).toEqual([403, { error: 1, message: "Only an administrator may do this." }]);
    });

    it("answers a valid call with what is documented and nothing else", async () => {
      const { status, body } = await callAs(operation);
      expect([status, body]).toEqual([200, expect.anything()]);
      const { error, ...result } = body;
      expect(error).toBe(operation.bare ? undefined : 0);
      // What is not documented is dropped by the parse.
      expect(result).toEqual(operation.result.parse(result));
    });

    it("answers other methods with 405 and the one that it has, with a key and without", async () => {
      const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
      for (const other of methods.filter((name) => name !== method)) {
        for (const key of [{}, bearer(server.adminKey)]) {
          const { status, headers } = await send({ method: other, path }, wordy, key);
          expect([other, status, headers.get("allow")]).toEqual([other, 405, method]);
        }
      }
    });

    it("ignores what it does not know", async () => {
      await isDone(operation, ({ params, query, body }) => ({
        params,
        query: { ...query, unknown: "1", "": "" },
        body: body && { ...body, unknown: { deep: [1] }, constructor: 1, userId: 1, user_id: 1, admin: true },
      }));
    });

    const optionalInQuery = parametersOf(operation, "query").filter(({ required }) => !required);
    it.each(optionalInQuery.map(({ name }) => name))("takes an empty %s in the query for none", async (name) => {
      await isDone(operation, (call) => ({ ...call, query: { ...call.query, [name]: "" } }));
    });

    testIds(operation);
    if (operation.body) testBody(operation);
  });

  function testIds(operation: Operation): void {
    const ids = parametersOf(operation, "path").flatMap(({ name, schema }, index) =>
      schema && schemaOf(schema).type === "integer" ? [{ name, index }] : [],
    );
    const replace = (call: Call, index: number, id: string | number) => ({
      ...call,
      params: call.params?.map((param, at) => (at === index ? id : param)),
    });

    it.each(ids)("answers an unknown $name with 404", async ({ index }) => {
      const { status } = await callAs(operation, (call) => replace(call, index, unknownId));
      expect(status).toBe(404);
    });

    it.each(ids)("refuses a $name that is no id", async ({ name, index }) => {
      const caller = callerOf(operation);
      const call = await callOf(operation, caller);
      for (const id of ["x", "0", "-1", "1.5", "1e3", "2147483648", "9".repeat(40), "\0", "null"]) {
        const { status, body } = await send(operation, replace(call, index, id), bearer(caller.key));
        expect([id, status, body.errors]).toEqual([id, 400, [{ path: name, message: expect.any(String) }]]);
      }
    });

    if (operation.access === "admin") return;
    it.each(ids)("answers another user's $name as if it did not exist", async ({ index }) => {
      const [mine, theirs] = await Promise.all([callOf(operation, user), callOf(operation, otherUser)]);
      const call = replace(mine, index, theirs.params?.[index] ?? 0);
      const refused = await send(operation, call, bearer(user.key));
      const unknown = await send(operation, replace(mine, index, unknownId), bearer(user.key));
      expect([refused.status, refused.body]).toEqual([404, unknown.body]);
      expect((await send(operation, theirs, bearer(otherUser.key))).status).toBe(200);
    });
  }

  function testBody(operation: Operation): void {
    async function prepared(): Promise<{ caller: Caller; call: Call; properties: [string, boolean, unknown][] }> {
      const caller = callerOf(operation);
      const call = await callOf(operation, caller);
      const { properties = {}, required = [] } = bodySchemaOf(operation, call.body) ?? {};
      const names = Object.entries(properties).map(([name, schema]): [string, boolean, unknown] => [
        name,
        required.includes(name),
        schemaOf(schema).type,
      ]);
      return { caller, call, properties: names };
    }

    it("takes null and an empty text in optional fields for none", async () => {
      const { properties } = await prepared();
      for (const [name] of properties.filter(([, required]) => !required)) {
        for (const nothing of [null, ""])
          await isDone(
            operation,
            withBody((body) => ({ ...body, [name]: nothing })),
          );
      }
    });

    it("names a required field that is missing, null or empty", async () => {
      const { caller, call, properties } = await prepared();
      for (const [name] of properties.filter(([, required]) => required)) {
        for (const nothing of [undefined, null, ""]) {
          const changed = withBody((body) => ({ ...body, [name]: nothing }))(call);
          const { status, body } = await send(operation, changed, bearer(caller.key));
          expect([name, status, body.errors]).toEqual([
            name,
            400,
            expect.arrayContaining([{ path: name, message: expect.any(String) }]),
          ]);
        }
      }
    });

    it("takes numbers as decimal text, and booleans as text and as 0 and 1", async () => {
      const asText = (value: unknown): unknown => {
        if (typeof value === "number" || typeof value === "boolean") return String(value);
        if (Array.isArray(value)) return value.map(asText);
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member)]));
      };
      const asNumber = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);
      await isDone(
        operation,
        withBody((body) => asText(body) as Record<string, unknown>),
      );
      await isDone(
        operation,
        withBody((body) => Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asNumber(value)]))),
      );
    });

    it("refuses a body that is no JSON object", async () => {
      const { caller, call } = await prepared();
      for (const raw of ["{", "[]", "null", "7", '"text"', "true", "\u0000"]) {
        const { status } = await send(operation, call, bearer(caller.key), raw);
        expect([raw, status]).toEqual([raw, 400]);
      }
      const plain = { ...bearer(caller.key), "content-type": "text/plain" };
      expect((await send(operation, call, plain)).status).toBe(415);
    });
  }
}
