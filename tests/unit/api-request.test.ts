import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBody } from "@/lib/contract/body/body";
import { isPlain, PlainRequest, splitUrl } from "@/lib/http/api-request";

interface Seen {
  plain: boolean;
  method: string;
  path: string;
  query: string;
  agent: string | null;
  lacks: boolean;
  body: string;
}

const server = createServer(async (incoming, outgoing) => {
  const plain = isPlain(incoming);
  const request = new PlainRequest(incoming, outgoing);
  const { method, url, headers } = request;
  const sent = plain ? (await readBody(request)).toString() : "";
  const seen: Seen = {
    plain,
    method,
    ...splitUrl(url),
    agent: headers.get("user-agent"),
    lacks: headers.has("x-none"),
    body: sent,
  };
  outgoing.end(JSON.stringify(seen));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

/** Sends a request as it is written, because clients normalize addresses and headers. */
async function seenOf(line: string, headers: string[] = [], body = ""): Promise<Seen> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const host = headers.some((header) => header.startsWith("Host:")) ? [] : ["Host: go.example.com:3000"];
  socket.end([`${line} HTTP/1.1`, ...host, "Connection: close", ...headers, "", body].join("\r\n"));
  const [, answer = ""] = (await text(socket)).split("\r\n\r\n");
  return JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
}

describe("a plain request", () => {
  it.each([
    "/api",
    "/api/urls?limit=10&page=2",
    "//API//urls/",
    "/api/url/%37?q=a%20b+c",
    "/api/url/%ff%",
    "/api/urls?q=https://example.com/?x=1",
    "/api/url/v1.2...3?a=/../b",
  ])("has the path and the query that a URL parser finds: %s", async (target) => {
    const { pathname, search } = new URL(`http://go.example.com:3000${target}`);
    const seen = await seenOf(`GET ${target}`);
    expect(seen.plain || seen.path === pathname).toBe(true);
    if (seen.plain) expect(seen).toMatchObject({ path: pathname, query: search });
  });

  it("has its headers and body", async () => {
    const seen = await seenOf("POST /api/url/add", ["User-Agent: curl/8", "Content-Length: 2"], "{}");
    expect(seen).toMatchObject({ plain: true, method: "POST", agent: "curl/8", lacks: false, body: "{}" });
  });
});

describe("a request is not plain if", () => {
  it.each([
    ["a path has a backslash", "GET /api\\urls"],
    ["a path has a fragment", "GET /api/urls#top"],
    ["a query has a quote", "GET /api/urls?q='"],
    ["its method is rare", "PATCH /api/url/7"],
    ["its host has capitals", "GET /api/urls", ["Host: Go.Example.com"]],
    ["its host has a low port", "GET /api/urls", ["Host: go.example.com:80"]],
    ["its host is none", "GET /api/urls", ["Host: a b"]],
    ["a header is repeated", "GET /api/urls", ["Authorization: one", "Authorization: two"]],
    ["a GET has a body", "GET /api/urls", ["Content-Length: 0"]],
    ["its length is unknown", "POST /api/urls", ["Transfer-Encoding: chunked"]],
    ["its body is too large", "POST /api/urls", ["Content-Length: 1048577"]],
  ])("%s", async (_, line, headers: string[] = []) => {
    expect((await seenOf(line, headers)).plain).toBe(false);
  });
});
