import { expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { findActor } = await import("@/lib/auth/actor");
const { adoptTimeZone, updateAccount } = await import("@/lib/resources/account/service");
const { describeAccountState: accountStateOf } = await import("@/lib/resources/plans/usage");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");

async function newAccount(username: string): Promise<number> {
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", admin: true };
  return (await createUser(input)).user.id;
}

it("queries the database once, and again only after the account has changed", async () => {
  const actor = await findActor(await newAccount("reader"));
  const query = vi.spyOn(pool, "query");
  const prisma = vi.spyOn(db, "$transaction");
  expect(await accountStateOf(actor)).toMatchObject({ weeklyReport: false, origin: "http://localhost:3000" });
  await accountStateOf(actor);
  expect([query.mock.calls.length, prisma.mock.calls.length]).toEqual([1, 0]);
  vi.restoreAllMocks();
  await updateAccount(actor, { weeklyreport: true });
  expect(await accountStateOf(actor)).toMatchObject({ weeklyReport: true });
});

it("names the account's domain only while the domain is active and belongs to the account", async () => {
  const [userId, otherId] = [await newAccount("chooser"), await newAccount("neighbor")];
  const domain = await db.domain.create({ data: { userId, host: "go.example.com", scheme: "https" } });
  const stateAfter = async (change: () => Promise<unknown>) => {
    await change();
    return (await accountStateOf(await findActor(userId))).origin;
  };
  const { announce } = await import("@/lib/platform/database/changes");
  const update = async (data: object) => {
    await db.domain.update({ where: { id: domain.id }, data });
    announce("domain_changed", domain.host);
  };
  expect(await stateAfter(() => updateAccountDomain(userId, domain.id))).toBe("https://go.example.com");
  expect(await stateAfter(() => update({ status: "suspended" }))).toBe("http://localhost:3000");
  expect(await stateAfter(() => update({ status: "active" }))).toBe("https://go.example.com");
  expect(await stateAfter(() => update({ userId: otherId }))).toBe("http://localhost:3000");

  async function updateAccountDomain(id: number, defaultDomainId: number) {
    await db.user.update({ where: { id }, data: { defaultDomainId } });
    announce("user_changed", `${id}`);
  }
});

it("adopts a browser's time zone once, and ignores names that are none", async () => {
  const userId = await newAccount("newcomer");
  const adopted = async (zone: unknown) => {
    await adoptTimeZone(await findActor(userId), zone);
    return (await findActor(userId)).timeZone;
  };
  for (const bad of [undefined, null, 7, "", "Mars/Olympus", "+25:00", "x".repeat(100), ["Asia/Tokyo"], {}])
    expect(await adopted(bad)).toBe(null);
  expect(await adopted("Asia/Tokyo")).toBe("Asia/Tokyo");
  expect(await adopted("Europe/Paris")).toBe("Asia/Tokyo");
});
