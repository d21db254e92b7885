import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import type { ApiRequest } from "@/lib/http/api-request";
import { RequestInput } from "@/lib/http/endpoint";

const parsed = { actor: null, readsMetrics: false, params: undefined, query: { limit: 5, page: 2 }, body: undefined };
const inputOf = (request: ApiRequest) =>
  new RequestInput({ method: "GET", path: "/api/tags" } as Operation, request, parsed, {});
const requestOf = () => new Request("https://example.com/api/tags", { headers: { "X-One": "1" } });

test("the inputs of all requests have one hidden class, which outlives none of them", () => {
  setFlagsFromString("--allow-natives-syntax");
  const haveSameMap = new Function("one", "other", "return %HaveSameMap(one, other)");
  expect(haveSameMap(inputOf(requestOf()), inputOf(requestOf()))).toBe(true);
});

test("an input passes on the headers, the page and the signal of its request", () => {
  const request = requestOf();
  const { headers, page, signal } = inputOf(request);
  expect(headers.get("x-one")).toBe("1");
  expect(page).toMatchObject({ limit: 5, page: 2 });
  expect(signal).toBe(request.signal);
});
