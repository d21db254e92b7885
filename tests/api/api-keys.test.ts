import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { newCaller } from "../support/caller";
import { sql } from "../support/sql";

const server = inject("server");

interface Answer {
  error: number;
  code?: string;
  id: number;
  key: string;
  errors?: { path: string; code: string }[];
}
interface Key {
  id: number;
  name: string;
  scopes: string[];
  lastused: string | null;
  lastusedfrom: string | null;
}

type Client = ReturnType<typeof api>;
const newClient = async () => api(server, (await newCaller(server)).key);
const add = async (client: Client, body: object = {}) =>
  (await client.post<Answer>("/api/key/add", { name: "Newsletter", ...body })).body;
const list = async (client: Client) => (await client.get<{ data: { keys: Key[] } }>("/api/keys")).body.data.keys;
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

describe("a key", () => {
  it("is shown once, stored only as an HMAC, and listed by its name", async () => {
    const client = await newClient();
    const { id, key } = await add(client);
    expect(key).toMatch(/^sp_[\w-]{43}$/);
    expect(await list(client)).toEqual([
      {
        ...{ id, name: "Newsletter", member: expect.any(String), scopes: [], networks: [], expires: null },
        ...{ lastused: null, lastusedfrom: null, date },
      },
    ]);
    const [row] = await sql<{ hmac: Buffer; encrypted: Buffer | null }>(
      server,
      "SELECT hmac, encrypted FROM api_keys WHERE id = $1",
      [id],
    );
    expect(row?.encrypted).toBeNull();
    expect(row?.hmac.includes(key)).toBe(false);
    expect((await api(server, key).get("/api/urls")).status).toBe(200);
  });

  it("is stored encrypted for requests with the same Idempotency-Key", async () => {
    const { key } = await newCaller(server);
    const client = api(server, key, { "idempotency-key": "once" });
    const one = await client.post<Answer>("/api/key/add", { name: "Twice" });
    const two = await client.post<Answer>("/api/key/add", { name: "Twice" });
    expect(one.body.key).toMatch(/^sp_/);
    expect(two.body).toEqual(one.body);
    const stored = await sql(server, "SELECT result FROM idempotency_keys WHERE key = 'once'", []);
    expect(JSON.stringify(stored)).not.toContain("sp_");
  });

  it("may do what its scopes allow, and nothing else", async () => {
    const client = await newClient();
    const reading = api(server, (await add(client, { scopes: ["links:read"] })).key);
    expect((await reading.get("/api/urls")).status).toBe(200);
    for (const [method, path] of [
      ["post", "/api/url/add"],
      ["get", "/api/campaigns"],
      ["get", "/api/keys"],
      ["get", "/api/account"],
    ] as const)
      expect(await reading[method]<Answer>(path, ...(method === "get" ? [] : [{}]))).toMatchObject({
        status: 403,
        body: { code: "permission_lacking" },
      });
  });

  it("with a role may do what the role allows", async () => {
    const client = await newClient();
    const analyst = api(server, (await add(client, { role: "analyst" })).key);
    expect((await analyst.get("/api/campaigns")).status).toBe(200);
    expect((await analyst.post("/api/channel/add", { name: "x" })).status).toBe(403);
  });

  it("cannot create a key with more permissions than its own", async () => {
    const client = await newClient();
    const maker = api(server, (await add(client, { scopes: ["keys:write", "links:read"] })).key);
    expect(await add(maker, { scopes: ["links:write"] })).toMatchObject({ code: "key_beyond_own" });
    expect((await add(maker, { role: "editor" })).error).toBe(0);
    expect((await add(maker)).error).toBe(0);
    for (const { scopes } of (await list(client)).slice(0, 2))
      expect(scopes.filter((scope) => !["keys:read", "keys:write", "links:read"].includes(scope))).toEqual([]);
    expect((await list(client)).map(({ scopes }) => scopes.length)).not.toContain(0);
  });

  it("ends when it expires, and when it is deleted", async () => {
    const client = await newClient();
    const { id, key } = await add(client, { expires: "2999-01-01 00:00:00" });
    expect((await api(server, key).get("/api/urls")).status).toBe(200);
    await sql(server, "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await expect.poll(async () => (await api(server, key).get("/api/urls")).status).toBe(401);
    const other = await add(client);
    expect((await api(server, other.key).get("/api/urls")).status).toBe(200);
    expect((await client.delete(`/api/key/${other.id}/delete`)).status).toBe(200);
    expect((await api(server, other.key).get("/api/urls")).status).toBe(401);
    expect((await client.delete(`/api/key/${other.id}/delete`)).status).toBe(404);
  });

  it("is accepted only from its networks", async () => {
    const client = await newClient();
    const { key } = await add(client, { networks: ["192.0.2.0/24", "2001:db8::/32"] });
    expect(await api(server, key).get<Answer>("/api/urls")).toMatchObject({
      status: 403,
      body: { code: "key_from_elsewhere" },
    });
    const here = await add(client, { networks: ["127.0.0.1", "::1"] });
    expect((await api(server, here.key).get("/api/urls")).status).toBe(200);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ scopes: ["links:all"] }, "scopes.0"],
    [{ scopes: [] }, "scopes"],
    [{ role: "owner" }, "role"],
    [{ role: "editor", scopes: ["links:read"] }, "scopes"],
    [{ networks: ["192.0.2.0/33"] }, "networks.0"],
    [{ networks: ["here"] }, "networks.0"],
    [{ networks: Array.from({ length: 21 }, () => "192.0.2.1") }, "networks"],
    [{ expires: "soon" }, "expires"],
  ])("with %j is rejected", async (body, path) => {
    const { error, errors } = await add(await newClient(), body);
    expect([error, errors?.map((entry) => entry.path)]).toEqual([1, [path]]);
  });

  it("of another account does not exist, and the account's first key cannot be deleted here", async () => {
    const [client, other] = [await newClient(), await newClient()];
    const { id } = await add(other);
    expect((await client.delete(`/api/key/${id}/delete`)).status).toBe(404);
    expect(await list(client)).toEqual([]);
    const [legacy] = await sql<{ id: number }>(
      server,
      "SELECT id FROM api_keys WHERE legacy AND user_id = (SELECT user_id FROM api_keys WHERE id = $1)",
      [id],
    );
    expect((await other.delete(`/api/key/${legacy?.id}/delete`)).status).toBe(404);
  });

  it("has its own rate limit", async () => {
    const client = await newClient();
    const { key } = await add(client);
    const left = async (one: Client) => Number((await one.get("/api/urls")).headers.get("x-ratelimit-remaining"));
    const before = await left(client);
    expect(await left(api(server, key))).toBeGreaterThan(before);
  });

  it("an account has at most fifty", async () => {
    const client = await newClient();
    const { id } = await add(client);
    await sql(
      server,
      `INSERT INTO api_keys (user_id, member_id, name, hmac)
       SELECT user_id, member_id, 'filler', sha256(convert_to(id::text || n, 'UTF8')) FROM api_keys, generate_series(1, 49) AS n WHERE id = $1`,
      [id],
    );
    expect(await add(client)).toMatchObject({ code: "account_limit_reached" });
  });
});
