import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { retentionPolicies } from "@/lib/instance/retention-policies";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { sendRaw } from "../support/raw-request";
import { series } from "../support/scrape";
import { startServer, type TestServer } from "../support/server";

const TOKEN = "a-token-of-the-metrics-test";
const WORKERS = 2;
let server: TestServer;
let port: number;

beforeAll(async () => {
  port = await freePort();
  server = await startServer({
    env: {
      ...{ METRICS_TOKEN: TOKEN, METRICS_PORT: `${port}`, WEB_CONCURRENCY: `${WORKERS}` },
      ...{ DOMAIN_VERIFICATION: "off", LOG_LEVEL: "silent" },
    },
  });
  const client = api(server, server.adminKey);
  expect((await client.post("/api/url/add", { url: "https://example.com/", custom: "counted" })).status).toBe(200);
  expect((await client.post("/api/domain/add", { domain: "http://go.metrics.example" })).status).toBe(200);
});
afterAll(() => server.stop());

const scrape = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${server.url}/metrics`, { headers, method, redirect: "manual" });
const authorized = { Authorization: `Bearer ${TOKEN}` };
const metrics = async () => series(await (await scrape(authorized)).text());

it.each([
  ["none", {}],
  ["another one", { Authorization: "Bearer another-token-of-the-test" }],
  ["the beginning of it", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ["an empty one", { Authorization: "Bearer " }],
  ["it in another scheme", { Authorization: `Basic ${TOKEN}` }],
])("answers 401 to clients that send %s as a token", async (_, headers) => {
  const response = await scrape(headers as Record<string, string>);
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await response.text()).not.toContain("signpost_");
});

it("rejects writes", async () => {
  const response = await scrape(authorized, "POST");
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it("does not exist without METRICS_TOKEN", async () => {
  const response = await fetch(`${inject("server").url}/metrics`, { headers: authorized });
  expect(response.status).toBe(404);
});

it("does not exist on a branded domain, with any token", async () => {
  const answer = await sendRaw(server, `GET /metrics\nHost: go.metrics.example\nAuthorization: Bearer ${TOKEN}`);
  expect(answer.status).toBe(404);
  expect(answer.body).not.toContain("signpost_");
});

it("is alone on its own port", async () => {
  const [found, missing] = await Promise.all(
    ["metrics", "api/health"].map((path) => fetch(`http://127.0.0.1:${port}/${path}`)),
  );
  expect([found?.status, missing?.status]).toEqual([200, 404]);
  expect(found?.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
});

it("counts visits by outcome, in each worker", async () => {
  const before = (await metrics()).sum("signpost_visits_total", { outcome: "redirect" });
  const redirects = { step: "present", outcome: "redirect" };
  const linksBefore = (await metrics()).sum("signpost_link_visits_total", redirects);
  for (let visit = 0; visit < 40; visit++) await fetch(`${server.url}/counted`, { redirect: "manual" });
  await fetch(`${server.url}/nothing-is-here`);
  await expect
    .poll(async () => (await metrics()).sum("signpost_visits_total", { outcome: "redirect" }) - before)
    .toBe(40);
  const found = await metrics();
  expect(found.sum("signpost_visits_total", { outcome: "missing" })).toBeGreaterThan(0);
  expect(found.sum("signpost_link_visits_total", redirects) - linksBefore).toBe(40);
  expect(found.sum("signpost_link_visits_total", { step: "resolve", outcome: "unknown_link" })).toBeGreaterThan(0);
  expect(found.labels("signpost_uptime_seconds", "worker").sort()).toEqual(["0", "1", "pages-0", "primary"]);
  await expect.poll(async () => (await metrics()).sum("signpost_drain_clicks_total")).toBeGreaterThanOrEqual(40);
});

it("counts requests by the pattern of their route, and never by what is sent", async () => {
  const client = api(server, server.adminKey);
  for (const id of [901, 902, 903]) await client.get(`/api/url/${id}`);
  // Unread answers are closed early when the test collects garbage. Pages then count as left by the client.
  for (const path of ["/api/made-up-1", "/api/made-up-2", "/dashboard/made-up-3", "/login"])
    await (await fetch(server.url + path)).arrayBuffer();
  await expect
    .poll(async () => (await metrics()).sum("signpost_requests_total", { route: "/api/url/{id}", status: "404" }))
    .toBe(3);
  await expect
    .poll(async () =>
      (await metrics()).sum("signpost_requests_total", { route: "/login", method: "GET", status: "200" }),
    )
    .toBeGreaterThan(0);
  const found = await metrics();
  expect(found.sum("signpost_request_duration_seconds_count", { route: "/api/url/{id}" })).toBe(3);
  const routes = found.labels("signpost_requests_total", "route").join(" ");
  expect(routes).not.toMatch(/90[123]|made-up/);
});

it("does not decrease when a worker dies", async () => {
  const count = async () => (await metrics()).sum("signpost_requests_total", { route: "/api/url/{id}" });
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const children = execFileSync("pgrep", ["-P", `${server.pid}`, "-f", "worker.js"], { encoding: "utf8" });
  for (const pid of children.trim().split("\n")) process.kill(Number(pid), "SIGKILL");
  await expect.poll(async () => (await metrics().catch(() => undefined))?.sum("signpost_restarts_total")).toBe(WORKERS);
  await expect.poll(count).toBeGreaterThanOrEqual(before);
});

it("are also in /api/health, except those about users' actions", async () => {
  const { body } = await api(server, TOKEN).get<{ figures: Record<string, number> }>("/api/health");
  expect(body.figures).toMatchObject({ signpost_database_up: 1, signpost_journal_oldest_seconds: expect.any(Number) });
  expect(Object.keys(body.figures).length).toBeLessThan(300);
  expect(JSON.stringify(body)).not.toMatch(/api\/url|log_ins|\/login|stored_queue/);
});

it("reports the size of everything that grows", async () => {
  const found = await metrics();
  const reported = new Set(
    ["signpost_kept_rows", "signpost_kept_bytes"].flatMap((name) => found.labels(name, "thing")),
  );
  expect([...reported].sort()).toEqual(retentionPolicies.map(({ name }) => name).sort());
  expect(found.sum("signpost_kept_bytes", { thing: "account data" })).toBeGreaterThan(100_000);
});
