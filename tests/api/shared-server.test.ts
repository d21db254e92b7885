import { expect, inject, it } from "vitest";
import { api } from "../support/api";
import { newUser } from "../support/users";

it("is one server for all files, and each test has its own users", async () => {
  const server = inject("server");
  const [one, other] = await Promise.all([newUser(server), newUser(server)]);
  const { status, body } = await api(server, one.key).get<{ data: { email: string } }>("/api/account");
  expect(status).toBe(200);
  expect(body.data.email).toBe(one.email);
  expect(other.key).not.toBe(one.key);
  expect((await api(server).get("/api/account")).status).toBe(401);
});
