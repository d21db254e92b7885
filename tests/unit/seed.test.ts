import { expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { provide } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { seed } = await import("@/prisma/seed");

async function defaultDomain(environment: Record<string, string>) {
  Object.assign(process.env, environment);
  provide({});
  await seed();
  const { scheme, host } = await db.domain.findFirstOrThrow({ where: { userId: null } });
  return `${scheme}://${host}`;
}

it("gives the default domain the address of APP_URL, and no address without it", async () => {
  expect(await defaultDomain({ PORT: "4001" })).toBe("http://localhost:3000");
  expect(await defaultDomain({ APP_URL: "https://go.example.com" })).toBe("https://go.example.com");
  expect(await defaultDomain({ APP_URL: "" })).toBe("https://go.example.com");
});
