import { expect, inject, it } from "vitest";
import { sessionCookie } from "../support/session";
import { newUser } from "../support/users";

const server = inject("server");

it("requests a page's metadata again if it could not be read", async () => {
  const cookie = await sessionCookie(server, (await newUser(server)).id);
  const url = encodeURIComponent("https://nowhere.invalid/");
  const answer = await fetch(`${server.url}/dashboard/links/declared?url=${url}`, { headers: { cookie } });
  expect([answer.status, await answer.json()]).toEqual([200, null]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
