import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { textAnswer } from "@/lib/visits/core/answer";

vi.mock("@/lib/visits/visit", async (original) => ({
  ...(await original<object>()),
  answerVisit: ({ url }: { url: string }) => textAnswer(200, "Hello", url === "/broken" ? ["Location", "/日本"] : []),
}));
process.env.LOG_LEVEL = "silent";
const { apiRoutes } = await import("@/generated/api-routes");
const { requestListener } = await import("@/lib/http/listener");
const { env } = await import("@/lib/platform/env");
const { openPort } = await import("@/server/port");

const server = createServer(requestListener(() => undefined, apiRoutes));
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

it("survives an answer that does not fit into a header", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/broken`)).status).toBe(500);
  expect(await (await fetch(`http://127.0.0.1:${port}/fine`)).text()).toBe("Hello");
});

it("names the wrong setting if it cannot listen", async () => {
  Object.assign(env, { PORT: port, HOST: "127.0.0.1" });
  await expect(openPort(createServer())).rejects.toThrow(/in use by another program\. Set PORT to/);
  // An address reserved for documentation, which no machine has.
  Object.assign(env, { PORT: 3000, HOST: "192.0.2.1" });
  await expect(openPort(createServer())).rejects.toThrow(/^Port 3000 on 192\.0\.2\.1 .* Set HOST to/);
});

it("does not let Next answer the API behind it, whatever address Next has read", async () => {
  const { becomeServerProcess } = await import("@/lib/platform/process/server-process");
  const { GET } = await import("@/app/api/account/route");
  const { POST } = await import("@/app/api/sms/callback/route");
  const codeOf = async (answer: Promise<Response>) => (await answer).json().then(({ code }) => code);
  const context = { params: Promise.resolve({}) };
  const sent = (method: string) => new Request("https://sign.example/x", { method });
  // Where Next runs alone, it is the only one who can.
  expect(await codeOf(GET(sent("GET"), context))).toBe("api_key_required");
  becomeServerProcess();
  expect(await codeOf(GET(sent("GET"), context))).toBe("nothing_here");
  expect(await codeOf(POST(sent("POST"), context))).toBe("nothing_here");
});
