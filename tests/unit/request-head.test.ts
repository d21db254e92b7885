import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { readHead } from "@/lib/http/visit-connection";

let heard: (request: IncomingMessage) => void = () => {};
const server = createServer((request, response) => {
  heard(request);
  response.end();
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as { port: number };
afterAll(() => server.close());

/** What node:http makes of the same bytes; null if it refuses them. */
function asNodeReads(bytes: Buffer): Promise<Pick<IncomingMessage, "method" | "url" | "headers"> | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", () => socket.destroy()).on("close", () => resolve(null));
    heard = ({ method, url, headers }) => resolve({ method, url, headers });
  });
}

const head = (...lines: string[]) => Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
const simple = ["GET /a HTTP/1.1", "Host: s.example"];

it("reads what a browser sends", () => {
  const bytes = head(
    "HEAD /a?b=%C3%A9&c HTTP/1.1",
    "Host: s.example",
    "USER-agent:  x y\t ",
    "Cookie: a=1; b=2",
    "Accept:",
  );
  expect(readHead(bytes)).toEqual({
    method: "HEAD",
    url: "/a?b=%C3%A9&c",
    headers: { host: "s.example", "user-agent": "x y", cookie: "a=1; b=2", accept: "" },
  });
});

const left: Record<string, Buffer> = {
  "another method": head("POST /a HTTP/1.1", "Host: s.example"),
  "another version": head("GET /a HTTP/1.0", "Host: s.example"),
  "an address with its host": head("GET http://s.example/a HTTP/1.1", "Host: s.example"),
  "a fragment": head("GET /a#b HTTP/1.1", "Host: s.example"),
  "a letter that no address holds": head("GET /\xe9 HTTP/1.1", "Host: s.example"),
  "no host": head("GET /a HTTP/1.1", "Accept: */*"),
  "an empty host": head("GET /a HTTP/1.1", "Host: "),
  "two hosts": head(...simple, "host: other.example"),
  "a header that is there twice": head(...simple, "Cookie: a=1", "Cookie: b=2"),
  "a body's length": head(...simple, "Content-Length: 0"),
  "a body in chunks": head(...simple, "Transfer-Encoding: chunked"),
  "another protocol": head(...simple, "Upgrade: h2c"),
  "a question before the body": head(...simple, "Expect: 100-continue"),
  "a connection to be closed": head(...simple, "Connection: close"),
  "a connection to be closed, as proxies say it": head(...simple, "Proxy-Connection: close"),
  "a header of the connection's own": head(...simple, "Connection: keep-alive, x-secret"),
  "a folded line": head(...simple, "X-A: b", " c"),
  "a space before the colon": head(...simple, "X-A : b"),
  "a header without a name": head(...simple, ": b"),
  "a header without a colon": head(...simple, "X-A"),
  "a zero byte": head(...simple, "X-A: \0"),
  "a lone line feed": head(...simple, "X-A: b\nX-B: c"),
  "a lone carriage return": head(...simple, "X-A: b\rX-B: c"),
  "an empty line first": Buffer.concat([Buffer.from("\r\n"), head(...simple)]),
  "a part of a head": head(...simple).subarray(0, -1),
  "two at once": Buffer.concat([head(...simple), head(...simple)]),
  "something behind it": Buffer.concat([head(...simple), Buffer.from("x")]),
  nothing: Buffer.alloc(0),
  "more than 8 KiB": head(...simple, `X-A: ${"b".repeat(8_192)}`),
  "a name that every object has": head(...simple, "constructor: b"),
};

it.each(Object.keys(left))("leaves %s to node:http", (what) => {
  expect(readHead(left[what] as Buffer)).toBeNull();
});

it("reads its input like node:http", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      ":",
      ": ",
      " ",
      "\t",
      "\0",
      "#",
      "//",
      "?",
      "%0d",
      "\x7f",
      "\xa0",
      "\xff",
      "__proto__",
    ),
    fc.constantFrom("Host", "host", "Accept", "Content-Length", "Connection", "keep-alive", "close", "x-", "1", "GET "),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  const request = fc
    .tuple(
      fc.constantFrom("GET", "HEAD"),
      text,
      fc.array(fc.tuple(fc.oneof(text, fc.constant("X")), text), { maxLength: 4 }),
    )
    .map(([method, path, headers]) =>
      head(`${method} /${path} HTTP/1.1`, "Host: s.example", ...headers.map(([name, value]) => `${name}:${value}`)),
    );
  let read = 0;
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      const ours = readHead(bytes);
      if (!ours) return;
      read++;
      expect(await asNodeReads(bytes)).toEqual(ours);
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});
