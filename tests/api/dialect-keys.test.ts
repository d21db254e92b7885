import { expect, inject, test } from "vitest";
import { sendRaw } from "../support/raw-request";
import { newUser } from "../support/users";

const server = inject("server");
const user = await newUser(server);

const account = (header: string, query = "") => sendRaw(server, `GET /api/account${query}\n${header}`);

test.each([
  `Authorization: Bearer ${user.key}`,
  `Authorization: bearer ${user.key}`,
  `Authorization: Token ${user.key}`,
  `Authorization: ${user.key}`,
  `X-API-Key: ${user.key}`,
  `x-api-key: ${user.key}`,
])("the key is accepted as %s", async (header) => {
  expect(await account(header)).toMatchObject({ status: 200, body: { error: 0, data: { id: user.id } } });
});

const refused = { status: 401, body: { error: 1, code: "api_key_required" } };

test.each([
  "Accept: */*",
  `Authorization: Basic ${user.key}`,
  `Authorization: Bearer ${user.key} twice`,
  `Authorization: ${user.key}, ${user.key}`,
  `Authorization: ${user.key}x`,
  `X-API-Key: ${user.key}x`,
  "X-API-Key: ",
  "Authorization: ",
])("%s is rejected", async (header) => {
  expect(await account(header)).toMatchObject(refused);
});

test("a key in the address, which appears in logs, is rejected", async () => {
  for (const name of ["key", "api_key", "apikey", "token", "Authorization"]) {
    expect(await account("Accept: */*", `?${name}=${user.key}`)).toMatchObject(refused);
  }
});

test("of two keys, the one in Authorization counts", async () => {
  const other = await newUser(server);
  expect(await account(`Authorization: ${user.key}\nX-API-Key: ${other.key}`)).toMatchObject({
    body: { data: { id: user.id } },
  });
  expect(await account(`Authorization: nonsense\nX-API-Key: ${other.key}`)).toMatchObject(refused);
});
