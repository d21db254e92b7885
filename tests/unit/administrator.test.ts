import { expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { createAdministrator } = await import("@/server/administrator");

const create = (password: string) => {
  Object.assign(env, { ADMIN_PASSWORD: password });
  return createAdministrator(env.DATABASE_URL ?? "");
};

it("creates a password for the first administrator that the pages accept", async () => {
  await expect(create("Password123")).rejects.toThrow("ADMIN_PASSWORD is too common");
  expect(await db.user.count()).toBe(0);
  expect(await create("quiet river stone")).toMatchObject({ email: "admin@example.com", password: undefined });
  // The password is checked where it is used: existing ones stay valid.
  expect(await create("password123")).toBeUndefined();
});
