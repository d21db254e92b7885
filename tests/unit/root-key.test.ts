import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { env, provide } from "@/lib/platform/env";
import { startDatabase } from "../support/database";

const { dataDir } = await startDatabase();
const { openRootKey, readRootKey, rewrapRootKey } = await import("@/lib/auth/root-key");
const { readStoredSecret, nextSecret, provideSecrets } = await import("@/lib/platform/stored-secrets");

const client = new pg.Client({ connectionString: env.DATABASE_URL });
await client.connect();
afterAll(() => client.end());

const OLD = "the old secret, which is long enough too";
const NEW = "the new secret, which is long enough too";

/** Like a process that starts with these values. */
function given(APP_SECRET = "", APP_SECRET_PREVIOUS = "", SIGNPOST_ROOT_KEY = "") {
  Object.assign(process.env, { APP_SECRET, APP_SECRET_PREVIOUS, SIGNPOST_ROOT_KEY });
  Object.assign(env, { APP_SECRET: undefined, APP_SECRET_PREVIOUS: undefined, SIGNPOST_ROOT_KEY: undefined });
  provide({});
}
const opened = async () => {
  await openRootKey(client);
  return env.SIGNPOST_ROOT_KEY;
};

beforeEach(async () => {
  await client.query("DELETE FROM kept_keys");
});

test("an older database keeps the secret from which its values were derived", async () => {
  given(OLD, "", OLD);
  const { createUser } = await import("@/lib/resources/users/service");
  await createUser({ username: "somebody", email: "somebody@example.com", password: "a password of the tests" });
  given(NEW);
  await expect(openRootKey(client)).rejects.toThrow("APP_SECRET is not the one");
  await expect(readRootKey(client)).rejects.toThrow("Start this version once");
  given(NEW, OLD);
  expect(await opened()).toBe(OLD);
  expect(await rewrapRootKey(client, () => NEW)).toBe(true);
  given(NEW);
  expect(await opened()).toBe(OLD);
  await client.query("TRUNCATE users CASCADE");
});

test("a new database has a key that cannot be derived from APP_SECRET", async () => {
  given(OLD);
  const root = await opened();
  expect(root).toHaveLength(43);
  expect(await opened()).toBe(root);
});

test("the key outlives its secret, and both secrets work during the change", async () => {
  given(OLD);
  const root = await opened();
  given(NEW);
  await expect(openRootKey(client)).rejects.toThrow(
    "APP_SECRET is not the one that this database's keys are kept under",
  );
  await expect(readRootKey(client)).rejects.toThrow("APP_SECRET is not the one");
  given(NEW, OLD);
  expect(await opened()).toBe(root);
  expect(await rewrapRootKey(client, () => NEW)).toBe(true);
  expect(await rewrapRootKey(client, () => NEW)).toBe(false);
  given(NEW);
  expect(await opened()).toBe(root);
  given(OLD);
  await expect(openRootKey(client)).rejects.toThrow("APP_SECRET is not the one");
});

test("an instance without the new secret can start until the keys are encrypted with it", async () => {
  given(OLD);
  const root = await opened();
  given(NEW, OLD);
  await opened();
  given(OLD);
  expect(await opened()).toBe(root);
});

test("a failed change does not change the key", async () => {
  given(OLD);
  const root = await opened();
  const broken = () => {
    throw new Error("no room for a secret");
  };
  await expect(rewrapRootKey(client, broken)).rejects.toThrow("no room for a secret");
  expect(await opened()).toBe(root);
});

test("the secret of a data folder survives a change that is killed at any point", async () => {
  const file = join(dataDir, "app-secret");
  const start = () => {
    given();
    provideSecrets();
    return opened();
  };
  const root = await start();
  const old = readStoredSecret(dataDir, "app-secret");
  // Created but not used yet: it is removed.
  nextSecret();
  expect(await start()).toBe(root);
  expect(existsSync(`${file}-next`)).toBe(false);
  // Used but not in its place yet: it is moved there.
  const next = nextSecret();
  await rewrapRootKey(client, () => next);
  expect(await start()).toBe(root);
  expect(readFileSync(file, "utf8").trim()).toBe(next);
  expect(existsSync(`${file}-next`)).toBe(false);
  expect(await start()).toBe(root);
  writeFileSync(file, old);
  await expect(start()).rejects.toThrow("APP_SECRET is not the one");
});
