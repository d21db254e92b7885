import { randomUUID } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { type ApiResponse, api } from "../support/api";
import { type Caller, newCaller } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

const server = inject("server");

type Body = { error: number; message?: string; code?: string; id?: number };

const callerFor = ({ access }: Operation) => newCaller(server, access);

const pixel = { type: "vendor1pixel", name: "Shop", tag: "GTM-ABC1234" };

const keyed = (user: TestUser, key: string) => api(server, user.key, { "idempotency-key": key });

const add = (user: TestUser, key: string, body: unknown = pixel) => keyed(user, key).post<Body>("/api/pixel/add", body);

async function pixelsOf(user: TestUser): Promise<number> {
  const { body } = await api(server, user.key).get<{ data: { result: number } }>("/api/pixels");
  return body.data.result;
}

/** Makes the user's keys look as if they had been used `interval` earlier. */
const age = (user: TestUser, interval: string) =>
  sql(server, "UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE user_id = $1", [
    user.id,
    interval,
  ]);

describe("a POST with an Idempotency-Key", () => {
  it("returns the first answer when it is repeated, and does not run again", async () => {
    const user = await newUser(server);
    const first = await add(user, "order-1");
    const again = await add(user, "order-1");
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await pixelsOf(user)).toBe(1);
  });

  it("returns the first answer even if the created item was deleted", async () => {
    const user = await newUser(server);
    const { body } = await add(user, "order-1");
    await api(server, user.key).delete(`/api/pixel/${body.id}/delete`);
    expect((await add(user, "order-1")).body).toEqual(body);
    expect(await pixelsOf(user)).toBe(0);
  });

  it("is the same in any spelling of the values and the address", async () => {
    const user = await newUser(server);
    const { body } = await add(user, "order-1");
    const rewritten = { tag: pixel.tag, name: ` ${pixel.name} `, type: pixel.type, unknown: 1 };
    expect((await add(user, "order-1", rewritten)).body).toEqual(body);
    expect((await keyed(user, "order-1").post("/api/pixel/add/?x=1", pixel)).body).toEqual(body);
    expect(await pixelsOf(user)).toBe(1);
  });

  it("is rejected with another body", async () => {
    const user = await newUser(server);
    await add(user, "order-1");
    const { status, body } = await add(user, "order-1", { ...pixel, name: "Other" });
    expect([status, body]).toEqual([
      409,
      {
        error: 1,
        code: "idempotency_key_reused",
        message: "This Idempotency-Key was already used for a different request. Use a new one.",
      },
    ]);
    expect(await pixelsOf(user)).toBe(1);
  });

  it("is rejected at another path", async () => {
    const user = await newUser(server);
    await add(user, "order-1");
    expect((await keyed(user, "order-1").post("/api/url/add", { url: "https://example.com/" })).status).toBe(409);
  });

  it.each([2, 20])("runs once when %i of it come at once", async (many) => {
    const user = await newUser(server);
    const answers = await Promise.all(Array.from({ length: many }, () => add(user, "order-1")));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { error: 0, id: answers[0]?.body.id }]),
    );
    expect(await pixelsOf(user)).toBe(1);
  });

  it("accepts one of 20 different bodies at once", async () => {
    const user = await newUser(server);
    const bodies = Array.from({ length: 20 }, (_, index) => ({ ...pixel, name: `Shop ${index}` }));
    const statuses = (await Promise.all(bodies.map((body) => add(user, "order-1", body)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await pixelsOf(user)).toBe(1);
  });

  it("that was rejected can be sent again, corrected or once it is allowed", async () => {
    const user = await newUser(server);
    expect((await add(user, "order-1", { ...pixel, tag: "<script>" })).status).toBe(400);
    expect((await add(user, "order-1")).status).toBe(200);

    for (const key of ["order-2", "order-3"]) await add(user, key);
    expect((await add(user, "order-4")).status).toBe(403);
    await sql(server, "DELETE FROM pixels WHERE user_id = $1", [user.id]);
    expect((await add(user, "order-4")).status).toBe(200);
    expect(await pixelsOf(user)).toBe(1);
  });

  it("is independent of another user's", async () => {
    const [one, other] = await Promise.all([newUser(server), newUser(server)]);
    const first = await add(one, "order-1");
    const second = await add(other, "order-1", { ...pixel, name: "Other" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it("runs again 24 hours later, and not a moment earlier", async () => {
    const user = await newUser(server);
    const first = await add(user, "order-1");
    await age(user, "23 hours 59 minutes");
    expect((await add(user, "order-1")).body).toEqual(first.body);
    await age(user, "1 minute");
    expect((await add(user, "order-1", { ...pixel, name: "Other" })).status).toBe(200);
    expect(await pixelsOf(user)).toBe(2);
  });

  it("replaces an equal key that is older than 24 hours", async () => {
    const user = await newUser(server);
    const first = await add(user, "order-1");
    await age(user, "25 hours");
    const other = { ...pixel, name: "Other" };
    const second = await add(user, "order-1", other);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await add(user, "order-1", other)).body).toEqual(second.body);
    const keys = await sql(
      server,
      "SELECT key, created_at > now() - interval '1 hour' AS fresh FROM idempotency_keys WHERE user_id = $1",
      [user.id],
    );
    expect(keys).toEqual([{ key: "order-1", fresh: true }]);
  });

  it("works when many old keys come again at once", async () => {
    const user = await newUser(server);
    const keys = Array.from({ length: 20 }, (_, index) => `order-${index}`);
    const url = (key: string) => keyed(user, key).post("/api/url/add", { url: "https://example.com/" });
    for (let round = 0; round < 4; round++) {
      const answers: ApiResponse<unknown>[] = await Promise.all(keys.map(url));
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
      await age(user, "25 hours");
    }
  });

  it("runs when the process that had begun it died, five minutes later", async () => {
    const user = await newUser(server);
    const first = await add(user, "order-1");
    await sql(server, "UPDATE idempotency_keys SET result = NULL WHERE user_id = $1", [user.id]);
    await age(user, "301 seconds");
    const second = await add(user, "order-1");
    expect([second.status, second.body.id === first.body.id]).toEqual([200, false]);
    expect((await add(user, "order-1")).body).toEqual(second.body);
  });

  it("is rejected after a wait while the first one still runs", async () => {
    const user = await newUser(server);
    await add(user, "order-1");
    await sql(server, "UPDATE idempotency_keys SET result = NULL WHERE user_id = $1", [user.id]);
    const { status, body } = await add(user, "order-1");
    expect([status, body.message]).toEqual([
      409,
      "The first request with this Idempotency-Key is still running. Please try again soon.",
    ]);
    expect(await pixelsOf(user)).toBe(1);
  });

  it.each(["", " ", "a b", "x".repeat(256), "caf\u00e9", "tab\tbed"])("%j is rejected", async (key) => {
    const user = await newUser(server);
    const { status, body } = await add(user, key);
    expect([status, body.message]).toEqual([
      400,
      "The Idempotency-Key header must have 1 to 255 visible ASCII characters.",
    ]);
    expect(await pixelsOf(user)).toBe(0);
  });

  it.each([randomUUID(), "x".repeat(255), "'; DROP TABLE users; --".replaceAll(" ", ""), "\\x00"])(
    "%j is accepted unchanged",
    async (key) => {
      const user = await newUser(server);
      const { body } = await add(user, key);
      expect((await add(user, key)).body).toEqual(body);
    },
  );

  it("is rejected first if there is no API key", async () => {
    const stranger = { ...(await newUser(server)), key: "sp_wrong" };
    expect((await add(stranger, "a b")).status).toBe(401);
  });
});

it("has no effect on other methods", async () => {
  const user = await newUser(server);
  const { body } = await add(user, "order-1");
  const client = keyed(user, "order-1");
  for (const name of ["One", "Two"]) {
    expect((await client.put(`/api/pixel/${body.id}/update`, { name, tag: "GTM-1" })).status).toBe(200);
  }
  const { body: list } = await client.get<{ data: { pixels: { name: string }[] } }>("/api/pixels");
  expect(list.data.pixels[0]?.name).toBe("Two");
  expect((await client.delete(`/api/pixel/${body.id}/delete`)).status).toBe(200);
  expect((await client.delete(`/api/pixel/${body.id}/delete`)).status).toBe(404);
});

const posts = operations.filter(([, { method }]) => method === "POST");

describe.each(posts)("the operation %s", (_, operation) => {
  const send = async (caller: Caller, call: Call, key: string, apiKey = caller.key) =>
    api(server, apiKey, { "idempotency-key": key }).post<Body & Record<string, unknown>>(
      addressOf(operation, call),
      call.body,
    );

  it("runs once for a key, or refuses it", async () => {
    const caller = await callerFor(operation);
    const call = await callOf(operation, caller);
    const key = randomUUID();
    const [first, again] = [await send(caller, call, key), await send(caller, call, key)];
    if (operation.file) {
      expect([first.status, first.body.code]).toEqual([400, "idempotency_key_unsupported"]);
    } else {
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    }
  });
});

describe.each(posts.filter(([, { secret }]) => secret))("the secret in the answer of %s", (_, operation) => {
  it("is stored encrypted, and shown again only to the same API key", async () => {
    const caller = await callerFor(operation);
    const call = await callOf(operation, caller);
    const keyed = (apiKey: string) => api(server, apiKey, { "idempotency-key": `secret-${operation.path}` });
    const send = (apiKey: string) => keyed(apiKey).post<Body>(addressOf(operation, call), call.body);
    const { body } = await send(caller.key);
    const stored = await sql<{ result: object }>(server, "SELECT result FROM idempotency_keys WHERE key = $1", [
      `secret-${operation.path}`,
    ]);
    expect(stored.map(({ result }) => Object.keys(result))).toEqual([["sealed"]]);
    const other = await api(server, caller.key).post<{ key: string }>("/api/key/add", { name: "Other" });
    expect((await send(other.body.key)).status).toBe(409);
    expect((await send(caller.key)).body).toEqual(body);
  });
});
