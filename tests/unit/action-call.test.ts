import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { beginAction, refuseUnreadAction } from "@/lib/http/action-call";
import { REQUEST_ID } from "@/lib/platform/limits/page-requests";

// Answers like Next when an action fails: the path says how, and whether the action's work had begun.
const server = createServer((request, response) => {
  const path = request.url ?? "";
  request.headers[REQUEST_ID] = path;
  refuseUnreadAction(request, response, () => response.writeHead(400).end("unreadable"));
  response.setHeader("Content-Encoding", "identity");
  if (path.startsWith("/begun")) beginAction(new Headers({ [REQUEST_ID]: path }));
  if (path.endsWith("head")) response.writeHead(500);
  else response.statusCode = path.endsWith("200") ? 200 : 500;
  if (path.endsWith("flush")) response.flushHeaders();
  if (!path.endsWith("end")) response.write("of ");
  response.end("Next");
});

let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function answer(path: string) {
  const response = await fetch(url + path);
  return [response.status, await response.text(), response.headers.get("content-encoding")];
}

it.each(["/head", "/flush", "/end", "/write"])("replaces a 500 if the work has not begun: %s", async (path) => {
  expect(await answer(path)).toEqual([400, "unreadable", null]);
});

it("does not change failures of the work, and successes", async () => {
  expect(await answer("/begun/flush")).toEqual([500, "of Next", "identity"]);
  expect(await answer("/begun/end")).toEqual([500, "Next", "identity"]);
  expect(await answer("/200")).toEqual([200, "of Next", "identity"]);
});
