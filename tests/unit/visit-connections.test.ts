import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type Answer, type MaybeAnswer, redirectTo, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { eventually } from "../support/wait";

process.env.LOG_LEVEL = "silent";
let answerTo: (request: VisitRequest) => MaybeAnswer;
vi.mock("@/lib/visits/visit", () => ({
  answerVisit: (request: VisitRequest) => answerTo(request),
  afterClick: (_answer: unknown, send: () => void) => setImmediate(send),
}));
const { VisitConnections } = await import("@/lib/http/visit-connections");

/** The requests that node:http had to answer. */
let others: string[] = [];
const server = createServer(async (request, response) => {
  const body = await request.reduce((whole, part) => whole + part, "");
  others.push(`${request.method} ${request.url} ${body}`.trim());
  response.end("node");
});
const visits = new VisitConnections(server);
/** The server's end of the newest connection. */
let accepted: Socket | undefined;
server.on("connection", (socket) => {
  accepted = socket;
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

beforeEach(() => {
  visits.start(({ url }) => (url.startsWith("/page/none") ? textAnswer(404, "none") : null));
  others = [];
  answerTo = ({ url }) => (url.startsWith("/page") ? null : redirectTo(`https://example.com${url}`));
});

const ask = (path: string, method = "GET", more = "") => `${method} ${path} HTTP/1.1\r\nHost: s.example\r\n${more}\r\n`;

/** A connection and everything received over it. */
async function open() {
  const socket: Socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data) => {
    text += data;
  });
  await once(socket, "connect");
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  return {
    socket,
    text: () => text,
    statuses,
    answered: (count: number) => eventually(() => expect(statuses()).toHaveLength(count)),
    places: () => [...text.matchAll(/^Location: https:\/\/example\.com(.*)\r$/gm)].map(([, place]) => place),
    closed: once(socket, "close"),
  };
}

/** From now on visits are answered with what `answer` returns, but only when `answerAll` is called. */
function answerLater(answer: (request: VisitRequest) => Answer | null) {
  let waiting: { url: string; done: () => void }[] = [];
  answerTo = (request) =>
    new Promise((resolve) => {
      waiting.push({ url: request.url, done: () => resolve(answer(request)) });
    });
  return {
    asked: (url: string) => eventually(() => expect(waiting.map((visit) => visit.url)).toContain(url)),
    answerAll() {
      const visits = waiting;
      waiting = [];
      for (const { done } of visits) done();
    },
  };
}

it("answers several visits on a connection, without node:http", async () => {
  const { socket, answered, places, text } = await open();
  for (const [index, path] of ["/a", "/b", "/c"].entries()) {
    socket.write(ask(path));
    await answered(index + 1);
  }
  expect(places()).toEqual(["/a", "/b", "/c"]);
  expect(text()).toMatch(/\r\nContent-Length: 0\r\nDate: \w{3}, \d\d .* GMT\r\nConnection: keep-alive\r\n\r\n$/);
  expect(others).toEqual([]);
  socket.destroy();
});

it("refuses made-up files without node:http, and answers visits after them", async () => {
  const { socket, answered, statuses } = await open();
  for (const [index, path] of ["/page/none/a", "/page/none/b", "/c"].entries()) {
    socket.write(ask(path));
    await answered(index + 1);
  }
  expect(statuses()).toEqual([404, 404, 302]);
  expect(others).toEqual([]);
  socket.write(ask("/page"));
  await answered(4);
  expect(others).toEqual(["GET /page"]);
  socket.destroy();
});

it("sends a body for GET, and only its length for HEAD", async () => {
  answerTo = () => textAnswer(404, "nichts für dich");
  const { socket, answered, text } = await open();
  socket.write(ask("/a"));
  await answered(1);
  expect(Buffer.from(text(), "latin1").toString()).toMatch(/Content-Length: 16\r\n.*\r\n\r\nnichts für dich$/s);
  socket.write(ask("/a", "HEAD"));
  await answered(2);
  expect(text()).toMatch(/Content-Length: 16\r\n.*\r\n\r\n$/s);
  answerTo = () => ({ status: 200, headers: [], body: Buffer.from([0, 255]) });
  socket.write(ask("/picture"));
  await eventually(() => expect(text().endsWith("\r\n\r\n\x00\xff")).toBe(true));
  socket.destroy();
});

it("passes everything else to node:http, on the same connection", async () => {
  const { socket, answered, text } = await open();
  socket.write(ask("/a"));
  await answered(1);
  const head = ask("/form", "POST", "Content-Length: 5\r\n");
  socket.write(`${head}he`);
  await eventually(() => expect(accepted?.bytesRead).toBe(`${ask("/a")}${head}he`.length));
  socket.write("llo");
  await answered(2);
  socket.write(ask("/b"));
  await answered(3);
  expect(others).toEqual(["POST /form hello", "GET /b"]);
  expect(text()).toMatch(/node$/);
  socket.destroy();
});

it.each(["/api/urls", "/api", "/page"])("passes %s to node:http", async (path) => {
  const { socket, answered } = await open();
  socket.write(ask(path));
  await answered(1);
  expect(others).toEqual([`GET ${path}`]);
  socket.destroy();
});

it("accepts requests in pieces, and before the last answer, in order", async () => {
  const slow = await open();
  for (const piece of ask("/a").match(/.{1,9}/gs) ?? []) {
    slow.socket.write(piece);
    await new Promise((done) => setTimeout(done, 5));
  }
  await slow.answered(1);
  slow.socket.destroy();
  expect(others).toEqual(["GET /a"]);

  const { asked, answerAll } = answerLater(({ url }) =>
    url === "/p" ? null : redirectTo(`https://example.com${url}`),
  );
  const eager = await open();
  eager.socket.write(ask("/b"));
  await asked("/b");
  eager.socket.write(ask("/c"));
  await eventually(() => expect(accepted?.isPaused()).toBe(true));
  eager.socket.write(ask("/d") + ask("/e"));
  answerAll();
  await asked("/c");
  answerAll();
  await eager.answered(4);
  expect(eager.places()).toEqual(["/b", "/c"]);
  expect(others.slice(1)).toEqual(["GET /d", "GET /e"]);
  eager.socket.destroy();

  const page = await open();
  page.socket.write(ask("/p"));
  await asked("/p");
  page.socket.write(ask("/q"));
  await eventually(() => expect(accepted?.isPaused()).toBe(true));
  answerAll();
  await page.answered(2);
  expect(others.slice(3)).toEqual(["GET /p", "GET /q"]);
  page.socket.destroy();
});

it("rejects malformed requests like node:http", async () => {
  const { socket, text, closed } = await open();
  socket.write("GET /a HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n");
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 400 /);
});

it("survives an answer that does not fit into a header", async () => {
  answerTo = () => ({ status: 302, headers: ["Location", "https://example.com/\r\nX-Evil: 1"], body: "" });
  const { socket, answered, text } = await open();
  socket.write(ask("/a"));
  await answered(1);
  expect(text()).toMatch(/^HTTP\/1\.1 500 /);
  expect(text()).not.toContain("X-Evil");
  socket.destroy();
});

it.each(["end", "destroy", "resetAndDestroy"] as const)(
  "notifies a visit when its visitor leaves (%s)",
  async (leave) => {
    let signal: AbortSignal | undefined;
    answerTo = (request) => {
      signal = request.signal;
      return new Promise(() => {});
    };
    const { socket } = await open();
    socket.write(ask("/a"));
    await eventually(() => expect(signal?.aborted).toBe(false));
    socket[leave]();
    await eventually(() => expect(signal?.aborted).toBe(true));
    socket.destroy();
  },
);

it("answers a client that has closed its side, and closes", async () => {
  const { socket, statuses, closed } = await open();
  socket.end(ask("/a"));
  await closed;
  expect(statuses()).toEqual([302]);
});

it("closes silent connections", async () => {
  server.timeout = 300;
  onTestFinished(() => {
    server.timeout = 0;
  });
  const { closed, text } = await open();
  await closed;
  expect(text()).toBe("");
});

it("buffers no more for a slow reader than was requested before", async () => {
  const { socket, statuses, answered } = await open();
  socket.pause();
  let requests = 0;
  answerTo = () => {
    requests++;
    return textAnswer(200, "x".repeat(20_000_000));
  };
  socket.write(ask("/a"));
  await eventually(() => expect(requests).toBe(1));
  for (let more = 0; more < 5; more++) {
    socket.write(ask("/a"));
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(requests).toBe(1);
  socket.resume();
  await answered(2);
  expect(statuses()[0]).toBe(200);
  socket.destroy();
});

it("passes everything to node:http when it stops, and closes idle connections", async () => {
  const { asked, answerAll } = answerLater(({ url }) => redirectTo(`https://example.com${url}`));
  const busy = await open();
  const idle = await open();
  busy.socket.write(ask("/a"));
  await asked("/a");
  visits.stop();
  visits.closeIdle();
  await idle.closed;
  answerAll();
  await busy.closed;
  expect(busy.text()).toContain("Connection: close");
  const late = await open();
  late.socket.write(ask("/b"));
  await late.answered(1);
  expect(others).toEqual(["GET /b"]);
  late.socket.destroy();
});
