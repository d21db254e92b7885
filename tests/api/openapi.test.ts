import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, inject, it } from "vitest";
import { api } from "../support/api";

it("serves a document that a validator accepts, to anybody, through the same pipeline as the rest", async () => {
  const server = inject("server");
  const { status, headers, body } = await api(server).get<Record<string, unknown>>("/api/openapi.json");
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("error");
  expect(body.servers).toEqual([{ url: server.url }]);
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  expect(headers.get("x-request-id")).toBeTruthy();
  expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
});

it("refuses another method in the envelope", async () => {
  const { status, headers, body } = await api(inject("server")).post("/api/openapi.json", {});
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe("GET");
  expect(body).toMatchObject({ error: 1, code: "method_not_allowed", message: expect.any(String) });
});
