import { connect } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { eventually } from "../support/wait";

const server = inject("server");

/** Returns everything that the server answers to these bytes until it closes the connection, or until a time limit. */
async function answerTo(bytes: string, { hangUp = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const chunks: string[] = [];
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within 10 s, after: ${chunks.join("")}`));
    }, 10_000);
    socket
      .setEncoding("latin1")
      .on("data", (text: string) => chunks.push(text))
      // The server may close the connection before it has read everything.
      .on("error", () => undefined)
      .on("close", () => {
        clearTimeout(late);
        resolve(chunks.join(""));
      });
    socket.write(Buffer.from(bytes, "latin1"));
    if (hangUp) socket.end();
  });
}

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Expects a refusal, or a closed connection without one; after it at most the parser's refusal of remaining bytes. */
async function expectRefused(bytes: string, options?: { hangUp?: boolean }) {
  const answer = await answerTo(bytes, options);
  const [first = 400, ...more] = statuses(answer);
  expect(first, answer).toBeGreaterThanOrEqual(400);
  expect(first, answer).toBeLessThan(500);
  expect(more.filter((status) => status !== 400).concat(more.slice(1)), answer).toEqual([]);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
}

const end = "\r\n\r\n";
const get = (...headers: string[]) =>
  ["GET /api/health HTTP/1.1", "Host: localhost", ...headers, "Connection: close"].join("\r\n") + end;
const target = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close${end}`;

describe("rejects", () => {
  it.each([
    ["no words", end.repeat(3) + "\0".repeat(64) + end],
    ["HTTP/0.9", "GET /api/health\r\n\r\n"],
    ["a version that is none", `GET /api/health HTTP/x.1\r\nHost: localhost${end}`],
    ["a version with two digits", `GET /api/health HTTP/1.10\r\nHost: localhost${end}`],
    ["the preface of HTTP/2", `PRI * HTTP/2.0${end}SM${end}`],
    ["the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".padEnd(200, "\x7f")],
    ["a method in lower case", `get /api/health HTTP/1.1\r\nHost: localhost${end}`],
    ["a method that nobody knows", `SMUGGLE /api/health HTTP/1.1\r\nHost: localhost${end}`],
    ["a long method", `${"G".repeat(10_000)} / HTTP/1.1\r\nHost: localhost${end}`],
    ["a NUL before the method", `\0GET /api/health HTTP/1.1\r\nHost: localhost${end}`],
    ["a tab for a blank", `GET\t/api/health\tHTTP/1.1\r\nHost: localhost${end}`],
    ["a blank within the target", target("/api/health /x")],
    ["a NUL in the target", target("/api/health\0")],
    ["a target with a fragment of control characters", target("/api/\x01\x7f")],
    ["a target that breaks off within an escape", target("/login/%")],
    ["a target of bytes that are no text", target("/%ff%fe%c0%af")],
    ["a target that holds an escaped NUL", target("/login%00")],
    ["a target that holds escaped line breaks", target("/x%0d%0aSet-Cookie:%20a=b")],
    ["a target that is authority alone", target("localhost:80")],
    ["a target without a host", target("http://")],
    ["a target of a strange scheme", target("file:///etc/passwd")],
    ["a target longer than all headers may be", target(`/${"a".repeat(70_000)}`)],
    ["a tunnel", `CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost:5432${end}`],
    ["no host", `GET /api/health HTTP/1.1\r\nConnection: close${end}`],
    ["two hosts", get("Host: evil.example")],
    ["the same host twice", get("host: localhost")],
    ["a name with a blank", get("X y: 1")],
    ["a blank before the colon", get("X-Y : 1")],
    ["a name that is empty", get(": 1")],
    ["a name of other letters", get("X-\xe9\xff: 1")],
    ["a line without a colon", get("X-Y")],
    ["a NUL in a value", get("X-Y: a\0b")],
    ["a bare CR in a value", get("X-Y: a\rX-Z: b")],
    ["a header of 100 KB", get(`X-Y: ${"a".repeat(100_000)}`)],
    ["20,000 headers", get(...Array.from({ length: 20_000 }, (_, index) => `X-${index}: 1`))],
    ["a blank before the first header", `GET /api/health HTTP/1.1\r\n Host: localhost${end}`],
    ["an expectation that nobody can meet", get("Expect: 200-maybe")],
  ])("%s", async (_, bytes) => {
    await expectRefused(bytes);
  });
});

const smuggled = `GET /api/health?smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close${end}`;
const post = (headers: string[], body: string) =>
  [
    "POST /api/url/add HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${server.adminKey}`,
    "Content-Type: application/json",
    ...headers,
  ].join("\r\n") +
  end +
  body;
const chunked = "Transfer-Encoding: chunked";
const length = `Content-Length: ${smuggled.length}`;

describe("reads no second request from", () => {
  it.each([
    ["a length and chunks", [length, chunked], `0${end}${smuggled}`],
    ["chunks and a length", [chunked, "Content-Length: 4"], `0${end}${smuggled}`],
    ["two lengths", ["Content-Length: 0", length], smuggled],
    ["two lengths in one", [`Content-Length: 0, ${smuggled.length}`], smuggled],
    ["a length with a sign", ["Content-Length: +0"], smuggled],
    ["a length below zero", ["Content-Length: -1"], smuggled],
    ["a length in sixteens", ["Content-Length: 0x0"], smuggled],
    ["a length with a blank in it", ["Content-Length: 0 0"], smuggled],
    ["a length beyond 64 bits", ["Content-Length: 18446744073709551616"], smuggled],
    ["chunks that are not last", ["Transfer-Encoding: chunked, identity"], `0${end}${smuggled}`],
    ["an encoding that nobody knows", ["Transfer-Encoding: xchunked"], `0${end}${smuggled}`],
    ["chunks twice", [chunked, "Transfer-Encoding: identity"], `0${end}${smuggled}`],
    ["chunks behind a blank", ["Transfer-Encoding : chunked"], `0${end}${smuggled}`],
    ["chunks behind a vertical tab", ["Transfer-Encoding: \x0bchunked"], `0${end}${smuggled}`],
    ["a length on a folded line", ["X-Y: 1", ` ${chunked}`, "Content-Length:", " 0"], smuggled],
    ["a chunk whose size overflows", [chunked], `10000000000000000\r\n${smuggled}`],
    ["a chunk of a size below zero", [chunked], `-1\r\n${smuggled}`],
    ["a chunk whose size is none", [chunked], `g\r\n${smuggled}`],
    ["a chunk that is longer than it says", [chunked], `1\r\nab\r\n0${end}${smuggled}`],
    ["a chunk's size with a bare LF", [chunked], `0\n\n${smuggled}`],
    ["a chunk's extension with a bare LF", [chunked], `0;a\nb${end}${smuggled}`],
    ["a chunk's size of 100 KB", [chunked], `${"0".repeat(100_000)}\r\n${smuggled}`],
    ["a trailer that is none", [chunked], `0\r\nX Y\r\n\r\n${smuggled}`],
  ])("%s", async (_, headers, body) => {
    await expectRefused(post(headers, body));
  });
});

describe("closes the connection after", () => {
  it.each([
    ["a body that breaks off", post(["Content-Length: 1000"], '{"url":')],
    ["chunks that break off", post([chunked], '10\r\n{"url":')],
    ["headers that break off", "GET /api/health HTTP/1.1\r\nHost: local"],
    [
      "a form for an action that breaks off",
      post(["Next-Action: x", "Content-Length: 1000"], "[").replace("/api/url/add", "/login"),
    ],
    ["a line that breaks off", "GET /api"],
  ])("%s", async (_, bytes) => {
    await expectRefused(bytes, { hangUp: true });
  });
});

it.each(["//evil.example/x", "///evil.example//", "//evil.example/%2e%2e/x", "/\\evil.example/", "/%5cevil.example/"])(
  "redirects nowhere else if the target is %s",
  async (path) => {
    const answer = await answerTo(target(path));
    expect(statuses(answer)[0]).toBeLessThan(500);
    for (const [, location = ""] of answer.matchAll(/^(?:location|refresh: 0;url)[:=] ?(.*)\r$/gim))
      expect(new URL(location, server.url).origin).toBe(server.url);
  },
);

it("answers the request before garbage, and then rejects", async () => {
  const health = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const answer = await answerTo(`${health}${health}\0garbage${end}${health}`);
  expect(statuses(answer).filter((status) => status !== 400 && status !== 200)).toEqual([]);
  expect(statuses(answer).length).toBeLessThanOrEqual(3);
  expect(statuses(answer).indexOf(400)).toBeOneOf([-1, statuses(answer).length - 1]);
  await eventually(async () => expect((await fetch(`${server.url}/api/health`)).status).toBe(200));
});
