import { describe, expect, it } from "vitest";
import { apiRouter } from "@/lib/http/router";

const answering =
  (name: string) =>
  async (_: Request, { params }: { params: Promise<Record<string, string>> }) =>
    Response.json([name, await params]);

const ask = apiRouter([
  { path: "/api/*", handlers: { GET: answering("nothing here") } },
  { path: "/api/thing/:id", handlers: { GET: answering("show"), PATCH: answering("change") } },
  { path: "/api/thing/add", handlers: { POST: answering("add") } },
  { path: "/api/thing/:id/give/:to", handlers: { POST: answering("give") } },
]);

const answer = async (method: string, path: string) =>
  (await ask(new Request(`http://localhost${path}`, { method }))).json();

describe("a request to the API reaches", () => {
  it.each([
    ["GET", "/api/thing/7", "show", { id: "7" }],
    ["PATCH", "/api/thing/7", "change", { id: "7" }],
    ["POST", "/api/thing/add", "add", {}],
    ["POST", "/api/thing/7/give/8", "give", { id: "7", to: "8" }],
    ["GET", "/api/thing/7/", "show", { id: "7" }],
    ["GET", "/api/thing/7//", "show", { id: "7" }],
    ["GET", "/api//thing/7", "show", { id: "7" }],
    ["GET", "//api///thing//7", "show", { id: "7" }],
    ["GET", "/api/thing/7?id=8", "show", { id: "7" }],
    // Not decoded: the schema refuses what cannot be decoded.
    ["GET", "/api/thing/%37", "show", { id: "%37" }],
    ["GET", "/api/thing/%ff%", "show", { id: "%ff%" }],
  ])("%s %s: %s", async (method, path, name, params) => {
    expect(await answer(method, path)).toEqual([name, params]);
  });

  it("its handler, even if a parameter is as long as a request's head may be", async () => {
    const id = "7".repeat(16_000);
    expect(await answer("GET", `/api/thing/${id}`)).toEqual(["show", { id }]);
  });

  it.each(["/api", "/api/", "/api/nowhere", "/api/thing", "/api/thing/7/deeper/still"])(
    "the handler for missing addresses: %s",
    async (path) => {
      expect((await answer("GET", path))[0]).toBe("nothing here");
    },
  );

  it("a handler that lists the address's methods, if this one is not supported", async () => {
    expect((await answer("DELETE", "/api/thing/7"))[0]).toBe("show");
    expect((await answer("GET", "/api/thing/add"))[0]).toBe("add");
  });
});

it("no handler, if the address is not in the API", async () => {
  expect((await ask(new Request("http://localhost/elsewhere"))).status).toBe(404);
});
