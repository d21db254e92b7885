import { expect, inject, it } from "vitest";
import { newUser } from "../support/users";

const server = inject("server");

it("has no second way in: next-auth's own endpoints do not exist", async () => {
  const { email, password } = await newUser(server);
  const form = new URLSearchParams({ email, password, csrfToken: "x", json: "true" });
  const endpoints: [string, RequestInit?][] = [
    ["csrf"],
    ["providers"],
    ["session"],
    ["signin"],
    ["signin/credentials", { method: "POST", body: form }],
    ["callback/credentials", { method: "POST", body: form }],
    ["callback/oidc?code=x&state=y"],
    ["signout", { method: "POST", body: form }],
    ["_log", { method: "POST", body: form }],
  ];
  for (const [path, init] of endpoints) {
    const answer = await fetch(`${server.url}/api/auth/${path}`, { ...init, redirect: "manual" });
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, expect.objectContaining({ error: 1 })]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});
