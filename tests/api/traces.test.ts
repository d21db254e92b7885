import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../support/api";
import { startServer, type TestServer } from "../support/server";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number; boolValue?: boolean } }[];
  status: { code?: number };
}

interface Sent {
  resourceSpans: { resource: { attributes: Span["attributes"] }; scopeSpans: { spans: Span[] }[] }[];
}

let receiver: Server;
let server: TestServer;
const received: Sent[] = [];
const headers: unknown[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    headers.push([request.url, request.headers.authorization, request.headers["content-type"]]);
    received.push((await json(request)) as Sent);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  server = await startServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-a-test",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_BSP_SCHEDULE_DELAY: "200",
    },
  });
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await server.stop();
});

const resources = () => received.flatMap(({ resourceSpans }) => resourceSpans);
const spans = () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const valuesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it("sends a request with its statements, but none of the values", async () => {
  const secret = "https://example.com/nobody-may-read-this-in-a-trace";
  const answer = await api(server, server.adminKey).post("/api/url/add", { url: secret, custom: "traced" });
  expect(answer.status).toBe(200);
  const id = answer.headers.get("x-request-id");
  const find = () => spans().find((span) => valuesOf(span)["signpost.request_id"] === id);
  await expect.poll(find).toBeDefined();
  const request = find() as Span;
  expect(valuesOf(request)).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/api/url/add",
    "http.response.status_code": 200,
    "signpost.account": expect.any(Number),
  });
  const parts = spans().filter(({ name, traceId }) => name === "database" && traceId === request.traceId);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
  const texts = parts.map((span) => String(valuesOf(span)["db.query.text"])).join("\n");
  expect(texts).toMatch(/insert into/i);
  expect(texts).not.toMatch(/audit:|127\.0\.0\.1/);
  expect(JSON.stringify(received)).not.toMatch(/nobody-may-read|sp_key_of/);
  expect(headers[0]).toEqual(["/v1/traces", "Bearer of-a-test", "application/json"]);
  expect(valuesOf(resources()[0]?.resource ?? { attributes: [] })).toMatchObject({
    "service.name": "signpost",
    "deployment.environment.name": "test",
  });
});

it("sends a page, a batch of the drain and a regular task, and no visit", async () => {
  await fetch(`${server.url}/login`);
  for (let visit = 0; visit < 5; visit++) await fetch(`${server.url}/traced`, { redirect: "manual" });
  const names = () => new Set(spans().map(({ name }) => name));
  await expect.poll(names).toContain("drain batch");
  await expect.poll(names).toContain("sweep");
  await expect.poll(() => spans().map((span) => valuesOf(span)["http.route"])).toContain("/login");
  expect(JSON.stringify(received)).not.toContain('"/traced"');
});

it("works as usual while the collector is down", async () => {
  receiver.close();
  receiver.closeAllConnections();
  const client = api(server, server.adminKey);
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get("/api/account")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  }
  await expect.poll(() => server.logs()).toContain("traces cannot be sent now");
  const { body } = await client.get<{ figures: Record<string, number> }>("/api/health");
  expect(body.figures["signpost_spans_total{dropped}"]).toBeGreaterThan(0);
});
