import { afterAll, expect, it } from "vitest";
import { api } from "../support/api";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";
import { agents } from "../support/visit";

// A host that runs Next alone, without server.ts. contract-next.test.ts tests every operation there.
const postgres = await startPostgres();
const server = await startServer({ next: true, env: { DATABASE_URL: postgres.url } });

afterAll(async () => {
  await server.stop();
  await postgres.remove();
});

it("serves the API, a short link and a page", async () => {
  const { get, post } = api(server, server.adminKey);
  const url = "https://example.com/spring";
  const added = await post<{ id: number; shorturl: string }>("/api/url/add", { url });
  expect(added.status).toBe(200);

  const headers = { "user-agent": agents.windows };
  const visit = await fetch(added.body.shorturl, { headers, redirect: "manual" });
  expect([visit.status, visit.headers.get("location")]).toEqual([302, url]);
  await expect
    .poll(async () => (await get<{ data: { clicks: number } }>(`/api/url/${added.body.id}`)).body.data.clicks)
    .toBe(1);

  expect((await fetch(`${server.url}/login`)).status).toBe(200);
});

it("gives the same errors", async () => {
  const anonymous = api(server);
  expect(await anonymous.get("/api/account")).toMatchObject({ status: 401, body: { code: "api_key_required" } });
  expect(await anonymous.post("/api/account", {})).toMatchObject({ status: 405, body: { error: 1 } });
  const { get, post } = api(server, server.adminKey);
  expect(await get("/api/url/2147483647")).toMatchObject({ status: 404, body: { error: 1 } });
  expect(await post("/api/url/add", "{")).toMatchObject({ status: 400, body: { error: 1 } });
  expect(await post("/api/url/add", { url: "no address" })).toMatchObject({
    status: 400,
    body: { errors: [{ path: "url" }] },
  });
});

it.each(["gzip", "br", "br, gzip", "identity"])(
  "sends the OpenAPI document compressed once, to clients that accept %s",
  async (accepted) => {
    const answer = await fetch(`${server.url}/api/openapi.json`, { headers: { "accept-encoding": accepted } });
    expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  },
);
