import { expect, inject, it } from "vitest";
import { api } from "../support/api";

const server = inject("server");

it("says that it is alive, and that it records clicks", async () => {
  const { status, body } = await api(server).get("/api/health");
  expect([status, body]).toEqual([
    200,
    { error: 0, status: "live", journal: { bytes: expect.any(Number), refused: 0 } },
  ]);
});

it("says that it is ready, and how much waits in the journal", async () => {
  const { status, body } = await api(server).get("/api/ready");
  expect(status).toBe(200);
  expect(body).toEqual({ error: 0, status: "ready", journal: { bytes: expect.any(Number) } });
});
