import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { provide } from "@/lib/platform/env";
import { eventually } from "../support/wait";

provide({ APP_SECRET: "a secret of the tests, which is long enough" });
const { pageProxy } = await import("@/lib/http/page-proxy");
const { LatestChanges, CHANGED } = await import("@/lib/http/page-changes");
const { announce, announceMissed, subscribe } = await import("@/lib/platform/database/changes");

const folder = mkdtempSync(join(tmpdir(), "signpost-proxy-"));
let sockets = 0;
let socket: string;
let pages: Server | undefined;
let front: Server;

beforeEach(async () => {
  socket = join(folder, `${sockets++}.sock`);
  const handle = pageProxy([socket]);
  front = createServer((request, response) => void handle(request, response));
  await once(front.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const server of [front, pages]) {
    server?.closeAllConnections();
    server?.close();
  }
  pages = undefined;
});

async function draw(listener: RequestListener): Promise<void> {
  pages = createServer(listener);
  await once(pages.listen(socket), "listening");
}

async function ask(headers: Record<string, string> = {}, method = "GET", body = "") {
  const { port } = front.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", method, path: "/page?a=1", headers }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test("passes on request and response, without headers of the connection", async () => {
  await draw(async (request, response) => {
    const { method, url, headers } = request;
    response.writeHead(201, { "X-Own": "1", "Set-Cookie": ["a=1", "b=2"], "Keep-Alive": "timeout=9" });
    response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
  });
  const { status, headers, body } = await ask({ host: "go.example.com", te: "trailers" }, "POST", "hello");
  expect(status).toBe(201);
  expect(headers).toMatchObject({ "x-own": "1", "set-cookie": ["a=1", "b=2"] });
  expect(headers["keep-alive"]).not.toBe("timeout=9");
  const seen = JSON.parse(body);
  expect(seen).toMatchObject({ method: "POST", url: "/page?a=1", body: "hello", headers: { host: "go.example.com" } });
  expect(seen.headers.te).toBeUndefined();
});

test("sets the client's address, regardless of what the client sends", async () => {
  await draw(({ headers }, response) => response.end(String(headers["x-client-address"])));
  expect((await ask({ "X-Client-Address": "192.0.2.99" })).body).toBe("127.0.0.1");
});

test("updates the caches before it answers", async () => {
  const changes = new LatestChanges();
  const heard: string[] = [];
  subscribe("link_changed", { changed: (key) => heard.push(key), anyChanged: () => heard.push("all") });
  await draw((_, response) => {
    const before = changes.count;
    announce("link_changed", "go.example.com/grüße");
    heard.length = 0;
    response.setHeader(CHANGED, changes.since(before) ?? "").end();
  });
  const { headers } = await ask();
  expect(heard).toEqual(["go.example.com/grüße"]);
  expect(headers[CHANGED]).toBeUndefined();
});

test("many changes at once are reported by their topic", () => {
  const changes = new LatestChanges();
  const before = changes.count;
  for (let n = 0; n < 400; n++) announce("link_changed", `${"long".repeat(20)}${n}`);
  expect(JSON.parse(decodeURIComponent(changes.since(before) ?? ""))).toEqual([["link_changed"]]);
  for (let n = 0; n < 400; n++) announce("link_changed", `${n}`);
  expect(decodeURIComponent(changes.since(before) ?? "")).toContain('["domain_changed"]');
  expect(changes.since(changes.count)).toBeUndefined();
});

test("a topic is reported if something of it changed, but not if notifications were missed", () => {
  const changes = new LatestChanges();
  announceMissed();
  expect(changes.count).toBe(0);
  announce("link_changed");
  expect(JSON.parse(decodeURIComponent(changes.since(0) ?? ""))).toEqual([["link_changed"]]);
});

test("says so if no page can be rendered, and continues when it can", async () => {
  const away = await ask({ "accept-language": "de" });
  expect(away).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(away.body).toContain("Diese Seite ist gerade nicht verfügbar");
  await draw((_, response) => response.end("drawn"));
  expect((await ask()).body).toBe("drawn");
});

test("cancels requests of clients that left", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  await draw((_, response) => {
    begin();
    response.once("close", cancel);
  });
  const { port } = front.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1" }).end();
  sent.on("error", () => undefined);
  await begun;
  sent.destroy();
  await cancelled;
});

test("streams a response while it is created", async () => {
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  await draw(async (_, response) => {
    response.write("first ");
    await seen;
    response.end("second");
  });
  const { port } = front.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1" }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const [chunk] = await once(answer, "data");
  expect(String(chunk)).toBe("first ");
  see();
  expect(await text(answer)).toBe("second");
});

/** Sends requests without waiting for their answers, and returns the answers as they begin. */
function begin(count: number): IncomingMessage[] {
  const { port } = front.address() as AddressInfo;
  const answers: IncomingMessage[] = [];
  for (let n = 0; n < count; n++) {
    const sent = request({ port, host: "127.0.0.1" }).end();
    sent.on("response", (answer) => answers.push(answer.on("error", () => undefined)));
    sent.on("error", () => undefined);
  }
  return answers;
}

test("lets the next page begin when a page is complete, not when its head was sent", async () => {
  const drawing: ServerResponse[] = [];
  await draw((_, response) => {
    response.write("first ");
    drawing.push(response);
  });
  const answers = begin(8);
  await eventually(() => expect(answers).toHaveLength(6));
  expect(drawing).toHaveLength(6);
  drawing[0]?.end();
  for (const answer of answers) answer.resume();
  await eventually(() => expect(drawing).toHaveLength(7));
  drawing[1]?.end();
  await eventually(() => expect(drawing).toHaveLength(8));
});

test("does not wait for clients that stop reading", async () => {
  let drawn = 0;
  await draw((_, response) => {
    drawn++;
    response.end(Buffer.alloc(20_000_000));
  });
  const answers = begin(8);
  await eventually(() => expect(drawn).toBe(8));
  for (const answer of answers) answer.destroy();
});

test("breaks off with an answer that breaks off", async () => {
  await draw((_, response) => {
    response.write("half");
    setImmediate(() => response.destroy());
  });
  await expect(ask()).rejects.toThrow();
});

test("keeps the connection usable if a response arrives before the end of a body", async () => {
  await draw((_, response) => response.writeHead(413).end("too long"));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = front.address() as AddressInfo;
  for (let n = 0; n < 3; n++) {
    const sent = request({ port, host: "127.0.0.1", agent, method: "POST" });
    sent.end("x".repeat(3_000_000));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([413, "too long"]);
  }
  agent.destroy();
});

test("limits what a network without a session can open in a minute", async () => {
  await draw((_, response) => response.end());
  const statuses = new Map<number | undefined, number>();
  for (let n = 0; n < 620; n++) {
    const { status } = await ask({ cookie: "signpost=forged" });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 600],
    [429, 20],
  ]);
});
