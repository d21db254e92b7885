import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { type Call, callOf, operations } from "./calls";
import { testBody } from "./contract-body";
import { bearer, type ContractCalls, contractCalls } from "./contract-calls";
import { parametersOf, schemaOf } from "./schemas";
import type { ServerAddress } from "./server";

const noKey = { error: 1, code: "api_key_required", message: "A valid API key is required to use this service." };
const unknownId = 2_147_483_647;

/** Tests the contract of every operation against the server at `server.url`. */
export function testContract(server: ServerAddress): void {
  const calls = contractCalls(server);
  const { callers, send, callAs, isDone } = calls;

  describe.each(operations)("%s", (_, operation) => {
    const { method, path, access } = operation;
    const wordy = { params: [1, 1, 1] };

    if (access !== "public")
      it("refuses who has no valid key", async () => {
        for (const authorization of [undefined, "Bearer sp_wrong", `Bearer ${callers.expiredKey}`]) {
          const { status, headers, body } = await send(operation, wordy, { authorization });
          expect([status, body, headers.get("www-authenticate")]).toEqual([401, noKey, "Bearer"]);
        }
      });

    if (access === "admin")
      it("refuses who is no administrator, before it looks at anything else", async () => {
        const broken = operation.body && "{";
        const { status, body } = await send(operation, { params: ["x", "x"] }, bearer(callers.user.key), broken);
        expect([status, body]).toEqual([
          403,
          { error: 1, code: "admin_only", message: "Only administrators can do this." },
        ]);
      });

    it("answers a valid call with what is documented and nothing else", async () => {
      const { status, body } = await callAs(operation);
      expect([status, body]).toEqual([200, expect.anything()]);
      const { error, ...result } = body;
      expect(error).toBe(operation.bare || operation.file ? undefined : 0);
      // The parser drops what is not documented.
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

    testIds(operation, calls);
    if (operation.body) testBody(operation, calls);
  });
}

/** Tests the IDs in an operation's path. */
function testIds(operation: Operation, { callers, callerOf, send, callAs }: ContractCalls): void {
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
      expect([id, status, body.errors]).toEqual([
        id,
        400,
        [{ path: name, code: expect.any(String), message: expect.any(String) }],
      ]);
    }
  });

  if (operation.access === "admin") return;
  it.each(ids)("answers another user's $name as if it did not exist", async ({ index }) => {
    const { user, otherUser } = callers;
    const [mine, theirs] = await Promise.all([callOf(operation, user), callOf(operation, otherUser)]);
    const call = replace(mine, index, theirs.params?.[index] ?? 0);
    const refused = await send(operation, call, bearer(user.key));
    const unknown = await send(operation, replace(mine, index, unknownId), bearer(user.key));
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    expect((await send(operation, theirs, bearer(otherUser.key))).status).toBe(200);
  });
}
