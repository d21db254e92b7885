import { expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { type Call, callOf } from "./calls";
import { bearer, type ContractCalls } from "./contract-calls";
import { bodySchemaOf } from "./schemas";
import { allTests } from "./tier";

type Body = Record<string, unknown>;

const withBody = (change: (body: Body) => Body) => (call: Call) => ({ ...call, body: change(call.body ?? {}) });

/** Turns numbers and booleans into texts, at any depth. */
function asText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === "object" && value !== null ? eachMember(value, asText) : value;
}

const asNumber = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);

const eachMember = (body: object, change: (value: unknown) => unknown): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, change(value)]));

/** Tests what all operations with a body have in common. */
export function testBody(operation: Operation, { callerOf, send, isDone }: ContractCalls): void {
  async function prepared() {
    const caller = callerOf(operation);
    const call = await callOf(operation, caller);
    const { properties = {}, required = [] } = bodySchemaOf(operation, call.body) ?? {};
    // Links are selected by their ids or by a filter. Valid calls send ids.
    const selects = "ids" in properties && "filter" in properties;
    // Which other fields a forwarding needs depends on its kind.
    const forwards = operation.path === "/api/forwarding/add";
    const needed = [...required, ...(selects ? ["ids"] : []), ...(forwards ? ["url", "token"] : [])];
    return { caller, call, required, optional: Object.keys(properties).filter((name) => !needed.includes(name)) };
  }

  it("takes null and an empty text in optional fields for none", async () => {
    const { optional } = await prepared();
    // A process makes each file, so these operations get all their fields at once.
    const groups = operation.file ? [optional] : optional.map((name) => [name]);
    for (const [at, group] of groups.entries()) {
      for (const nothing of allTests ? [null, ""] : [at % 2 === 0 ? null : ""]) {
        const none = Object.fromEntries(group.map((name) => [name, nothing]));
        await isDone(
          operation,
          withBody((body) => ({ ...body, ...none })),
        );
      }
    }
  });

  it("names a required field that is missing, null or empty", async () => {
    const { caller, call, required } = await prepared();
    for (const name of required) {
      for (const nothing of [undefined, null, ""]) {
        const changed = withBody((body) => ({ ...body, [name]: nothing }))(call);
        const { status, body } = await send(operation, changed, bearer(caller.key));
        const named = expect.arrayContaining([{ path: name, code: expect.any(String), message: expect.any(String) }]);
        expect([name, status, body.errors]).toEqual([name, 400, named]);
      }
    }
  });

  it("takes numbers as decimal text, and booleans as text and as 0 and 1", async () => {
    await isDone(
      operation,
      withBody((body) => eachMember(body, asText)),
    );
    await isDone(
      operation,
      withBody((body) => eachMember(body, asNumber)),
    );
  });

  it("refuses a body that is no JSON object", async () => {
    const { caller, call } = await prepared();
    for (const raw of ["{", "[1]", "null", "7", '"text"', "true", "\u0000"]) {
      const { status } = await send(operation, call, bearer(caller.key), raw);
      expect([raw, status]).toEqual([raw, 400]);
    }
    const html = { ...bearer(caller.key), "content-type": "text/html" };
    expect((await send(operation, call, html)).status).toBe(415);
  });
}
